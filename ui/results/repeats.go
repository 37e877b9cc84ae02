package results

import (
	"math"
	"slices"
	"sort"
	"sync"

	"golang.org/x/perf/benchmath"

	"linebounce/probes"
)

// Repeat is one comparison that ran twice on what the files say is the same
// machine, on two days or with two settings.
type Repeat struct {
	First, Second Row
	Arms          []Change // A, B
}

// Change is how an arm's rate differs from the first run to the second.
type Change struct {
	Ratio   probes.Interval // of second/first; a median alone where a file has no windows
	Windows bool            // both files have the windows, so that the ratio has an interval
	Overlap bool            // the intervals of the two rates do, which is all that can be said without
}

// fewRuns is how many runs of the same scenarios on machines that the files do
// not tell apart are taken for runs on one machine. More are rather a rack or a
// classroom.
const fewRuns = 6

// Repeats holds each finding against the first that was read of the same
// scenarios on the same machine, other files only. What has too few windows for
// an interval is left out, and so is what the model says, which is the same each
// time. It also returns how many findings are of so many machines that they are
// not held against one another.
func (g *Group) Repeats() (list []Repeat, crowded int) {
	for _, runs := range g.runs() {
		if len(runs) > fewRuns {
			crowded += len(runs)
			continue
		}
		for _, r := range runs[1:] {
			if r.Name != runs[0].Name {
				list = append(list, newRepeat(runs[0], r))
			}
		}
	}
	return list, crowded
}

// runs returns the rows of each machine and pair of scenarios as they were read.
func (g *Group) runs() [][]Row {
	type key struct {
		machine Machine
		a, b    probes.Scenario
	}
	read := slices.Clone(g.Rows)
	slices.SortFunc(read, func(a, b Row) int { return a.order - b.order })
	at := map[key]int{}
	var list [][]Row
	for _, r := range read {
		unknown := slices.ContainsFunc(r.arms(), func(a Arm) bool { return !a.Rate.Known() })
		if unknown || r.Finding.Source == probes.Simulated || r.File.Machine.Model == "" {
			continue
		}
		k := key{machine: r.File.Machine.kind(), a: r.arms()[0].Scenario}
		if !g.Alone {
			k.b = r.arms()[1].Scenario
		}
		i, found := at[k]
		if !found {
			i = len(list)
			at[k], list = i, append(list, nil)
		}
		list[i] = append(list[i], r)
	}
	return list
}

func newRepeat(first, second Row) Repeat {
	r := Repeat{First: first, Second: second}
	for i, a := range first.arms() {
		b := second.arms()[i]
		c := Change{Windows: a.Samples != nil && b.Samples != nil, Overlap: a.Rate.Low <= b.Rate.High && b.Rate.Low <= a.Rate.High}
		if c.Windows {
			c.Ratio = against(rates(a.Samples), rates(b.Samples))
		} else {
			c.Ratio = probes.Summarize(nil, probes.Confidence)
			c.Ratio.Median = b.Rate.Median / a.Rate.Median
		}
		r.Arms = append(r.Arms, c)
	}
	return r
}

func rates(samples []Sample) []float64 {
	list := make([]float64, len(samples))
	for i, s := range samples {
		list[i] = s.Rate
	}
	return list
}

// mostBlocks is how many figures of a run are compared at most. Windows that
// follow one another resemble one another, and long runs have very many: so
// neighbours are taken together, and their median stands for them.
const mostBlocks = 40

func blocks(values []float64) []float64 {
	n := min(len(values), mostBlocks)
	list := make([]float64, n)
	for i := range list {
		list[i] = probes.Summarize(values[i*len(values)/n:(i+1)*len(values)/n], probes.Confidence).Median
	}
	return list
}

// against returns the ratio of two independent samples, second over first, with
// its interval. It assumes nothing about their distribution, as benchstat does
// not: the interval is of those factors by which the first may be multiplied
// without benchmath's test (Mann and Whitney's) telling it from the second, and
// the median is that of all ratios of a figure of the second to one of the first
// (Hodges and Lehmann).
func against(first, second []float64) probes.Interval {
	a, b := blocks(first), blocks(second)
	unknown := probes.Summarize(nil, probes.Confidence)
	var ratios []float64
	for _, x := range a {
		for _, y := range b {
			if x <= 0 || y <= 0 {
				return unknown
			}
			ratios = append(ratios, y/x)
		}
	}
	if len(ratios) == 0 {
		return unknown
	}
	slices.Sort(ratios)
	i := probes.Interval{
		Median: median(ratios), Low: math.Inf(-1), High: math.Inf(1), Confidence: probes.Confidence, Samples: min(len(a), len(b)),
	}
	if n := told(len(a), len(b)); n > 0 {
		i.Low, i.High = ratios[n-1], ratios[len(ratios)-n]
	}
	return i
}

// toldBy keeps what told returns, by the sizes of the samples.
var toldBy sync.Map

// told returns how many of the ratios of samples of two sizes, from either end,
// the test tells from the true one. It ranks, so that the sizes say it all, and
// any figures do whose ratios are all different.
func told(first, second int) int {
	sizes := [2]int{first, second}
	if n, found := toldBy.Load(sizes); found {
		return n.(int)
	}
	a, b := make([]float64, first), make([]float64, second)
	for i := range a {
		a[i] = math.Exp(float64(i))
	}
	var ratios []float64
	for i := range b {
		b[i] = math.Exp(math.Sqrt2 * float64(i))
		for _, x := range a {
			ratios = append(ratios, b[i]/x)
		}
	}
	slices.Sort(ratios)
	n := sort.Search(len(ratios)/2+1, func(below int) bool { return test(a, b, between(ratios, below)) > 1-probes.Confidence })
	toldBy.Store(sizes, n)
	return n
}

// between returns a factor that so many of the ratios, half of them at most, are
// below.
func between(ratios []float64, below int) float64 {
	switch below {
	case 0:
		return ratios[0] / 2
	case len(ratios):
		return ratios[below-1] * 2
	}
	return math.Sqrt(ratios[below-1] * ratios[below])
}

// test returns how probable it is that two samples are as far apart as a,
// multiplied by a factor, and b are, where nothing tells them apart.
func test(a, b []float64, factor float64) float64 {
	scaled := make([]float64, len(a))
	for i, x := range a {
		scaled[i] = x * factor
	}
	sample := func(values []float64) *benchmath.Sample {
		return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	}
	return benchmath.AssumeNothing.Compare(sample(scaled), sample(b)).P
}

func median(ascending []float64) float64 {
	n := len(ascending)
	return (ascending[(n-1)/2] + ascending[n/2]) / 2
}
