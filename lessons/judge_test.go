package lessons

import (
	"math"
	"strings"
	"testing"

	"linebounce/probes"
)

func between(low, median, high float64) probes.Interval {
	return probes.Interval{Median: median, Low: low, High: high, Confidence: probes.Confidence, Samples: 20}
}

// near is what a measurement with a latency of 45 ns came to.
func near() *Figures {
	return &Figures{
		Origin: probes.Measured, Quantity: probes.OpsPerSecond, Latency: 45, Ratio: between(2.8, 2.9, 3.1),
		Roles: map[probes.Role]probes.Interval{probes.Adder: between(2.5, 2.6, 2.7)},
		Arms: []ArmFigures{
			{Ops: between(99, 100, 101), Handoffs: between(9e6, 1e7, 1.1e7), OpsPerStay: 4, LostShare: math.NaN()},
			{Ops: between(280, 290, 300), OpsPerStay: math.NaN(), LostShare: 0.25},
		},
	}
}

func bound(factor float64) *Bound { return &Bound{Factor: factor} }

func TestClaimsAreJudgedByTheFigures(t *testing.T) {
	ratio := Value{Ratio: true, Quantity: Ops}
	for _, c := range []struct {
		claim Claim
		holds bool
		skip  string
	}{
		{Claim{Value: ratio, Above: bound(2)}, true, ""},
		{Claim{Value: ratio, Above: bound(2.9)}, false, ""},
		{Claim{Value: ratio, Above: bound(2), Below: bound(2.5)}, false, ""},
		{Claim{Value: ratio, Above: bound(2), Below: bound(3)}, true, ""},
		{Claim{Value: Value{Role: probes.Adder, Ratio: true, Quantity: Ops}, Above: bound(2.5)}, true, ""},
		{Claim{Value: Value{Quantity: Ops, Arm: 1}, Above: &Bound{Factor: 2, Of: &Value{Quantity: Ops}}}, true, ""},
		{Claim{Value: Value{Quantity: Ops, Arm: 1}, Above: &Bound{Factor: 3, Of: &Value{Quantity: Ops}}}, false, ""},
		{Claim{Value: Value{Quantity: Period}, Above: bound(99), Below: bound(101)}, true, ""},
		{Claim{Value: Value{Quantity: Period, Arm: 1}, Above: bound(1)}, false, "period_ns B is not known"},
		{Claim{Value: Value{Quantity: LostShare, Arm: 1}, Above: bound(0.1)}, true, ""},
		{Claim{Value: Value{Quantity: LostShare}, Above: bound(0.1)}, false, "lost_share A is not known"},
		{Claim{Value: Value{Quantity: Messages, Ratio: true}, Above: bound(1)}, false, "B/A messages_per_s is not known"},
		{Claim{Value: Value{Role: probes.Observer, Ratio: true, Quantity: Ops}, Above: bound(1)}, false, "observer B/A ops_per_s is not known"},
		{Claim{Value: Value{Quantity: Differing}, Below: bound(1)}, false, "differing is not known"},
		{Claim{Value: Value{Quantity: Latency}, Below: bound(50)}, true, ""},
		{Claim{Value: ratio, Above: bound(2), On: probes.Simulated}, false, "a claim about simulated figures"},
		{Claim{Value: ratio, Above: bound(2), On: probes.Measured}, true, ""},
		{Claim{Value: ratio, Above: bound(2), State: Near}, true, ""},
		{Claim{Value: ratio, Above: bound(2), State: Far}, false, "a line takes 45 ns here"},
		{Claim{Value: ratio, Below: &Bound{Factor: 1, Step: 1}}, true, ""},
		{Claim{Value: ratio, Below: &Bound{Factor: 1, Step: 2}}, false, "step 2 did not run"},
		{Claim{Value: Value{Role: probes.Adder, Ratio: true, Quantity: Ops}, Below: &Bound{Factor: 1, Step: 1}}, false, "of step 1 is not known"},
	} {
		before := []*Figures{{Quantity: probes.OpsPerSecond, Ratio: between(4, 5, 6), Arms: make([]ArmFigures, 2)}, nil}
		o := c.claim.Judge(near(), before)
		if o.Holds != c.holds || !strings.Contains(o.Skip, c.skip) || (c.skip == "") != (o.Skip == "") {
			t.Errorf("%s above %v below %v: holds %v, skipped %q; want %v, %q", c.claim.Value, c.claim.Above, c.claim.Below, o.Holds, o.Skip, c.holds, c.skip)
		}
	}
}

// What was recorded was measured, somewhere else.
func TestARecordingCountsAsMeasured(t *testing.T) {
	f := near()
	f.Origin = probes.Recorded
	c := Claim{Value: Value{Ratio: true, Quantity: Ops}, Above: bound(2), On: probes.Measured}
	if o := c.Judge(f, nil); !o.Holds || o.Source != probes.Recorded {
		t.Errorf("holds %v as %s (%s), want that it holds as recorded", o.Holds, o.Source, o.Skip)
	}
}

func TestWithoutALatencyNoStateIsKnown(t *testing.T) {
	f := near()
	f.Latency = math.NaN()
	for _, s := range []State{Near, Far} {
		o := Claim{Value: Value{Ratio: true, Quantity: Ops}, Above: bound(1), State: s}.Judge(f, nil)
		if o.Holds || !strings.Contains(o.Skip, "latency was not measured") {
			t.Errorf("%s: holds %v, skipped %q", s, o.Holds, o.Skip)
		}
	}
}

// Too few captures give hand-offs without an interval, and so a period without.
func TestAPeriodHasAnIntervalOnlyWhereHandoffsHave(t *testing.T) {
	f := near()
	f.Arms[0].Handoffs = probes.Summarize([]float64{1e7, 1.2e7}, probes.Confidence)
	got, known := f.Of(Value{Quantity: Period})
	if !known || got.Known() || math.Abs(got.Median-1e9/1.1e7) > 1e-9 {
		t.Errorf("%+v, known %v; want a median alone", got, known)
	}
}

// A role's ratio pairs windows, so that what changes from pair to pair cancels.
func TestFiguresOfAComparison(t *testing.T) {
	var c probes.Comparison
	adder := func(ops int64) probes.CPUWork { return probes.CPUWork{Role: probes.Adder, Ops: ops, Elapsed: 1e9} }
	for pair := range 12 {
		speed := int64(pair%4 + 1)
		for arm, factor := range []int64{1, 3} {
			c.Add(probes.Reading{
				Unit: probes.Window, Arm: arm, Pair: pair, Origin: probes.Measured, Elapsed: 1e9,
				Scenario: probes.Scenario{Op: probes.OpPlain, Writers: arm + 1}, Lost: 100 * speed * int64(arm),
				CPUs: []probes.CPUWork{adder(1000 * speed * factor), {Role: probes.Observer, Ops: 7, Elapsed: 1e9}},
			})
		}
	}
	f := FromComparison(&c)
	if got := f.Roles[probes.Adder]; got.Median != 3 || got.Low != 3 || got.High != 3 {
		t.Errorf("the adder's ratio is %v, want 3 exactly: its windows go in pairs", got)
	}
	if a, b := f.Arms[0].LostShare, f.Arms[1].LostShare; a != 0 || math.Abs(b-100./3000) > 1e-9 {
		t.Errorf("lost shares %v and %v, want 0 and 1/30: observers lose nothing", a, b)
	}
	if f.Origin != probes.Measured || f.Quantity != probes.OpsPerSecond || f.Arms[1].Ops.Samples != 12 {
		t.Errorf("%+v", f)
	}
}
