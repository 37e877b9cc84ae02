package tui

import (
	"context"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
	"linebounce/probes/ticks"
	"linebounce/probes/topology"
	"linebounce/ui/tui/scope"
)

// madeBurst is a burst that was made up: two CPUs take turns, CPU 1 is away once.
func madeBurst(s probes.Scenario) bursts.Capture {
	c := bursts.Capture{
		Scenario: s, Origin: probes.Measured, Machine: machine(), Method: probes.ByValue, Resolution: 1_300, Clock: ticks.Clock{Name: "TSC"},
		CPUs: []bursts.CPU{{CPU: 0, Pinned: true}, {CPU: 1, Pinned: true}},
	}
	l := bursts.Line{Name: "count", Marks: []bursts.Mark{{}}}
	for i := range 2_000 {
		stay := bursts.Stay{CPU: i % 2, First: l.Ops, Ops: int64(2 + i%4), Begin: c.Length}
		if i == 1_200 {
			stay.Ops = 4_321
			c.Gaps = []bursts.Gap{{CPU: 1, Begin: c.Length, End: c.Length + 5*stay.Ops + 50, Cause: bursts.Host, Others: stay.Ops}}
		}
		stay.End = stay.Begin + 5*stay.Ops + 50
		l.Stays, l.Ops, c.Length = append(l.Stays, stay), l.Ops+stay.Ops, stay.End
		c.CPUs[stay.CPU].Ops += stay.Ops
	}
	l.Marks = append(l.Marks, bursts.Mark{Ops: l.Ops, At: c.Length})
	c.Lines = []bursts.Line{l}
	c.Handoffs = []probes.Handoff{{From: 0, To: 1, Count: 1_000}, {From: 1, To: 0, Count: 999}}
	exact := int64(1_999)
	c.HandoffsExact = &exact
	return c
}

// madeLine are options of the Scope on a machine that was made up.
func madeLine(captured func()) *scope.Options {
	return &scope.Options{
		Machine: machine,
		Capture: func(ctx context.Context, s probes.Scenario, _ bursts.Options) (bursts.Capture, error) {
			captured()
			return madeBurst(s), ctx.Err()
		},
		Simulate: modelled,
		Map: func(ctx context.Context, method latency.Method, _ func(latency.Map, latency.Progress)) (latency.Map, error) {
			return latency.Map{Method: method, CPUs: []int{0, 1}, Complete: true,
				Pairs: []latency.Pair{{A: 0, B: 1, Label: string(topology.OneL3), Min: 40, P10: 41, Median: 43.2, P90: 45, P99: 60, Low: 43, High: 43.5, Samples: 96, Pinned: true}}}, ctx.Err()
		},
	}
}

// Key 4 opens the Scope, where the Lab's workers stand, and nothing is captured
// while nobody looks.
func TestTheScopeRoom(t *testing.T) {
	n := 0
	r := rooted(t)
	r.scope = scope.New(*madeLine(func() { n++ }))
	r.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	r.paint()
	_, cmd := r.Update(key("4"))
	if !r.idle || r.moves() || !strings.Contains(r.text(), "The first burst is being captured.") {
		t.Errorf("the workers run: %v, it asks for pictures: %v, and shows\n%s", !r.idle, r.moves(), r.text())
	}
	r.until(t, cmd, "1,999 exactly")
	if n != 1 {
		t.Errorf("%d bursts, want 1", n)
	}
	r.Update(key("?"))
	if _, cmd = r.Update(key("?")); cmd == nil {
		t.Fatal("behind the help nothing goes on")
	}
	r.until(t, cmd, "burst 2, live")
	r.Update(key("1"))
	if r.idle {
		t.Error("back in the Lab the workers stand")
	}
}

// On the real screen: open, zoom down to operations, jump, freeze, the model and
// the map.
func TestTheScopeOnTheRealScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		x := open(t, t.Context(), measuring(t, nil), size[0], size[1])
		x.await("● measured", "q quit")
		x.press("4")
		x.await("4 Scope", "Who had the line, in the exact order, measured", "bars are each CPU's share", "1,999 exactly", "away 21.7 µs: host", "q quit")
		x.press("f")
		x.await("frozen")
		x.press("++++++++")
		text := x.await("one operation, and its digit")
		if !regexp.MustCompile(`(?m)^ *(CPU 0 )? +0+ +0+ +0+`).MatchString(text) {
			t.Errorf("%v: no operations stand in the lane of CPU 0:\n%s", size, text)
		}
		x.press("0L")
		x.await("The longest stay: CPU 0 kept the line for 4,321 operations")
		x.press("g")
		x.await("Gap 1 of 1: CPU 1 was away for 21.7 µs, taken by the host")
		x.press("s")
		x.await("simulated: ", "machine 2011")
		x.press("m")
		x.await("How long a cache line takes", "43.2", "one L3 (L3)", "43.0 to 43.5")
		x.press("m")
		x.await("Who had the line", "frozen")
		x.press("f")
		x.await("live")
		x.press("q")
		if err := x.end(); err != nil {
			t.Errorf("%v: q ends it with %v", size, err)
		}
	}
}
