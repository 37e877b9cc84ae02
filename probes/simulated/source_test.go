package simulated

import (
	"errors"
	"io"
	"reflect"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
)

// plan prepares scenarios of an experiment for a model and bounds them.
func plan(t *testing.T, m Model, experiment string, burst int, texts ...string) probes.Plan {
	t.Helper()
	e, err := catalog.Find(experiment)
	if err != nil {
		t.Fatal(err)
	}
	p := probes.Plan{Experiment: experiment, Budget: probes.Budget{Window: 200 * time.Microsecond, Runs: 3}, Burst: burst}
	for _, text := range texts {
		s, err := probes.ParseScenario(text)
		if err != nil {
			t.Fatal(err)
		}
		ready, _, err := e.Prepare(m.Topology, s)
		if err != nil {
			t.Fatal(err)
		}
		p.Arms = append(p.Arms, ready)
	}
	return p
}

func read(t *testing.T, source Source, p probes.Plan) (list []probes.Reading) {
	t.Helper()
	session, err := source.Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for {
		r, err := session.Next(t.Context())
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
}

func compared(list []probes.Reading) *probes.Comparison {
	var c probes.Comparison
	for _, r := range list {
		c.Add(r)
	}
	return &c
}

func TestCountersOnAModel(t *testing.T) {
	m := FromPreset(preset(t, "2011"))
	list := read(t, Source{Model: m, Seed: 1}, plan(t, m, "counters", 400, "line=shared", "line=padded", "counter=one"))
	c := compared(list)
	if ratio := c.Ratio(probes.Confidence).Median; ratio < 2 {
		t.Errorf("padded over shared %.2f, want over 2", ratio)
	}
	if one, each := c.Arm(2).Ops().Median, c.Arm(0).Ops().Median; one < 0.8*each || one > 1.25*each {
		t.Errorf("one counter %.3g, a counter each on one line %.3g", one, each)
	}
	if c.Pairs() != 3 || len(list) != 2+3*2+3 {
		t.Errorf("%d pairs, %d readings", c.Pairs(), len(list))
	}
	var clock time.Duration
	for _, r := range list {
		if r.Origin != probes.Simulated || r.Start != clock || r.Elapsed != 200*time.Microsecond || r.SetAside() {
			t.Errorf("%+v", r)
		}
		clock += r.Elapsed
		if want := []int{0, 2}; r.CPUs[0].CPU != want[0] || r.CPUs[1].CPU != want[1] {
			t.Errorf("on CPUs %d and %d, want different cores: %v", r.CPUs[0].CPU, r.CPUs[1].CPU, want)
		}
	}
	shared, _ := c.Arm(0).Handoffs()
	padded, counted := c.Arm(1).Handoffs()
	if shared.Median < 1e6 || !counted || padded.Median != 0 {
		t.Errorf("hand-offs a second: shared %.3g, padded %.3g", shared.Median, padded.Median)
	}
}

// The strips of a capture are whole stays in order that add up, and what the
// workers did is what the lines saw.
func TestACaptureAddsUp(t *testing.T) {
	m := FromPreset(preset(t, "2011"))
	for _, c := range []struct {
		experiment, text string
		lines            []string
	}{
		{"counters", "counter=one", []string{"count"}},
		{"counters", "counter=each line=padded", []string{"count 0", "count 1"}},
		{"counters", "counter=one writers=2 readers=2 observers=1 neighbours=on", []string{"count"}},
		{"messages", "path=always", []string{"pid", "cred"}},
		{"messages", "path=always counter=each line=padded", []string{"pid 0", "pid 1", "cred 0", "cred 1"}},
		{"sockets", "path=passcred passcred=receiver", []string{"pid", "cred"}},
	} {
		var captures int
		for _, r := range read(t, Source{Model: m}, plan(t, m, c.experiment, 500, c.text)) {
			if r.Unit != probes.Capture {
				continue
			}
			captures++
			var names []string
			var onLines, byWorkers int64
			for i, l := range r.Lines {
				names = append(names, l.Name)
				onLines += l.Ops
				strip := r.Burst.Strips[i]
				perCPU := map[int]int64{}
				var length int64
				for j, s := range strip.Stays {
					perCPU[s.CPU] += s.Ops
					length += s.Ops
					if s.Ops < 1 || j > 0 && s.CPU == strip.Stays[j-1].CPU {
						t.Errorf("%s: stay %d of %v", c.text, j, strip.Stays)
					}
				}
				if !reflect.DeepEqual(perCPU, strip.PerCPU) || length > 500 || length == 0 || l.Ops < length || strip.Line != l.Name {
					t.Errorf("%s: strip of %s: %v adds up to %v, want %v", c.text, l.Name, length, perCPU, strip.PerCPU)
				}
				if int64(l.Stays.Logged) != l.Total()+1 && len(l.Handoffs) > 0 {
					t.Errorf("%s: %d stays of %s with %d hand-offs", c.text, l.Stays.Logged, l.Name, l.Total())
				}
			}
			for _, w := range r.CPUs {
				if w.Role != probes.Observer {
					byWorkers += w.Ops
				}
			}
			// A message that the window cut has some of its operations done.
			if d := onLines - byWorkers; d < -12 || d > 12 || onLines == 0 {
				t.Errorf("%s: %d operations on the lines, %d by the workers", c.text, onLines, byWorkers)
			}
			if !reflect.DeepEqual(names, c.lines) {
				t.Errorf("%s: lines %v, want %v", c.text, names, c.lines)
			}
		}
		if captures != 1 {
			t.Errorf("%s: %d captures in three rounds", c.text, captures)
		}
	}
}

func TestReadingsComeOutTheSameAgain(t *testing.T) {
	m := FromPreset(preset(t, "two-ccx"))
	p := plan(t, m, "messages", 100, "path=always transport=socketpair", "path=request transport=socketpair")
	first, again := read(t, Source{Model: m, Seed: 7}, p), read(t, Source{Model: m, Seed: 7}, p)
	if !reflect.DeepEqual(first, again) {
		t.Error("the same seed gave other readings")
	}
	if other := read(t, Source{Model: m, Seed: 8}, p); reflect.DeepEqual(first, other) {
		t.Error("another seed gave the same readings, although work varies")
	}
	if c := compared(first); !(c.Ratio(probes.Confidence).Median > 1) || c.Arm(0).Messages().Median <= 0 {
		t.Errorf("on request over always: %v", c.Ratio(probes.Confidence))
	}
}

func TestReplaceBeginsAnArmAnew(t *testing.T) {
	m := FromPreset(preset(t, "2011"))
	p := plan(t, m, "counters", 0, "line=shared", "line=padded")
	p.Budget.Runs = 0
	session, err := Source{Model: m}.Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := session.Next(t.Context())
	bad := p.Arms[0]
	bad.CPUs = "0,16"
	var wrong *probes.ScenarioError
	if err := session.Replace(0, bad); !errors.As(err, &wrong) || wrong.Word != "cpus" {
		t.Errorf("CPU 16 of 16: %v", err)
	}
	if err := session.Replace(5, p.Arms[0]); err == nil {
		t.Error("an arm that is not there was replaced")
	}
	if err := session.Replace(0, p.Arms[1]); err != nil {
		t.Fatal(err)
	}
	after, err := session.Next(t.Context())
	if err != nil || after.Arm != 0 || after.Pair != 1 || after.Rate() < 2*before.Rate() {
		t.Errorf("arm %d, pair %d, %.3g after %.3g, %v", after.Arm, after.Pair, after.Rate(), before.Rate(), err)
	}
}

func TestABudgetOfTimeIsSimulatedTime(t *testing.T) {
	m := FromPreset(preset(t, "2011"))
	p := plan(t, m, "counters", 0, "line=shared")
	p.Budget = probes.Budget{For: 5 * time.Millisecond}
	if list := read(t, Source{Model: m}, p); len(list) != 5 {
		t.Errorf("%d windows of a millisecond in 5 ms", len(list))
	}
}

func TestScenariosThatTheModelCannotRun(t *testing.T) {
	m := FromPreset(preset(t, "arm-clusters"))
	for _, c := range []struct{ experiment, text, word string }{
		{"counters", "writers=2 cpus=0,6", "cpus"},
		{"counters", "writers=2 cpus=0", "cpus"},
		{"counters", "writers=7", "writers"},
		{"counters", "writers=1 op=load batch=8", "batch"},
		{"messages", "writers=2 readers=1", "readers"},
		{"messages", "writers=1 readers=1 path=noref send=explicit", "send"},
		{"rwlock", "readers=7", "readers"},
		{"rwlock", "readers=1 writers=1", "readers"},
		{"spinlock", "writers=2 mode=before", "mode"},
		{"spinlock", "writers=1 readers=1", "writers"},
		{"ring", "writers=2 readers=1", "readers"},
		{"semaphores", "writers=2 mode=alternate", "mode"},
		{"semaphores", "writers=2 mode=before", "mode"},
		{"semaphores", "writers=2 semaphores=1", "semaphores"},
		{"lock", "writers=2 mode=double", "mode"},
	} {
		s, err := probes.ParseScenario(c.text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Source{Model: m}.Open(t.Context(), probes.Plan{Experiment: c.experiment, Arms: []probes.Scenario{s}})
		var wrong *probes.ScenarioError
		if !errors.As(err, &wrong) || wrong.Word != c.word {
			t.Errorf("%s %s: %v, want a fault in %s", c.experiment, c.text, err, c.word)
		}
	}
	var unable *probes.Unable
	if _, err := (Source{Model: m}).Open(t.Context(), probes.Plan{Experiment: "scope", Arms: []probes.Scenario{{Writers: 1}}}); !errors.As(err, &unable) {
		t.Errorf("an experiment that the model does not know: %v", err)
	}
}

// Where lines are fetched in pairs, a line of its own does not free a counter
// from its neighbour.
func TestPairsOfLines(t *testing.T) {
	p := preset(t, "2011")
	rate := func(unit int) float64 {
		p.UnitBytes = unit
		m := FromPreset(p)
		return compared(read(t, Source{Model: m}, plan(t, m, "counters", 100, "line=padded", "line=padded"))).Arm(0).Ops().Median
	}
	if one, pair := rate(64), rate(128); one < 2*pair {
		t.Errorf("padded to a line: %.3g where it is the unit, %.3g where pairs are", one, pair)
	}
}

func TestAPresetInTheWordsOfARealMachine(t *testing.T) {
	d := FromPreset(preset(t, "2011")).Topology
	if len(d.CPUs) != 16 || d.CPUs[1].Core != d.CPUs[0].Core || d.CPUs[2].Core == d.CPUs[0].Core || d.CPUs[8].Package != 1 || d.CPUs[7].L3 != 0 || d.SMT != "on" {
		t.Errorf("%+v", d)
	}
	some, err := Presets(preset(t, "2011"), "evenly")(2)
	if err != nil || len(some.Topology.CPUs) != 2 || some.Topology.CPUs[1].Package != 1 || some.Topology.CPUs[1].Number != 1 {
		t.Errorf("%+v, %v", some.Topology.CPUs, err)
	}
	more, err := Presets(preset(t, "2011"), "one-by-one")(32)
	if err != nil || !more.Extrapolated || more.Topology.CPUs[31].Package != 3 {
		t.Errorf("%+v, %v", more.Topology.CPUs, err)
	}
}
