package trial

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"linebounce/assets/machines"
	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/pinning"
	"linebounce/probes/topology"
)

func scenarios(t *testing.T, texts ...string) []probes.Scenario {
	t.Helper()
	var list []probes.Scenario
	for _, text := range texts {
		s, err := probes.ParseScenario(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

var ratio = lessons.Value{Ratio: true, Quantity: lessons.Ops}

func above(factor float64) *lessons.Bound { return &lessons.Bound{Factor: factor} }

// course is one lesson of two steps: false sharing and its cure, then the same
// with a claim about the first.
func course(t *testing.T) lessons.Course {
	stage := lessons.Stage{Screen: lessons.Lab, Experiment: "counters", Arms: scenarios(t, "line=shared", "line=padded")}
	plain := lessons.Stage{Screen: lessons.Lab, Experiment: "counters", Arms: scenarios(t, "counter=one line=shared", "counter=one line=padded")}
	return lessons.Course{Lessons: []lessons.Lesson{{ID: "first", Steps: []lessons.Step{
		{Stage: &stage, Claims: []lessons.Claim{
			{Value: ratio, Above: above(2)},
			{Value: ratio, Above: above(1000)},
			{Value: ratio, Above: above(2), On: probes.Measured},
		}},
		{Stage: &plain, Claims: []lessons.Claim{
			{Value: ratio, Below: &lessons.Bound{Factor: 1, Step: 1}},
			{Value: lessons.Value{Quantity: lessons.Latency}, Above: above(lessons.FarAbove - 1), State: lessons.Far},
			{Value: lessons.Value{Quantity: lessons.Latency}, Below: above(lessons.NearBelow), State: lessons.Near},
			{Value: lessons.Value{Quantity: lessons.OpsPerStay}, Above: above(1.5)},
		}},
	}}}}
}

func TestTheModelHoldsClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("a long computation")
	}
	var told int
	claims, err := Model(context.Background(), course(t), nil, "", func(Claimed) { told++ })
	if err != nil {
		t.Fatal(err)
	}
	want := []bool{true, false, false, true, true, true, true}
	if len(claims) != len(want) || told != len(want) {
		t.Fatalf("%d claims, %d told, want %d", len(claims), told, len(want))
	}
	for i, c := range claims {
		if c.Outcome.Holds != want[i] || (c.Outcome.Skip != "") != (i == 2) {
			t.Errorf("claim %d of step %d: holds %v, value %v, skipped %q", i, c.Step, c.Outcome.Holds, c.Outcome.Value, c.Outcome.Skip)
		}
		if c.Outcome.Source != probes.Simulated {
			t.Errorf("claim %d is said to be %s", i, c.Outcome.Source)
		}
	}
	again, _ := Model(context.Background(), course(t), []string{"first"}, "", func(Claimed) {})
	for i := range again {
		if a, b := again[i].Outcome.Value.Median, claims[i].Outcome.Value.Median; a != b && !math.IsNaN(a) {
			t.Errorf("claim %d came to %v, then to %v", i, b, a)
		}
	}
	if none, err := Model(context.Background(), course(t), []string{"other"}, "", func(Claimed) {}); err != nil || len(none) > 0 {
		t.Errorf("%v, %v for a lesson that is not there", none, err)
	}
}

func TestAnUnknownPresetIsAFault(t *testing.T) {
	_, err := Model(context.Background(), course(t), nil, "no-such-machine", func(Claimed) {})
	if _, is := errors.AsType[*machines.Fault](err); !is {
		t.Errorf("%v, want a *machines.Fault", err)
	}
}

func TestAnEndedContextEndsVerifying(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	claims, err := Model(ctx, course(t), nil, "", func(Claimed) { stop() })
	if !errors.Is(err, context.Canceled) || len(claims) != 3 {
		t.Errorf("%d claims and %v, want those of the first step and that it was cancelled", len(claims), err)
	}
}

// The run of 2011 has work for every CPU, and the repair gains the more the
// more of them there are.
func TestAWholeMachine(t *testing.T) {
	step := func(cpus int) lessons.Step {
		return lessons.Step{Stage: &lessons.Stage{Screen: lessons.Simulator, Experiment: hackbench, Machine: "2011", CPUs: cpus,
			Arms: scenarios(t, "path=always", "path=request")}}
	}
	var ratios []float64
	for _, cpus := range []int{2, 16} {
		f, err := ModelStep(context.Background(), step(cpus), "")
		if err != nil {
			t.Fatal(err)
		}
		if f.Origin != probes.Simulated || !(f.Arms[0].Messages.Median > 0) {
			t.Fatalf("%+v", f)
		}
		ratios = append(ratios, f.Ratio.Median)
	}
	if !(ratios[0] < 1.08 && ratios[1] > 1.5) {
		t.Errorf("ratios %v at 2 and at 16 CPUs", ratios)
	}
}

func TestWhatTheModelDoesNotKnow(t *testing.T) {
	_, err := ModelStep(context.Background(), lessons.Step{Stage: &lessons.Stage{Screen: lessons.Kernel, Experiment: lessons.Credentials}}, "")
	if _, is := errors.AsType[*probes.Unable](err); !is {
		t.Errorf("%v, want a *probes.Unable", err)
	}
}

func TestMeasuring(t *testing.T) {
	m := topology.Read()
	cpus, err := m.Choose(2)
	if err == nil {
		err = pinning.Check(cpus...)
	}
	if err != nil {
		t.Skip(err)
	}
	c := course(t)
	claims, err := Here(context.Background(), m, c, nil, 100*time.Millisecond, func(Claimed) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, claim := range claims {
		o := claim.Outcome
		if o.Source != probes.Measured || strings.Contains(o.Skip, "latency was not measured") {
			t.Errorf("%+v", o)
		}
		if claim.Step == 2 && o.Claim.Value.Quantity == lessons.Latency && o.Skip == "" && !(o.Value.Median > 0) {
			t.Errorf("a latency of %v ns", o.Value.Median)
		}
	}
}

// What a file may ask of a whole machine is what the model can bring.
func TestFilesMayAskForTheLoadsThereAre(t *testing.T) {
	arm := map[string]string{"counters": "counter=each", "messages": "path=always", hackbench: "path=always"}
	for _, experiment := range catalog.Names() {
		a := arm[experiment]
		if a == "" {
			a = "writers=2"
		}
		text := "---\nid: whole\ntitle: Whole\nminutes: 1\n---\n\n## A step\n\nText.\n\n```simulator\nexperiment: " + experiment + "\ncpus: 4\nA: " + a + "\n```\n"
		_, faults := lessons.Parse("whole.md", []byte(text))
		if _, has := loads[experiment]; has != (len(faults) == 0) {
			t.Errorf("%s: the model has a load for it: %v; the file's faults: %v", experiment, has, faults)
		}
	}
}
