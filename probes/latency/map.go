package latency

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// Method is how a line is sent from one CPU to another and back.
type Method string

// The methods.
const (
	// CAS: both CPUs change one word by compare-and-swap, each trying all the
	// time, so the line is asked for while it is under way.
	CAS Method = "cas"
	// Store: each CPU stores into a word of its own, on a line of its own, and
	// loads the other's until it sees the answer.
	Store Method = "store"
)

// Methods lists all methods, the default first.
func Methods() []string { return []string{string(CAS), string(Store)} }

// Tight is how wide a median's interval may be, as a share of the median, for a
// pair to be done.
const Tight = 0.05

// Map is the one-way latency between every two CPUs, as far as it is known.
type Map struct {
	Method   Method
	Serial   bool   // one pair at a time
	CPUs     []int  // numbers, ascending
	Pairs    []Pair // every two of CPUs: 0 with 1, 2, 3 and so on, then 1 with 2, 3 and so on
	Dropped  []Drop // CPUs that could no longer be used, or never
	Complete bool   // every pair was measured, and nothing ended the map early

	Visits  int // stretches in which a pair was measured
	Starved int // those in which something else had one of the CPUs for over 5% of the time
}

// Pair is the latency between two CPUs. Its figures are nanoseconds one way, 0
// while Samples is 0.
type Pair struct {
	A, B  int    // A is the lower number
	Label string // what neighbours they are, as far as the system says

	Min, P10, P90, P99 float64 // of the samples
	Median             float64 // of the medians of the stretches in which they were taken
	Low, High          float64 // its interval, infinite while it is not known

	Samples int    // of 1000 round trips each
	Pinned  bool   // both threads were on their CPUs whenever it was looked at
	Why     string // a sentence without its stop on why there are no figures, "" where there are or may still be
}

// Measured reports whether there are figures.
func (p Pair) Measured() bool { return p.Samples > 0 }

// Known reports whether the interval of the median is known.
func (p Pair) Known() bool { return p.Measured() && !math.IsInf(p.High, 0) }

// Tight reports whether the interval of the median is narrow enough.
func (p Pair) Tight() bool { return p.Known() && p.High-p.Low <= Tight*p.Median }

// Drop is a CPU that could not be used to the end.
type Drop struct {
	CPU int
	Why string // a sentence without its stop
}

// Between returns the pair of the i-th and the j-th CPU, i and j being
// different.
func (m Map) Between(i, j int) Pair { return m.Pairs[index(min(i, j), max(i, j), len(m.CPUs))] }

// index is where the pair of the i-th and the j-th of n CPUs stands, i < j.
func index(i, j, n int) int { return i*(2*n-i-1)/2 + j - i - 1 }

// Group is all pairs that are the same kind of neighbours.
type Group struct {
	Label           string
	Pairs, Measured int
	Median          float64 // of the pairs' medians, NaN where none was measured
	Lowest, Highest float64 // of the pairs' medians
}

// Groups sums the map up by label, the quickest neighbours first.
func (m Map) Groups() []Group {
	medians := make(map[string][]float64)
	pairs := make(map[string]int)
	for _, p := range m.Pairs {
		pairs[p.Label]++
		if p.Measured() {
			medians[p.Label] = append(medians[p.Label], p.Median)
		}
	}
	var groups []Group
	for label, n := range pairs {
		g := Group{Label: label, Pairs: n, Measured: len(medians[label]), Median: math.NaN(), Lowest: math.NaN(), Highest: math.NaN()}
		if g.Measured > 0 {
			g.Median = probes.Summarize(medians[label], probes.Confidence).Median
			g.Lowest, g.Highest = slices.Min(medians[label]), slices.Max(medians[label])
		}
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(-cmp.Compare(min(a.Measured, 1), min(b.Measured, 1)), cmp.Compare(a.Median, b.Median), strings.Compare(a.Label, b.Label))
	})
	return groups
}

// Label says in a few words what neighbours two CPUs are: how near, whether in
// another memory node of one socket, and which kinds of core where a machine
// has several.
func Label(m topology.Machine, a, b int) string {
	label := string(m.Nearness(a, b))
	first, _ := m.Find(a)
	second, _ := m.Find(b)
	if first.Node >= 0 && second.Node >= 0 && first.Node != second.Node && first.Package == second.Package {
		label += ", other node"
	}
	if first.Kind != "" && second.Kind != "" {
		kinds := []string{first.Kind, second.Kind}
		slices.Sort(kinds)
		label += fmt.Sprintf(", %s-%s", kinds[1], kinds[0])
	}
	return label
}

// Warnings returns sentences on what shapes the figures or is missing.
func (m Map) Warnings(machine topology.Machine) []string {
	var list []string
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for _, d := range m.Dropped {
		say("CPU %d dropped out: %s.", d.CPU, d.Why)
	}
	measured, siblings, unpinned, loose := 0, 0, 0, 0
	for _, p := range m.Pairs {
		if !p.Measured() {
			continue
		}
		measured++
		if strings.HasPrefix(p.Label, string(topology.Siblings)) {
			siblings++
		}
		if !p.Pinned {
			unpinned++
		}
		if !p.Tight() {
			loose++
		}
	}
	if siblings > 0 {
		say("SMT siblings share one core and its caches, so between them no line travels (%s).", pairs(siblings))
	}
	if unpinned > 0 {
		say("A thread was found on another CPU than its own, and the figures of %s are unpinned: they may be of other CPUs.", pairs(unpinned))
	}
	if missing := len(m.Pairs) - measured; missing > 0 {
		say("Not measured: %s of %d.", pairs(missing), len(m.Pairs))
	}
	if loose > 0 {
		say("The interval of the median is not within %.0f%% for %s; a longer run has more samples.", 100*Tight, pairs(loose))
	}
	if 2*m.Starved > m.Visits {
		say("Something else took CPUs in %d of %d stretches; the percentiles show it, and on a quiet machine the figures may be lower.", m.Starved, m.Visits)
	}
	if machine.Hypervisor {
		say("In a virtual machine the labels are what it was told; where the host runs its CPUs may be otherwise, and may change.")
	}
	if machine.Governor != "" && machine.Governor != "performance" {
		say("The frequency governor is %s: latency follows the clock.", machine.Governor)
	}
	return list
}

func pairs(n int) string {
	if n == 1 {
		return "1 pair"
	}
	return fmt.Sprintf("%d pairs", n)
}
