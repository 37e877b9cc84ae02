package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"linebounce/probes"
	"linebounce/probes/recorded"
	bursts "linebounce/probes/scope"
)

// kind is what bursts have in common that are summed up together.
type kind struct {
	scenario probes.Scenario
	method   probes.BurstMethod
}

// gathered is the bursts of one kind so far.
type gathered struct {
	Burst
	stays, intervals []weights // by line
	handoffs         map[[2]int]int64
}

// weights are values and how often each was seen.
type weights map[int64]int64

func (w weights) take(s bursts.Sample) {
	for _, v := range s {
		w[v.Value] += v.Weight
	}
}

func (w weights) sample() bursts.Sample {
	s := make(bursts.Sample, 0, len(w))
	for _, value := range slices.Sorted(maps.Keys(w)) {
		s = append(s, bursts.Weighted{Value: value, Weight: w[value]})
	}
	return s
}

// captures sums the bursts of a recording up, those of one scenario together.
func (f *File) captures(r *recorded.Recording) {
	together := map[kind]*gathered{}
	var order []*gathered
	lost := 0
	for i := range r.Bursts() {
		c, err := r.Burst(i)
		if err != nil {
			if lost++; lost == 1 {
				f.Warnings = append(f.Warnings, fmt.Sprintf("Burst %d cannot be read: %s", i+1, clean(err.Error())))
			}
			continue
		}
		k := kind{c.Scenario, c.Method}
		g := together[k]
		if g == nil {
			g = &gathered{Burst: newBurst(c), handoffs: map[[2]int]int64{}}
			together[k], order = g, append(order, g)
		}
		g.take(c)
	}
	if lost > 1 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%d bursts cannot be read in all.", lost))
	}
	for _, g := range order {
		f.Bursts = append(f.Bursts, g.done())
	}
}

func newBurst(c bursts.Capture) Burst {
	return Burst{
		Scenario: c.Scenario, Source: probes.Recorded, Method: probes.BurstMethod(clean(string(c.Method))), Command: scopeCommand(c.Scenario),
	}
}

func (g *gathered) take(c bursts.Capture) {
	g.Captures++
	g.Length += time.Duration(c.Length)
	for i, l := range c.Lines {
		if i == len(g.Lines) {
			g.Lines = append(g.Lines, Line{Name: clean(l.Name)})
			g.stays, g.intervals = append(g.stays, weights{}), append(g.intervals, weights{})
		}
		g.Lines[i].Ops += l.Ops
		g.stays[i].take(l.StayLengths())
		g.intervals[i].take(l.Intervals())
	}
	for _, h := range c.Handoffs {
		g.handoffs[[2]int{h.From, h.To}] += h.Count
	}
}

func (g *gathered) done() Burst {
	for i := range g.Lines {
		stays := g.stays[i].sample()
		g.Lines[i].Stays, g.Lines[i].Bins, g.Lines[i].Intervals = stays.Percentiles(), stays.Histogram(), g.intervals[i].sample().Percentiles()
	}
	for pair, n := range g.handoffs {
		g.Handoffs = append(g.Handoffs, probes.Handoff{From: pair[0], To: pair[1], Count: n})
	}
	slices.SortFunc(g.Handoffs, func(a, b probes.Handoff) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return g.Burst
}
