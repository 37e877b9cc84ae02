package lessons

import (
	"fmt"
	"math"

	"linebounce/probes"
)

// Quantity is what a claim speaks of.
type Quantity string

// The quantities. Rates are a second.
const (
	Ops        Quantity = "ops_per_s"
	Messages   Quantity = "messages_per_s"
	Handoffs   Quantity = "handoffs"     // a second, of the first line
	OpsPerStay Quantity = "ops_per_stay" // mean
	Period     Quantity = "period_ns"    // from one hand-off of the first line to the next
	LostShare  Quantity = "lost_share"   // of plain additions: those that another CPU overwrote
	Latency    Quantity = "latency_ns"   // of a line from one of the arms' CPUs to the other, one way; has no arm
	Differing  Quantity = "differing"    // questions of the truth table that the kernel answers otherwise than expected; has no arm
)

// Value names one figure, such as "B/A ops_per_s", "adder B/A ops_per_s",
// "handoffs A" or "latency_ns".
type Value struct {
	Role     probes.Role // of one worker, "" for all together
	Ratio    bool        // B over A
	Quantity Quantity
	Arm      int // 0 for A, 1 for B, where it is no ratio
}

func (v Value) String() string {
	text := string(v.Quantity)
	switch {
	case v.Ratio:
		text = "B/A " + text
	case v.Quantity != Latency && v.Quantity != Differing:
		text += " " + string(rune('A'+v.Arm))
	}
	if v.Role != "" {
		text = string(v.Role) + " " + text
	}
	return text
}

// State is one that a machine can be in, by how far apart its CPUs seem.
type State string

// The states, by the latency of a line one way. A virtual machine can move from
// one to the other in the middle of a session; between the two it is in neither.
const (
	AnyState State = ""
	Near     State = "near" // under NearBelow
	Far      State = "far"  // FarAbove and more
)

// What parts the states, in nanoseconds. The two states seen had a line's period
// of 42 to 49 and of 217 to 292.
const (
	NearBelow = 75
	FarAbove  = 150
)

// Claim is what a step says will come out.
type Claim struct {
	Text         string // as written, without blanks around
	Value        Value
	Above, Below *Bound        // at least one of them
	On           probes.Origin // where it holds: Measured, Simulated, or "" for both
	State        State
	Line         int
}

// Bound is one end of what a claim allows: Factor, times a figure where it names
// one.
type Bound struct {
	Factor float64
	Of     *Value // of the same step, nil for a plain number
	Step   int    // of an earlier step, from 1: Value as it came out there; 0 for none
}

// Outcome is what became of a claim.
type Outcome struct {
	Claim  Claim
	Source probes.Origin
	Value  probes.Interval // as Simulated figures of a single run, without ends
	Above  float64         // what the bounds came to, NaN where there is none
	Below  float64
	Holds  bool
	Skip   string // why it could not be judged, "" where it was
}

// Judge holds a claim against figures. Steps before it are those of the same
// lesson, by index; those that did not run are nil.
func (c Claim) Judge(now *Figures, before []*Figures) Outcome {
	o := Outcome{Claim: c, Source: now.Origin, Above: math.NaN(), Below: math.NaN()}
	if c.On != "" && c.On != now.kind() {
		o.Skip = "it is a claim about " + string(c.On) + " figures"
		return o
	}
	if o.Skip = now.outOf(c.State); o.Skip != "" {
		return o
	}
	var known bool
	if o.Value, known = now.Of(c.Value); !known {
		o.Skip = fmt.Sprintf("%s is not known", c.Value) + now.why()
		return o
	}
	o.Holds = true
	for _, end := range []struct {
		bound *Bound
		came  *float64
		sign  float64
	}{{c.Above, &o.Above, 1}, {c.Below, &o.Below, -1}} {
		if end.bound == nil {
			continue
		}
		limit, why := end.bound.limit(c.Value, now, before)
		if why != "" {
			o.Skip, o.Holds = why, false
			return o
		}
		*end.came = limit
		o.Holds = o.Holds && (o.Value.Median-limit)*end.sign > 0
	}
	return o
}

// limit returns what a bound comes to, or why that is not known.
func (b *Bound) limit(v Value, now *Figures, before []*Figures) (float64, string) {
	switch {
	case b.Step > 0:
		if b.Step > len(before) || before[b.Step-1] == nil {
			return 0, fmt.Sprintf("step %d did not run", b.Step)
		}
		then, known := before[b.Step-1].Of(v)
		if !known {
			return 0, fmt.Sprintf("%s of step %d is not known", v, b.Step)
		}
		return b.Factor * then.Median, ""
	case b.Of != nil:
		of, known := now.Of(*b.Of)
		if !known {
			return 0, fmt.Sprintf("%s is not known", *b.Of)
		}
		return b.Factor * of.Median, ""
	}
	return b.Factor, ""
}
