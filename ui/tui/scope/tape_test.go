package scope

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
)

// waits opens a recording and notes for how long each burst is to stay.
func waits(t *testing.T, o Options, keys ...string) (*Model, *[]time.Duration) {
	t.Helper()
	m := New(o)
	var list []time.Duration
	m.later = func(d time.Duration, _ func(time.Time) tea.Msg) tea.Cmd {
		list = append(list, d)
		return nil
	}
	m.SetSize(120, 40)
	settle(m, m.Show())
	press(m, keys...)
	return m, &list
}

func shows(t *testing.T, m *Model, want ...string) {
	t.Helper()
	all := strings.Join(strings.Fields(m.text()), " ")
	for _, w := range want {
		if !strings.Contains(all, w) {
			t.Errorf("%q is missing:\n%s", w, m.text())
		}
	}
}

// Bursts of a recording follow on one another as they did, and no longer than two
// seconds apart.
func TestARecordingPlaysAtItsPace(t *testing.T) {
	o := taped(2, 5)
	at := []time.Duration{0, 500 * time.Millisecond, 500 * time.Millisecond, 90 * time.Second, 91 * time.Second}
	o.Recorded.At = func(i int) time.Duration { return at[i] }
	m, list := waits(t, o)
	shows(t, m, "burst 1 of 5, at 0:00 of 1:31, recorded on 2026-11-30", "playing")
	pass(m)
	pass(m)
	pass(m)
	shows(t, m, "burst 4 of 5, at 1:30 of 1:31")
	press(m, ">", ">", "<", "<", "<")
	shows(t, m, "speed 1/2x")
	want := []time.Duration{500 * time.Millisecond, leastWait, longestWait, time.Second, time.Second / 2, time.Second / 4, time.Second / 2, time.Second, 2 * time.Second}
	if len(*list) != len(want) {
		t.Fatalf("bursts stay for %v, want %v", *list, want)
	}
	for i, d := range want {
		if (*list)[i] != d {
			t.Errorf("bursts stay for %v, want %v", *list, want)
		}
	}
	if pass(m); m.frozen != true || len(*list) != len(want) {
		t.Errorf("behind the last burst it goes on: %v", *list)
	}
	shows(t, m, "burst 5 of 5", "frozen", "That was the last burst of the recording")
	press(m, "f")
	shows(t, m, "burst 1 of 5", "playing")
}

// A recording's speed has ends.
func TestSpeedsHaveEnds(t *testing.T) {
	p := player{}
	m := &Model{player: p, options: taped(2, 3)}
	m.player.tape = m.options.Recorded
	for range 20 {
		m.pressTape(">")
	}
	if got := m.player.pace(); got != "64x" {
		t.Errorf("the fastest is %s", got)
	}
	for range 20 {
		m.pressTape("<")
	}
	if got := m.player.pace(); got != "1/8x" {
		t.Errorf("the slowest is %s", got)
	}
}

// Comma and stop go from burst to burst and stay there, up to the ends.
func TestLeafing(t *testing.T) {
	m := open(t, taped(2, 3), 120, 40, ".")
	shows(t, m, "burst 2 of 3, at 0:04 of 0:07, recorded on 2026-11-30", "frozen")
	if got := len(m.ready.lines[0].Stays); got != 2_100 {
		t.Errorf("the second burst has %d stays, want 2100", got)
	}
	press(m, ".", ".")
	shows(t, m, "burst 3 of 3", ".: this is the last burst of the recording")
	press(m, ",", ",", ",")
	shows(t, m, "burst 1 of 3", ",: this is the first burst of the recording")
	press(m, "space")
	shows(t, m, "burst 2 of 3", "playing")
	pass(m)
	shows(t, m, "burst 3 of 3")
}

// A key that is held down shows bursts as they come, and the last one asked for.
func TestLeafingFasterThanBurstsAreRead(t *testing.T) {
	m := open(t, taped(2, 9), 120, 40, ".")
	cmd := m.Update(keyOf("."))
	m.Update(keyOf("."))
	m.Update(keyOf("."))
	m.Update(cmd()) // what the first of these keys began
	shows(t, m, "burst 3 of 9")
	if m.shot == nil || m.player.at != 4 {
		t.Errorf("burst %d is asked for, want 5", m.player.at+1)
	}
	m.Update(keyOf("f"))
	if m.player.at != 5 || m.frozen {
		t.Errorf("it goes on to burst %d, frozen %v", m.player.at+1, m.frozen)
	}
}

// What is frozen while the next burst is read stays, and the next is the next.
func TestFreezingWhileABurstIsRead(t *testing.T) {
	m := open(t, taped(2, 9), 120, 40)
	cmd := m.Update(again{m.waiting})
	m.Update(keyOf("f"))
	settle(m, cmd)
	shows(t, m, "burst 1 of 9", "frozen")
	press(m, "f")
	shows(t, m, "burst 2 of 9", "playing")
}

// A trigger lets a recording play until a burst has what it waits for, which may
// be the one on the screen, and says where none has.
func TestTriggersOnARecording(t *testing.T) {
	o := taped(2, 4)
	o.Recorded.Burst = func(i int) (bursts.Capture, error) {
		b := begun(one, 2)
		for j := range 900 {
			b.stay(j%2, 3)
			if i == 2 && j == 450 {
				b.stay(j%2, 80)
			}
		}
		return b.done(), nil
	}
	m := open(t, o, 120, 40, "t")
	pass(m)
	pass(m)
	shows(t, m, "The trigger fired in burst 3.", "80 operations", "burst 3 of 4", "frozen")
	press(m, "f")
	pass(m)
	shows(t, m, "No further burst of the recording has a stay of more than 50 operations", "frozen")
	press(m, ",")
	shows(t, m, "The trigger fired in burst 3.")
	press(m, "t")
	shows(t, m, "trigger stay over 500", "burst 3 of 4", "playing")
}

// Looking into a burst works on a recorded one as on any; what changes what is
// captured says that it is fixed, and how to capture the like.
func TestARecordingIsFixed(t *testing.T) {
	o := taped(4, 3)
	m := open(t, o, 120, 40, "L")
	shows(t, m, "The longest stay: CPU 0 kept the line for 3,000 operations", "frozen")
	press(m, "g")
	shows(t, m, "Gap 1 of 2: CPU 1 was away")
	press(m, "0", "+", "+", "right")
	if from, to := m.window.span(m.ready, 0, m.columns()); from == 0 || to-from >= m.ready.Length {
		t.Errorf("it shows %d to %d of %d", from, to, m.ready.Length)
	}
	shown := m.ready
	for _, k := range []string{"n", "l", "o", "a", "c", "z", "b"} {
		press(m, k)
		if want := k + ": a recording is as it is. This captures the like on this machine: linebounce scope -a 'counter=one line=shared cpus=0-3 writers=4' --ops 20000"; m.note != want {
			t.Errorf("%s says %q, want %q", k, m.note, want)
		}
		if m.ready != shown || m.scenario != shown.Scenario {
			t.Errorf("%s changes what is shown", k)
		}
	}
	press(m, "y")
	shows(t, m, "Copied: linebounce scope -a 'counter=one line=shared cpus=0-3 writers=4' --ops 20000")
}

// A burst of another scenario is shown whole, and its own words stand beside it.
func TestScenariosOfARecordingDiffer(t *testing.T) {
	o := taped(2, 2)
	first := o.Recorded.Burst
	o.Recorded.Burst = func(i int) (bursts.Capture, error) {
		if i == 1 {
			return apart(probes.Scenario{Counter: probes.CounterEach, Line: probes.LinePadded, Op: probes.OpLock, Writers: 2}), nil
		}
		return first(i)
	}
	m := open(t, o, 120, 40, "L")
	if press(m, "."); !m.window.whole {
		t.Error("a burst of another scenario is not shown whole")
	}
	shows(t, m, "counter each", "line padded", "on line 1 of 2")
	if got, want := m.command(), "linebounce scope -a 'counter=each line=padded'"; got != want {
		t.Errorf("the command is %s, want %s", got, want)
	}
}

// A burst that cannot be read says so, and the recording plays on.
func TestABurstThatCannotBeRead(t *testing.T) {
	o := taped(2, 3)
	first := o.Recorded.Burst
	o.Recorded.Burst = func(i int) (bursts.Capture, error) {
		if i == 1 {
			return bursts.Capture{}, errors.New("line 17 of x.jsonl is cut")
		}
		return first(i)
	}
	m := open(t, o, 120, 40)
	pass(m)
	shows(t, m, "This burst cannot be shown: Line 17 of x.jsonl is cut. , and . go to the bursts", "burst 2 of 3", "no burst")
	pass(m)
	shows(t, m, "burst 3 of 3", "operations in")
}

// A recording without bursts says what has some, and nothing moves.
func TestARecordingWithoutBursts(t *testing.T) {
	m := open(t, taped(2, 0), 120, 40)
	shows(t, m, "holds no burst of the Scope; linebounce record FILE scope keeps some", "m shows the latency map")
	for _, k := range []string{"f", "space", ",", ".", "r", "<", ">", "t"} {
		if press(m, k); m.note != k+": this recording has no burst." {
			t.Errorf("%s says %q", k, m.note)
		}
	}
	press(m, "L", "g", "+", "tab", "0", "s", "n", "y", "m")
	shows(t, m, "recorded on 2026-11-30: both change one word")
}

// The map is the newest by each method, and nothing is measured.
func TestMapsOfARecording(t *testing.T) {
	o := taped(4, 2)
	m := open(t, o, 120, 40, "m")
	shows(t, m, "all 6 pairs measured; recorded on 2026-11-30", "one way in ns, recorded on 2026-11-30")
	press(m, "r")
	shows(t, m, "r: this map is recorded. This measures one on this machine: linebounce latency --method cas")
	press(m, "w")
	shows(t, m, "holds no latency map in which each stores", "linebounce latency --method store measures one on this machine")
	o.Recorded.Maps = []latency.Map{mapOf(machineOf(4), latency.Store, 2)}
	o.Recorded.Maps[0].Complete = false
	m = open(t, o, 120, 40, "m")
	shows(t, m, "each stores into a word of its own", "incomplete: it ended early; recorded on 2026-11-30")
}

// Nothing is kept of what was kept before.
func TestARecordingIsNotKeptAgain(t *testing.T) {
	o := taped(2, 3)
	o.Keep = func(bursts.Capture) { t.Error("a recorded burst was handed over for keeping") }
	o.KeepMap = func(latency.Map) { t.Error("a recorded map was handed over for keeping") }
	pass(open(t, o, 80, 24, ".", "m", "w", "m", "f"))
}

// Wherever there are figures of a recording, its mark stands beside them.
func TestTheFiguresOfARecordingAreMarked(t *testing.T) {
	for width := 80; width <= 140; width++ {
		m := open(t, taped(2, 3), width, 24)
		for row := range strings.SplitSeq(m.text(), "\n") {
			if strings.Contains(row, " exactly") && !strings.Contains(row, "▷ ") {
				t.Errorf("%d columns: no mark in %q", width, row)
			}
		}
	}
}
