package output

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"linebounce/probes"
	"linebounce/probes/scope"
	"linebounce/probes/ticks"
	"linebounce/probes/topology"
)

// Scope is what bursts of one scenario showed, ready for text, JSON or CSV.
type Scope struct {
	Machine topology.Machine
	Origin  probes.Origin // "" for measured
	Made    time.Time     // when a recording was made, zero for other bursts
	Again   string        // the command line that captures once more

	bursts    int
	both      *scope.Capture // the burst that counted hand-offs both ways
	last      scope.Capture  // of those that count
	stays     weights
	intervals weights
	gaps      []gapDocument
	handoffs  map[[2]int]int64
	exact     *int64 // hand-offs by values in all bursts, nil where they were not known
	byOwner   *int64
	rates     []float64 // operations a second, a burst each
	moves     []float64 // hand-offs a second
	perCPU    [][]float64
	pinned    []bool
	warnings  []string
}

// weights are values and how often each was seen.
type weights map[int64]int64

func (w weights) take(s scope.Sample) {
	for _, v := range s {
		w[v.Value] += v.Weight
	}
}

func (w weights) sample() scope.Sample {
	s := make(scope.Sample, 0, len(w))
	for _, value := range slices.Sorted(maps.Keys(w)) {
		s = append(s, scope.Weighted{Value: value, Weight: w[value]})
	}
	return s
}

// End says that no more bursts come, because somebody ended them early.
func (s *Scope) End() {
	s.warnings = append(s.warnings, fmt.Sprintf("This is partial: it was ended early, after %d bursts.", s.bursts))
}

// Both takes in a burst that counted hand-offs by values and by an owner word. Its
// stays are shorter than those of the others, so that nothing else of it counts.
func (s *Scope) Both(c scope.Capture) {
	s.both = &c
	s.warn(c)
}

// Add takes in a burst.
func (s *Scope) Add(c scope.Capture) {
	if s.stays == nil {
		s.stays, s.intervals, s.handoffs = weights{}, weights{}, map[[2]int]int64{}
		s.perCPU, s.pinned = make([][]float64, len(c.CPUs)), slices.Repeat([]bool{true}, len(c.CPUs))
	}
	s.bursts++
	s.last = c
	for _, l := range c.Lines {
		s.stays.take(l.StayLengths())
		s.intervals.take(l.Intervals())
	}
	for _, g := range c.Gaps {
		s.gaps = append(s.gaps, gapDocument{s.bursts, g.CPU, g.Begin, g.End, g.Length(), g.Cause, g.Missed, g.Others})
	}
	var moved, ops int64
	for _, h := range c.Handoffs {
		s.handoffs[[2]int{h.From, h.To}] += h.Count
		moved += h.Count
	}
	s.exact, s.byOwner = sum(s.exact, c.HandoffsExact), sum(s.byOwner, c.HandoffsByOwner)
	seconds := max(float64(c.Length), 1) / 1e9
	for i, cpu := range c.CPUs {
		s.perCPU[i] = append(s.perCPU[i], float64(cpu.Ops)/seconds)
		s.pinned[i] = s.pinned[i] && cpu.Pinned
		ops += cpu.Ops
	}
	s.rates, s.moves = append(s.rates, float64(ops)/seconds), append(s.moves, float64(moved)/seconds)
	s.warn(c)
}

// Bursts returns how many bursts were taken in, the one that counts both ways
// apart.
func (s *Scope) Bursts() int { return s.bursts }

// Scenario returns that of the bursts taken in so far.
func (s *Scope) Scenario() probes.Scenario { return s.last.Scenario }

func (s *Scope) warn(c scope.Capture) {
	for _, w := range c.Warnings {
		// What a burst saw of its gaps stands there.
		if w.Kind != probes.Preempted && !slices.Contains(s.warnings, w.Text) && len(s.warnings) < manyWarnings {
			s.warnings = append(s.warnings, w.Text)
		}
	}
}

// manyWarnings keeps a run that went wrong throughout from burying its figures.
const manyWarnings = 12

func sum(a, b *int64) *int64 {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return new(*a + *b)
}

// Write prints what was seen in a format.
func (s *Scope) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return s.json(w)
	case CSV:
		return s.csv(w)
	}
	return s.text(w)
}

// gapDocument is a time in which a CPU was taken away from its worker.
type gapDocument struct {
	Burst  int         `json:"burst"` // counted from 1
	CPU    int         `json:"cpu"`
	Begin  int64       `json:"begin_ns"`
	End    int64       `json:"end_ns"`
	Length int64       `json:"length_ns"`
	Cause  scope.Cause `json:"cause"`
	Missed int64       `json:"missed"` // operations that it would have done
	Others int64       `json:"others"` // that the others did
}

// stripDocument is the beginning of the last burst, in order.
type stripDocument struct {
	Line  string       `json:"line"`
	Stays []scope.Stay `json:"stays"`
}

// stripStays is how many stays of the last burst JSON has; CSV has all.
const stripStays = 1000

type scopeDocument struct {
	Document
	Bursts        int                `json:"bursts"`
	Handoffs      *int64             `json:"handoffs"`       // by the owner word where that was counted, else exact
	HandoffsExact *int64             `json:"handoffs_exact"` // by values, of the same bursts; null where the order is not known from values
	HandoffsOf    string             `json:"handoffs_of"`    // which bursts those are
	Stay          scope.Percentiles  `json:"stay"`           // in operations
	StayHistogram []scope.Bin        `json:"stay_histogram"`
	Between       *scope.Percentiles `json:"between_handoffs_ns"`
	BetweenBins   []scope.Bin        `json:"between_handoffs_histogram"`
	Gaps          []gapDocument      `json:"gaps"`
	FromTo        []probes.Handoff   `json:"from_to"` // hand-offs by pair, of all bursts
	Strip         stripDocument      `json:"strip"`
	Clock         *ticks.Clock       `json:"clock"` // null without bursts, as are the next two
	Resolution    *int64             `json:"resolution_ns"`
	Method        *string            `json:"method"`
	BothWays      *int64             `json:"both_ways_operations"` // of the burst that counted both ways
}

func (s *Scope) json(w io.Writer) error {
	d := scopeDocument{
		Document: newDocument(s.Origin, s.Made, s.Machine), Bursts: s.bursts,
		Stay: s.stays.sample().Percentiles(), StayHistogram: bins(s.stays), BetweenBins: bins(s.intervals),
		Gaps: append([]gapDocument{}, s.gaps...), FromTo: s.fromTo(), Strip: stripDocument{Stays: []scope.Stay{}},
	}
	d.Experiment = new("scope")
	d.Warnings = append(d.Warnings, s.warnings...)
	if p := s.intervals.sample().Percentiles(); p.Count > 0 {
		d.Between = &p
	}
	d.Handoffs, d.HandoffsExact, d.HandoffsOf = s.counted()
	if s.both != nil {
		d.BothWays = new(operations(*s.both))
	}
	if l, found := s.line(); found {
		d.Strip = stripDocument{l.Name, l.Stays[:min(len(l.Stays), stripStays)]}
	}
	if s.bursts > 0 {
		d.Clock, d.Resolution, d.Method = &s.last.Clock, &s.last.Resolution, known(string(s.last.Method))
		d.Arms = append(d.Arms, newArmDocument(s.arm()))
	}
	return WriteDocument(w, d)
}

func bins(w weights) []scope.Bin { return append([]scope.Bin{}, w.sample().Histogram()...) }

func operations(c scope.Capture) (ops int64) {
	for _, l := range c.Lines {
		ops += l.Ops
	}
	return ops
}

// counted returns the hand-offs by owner word and by values of the same bursts,
// and which they are.
func (s *Scope) counted() (handoffs, exact *int64, of string) {
	if c := s.both; c != nil && c.HandoffsExact != nil && c.HandoffsByOwner != nil {
		return c.HandoffsByOwner, c.HandoffsExact, "one burst that counted both ways"
	}
	if s.byOwner == nil {
		return s.exact, s.exact, "all bursts"
	}
	return s.byOwner, s.exact, "all bursts"
}

func (s *Scope) fromTo() []probes.Handoff {
	list := []probes.Handoff{}
	for pair, n := range s.handoffs {
		list = append(list, probes.Handoff{From: pair[0], To: pair[1], Count: n})
	}
	slices.SortFunc(list, func(a, b probes.Handoff) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return list
}

// line returns the line of the last burst that has the most stays.
func (s *Scope) line() (scope.Line, bool) {
	if len(s.last.Lines) == 0 {
		return scope.Line{}, false
	}
	return slices.MaxFunc(s.last.Lines, func(a, b scope.Line) int { return cmp.Compare(len(a.Stays), len(b.Stays)) }), true
}

// arm is the scenario as every command prints one.
func (s *Scope) arm() Arm {
	median := func(values []float64) *float64 { return new(probes.Summarize(values, probes.Confidence).Median) }
	p := s.stays.sample().Percentiles()
	var ops int64
	for value, n := range s.stays {
		ops += value * n
	}
	mean := float64(ops) / max(float64(p.Count), 1)
	rate := probes.Summarize(s.rates, probes.Confidence)
	a := Arm{
		Name: "A", Scenario: s.last.Scenario, Ops: &rate, Handoffs: median(s.moves), OpsPerStay: &mean, Captures: s.bursts,
		Stays: &probes.StayStats{Logged: int(p.Count), P10: float64(p.P10), Median: float64(p.P50), P90: float64(p.P90), Mean: mean},
	}
	for i, cpu := range s.last.CPUs {
		a.CPUs = append(a.CPUs, CPU{CPU: cpu.CPU, Role: cpu.Role, Ops: median(s.perCPU[i]), Pinned: s.pinned[i]})
	}
	return a
}

// csv prints the stays of the last burst, line by line.
func (s *Scope) csv(w io.Writer) error {
	t := csv.NewWriter(w)
	_ = t.Write([]string{"number", "cpu", "ops", "begin_ns", "end_ns", "line"}) // the error is kept until Error
	for _, l := range s.last.Lines {
		for i, stay := range l.Stays {
			_ = t.Write([]string{strconv.Itoa(i + 1), strconv.Itoa(stay.CPU), fmt.Sprint(stay.Ops), fmt.Sprint(stay.Begin), fmt.Sprint(stay.End), l.Name})
		}
	}
	t.Flush()
	return t.Error()
}
