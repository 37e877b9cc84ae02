package probes

import (
	"encoding/json"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Confidence is the level of every interval that is shown.
const Confidence = 0.95

// Interval is a median with its confidence interval. Low and High are infinite
// and Median is NaN where there are too few samples to say.
type Interval struct {
	Median, Low, High float64
	Confidence        float64 // the level asked for
	Samples           int
}

// Known reports whether there were enough samples for an interval.
func (i Interval) Known() bool {
	return !math.IsNaN(i.Median) && !math.IsInf(i.Low, 0) && !math.IsInf(i.High, 0)
}

// Differs reports whether a ratio's interval leaves 1 out.
func (i Interval) Differs() bool { return i.Known() && (i.Low > 1 || i.High < 1) }

// MarshalJSON writes {"median":…,"low":…,"high":…}, with null for what is not
// known: JSON has no infinity.
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Median *float64 `json:"median"`
		Low    *float64 `json:"low"`
		High   *float64 `json:"high"`
	}{finite(i.Median), finite(i.Low), finite(i.High)})
}

// Summarize returns the median of values and its interval at the confidence
// asked for, without any assumption on their distribution, as benchstat does.
func Summarize(values []float64, confidence float64) Interval {
	if len(values) == 0 {
		return Interval{math.NaN(), math.Inf(-1), math.Inf(1), confidence, 0}
	}
	sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	s := benchmath.AssumeNothing.Summary(sample, confidence)
	return Interval{s.Center, s.Lo, s.Hi, confidence, len(values)}
}

// Comparison gathers the readings of a session. The zero value is ready. When
// an arm's scenario changes, what that arm showed before is dropped.
type Comparison struct {
	// Keep is how many pairs the figures rest on, and windows of each arm: the
	// newest; 0 for all. Captures are kept as long as the windows beside them, and
	// the burst of the newest.
	Keep int

	arms    []ArmResult
	pending map[int]Reading // by pair, the arm that came first
	ratios  []float64
}

// ArmResult is what one arm showed: its windows that counted, its captures, and
// how many windows were set aside and why.
type ArmResult struct {
	Scenario Scenario
	Origin   Origin
	Windows  []Reading
	Captures []Reading
	SetAside map[WarningKind]int
	Unpinned bool
}

// Add takes in one reading.
func (c *Comparison) Add(r Reading) {
	arm := c.arm(r)
	for _, w := range r.Warnings {
		if w.Kind == Unpinned {
			arm.Unpinned = true
		}
	}
	if r.SetAside() {
		for _, w := range r.Warnings {
			if w.Kind == Preempted || w.Kind == Missed {
				arm.SetAside[w.Kind]++
				break
			}
		}
		return
	}
	if r.Unit == Capture {
		arm.Captures = append(c.lately(arm.Captures, r.Pair), r)
		return
	}
	arm.Windows = keep(append(arm.Windows, r), c.Keep)
	c.pair(r)
}

// arm returns the result that r belongs to, emptied if its scenario changed.
func (c *Comparison) arm(r Reading) *ArmResult {
	for len(c.arms) <= r.Arm {
		c.arms = append(c.arms, ArmResult{})
	}
	arm := &c.arms[r.Arm]
	seen := arm.SetAside != nil
	if seen && arm.Scenario == r.Scenario {
		return arm
	}
	*arm = ArmResult{Scenario: r.Scenario, Origin: r.Origin, SetAside: map[WarningKind]int{}}
	if c.Keep > 0 { // all that there will be, so that memory does not grow while it fills
		arm.Windows = make([]Reading, 0, c.Keep+1)
	}
	if seen && r.Arm < 2 {
		c.ratios, c.pending = nil, nil
	}
	return arm
}

// pair completes a pair with r, or keeps r until its partner comes.
func (c *Comparison) pair(r Reading) {
	if r.Arm > 1 {
		return
	}
	first, found := c.pending[r.Pair]
	if !found || first.Arm == r.Arm {
		c.pending = map[int]Reading{r.Pair: r} // an older one lost its partner
		return
	}
	a, b := first, r
	if a.Arm == 1 {
		a, b = b, a
	}
	if rate := a.Rate(); rate > 0 {
		c.ratios = keep(append(c.ratios, b.Rate()/rate), c.Keep)
	}
	c.pending = nil
}

// lately returns those captures that stay beside a newer one, without their bursts.
func (c *Comparison) lately(captures []Reading, pair int) []Reading {
	if c.Keep == 0 {
		return captures
	}
	for i := range captures {
		captures[i].Burst = nil
	}
	return slices.DeleteFunc(captures, func(r Reading) bool { return r.Pair <= pair-c.Keep })
}

func keep[T any](list []T, limit int) []T {
	if limit > 0 && len(list) > limit {
		return slices.Delete(list, 0, len(list)-limit)
	}
	return list
}

// Arms returns how many arms have shown anything.
func (c *Comparison) Arms() int { return len(c.arms) }

// Arm returns what one arm showed so far, empty for one not seen.
func (c *Comparison) Arm(i int) ArmResult {
	if i >= len(c.arms) {
		return ArmResult{}
	}
	return c.arms[i]
}

// Ratio returns the median of B/A over the pairs and its interval.
func (c *Comparison) Ratio(confidence float64) Interval { return Summarize(c.ratios, confidence) }

// Pairs returns how many pairs count.
func (c *Comparison) Pairs() int { return len(c.ratios) }

// Rate returns the arm's headline rate in units a second.
func (a ArmResult) Rate() Interval { return a.each(Reading.Rate) }

// Ops returns operations a second of all CPUs together.
func (a ArmResult) Ops() Interval { return a.each(Reading.Ops) }

// Messages returns messages a second.
func (a ArmResult) Messages() Interval { return a.each(Reading.Messages) }

// Seconds returns how long the arm's readings took: of whole runs, the time of
// the workload.
func (a ArmResult) Seconds() Interval {
	return a.each(func(r Reading) float64 { return r.Elapsed.Seconds() })
}

// Sized reports whether the arm's readings are whole runs.
func (a ArmResult) Sized() bool { return len(a.Windows) > 0 && a.Windows[0].Unit == Run }

// CPU returns the operations a second of the i-th worker.
func (a ArmResult) CPU(i int) Interval {
	return a.each(func(r Reading) float64 { return r.CPUs[i].OpsPerSecond() })
}

func (a ArmResult) each(rate func(Reading) float64) Interval {
	values := make([]float64, len(a.Windows))
	for i, r := range a.Windows {
		values[i] = rate(r)
	}
	return Summarize(values, Confidence)
}

// Handoffs returns the median hand-offs a second of the arm's first line, from
// its captures, and false where none were counted.
func (a ArmResult) Handoffs() (Interval, bool) {
	var values []float64
	for _, r := range a.Captures {
		if rate, counted := r.HandoffsPerSecond(); counted {
			values = append(values, rate)
		}
	}
	return Summarize(values, Confidence), len(values) > 0
}

// OpsPerStay returns the mean operations in a stay on the arm's first line, the
// median over its captures, and false where stays were not counted. A line
// that never changed its owner has one stay for all operations.
func (a ArmResult) OpsPerStay() (float64, bool) {
	var values []float64
	for _, r := range a.Captures {
		if len(r.Lines) > 0 {
			line := r.Lines[0]
			values = append(values, float64(line.Ops)/float64(line.Total()+1))
		}
	}
	if len(values) == 0 {
		return 0, false
	}
	return Summarize(values, Confidence).Median, true
}

// Stays sums up the stays on the arm's first line, medians over the captures that
// logged any, nil where none did.
func (a ArmResult) Stays() *StayStats {
	var p10, p50, p90, mean []float64
	logged := 0
	for _, r := range a.Captures {
		if len(r.Lines) == 0 || r.Lines[0].Stays.Logged == 0 {
			continue
		}
		s := r.Lines[0].Stays
		logged += s.Logged
		p10, p50, p90, mean = append(p10, s.P10), append(p50, s.Median), append(p90, s.P90), append(mean, s.Mean)
	}
	if logged == 0 {
		return nil
	}
	median := func(values []float64) float64 { return Summarize(values, Confidence).Median }
	return &StayStats{Logged: logged, P10: median(p10), Median: median(p50), P90: median(p90), Mean: median(mean)}
}

// TrackedShare returns the rate of the arm's captures as a share of the rate of
// its untracked windows: what counting hand-offs costs. It is false where there
// is nothing to compare.
func (a ArmResult) TrackedShare() (float64, bool) {
	captured := ArmResult{Windows: a.Captures}.Rate().Median
	share := captured / a.Rate().Median
	return share, share > 0
}
