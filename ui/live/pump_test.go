package live

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
)

const (
	shared = "counter=each line=shared"
	padded = "counter=each line=padded"
)

func arms(t *testing.T, texts ...string) []probes.Scenario {
	var list []probes.Scenario
	for _, text := range texts {
		list = append(list, scenario(t, text))
	}
	return list
}

func TestSnapshotSumsUp(t *testing.T) {
	source, l := &fake{}, make(listener)
	p := Start(t.Context(), Options{Shows: []Show{{Name: "counters", Source: source, Arms: arms(t, shared, padded, "counter=one line=shared")}}, Chosen: "counters", Deliver: l.deliver})
	defer l.drain(p)
	s := await(t, l, func(s Snapshot) bool { return s.Pairs > 20 && s.Arm(0).Burst != nil && s.Arm(2).Windows > 0 })
	if s.Ratio.Median != 4 || s.Origin != probes.Measured {
		t.Errorf("B/A is %v, %s, want 4, measured", s.Ratio.Median, s.Origin)
	}
	a := s.Arm(0)
	if a.Rate.Median != 200_000 || len(a.Workers) != 2 || a.Workers[1].Rate != 100_000 || !a.Workers[1].Pinned {
		t.Errorf("arm A runs at %v with workers %v", a.Rate.Median, a.Workers)
	}
	want := Line{Name: "count", Handoffs: 5000, StayMedian: 30, StayMean: 33, Rate: 200_000}
	if len(a.Lines) != 1 || a.Lines[0] != want {
		t.Errorf("arm A's lines are %v, want %v", a.Lines, want)
	}
	if cell, found := s.Cell(scenario(t, "counter=one line=shared")); !found || cell.Rate.Median != 800_000 {
		t.Errorf("the cell beside is %v, %v", cell.Rate.Median, found)
	}
	if _, found := s.Cell(scenario(t, "counter=one line=padded")); found {
		t.Error("a cell that never ran has figures")
	}
}

// The chosen experiment gets four windows of five, however many the others are;
// these share the rest, each in its turn.
func TestShareOfTheChosen(t *testing.T) {
	names := []string{"counters", "messages", "sockets", "rwlock", "spinlock", "ring"}
	for _, n := range []int{2, 3, 6} {
		var log []string
		var shows []Show
		for i, name := range names[:n] {
			plan := arms(t, shared, padded)
			if i%3 == 0 { // some have further arms beside the comparison
				plan = arms(t, shared, padded, "counter=one line=shared")
			}
			shows = append(shows, Show{Name: name, Source: &fake{name: name, log: &log}, Arms: plan})
		}
		l := make(listener)
		p := Start(t.Context(), Options{Shows: shows, Chosen: "counters", Deliver: l.deliver})
		await(t, l, func(s Snapshot) bool { return s.Experiment == names[n-1] && s.Pairs > 20 })
		l.drain(p)
		count, pairs := map[string]int{}, map[string]int{}
		for i, name := range log {
			count[name]++
			if name != "counters" && (i == 0 || log[i-1] != name) {
				pairs[name]++ // a turn
			}
		}
		if share := float64(count["counters"]) / float64(len(log)); share < 0.78 {
			t.Errorf("of %d the chosen experiment got %.2f of the windows, want four of five: %v", n, share, count)
		}
		least, most := len(log), 0
		for _, name := range names[1:n] {
			least, most = min(least, pairs[name]), max(most, pairs[name])
		}
		if most > least+1 {
			t.Errorf("of %d the others do not take turns: %v", n, pairs)
		}
	}
}

// A pair is not parted by another experiment's window.
func TestPairsStayTogether(t *testing.T) {
	var log []string
	var shows []Show
	for _, name := range []string{"counters", "messages", "sockets"} {
		shows = append(shows, Show{Name: name, Source: &fake{name: name, log: &log}, Arms: arms(t, shared, padded)})
	}
	l := make(listener)
	p := Start(t.Context(), Options{Shows: shows, Chosen: "counters", Deliver: l.deliver})
	await(t, l, func(s Snapshot) bool { return s.Experiment == "sockets" && s.Pairs > 20 })
	l.drain(p)
	count := map[string]int{}
	for i, name := range log {
		count[name]++
		if i == 0 || name == log[i-1] {
			continue
		}
		for other, n := range count {
			if other != name && n%2 == 1 {
				t.Fatalf("window %d is %s's, in the middle of a pair of %s", i, name, other)
			}
		}
	}
}

// A session is opened at its first turn, so that six cost the first frame no
// more than one.
func TestSessionsAreOpenedAtTheirFirstTurn(t *testing.T) {
	sources := []*fake{{}, {}, {}, {}, {}, {}}
	var shows []Show
	for i, s := range sources {
		shows = append(shows, Show{Name: string(rune('a' + i)), Source: s, Arms: arms(t, shared, padded)})
	}
	l := make(listener)
	p := Start(t.Context(), Options{Shows: shows, Chosen: "c", Deliver: l.deliver})
	first := await(t, l, func(Snapshot) bool { return true })
	if first.Experiment != "c" {
		t.Errorf("the first figures are those of %s, want the chosen one's", first.Experiment)
	}
	for i, s := range sources { // the pump waits for this test to listen on
		if opened, _, _ := s.counts(); opened != 0 && i != 2 {
			t.Errorf("before the first figures session %d was opened too", i)
		}
	}
	await(t, l, func(s Snapshot) bool { return s.Experiment == "b" && s.Pairs > 2 })
	l.drain(p)
	for i, s := range sources {
		if opened, closed, _ := s.counts(); opened != 1 || closed != 1 {
			t.Errorf("session %d was opened %d times and closed %d times", i, opened, closed)
		}
	}
}

func TestReplacedArmBeginsAnew(t *testing.T) {
	source, l := &fake{}, make(listener)
	p := Start(t.Context(), Options{Shows: []Show{{Name: "counters", Source: source, Arms: arms(t, shared, padded)}}, Chosen: "counters", Deliver: l.deliver})
	defer l.drain(p)
	await(t, l, func(s Snapshot) bool { return s.Pairs > 20 })
	next := arms(t, shared, "counter=one line=padded")
	p.Arms("counters", next)
	s := await(t, l, func(s Snapshot) bool { return s.Arm(1).Scenario == next[1] })
	if s.Pairs > 2 || s.Arm(1).Windows > 1 || s.Arm(0).Windows < 20 {
		t.Errorf("after the change %d pairs, %d windows of B and %d of A count", s.Pairs, s.Arm(1).Windows, s.Arm(0).Windows)
	}
	await(t, l, func(s Snapshot) bool { return s.Arm(1).Scenario == next[1] && s.Pairs > 20 && s.Ratio.Median == 4 })
}

// Figures come with the snapshots of the experiment that is judged, from when
// that is asked for, and with no others.
func TestFiguresComeWhereTheyAreAskedFor(t *testing.T) {
	l := make(listener)
	p := Start(t.Context(), Options{Chosen: "counters", Deliver: l.deliver, Shows: []Show{
		{Name: "counters", Source: &fake{}, Arms: arms(t, shared, padded)},
		{Name: "messages", Source: &fake{}, Arms: arms(t, shared, padded)},
	}})
	defer l.drain(p)
	if s := await(t, l, func(s Snapshot) bool { return s.Pairs > 20 }); s.Figures != nil {
		t.Error("figures came unasked")
	}
	p.Idle(true)
	p.Judge("counters") // is told at once, also while nothing runs
	s := await(t, l, func(s Snapshot) bool { return s.Figures != nil })
	if f := s.Figures; s.Experiment != "counters" || f.Ratio.Median != 4 || len(f.Arms) != 2 || f.Arms[0].Ops.Median != 200_000 {
		t.Errorf("the figures of %s are %+v", s.Experiment, f)
	}
	p.Idle(false)
	next := arms(t, shared, "counter=one line=padded")
	p.Arms("counters", next)
	s = await(t, l, func(s Snapshot) bool { return s.Arm(1).Scenario == next[1] })
	if f := s.Figures; f != nil && (f.Ratio.Samples > s.Pairs || f.Arms[1].Scenario != next[1]) {
		t.Errorf("the figures outlived the arms they were of: %+v", f)
	}
	p.Judge("")
	await(t, l, func(s Snapshot) bool { return s.Experiment == "counters" && s.Pairs > 2 && s.Figures == nil })
}

func TestRefusalKeepsTheArms(t *testing.T) {
	running := arms(t, shared, padded)
	source, l := &fake{refuse: func(arm int, s probes.Scenario) error {
		if arm == 1 && s.Line == probes.LineShared {
			return errOffline
		}
		return nil
	}}, make(listener)
	p := Start(t.Context(), Options{Shows: []Show{{Name: "counters", Source: source, Arms: running}}, Chosen: "counters", Deliver: l.deliver})
	defer l.drain(p)
	await(t, l, func(s Snapshot) bool { return s.Pairs > 2 })
	p.Arms("counters", arms(t, padded, shared)) // A would be taken, B is not
	r := await(t, l, func(r Refused) bool { return true })
	if r.Err == nil || !strings.Contains(r.Err.Error(), errOffline.Error()) || r.Arms[0] != running[0] || r.Arms[1] != running[1] {
		t.Errorf("refused with %v, arms %v", r.Err, r.Arms)
	}
	s := await(t, l, func(s Snapshot) bool { return s.Pairs > 2 })
	if s.Arm(0).Scenario != running[0] || s.Arm(1).Scenario != running[1] {
		t.Errorf("the arms are %v and %v", s.Arm(0).Scenario, s.Arm(1).Scenario)
	}
}

func TestIdleRunsNoWindow(t *testing.T) {
	source, l := &fake{}, make(listener)
	p := Start(t.Context(), Options{Shows: []Show{{Name: "counters", Source: source, Arms: arms(t, shared, padded)}}, Chosen: "counters", Deliver: l.deliver})
	defer l.drain(p)
	await(t, l, func(s Snapshot) bool { return s.Pairs > 2 })
	p.Idle(true)
	p.Arms("counters", arms(t, shared, shared)) // is done once the pump stands still
	await(t, l, func(s Snapshot) bool { return s.Arm(1).Scenario == scenario(t, shared) })
	opened, _, before := source.counts()
	p.Arms("counters", arms(t, shared, padded))
	await(t, l, func(s Snapshot) bool { return s.Arm(1).Scenario == scenario(t, padded) })
	if _, _, after := source.counts(); after != before {
		t.Errorf("%d windows ran while idle", after-before)
	}
	p.Idle(false)
	await(t, l, func(s Snapshot) bool { return s.Pairs > 2 })
	if again, _, _ := source.counts(); again != opened {
		t.Errorf("the session was opened %d times, want it kept", again)
	}
}

func TestFailureIsToldAndTriedAgain(t *testing.T) {
	source, l := &fake{fail: func(window int) error {
		if window == 10 {
			return errOffline
		}
		return nil
	}}, make(listener)
	p := Start(t.Context(), Options{Shows: []Show{{Name: "counters", Source: source, Arms: arms(t, shared, padded)}}, Chosen: "counters", Deliver: l.deliver})
	defer l.drain(p)
	s := await(t, l, func(s Snapshot) bool { return s.Err != nil })
	if s.Err.Error() != errOffline.Error() {
		t.Errorf("it failed with %v", s.Err)
	}
	source.mu.Lock()
	source.fail = nil
	source.mu.Unlock()
	p.Choose("counters")
	await(t, l, func(s Snapshot) bool { return s.Err == nil && s.Pairs > 2 })
	if opened, closed, _ := source.counts(); opened != 2 || closed != 1 {
		t.Errorf("opened %d times and closed %d times, want 2 and 1", opened, closed)
	}
}

func TestCloseClosesEverySession(t *testing.T) {
	sources := []*fake{{}, {}}
	l := make(listener)
	p := Start(t.Context(), Options{Chosen: "counters", Deliver: l.deliver, Shows: []Show{
		{Name: "counters", Source: sources[0], Arms: arms(t, shared, padded)},
		{Name: "messages", Source: sources[1], Arms: arms(t, shared, padded)},
	}})
	await(t, l, func(s Snapshot) bool { return s.Experiment == "messages" })
	l.drain(p)
	for i, s := range sources {
		if opened, closed, _ := s.counts(); opened != 1 || closed != 1 {
			t.Errorf("session %d was opened %d times and closed %d times", i, opened, closed)
		}
	}
}

func TestPanicDoesNotPass(t *testing.T) {
	source, l := &fake{fail: func(window int) error {
		if window == 5 {
			panic("a fault of the probe")
		}
		return nil
	}}, make(listener)
	p := Start(t.Context(), Options{Shows: []Show{{Name: "counters", Source: source, Arms: arms(t, shared, padded)}}, Chosen: "counters", Deliver: l.deliver})
	b := await(t, l, func(Broken) bool { return true })
	if b.Err == nil || !strings.Contains(b.Err.Error(), "a fault of the probe") {
		t.Errorf("broken with %v", b.Err)
	}
	_ = p.Close()
	if _, closed, _ := source.counts(); closed != 1 {
		t.Error("the session was not closed")
	}
}

func TestRestsEveryStretch(t *testing.T) {
	source, l := &fake{}, make(listener)
	var at []int
	rest := func(context.Context) {
		_, _, n := source.counts()
		at = append(at, n)
	}
	p := Start(t.Context(), Options{Shows: []Show{{Name: "counters", Source: source, Arms: arms(t, shared, padded)}}, Chosen: "counters", Rest: rest, Deliver: l.deliver})
	await(t, l, func(s Snapshot) bool { return s.Pairs > 10 })
	l.drain(p)
	for i, n := range at {
		if n != (i+1)*stretch {
			t.Fatalf("rest %d came after %d windows, want one after each %d", i+1, n, stretch)
		}
	}
}

// A capture in which a worker lost its CPU lends its strip, but no figures.
func TestDisturbedCaptureLendsItsStrip(t *testing.T) {
	r := window(0, 0, scenario(t, shared))
	capture(&r)
	r.Warnings = []probes.Warning{{Kind: probes.Preempted, CPU: 1}}
	l := &lane{Show: Show{Arms: arms(t, shared, padded)}}
	l.forget()
	l.take(r, time.Time{})
	a := l.snapshot(time.Time{}).Arm(0)
	if a.Burst != r.Burst || len(a.Lines) != 1 || !math.IsNaN(a.Lines[0].Handoffs) || a.SetAside != 1 {
		t.Errorf("the arm shows burst %v, lines %v and %d set aside", a.Burst, a.Lines, a.SetAside)
	}
}
