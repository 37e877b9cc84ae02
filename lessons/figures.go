package lessons

import (
	"fmt"
	"math"

	"linebounce/probes"
)

// Figures are what a step's stage came to.
type Figures struct {
	Origin    probes.Origin
	Quantity  probes.Quantity // that the ratio is of
	Arms      []ArmFigures
	Ratio     probes.Interval                 // B/A, over pairs of windows where there are some
	Roles     map[probes.Role]probes.Interval // the same of one worker's operations
	Latency   float64                         // ns one way, NaN where it was not measured
	Asked     bool                            // the truth table was
	Differing int                             // of its answers
	SetAside  int                             // windows that do not count, because a worker was kept from its CPU
	Notes     []string                        // what to know about the figures
}

// ArmFigures are those of one arm.
type ArmFigures struct {
	Scenario   probes.Scenario
	Ops        probes.Interval // a second
	Messages   probes.Interval // a second
	Roles      map[probes.Role]probes.Interval
	Handoffs   probes.Interval // a second, of the first line
	OpsPerStay float64         // mean, NaN where unknown
	LostShare  float64         // NaN where nothing can be lost
}

// Of returns one figure, and false where it is not known.
func (f *Figures) Of(v Value) (probes.Interval, bool) {
	switch {
	case v.Quantity == Latency:
		return exact(f.Latency)
	case v.Quantity == Differing:
		return probes.Interval{Median: float64(f.Differing), Low: float64(f.Differing), High: float64(f.Differing)}, f.Asked
	case v.Ratio:
		return f.ratio(v)
	case v.Arm >= len(f.Arms):
		return probes.Interval{}, false
	}
	return f.Arms[v.Arm].of(v)
}

func (f *Figures) ratio(v Value) (probes.Interval, bool) {
	if len(f.Arms) < 2 {
		return probes.Interval{}, false
	}
	switch {
	case v.Role != "":
		i, found := f.Roles[v.Role]
		return i, found && !math.IsNaN(i.Median)
	case string(v.Quantity) == string(f.Quantity):
		return f.Ratio, !math.IsNaN(f.Ratio.Median)
	}
	a, known := f.Arms[0].of(v)
	b, too := f.Arms[1].of(v)
	if !known || !too || a.Median == 0 {
		return probes.Interval{}, false
	}
	return exact(b.Median / a.Median)
}

func (a ArmFigures) of(v Value) (probes.Interval, bool) {
	known := func(i probes.Interval) (probes.Interval, bool) {
		return i, i.Samples > 0 && !math.IsNaN(i.Median)
	}
	switch v.Quantity {
	case Ops:
		if v.Role != "" {
			return known(a.Roles[v.Role])
		}
		return known(a.Ops)
	case Messages:
		return known(a.Messages)
	case Handoffs:
		return known(a.Handoffs)
	case Period:
		h := a.Handoffs
		if h.Samples == 0 || !(h.Median > 0) {
			return probes.Interval{}, false
		}
		if !h.Known() || h.Low <= 0 {
			return exact(1e9 / h.Median)
		}
		return probes.Interval{Median: 1e9 / h.Median, Low: 1e9 / h.High, High: 1e9 / h.Low, Confidence: h.Confidence, Samples: h.Samples}, true
	case OpsPerStay:
		return exact(a.OpsPerStay)
	case LostShare:
		return exact(a.LostShare)
	}
	return probes.Interval{}, false
}

// exact is a figure without an interval.
func exact(x float64) (probes.Interval, bool) {
	return probes.Interval{Median: x, Low: math.Inf(-1), High: math.Inf(1), Samples: 1}, !math.IsNaN(x)
}

// kind is the source that claims name: what was recorded was once measured.
func (f *Figures) kind() probes.Origin {
	if f.Origin == probes.Recorded {
		return probes.Measured
	}
	return f.Origin
}

// why says in the middle of a sentence why figures may be missing.
func (f *Figures) why() string {
	if f.SetAside == 0 {
		return ""
	}
	return fmt.Sprintf(": %d windows were set aside, for a worker was kept from its CPU", f.SetAside)
}

// outOf says why figures are not those of a state, "" where they are.
func (f *Figures) outOf(s State) string {
	switch {
	case s == AnyState, s == Near && f.Latency < NearBelow, s == Far && f.Latency >= FarAbove:
		return ""
	case math.IsNaN(f.Latency):
		return fmt.Sprintf("it is a claim about the %s state, and the latency was not measured", s)
	}
	return fmt.Sprintf("it is a claim about the %s state, and a line takes %.0f ns here", s, f.Latency)
}

// FromComparison returns the figures of a session. Latency and truth table are
// for the caller to add.
func FromComparison(c *probes.Comparison) *Figures {
	f := &Figures{Ratio: c.Ratio(probes.Confidence), Roles: map[probes.Role]probes.Interval{}, Latency: math.NaN()}
	for i := range min(c.Arms(), 2) {
		result := c.Arm(i)
		f.Origin = result.Origin
		arm := ArmFigures{
			Scenario: result.Scenario, Ops: result.Ops(), Messages: result.Messages(), Roles: map[probes.Role]probes.Interval{},
			OpsPerStay: math.NaN(), LostShare: math.NaN(),
		}
		arm.Handoffs, _ = result.Handoffs()
		if stay, counted := result.OpsPerStay(); counted {
			arm.OpsPerStay = stay
		}
		if share, could := result.LostShare(); could && result.Origin != probes.Simulated { // the model keeps no values
			arm.LostShare = share
		}
		for _, role := range result.Roles() {
			arm.Roles[role] = result.Role(role)
			f.Roles[role] = c.RoleRatio(role, probes.Confidence)
		}
		if len(result.Windows) > 0 {
			f.Quantity = result.Windows[0].Quantity()
		}
		for _, n := range result.SetAside {
			f.SetAside += n
		}
		f.Arms = append(f.Arms, arm)
	}
	return f
}
