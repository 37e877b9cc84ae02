package simulator

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"linebounce/probes/simulated"
	"linebounce/sim"
)

func (m *Model) text() string { return ansi.Strip(m.View()) }

// The picture after n steps on and n back is the one before, and so is what
// the cursor holds.
func TestStepsBackLeaveWhatStepsForwardFound(t *testing.T) {
	for _, keys := range [][]string{nil, {"e"}, {"e", "w"}, {"m", "m"}, {"a", "n"}, {"+", "+"}, {"b"}, {"b", "b", "b"}} {
		m := open(t, 120, 40, keys...)
		press(m, "right")
		var pictures []string
		var states []sim.Picture
		for range 60 {
			pictures, states = append(pictures, m.View()), append(states, m.cursor.Clone())
			press(m, "right")
		}
		for i := len(pictures) - 1; i >= 0; i-- {
			press(m, "left")
			if !m.cursor.Equal(states[i]) {
				t.Fatalf("%v: step %d back leaves %+v, want %+v", keys, i, m.cursor.Picture, states[i])
			}
			if m.View() != pictures[i] {
				t.Fatalf("%v: step %d back shows\n%s\nwant\n%s", keys, i, m.text(), ansi.Strip(pictures[i]))
			}
		}
	}
}

// A run shows every event once, in order, and stops by itself where the trace
// is full.
func TestRunGoesToTheEndAndSaysSo(t *testing.T) {
	m := open(t, 120, 40, "e", "[", "[", "[", "[", "[")
	if m.cursor.Position() > 20 {
		t.Fatalf("[ does not go back to the beginning but to event %d", m.cursor.Position())
	}
	for range len(paces) {
		press(m, ">")
	}
	press(m, "space")
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	last := 0
	for range 10_000 {
		now = now.Add(time.Second)
		settle(m, m.Update(Frame(now)))
		if m.cursor.Position() < last {
			t.Fatalf("a run goes back from event %d to %d", last, m.cursor.Position())
		}
		last = m.cursor.Position()
		if !m.running {
			break
		}
	}
	if m.running || last != traceLimit || !strings.Contains(m.text(), "The trace is full: it keeps 100,000 events.") {
		t.Errorf("running %v at event %d:\n%s", m.running, last, m.text())
	}
	press(m, "space")
	if m.running {
		t.Error("a run goes on behind the end of the trace")
	}
	press(m, "[", "space")
	if !m.running {
		t.Error("a run does not go on before the end of the trace")
	}
}

// Keys that come to the same settings come to the same events.
func TestEqualSettingsGiveEqualTraces(t *testing.T) {
	a := open(t, 120, 40, "e", "n", "l", "+")
	b := open(t, 120, 40, "+", "e", "l", "n", "a", "o", "m", "u", "o")
	if a.set != b.set {
		t.Fatalf("the settings are %+v and %+v", a.set, b.set)
	}
	for i, e := range a.trace.Events {
		if b.trace.Events[i] != e {
			t.Fatalf("event %d is %v and %v", i, e, b.trace.Events[i])
		}
	}
}

// What the keys build is what the scenario says.
func TestKeysBuildTheScenario(t *testing.T) {
	for _, c := range []struct {
		keys     []string
		scenario string
	}{
		{nil, "path=always counter=one line=shared cpus=0,2,4,6,1,3,5,7 writers=4 readers=4"},
		{[]string{"a", "n", "l", "-", "-"}, "path=noref counter=each line=padded cpus=0,2,1,3 writers=2 readers=2"},
		{[]string{"e", "n", "l", "-", "-"}, "counter=each line=padded cpus=0,1,2,3 writers=4"},
		{[]string{"e", "w", "-", "-"}, "counter=one line=shared cpus=0,1,2,3 writers=3 observers=1"},
		{[]string{"e", "w", "w", "n"}, "counter=each line=shared cpus=0,1,2,3,4,5,6,7 writers=4 observers=4"},
		{[]string{"e", "w", "w", "w"}, "counter=one line=shared cpus=0,1,2,3,4,5,6,7 writers=8"},
	} {
		m := open(t, 120, 40, c.keys...)
		if got := m.set.complete().String(); got != c.scenario {
			t.Errorf("%v: %q, want %q", c.keys, got, c.scenario)
		}
	}
}

// A key that does nothing here says why, and changes nothing.
func TestDeadKeysSayWhy(t *testing.T) {
	for _, c := range []struct {
		keys []string
		dead string
		says string
	}{
		{nil, "w", "Press e for counters"}, {[]string{"e"}, "a", "Press e for messages"}, {[]string{"e"}, "o", "Press w"},
		{[]string{"e", "n", "l"}, "i", "Press l"}, {[]string{"a", "a"}, "n", "path request takes no reference"},
		{[]string{"b"}, "e", "Press b"}, {nil, "f", "Press b"},
	} {
		m := open(t, 120, 40, c.keys...)
		before := m.set
		press(m, c.dead)
		if !strings.Contains(m.note, c.says) || m.set != before {
			t.Errorf("%v %s: %q", c.keys, c.dead, m.note)
		}
	}
}

// Every toggle that is not refused changes the picture, and u takes it back.
func TestTogglesAndUndo(t *testing.T) {
	for _, begin := range [][]string{nil, {"e"}, {"e", "w"}} {
		for _, k := range []string{"e", "m", "a", "n", "l", "w", "o", "i", "b", "+", "-"} {
			m := open(t, 120, 40, begin...)
			if m.set.refuses(k) != "" {
				continue
			}
			before := m.set
			press(m, k)
			if m.set == before {
				t.Errorf("%v: %s changes nothing: %s", begin, k, m.note)
			}
			press(m, "u")
			if m.set != before {
				t.Errorf("%v: %s and u leave %+v, want %+v", begin, k, m.set, before)
			}
		}
	}
}

// Where no CPU touches the lines nothing ever happens, and time passes all the
// same.
func TestNothingToSeeSaysSo(t *testing.T) {
	m := open(t, 120, 40, "a", "a")
	if !strings.Contains(m.text(), "path request") || strings.Contains(m.text(), "wants to") {
		t.Fatalf("not on path request:\n%s", m.text())
	}
	before := m.now
	press(m, "space")
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for i := range 5 {
		settle(m, m.Update(Frame(at.Add(time.Duration(i)*time.Second))))
	}
	if m.now <= before {
		t.Errorf("time stands at %d", m.now)
	}
}

// feed gives the predictions as if they had been computed.
func feed(m *Model) {
	t := m.set.topic()
	f := m.forecasts[t]
	if f == nil {
		f = newForecast(m.set.preset(m.presets))
		m.forecasts[t] = f
	}
	for _, j := range f.todo {
		always := 4.24 * max(1, float64(j.cpus)/8.1)
		if j.remote > 0 {
			always = 4.98
		}
		f.rows[j] = simulated.Row{CPUs: j.cpus, A: simulated.Point{Seconds: always}, B: simulated.Point{Seconds: 4.24}, Ratio: always / 4.24}
	}
	f.todo = nil
	m.stale = true
}

var sights = map[string][]string{
	"messages": nil, "counters": {"e"}, "observed": {"e", "w"}, "padded": {"e", "n", "l"}, "many": {"+", "+", "+", "+", "+", "+"},
	"game": {"b", "right", "right"}, "on request": {"a", "a"},
}

func TestPictures(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}, {60, 20}} {
		for name, keys := range sights {
			t.Run(fmt.Sprintf("%s %dx%d", name, size[0], size[1]), func(t *testing.T) {
				m := open(t, size[0], size[1], keys...)
				feed(m)
				golden.RequireEqual(t, []byte(m.text()+"\n"))
			})
		}
	}
}

// Nothing is drawn outside the terminal, no row is wider, and no text is cut.
func TestEverythingFits(t *testing.T) {
	more := map[string][]string{
		"alone": {"e", "-", "-", "-", "-", "-"}, "each": {"n"}, "each padded": {"n", "l"}, "many counters": {"e", "n", "+", "+", "+", "+", "+"},
		"many padded": {"e", "n", "l", "+", "+"}, "dead key": {"e", "a"}, "copied": {"y"}, "machine": {"m"}, "machines": {"m", "m", "m"},
		"solved": {"b", "]", "left", "f"}, "Y": {"b", "b", "g"}, "Z": {"b", "b", "b", "h"}, "slow": {"<"}, "game with many": {"b", "+", "+", "+", "+"},
	}
	for name, keys := range sights {
		more[name] = keys
	}
	for name, keys := range more {
		m := open(t, 120, 40, keys...)
		feed(m)
		for _, size := range [][2]int{{80, 24}, {81, 25}, {80, 40}, {95, 30}, {100, 24}, {100, 33}, {120, 30}, {120, 40}, {160, 45}, {200, 60}, {300, 100}} {
			m.SetSize(size[0], size[1])
			if m.broken != nil && name != "game" {
				m.seekEvent(m.broken.to)
				press(m, map[sim.Fault]string{sim.LostInvalidation: "f", sim.StaleShared: "g", sim.DirtyDropped: "h"}[m.set.fault])
			}
			rows := strings.Split(m.text(), "\n")
			if lost := m.canvas.Lost(); len(lost) > 0 {
				t.Errorf("%s at %v: %d cells fell off: %q\n%s", name, size, len(lost), strings.Join(lost, ""), m.text())
			}
			if len(rows) != size[1] {
				t.Errorf("%s at %v: %d rows", name, size, len(rows))
			}
			all := strings.Join(strings.Fields(m.text()), " ")
			for _, want := range []string{m.note, m.verdict, "q quit", "? help"} {
				if want := strings.Join(strings.Fields(want), " "); !strings.Contains(all, want) {
					t.Errorf("%s at %v: %q is cut:\n%s", name, size, want, m.text())
				}
			}
		}
	}
}

// seekEvent puts the cursor behind an event.
func (m *Model) seekEvent(n int) {
	m.cursor.Seek(n)
	m.settle()
	m.stale = true
}

func TestPartsDoNotOverlap(t *testing.T) {
	for height := leastHeight; height <= 100; height++ {
		for _, n := range []needs{{2, 8, 1, 3, 1, 8}, {3, 8, 3, 4, 1, 13}, {2, 4, 1, 4, 6, 6}, {1, 2, 1, 2, 1, 8}} {
			for _, width := range []int{80, 100, 120, 200} {
				l, end := plan(width, height, n), 0
				for i, b := range l.blocks() {
					if b.at < end && b.height > 0 {
						t.Errorf("%dx%d %+v: part %d begins in row %d, before the one above ends in row %d", width, height, n, i, b.at, end)
					}
					end = b.at + b.height
				}
				if end > height {
					t.Errorf("%dx%d %+v: the last part ends in row %d", width, height, n, end)
				}
			}
		}
	}
}

func TestHiddenItComputesNothing(t *testing.T) {
	m := New(Options{})
	m.SetSize(120, 40)
	if cmd := m.Update(Frame(time.Now())); cmd != nil {
		t.Error("it computes before it was shown")
	}
	if cmd := m.Show(); cmd == nil {
		t.Error("shown, it computes nothing")
	}
	m.Hide()
	m.producing, m.computing = false, false
	if cmd := m.Update(keyOf("n")); cmd != nil {
		t.Error("it computes while hidden")
	}
}

// A picture is drawn from what is at hand, and quickly, wherever in the longest
// trace it stands.
func BenchmarkPicture(b *testing.B) {
	for _, keys := range [][]string{{"e"}, nil, {"e", "w", "+", "+", "+", "+", "+", "+"}} {
		b.Run(fmt.Sprint(keys), func(b *testing.B) {
			m := open(b, 120, 40, keys...)
			for !m.ended {
				settle(m, m.producer.next(m.generation))
			}
			m.seekEvent(traceLimit - 1)
			for b.Loop() {
				m.stale = true
				_ = m.View()
			}
		})
	}
}

// BenchmarkStepBack steps back at the end of the longest trace.
func BenchmarkStepBack(b *testing.B) {
	m := open(b, 120, 40, "e")
	for !m.ended {
		settle(m, m.producer.next(m.generation))
	}
	m.seekEvent(traceLimit)
	for b.Loop() {
		press(m, "left")
		_ = m.View()
	}
}
