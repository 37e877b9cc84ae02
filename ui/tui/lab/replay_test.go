package lab

import (
	"math"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/ui/live"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// The characters of a strip are the burst's operations, CPU by CPU and in
// order: none is invented and none is lost.
func TestStripShowsTheBurst(t *testing.T) {
	m := newLab(t, Options{}, 120, 40)
	feed(m, about(3.9), 84e6, 328e6)
	e := m.experiment()
	for arm := range e.arms {
		burst := e.arm(arm).Burst
		for i, strip := range burst.Strips {
			cells := e.replays[arm].tracks[i].cells
			counted, stays := map[int]int64{}, []probes.Stay{}
			last := travelling
			for _, cpu := range cells {
				if cpu != travelling {
					counted[cpu]++
					if cpu != last {
						stays = append(stays, probes.Stay{CPU: cpu})
					}
					stays[len(stays)-1].Ops++
				}
				last = cpu
			}
			for cpu, n := range strip.PerCPU {
				if counted[cpu] != n {
					t.Errorf("arm %s, %s: %d characters of CPU %d, want %d", armName(arm), strip.Line, counted[cpu], cpu, n)
				}
			}
			if len(stays) != len(strip.Stays) {
				t.Fatalf("arm %s, %s: %d stays, want %d", armName(arm), strip.Line, len(stays), len(strip.Stays))
			}
			for n := range stays {
				if stays[n] != strip.Stays[n] {
					t.Errorf("arm %s, %s: stay %d is %v, want %v", armName(arm), strip.Line, n, stays[n], strip.Stays[n])
				}
			}
		}
	}
}

// What a sweep draws is the part of the track that was replayed, in order.
func TestSweepDrawsTheTrackInOrder(t *testing.T) {
	m := newLab(t, Options{Machine: machine(12)}, 120, 40)
	track := layOut(probes.Strip{Line: "count", Stays: []probes.Stay{{CPU: 0, Ops: 3}, {CPU: 11, Ops: 2}, {CPU: 0, Ops: 4}}})
	for shown, want := range map[float64]string{
		1: "0", 3: "000", 5: "000··", 7: "000··11", 8: "000··11·", 10: "·0  ·11·", 13: "·0000  ·",
	} {
		track.at = shown
		c := canvas.New(theme.Theme{Glyphs: m.theme.Glyphs}, 8, 1)
		m.canvas = c
		m.drawTrack(widgets.Area{Width: 8, Height: 1}, track)
		if got := ansi.Strip(c.String()); got != want {
			t.Errorf("after %v cells the strip is %q, want %q", shown, got, want)
		}
	}
}

// A line on which nothing was captured does not pass its place to the next.
func TestEmptyStripKeepsItsPlace(t *testing.T) {
	var r replay
	r.load(live.Arm{Burst: &probes.Burst{Strips: []probes.Strip{{Line: "count 0"}, {Line: "count 1", Stays: []probes.Stay{{CPU: 1, Ops: 5}}}}}})
	r.finish(math.MaxInt)
	if _, known := r.tracks[0].owner(); known || r.empty() {
		t.Error("the first line has an owner, or the strip counts as empty")
	}
	if cpu, known := r.tracks[1].owner(); cpu != 1 || !known {
		t.Errorf("the second line is CPU %d's, %v", cpu, known)
	}
	if r.advance(time.Second, 1e6); !r.over() {
		t.Error("an empty strip never ends")
	}
	nobody := replay{}
	if nobody.load(live.Arm{Burst: &probes.Burst{Strips: []probes.Strip{{Line: "pid"}}}}); !nobody.empty() {
		t.Error("a burst without operations does not count as empty")
	}
}

func TestReplayKeepsThePaceItNames(t *testing.T) {
	var r replay
	r.load(live.Arm{
		Burst: &probes.Burst{Strips: []probes.Strip{{Line: "count", Stays: []probes.Stay{{CPU: 0, Ops: 50}, {CPU: 1, Ops: 50}}}}},
		Lines: []live.Line{{Name: "count", Rate: 40e6}},
	})
	// 100 operations at 40 M/s take 2.5 us, which slowed by a million is 2.5 s.
	for range 24 {
		r.advance(100*time.Millisecond, 1e6)
	}
	if r.over() {
		t.Error("after 2.4 s the replay is over, too early")
	}
	for range 2 {
		r.advance(100*time.Millisecond, 1e6)
	}
	if !r.over() {
		t.Error("after 2.6 s the replay goes on, too long")
	}
}

func TestSlowdownIsRoundAndCalm(t *testing.T) {
	for _, c := range []struct {
		handoffs, rate, want float64
	}{
		{0, 0, 1e6}, {1e6, 40e6, 1e6}, {3.1e6, 40e6, 2e6}, {23e6, 100e6, 1e7}, {0, 164e6, 5e6}, {math.NaN(), 40e6, 1e6},
	} {
		arm := live.Arm{Lines: []live.Line{{Handoffs: c.handoffs, Rate: c.rate}}}
		if got := slowdown(arm); got != c.want {
			t.Errorf("%v hand-offs/s at %v operations/s are slowed by %v, want %v", c.handoffs, c.rate, got, c.want)
		}
	}
}

func TestLettersFollowTheLastOwner(t *testing.T) {
	shared := probes.Scenario{Counter: probes.CounterEach, Line: probes.LineShared, Op: probes.OpLock, Writers: 2, Observers: 1}
	padded := shared
	padded.Line = probes.LinePadded
	loads, alone := shared, padded
	loads.Op, alone.Op = probes.OpLoad, probes.OpLoad
	two := replay{tracks: []track{{cells: []int{0, 0}, at: 2}, {cells: []int{1, 1}, at: 2}}}
	at := func(cells float64) *replay {
		return &replay{tracks: []track{{cells: []int{0, 0, travelling, travelling, 1}, at: cells}}}
	}
	for _, c := range []struct {
		name   string
		r      *replay
		s      probes.Scenario
		worker int
		want   string
	}{
		{"before the first operation", at(0), shared, 0, ""},
		{"it wrote last", at(2), shared, 0, "M"},
		{"the other wrote last", at(2), shared, 1, "I"},
		{"on its way it counts as the last owner's", at(4), shared, 0, "M"},
		{"handed over", at(5), shared, 0, "I"},
		{"an observer leaves no trace", at(5), shared, 2, ""},
		{"a line each", &two, padded, 0, "M"},
		{"a line each, the other", &two, padded, 1, "M"},
		{"readers share", at(0), loads, 0, "S"},
		{"a reader alone", at(0), alone, 0, "E"},
	} {
		e := &experiment{Experiment: catalog.Experiment{Name: "counters"}, arms: pair{c.s}, replays: [2]replay{*c.r}}
		if got := e.letters(0, c.worker, c.worker); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
