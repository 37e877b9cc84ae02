package simulator

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/sim"
)

func (m *Model) text() string { return ansi.Strip(m.View()) }

// The picture after n steps on and n back is the one before, and so is what
// the cursor holds.
func TestStepsBackLeaveWhatStepsForwardFound(t *testing.T) {
	for _, keys := range [][]string{nil, {"e"}, {"e", "w"}, {"m", "m"}, {"a", "n"}, {"+", "+"}, {"b"}, {"b", "b", "b"},
		{"e", "e"}, {"e", "e", "e", "t"}, {"e", "e", "e", "e"}} {
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
	b := open(t, 120, 40, "+", "e", "l", "n", "a", "o", "m", "u", "o", "t")
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
		{nil, "path=always counter=one line=shared transport=socketpair cpus=0,2,4,6,1,3,5,7 writers=4 readers=4"},
		{[]string{"a", "n", "l", "-", "-"}, "path=noref counter=each line=padded transport=socketpair cpus=0,2,1,3 writers=2 readers=2"},
		{[]string{"e", "n", "l", "-", "-"}, "counter=each line=padded cpus=0,1,2,3 writers=4"},
		{[]string{"e", "w", "-", "-"}, "counter=one line=shared cpus=0,1,2,3 writers=3 observers=1"},
		{[]string{"e", "w", "w", "n"}, "counter=each line=shared cpus=0,1,2,3,4,5,6,7 writers=4 observers=4"},
		{[]string{"e", "w", "w", "w"}, "counter=one line=shared cpus=0,1,2,3,4,5,6,7 writers=8"},
		{[]string{"e", "e", "n", "-"}, "counter=each line=shared cpus=0,1,2,3,4,5 readers=6"},
		{[]string{"e", "e", "e", "-", "-"}, "line=padded cpus=0,1,2,3 writers=4 mode=ttas"},
		{[]string{"e", "e", "e", "t", "l"}, "line=shared cpus=0,1,2,3,4,5,6,7 writers=8 mode=tas"},
		{[]string{"e", "e", "e", "e"}, "index=shared cached=off cpus=0,2,4,6,1,3,5,7 writers=4 readers=4"},
		{[]string{"e", "e", "e", "e", "x", "k", "-", "-", "-"}, "index=padded cached=on cpus=0,1 writers=1 readers=1"},
		{[]string{"e", "e", "e", "e", "e", "-"}, "path=always counter=one line=shared transport=socketpair cpus=0,2,4,1,3,5 writers=3 readers=3"},
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
		{[]string{"b"}, "e", "Press b"}, {nil, "f", "Press b"}, {[]string{"b"}, "t", "Press b"},
		{nil, "t", "Press e for the spinlock"}, {nil, "x", "Press e for the ring"}, {[]string{"e"}, "k", "Press e for the ring"},
		{[]string{"e", "e"}, "o", "a reader tells them apart. Press e"}, {[]string{"e", "e"}, "w", "Press e for counters"},
		{[]string{"e", "e", "n", "l"}, "i", "Press l"}, {[]string{"e", "e", "e"}, "n", "Press e for counters"},
		{[]string{"e", "e", "e", "e"}, "l", "Press x"}, {[]string{"e", "e", "e", "e"}, "a", "Press e for messages"},
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
	for _, begin := range [][]string{nil, {"e"}, {"e", "w"}, {"e", "e"}, {"e", "e", "e"}, {"e", "e", "e", "e"}} {
		for _, k := range []string{"e", "m", "a", "n", "l", "t", "x", "k", "w", "o", "i", "b", "+", "-"} {
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

// What is measured here stands beside what the model predicts; while it is being
// measured nothing else is computed, and leaving the room ends it.
func TestMeasuringHere(t *testing.T) {
	m := open(t, 120, 40)
	feed(m)
	press(m, "c")
	if m.note == "" {
		t.Error("c says nothing")
	}
	m.options.Why = "it is a recording"
	press(m, "c")
	if !strings.Contains(m.note, "nothing can be measured here. It is a recording.") {
		t.Errorf("without a way to measure it says %q", m.note)
	}
	m.options.Measure = func(ctx context.Context) ([]Judged, error) {
		return []Judged{{What: "one shared", Predicted: 84e6, Measured: 84.4e6, Taken: true}, {What: "each padded", Predicted: 300e6, Measured: 330e6, Error: -0.091}}, ctx.Err()
	}
	cmd := m.Update(keyOf("c"))
	if !m.measuring || m.work() != nil || m.Moving() {
		t.Error("while it measures, it computes or moves")
	}
	if !strings.Contains(m.text(), "Measuring on two CPUs") {
		t.Errorf("it does not say that it measures:\n%s", m.text())
	}
	settle(m, cmd)
	for _, want := range []string{"measured here", "each padded", "330 M/s", "-9 %", "taken"} {
		if !strings.Contains(m.text(), want) {
			t.Errorf("the table lacks %q:\n%s", want, m.text())
		}
	}
	cmd = m.Update(keyOf("c"))
	m.Hide()
	settle(m, cmd)
	if m.measuring || len(m.here) != 2 {
		t.Errorf("after leaving the room it measures: %v, and holds %v", m.measuring, m.here)
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
