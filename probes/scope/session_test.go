package scope

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"linebounce/probes"
	"linebounce/probes/pinning"
	"linebounce/probes/topology"
)

// machine returns this machine, or skips where it has too few CPUs or does not
// let threads be pinned.
func machine(t *testing.T, workers int) topology.Machine {
	t.Helper()
	m := topology.Read()
	cpus, err := m.Choose(workers)
	if err != nil {
		t.Skip(err)
	}
	if err := pinning.Check(cpus...); err != nil {
		t.Skipf("threads cannot be pinned here: %v", err)
	}
	return m
}

func scenario(t *testing.T, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// next captures a burst, or skips where the machine never lets one begin.
func next(t *testing.T, s *Session) Capture {
	t.Helper()
	c, err := s.Next(t.Context())
	var unable *probes.Unable
	if errors.As(err, &unable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t *testing.T, m topology.Machine, text string, o Options) *Session {
	t.Helper()
	s, err := Open(t.Context(), m, scenario(t, text), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// whole holds a burst against what must be true of every burst.
func whole(t *testing.T, c Capture, ops int64) {
	t.Helper()
	for _, w := range c.Warnings {
		if strings.Contains(w.Text, "is wrong") {
			t.Error(w.Text)
		}
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	sums := map[int]int64{}
	var handed int64
	for _, line := range c.Lines {
		var first, at int64
		for i, s := range line.Stays {
			if s.First != first || s.Begin != at || s.Ops < 1 || s.End < s.Begin || i > 0 && line.Stays[i-1].CPU == s.CPU {
				t.Fatalf("stay %d of %s is %+v after %d operations at %d ns", i, line.Name, s, first, at)
			}
			first, at = first+s.Ops, s.End
			sums[s.CPU] += s.Ops
		}
		handed += int64(max(0, len(line.Stays)-1))
		if len(line.Stays) > 0 && (first != line.Ops || at != c.Length) {
			t.Errorf("%s ends after %d operations at %d ns, want %d at %d", line.Name, first, at, line.Ops, c.Length)
		}
	}
	for _, cpu := range c.CPUs {
		if cpu.Role != probes.Observer && (sums[cpu.CPU] != cpu.Ops || cpu.Ops > ops) {
			t.Errorf("the stays of CPU %d have %d operations, it did %d of %d", cpu.CPU, sums[cpu.CPU], cpu.Ops, ops)
		}
	}
	if count(c.Handoffs) != handed {
		t.Errorf("%d hand-offs from CPU to CPU, %d changes of owner", count(c.Handoffs), handed)
	}
	for _, g := range c.Gaps {
		if g.Begin < 0 || g.End > c.Length || g.Length() <= leastGap || g.Cause == "" {
			t.Errorf("gap %+v in a burst of %d ns", g, c.Length)
		}
	}
}

func TestBurstsOfEveryCell(t *testing.T) {
	m := machine(t, 2)
	for _, c := range []struct {
		text   string
		method probes.BurstMethod
		lines  int
	}{
		{"counter=one line=shared", probes.ByValue, 1},
		{"counter=one line=padded", probes.ByValue, 1},
		{"counter=each line=shared", probes.ByValue, 1},
		{"counter=each line=padded", probes.ByValue, 2},
		{"counter=one writers=1 readers=1", probes.ByValue, 1},
		{"counter=one neighbours=on", probes.ByValue, 1},
		{"counter=each neighbours=on", probes.ByValue, 1},
		{"counter=one writers=1 observers=1", probes.ByValue, 1},
		{"counter=each writers=1 observers=1", probes.ByValue, 1},
		{"counter=one batch=3", probes.ByValue, 1},
		{"counter=each batch=3 neighbours=on", probes.ByValue, 1},
		{"counter=one op=plain neighbours=on", probes.ByOwner, 1},
		{"counter=each op=store", probes.ByOwner, 1},
		{"counter=each line=padded op=plain", probes.ByOwner, 2},
	} {
		s := open(t, m, c.text, Options{Ops: 3000})
		for range 2 {
			burst := next(t, s)
			whole(t, burst, 3000/stretch*stretch)
			if burst.Method != c.method || len(burst.Lines) != c.lines || burst.Overflow != nil {
				t.Errorf("%s: by %s on %d lines, overflow %v; want by %s on %d", c.text, burst.Method, len(burst.Lines), burst.Overflow, c.method, c.lines)
			}
			if exact := burst.HandoffsExact != nil; exact != (c.method == probes.ByValue) || (burst.HandoffsByOwner != nil) == exact {
				t.Errorf("%s: hand-offs exact %v, by owner %v", c.text, burst.HandoffsExact, burst.HandoffsByOwner)
			}
		}
	}
}

// On a line of its own a CPU has one stay.
func TestAPaddedLineNeverChangesHands(t *testing.T) {
	c := next(t, open(t, machine(t, 2), "counter=each line=padded", Options{Ops: 5000}))
	for i, line := range c.Lines {
		if len(line.Stays) > 1 || line.Ops > 0 && line.Stays[0].CPU != c.CPUs[i].CPU {
			t.Errorf("%s: stays %v, want one of CPU %d", line.Name, line.Stays, c.CPUs[i].CPU)
		}
	}
	if *c.HandoffsExact != 0 || len(c.Handoffs) != 0 {
		t.Errorf("%d hand-offs: %v", *c.HandoffsExact, c.Handoffs)
	}
}

// The same bursts tell their hand-offs by the values and by the owner word.
func TestBothWaysToCountAgree(t *testing.T) {
	if watched {
		t.Skip("the race detector keeps the owner from its word for longer than the line stays")
	}
	if testing.CoverMode() != "" {
		t.Skip("counting statements in the loop keeps the owner from its word")
	}
	s := open(t, machine(t, 2), "counter=one line=shared", Options{Ops: 100_000, Owner: true})
	var exact, byOwner int64
	for range 5 {
		c := next(t, s)
		whole(t, c, 100_000)
		exact, byOwner = exact+*c.HandoffsExact, byOwner+*c.HandoffsByOwner
	}
	if exact < 2000 {
		t.Skipf("only %d hand-offs in five bursts: the CPUs were not at work together", exact)
	}
	if off := float64(byOwner)/float64(exact) - 1; off > 0.01 || off < -0.01 {
		t.Errorf("%d hand-offs by the values, %d by the owner word: %.2f%% apart", exact, byOwner, 100*off)
	}
}

func TestOneWorkerHasItsLineAlone(t *testing.T) {
	c := next(t, open(t, machine(t, 1), "writers=1", Options{Ops: 2000}))
	whole(t, c, 2000)
	if len(c.Lines) != 1 || len(c.Lines[0].Stays) != 1 || c.CPUs[0].Ops < 2000-stretch {
		t.Errorf("%+v: want one stay of nearly 2000 operations", c)
	}
}

// More stays than there is room for end the burst, and what there is is whole.
func TestAFullLogEndsTheBurst(t *testing.T) {
	for _, text := range []string{"counter=one", "counter=one op=plain"} {
		s := open(t, machine(t, 2), text, Options{Ops: 100_000})
		for _, me := range s.load.workers {
			me.firsts = me.firsts[:len(slots{})+10]
			me.marks = me.marks[: 0 : stretch+20]
		}
		c := next(t, s)
		whole(t, c, 100_000)
		if text != "counter=one" {
			continue // its log of stays has its room
		}
		if c.Overflow == nil || c.Overflow.Asked != 100_000/stretch*stretch || c.Overflow.Kept > 21*stretch {
			t.Errorf("overflow %+v after room for 20 readings of the clock", c.Overflow)
		}
	}
}

func TestReplaceTakesEffectOrChangesNothing(t *testing.T) {
	s := open(t, machine(t, 2), "counter=one", Options{Ops: 1000})
	first := next(t, s)
	if err := s.Replace(scenario(t, "counter=each line=padded")); err != nil {
		t.Fatal(err)
	}
	second := next(t, s)
	if first.Scenario.Counter != probes.CounterOne || second.Scenario.Counter != probes.CounterEach || len(second.Lines) != 2 {
		t.Errorf("captured %s, then %s on %d lines", first.Scenario, second.Scenario, len(second.Lines))
	}
	var fault *probes.ScenarioError
	if err := s.Replace(scenario(t, "op=load")); !errors.As(err, &fault) || fault.Word != "op" {
		t.Errorf("op=load gives %v, want a *probes.ScenarioError about op", err)
	}
	if got := next(t, s).Scenario; got != second.Scenario || s.Scenario() != got {
		t.Errorf("after a replacement that failed: %s, want %s", got, second.Scenario)
	}
	// A capture that is kept is not written over.
	if whole(t, first, 1000); first.Scenario.Line != probes.LineShared {
		t.Errorf("the first capture became %s", first.Scenario)
	}
}

func TestACancelledContextEndsABurst(t *testing.T) {
	s := open(t, machine(t, 1), "writers=1", Options{Ops: 1000})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Next returned %v, want %v", err, context.Canceled)
	}
}

func TestACaptureIsPlainData(t *testing.T) {
	c := next(t, open(t, machine(t, 1), "writers=1", Options{Ops: 1000}))
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var back Capture
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, c) {
		t.Errorf("after JSON the capture is\n%+v, was\n%+v", back, c)
	}
}

var holes = topology.Machine{OS: "linux", LineBytes: 64, CanPin: true, SMT: "on", CPUs: []topology.CPU{
	{Number: 3, Core: 1}, {Number: 7, Core: 1}}}

func TestPrepare(t *testing.T) {
	s, warnings, err := Prepare(holes, scenario(t, "line=padded track=on"))
	if want := "counter=one line=padded op=lock batch=1 neighbours=off track=on cpus=3,7 writers=2"; err != nil || s.String() != want {
		t.Errorf("prepared %q, %v; want %q", s, err, want)
	}
	if !slices.ContainsFunc(warnings, func(text string) bool { return strings.Contains(text, "SMT siblings") }) {
		t.Errorf("warnings %q do not name the siblings", warnings)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		text string
		ops  int
		word string // of the *probes.ScenarioError, "" for a *probes.Unable
	}{
		{"path=always", 0, "path"},
		{"op=load", 0, "op"},
		{"writers=0 observers=2", 0, ""},
		{"op=store batch=4", 0, "batch"},
		{"cpus=3,4", 0, "cpus"},
		{"cpus=3", 0, "cpus"},
		{"writers=3", 0, ""},
		{"", 5, "ops"},
		{"", 2_000_000, "ops"},
	} {
		_, err := Run(t.Context(), holes, scenario(t, c.text), Options{Ops: c.ops})
		var fault *probes.ScenarioError
		var unable *probes.Unable
		if c.word == "" && !errors.As(err, &unable) || c.word != "" && (!errors.As(err, &fault) || fault.Word != c.word) {
			t.Errorf("%q with %d operations gives %v, want a fault of %q", c.text, c.ops, err, c.word)
		}
	}
}
