package latency

import (
	"fmt"
	"math"
	"slices"
	"time"

	"linebounce/probes"
)

// played is what came of a visit: samples, in ns one way, or an error.
type played struct {
	samples []float32
	pinned  bool
	starved bool  // something else had one of the CPUs for a part of the time
	down    int   // the CPU that can no longer be used, -1 where it is for no such reason
	err     error // says why there are no samples
}

// record is what is known of one pair.
type record struct {
	samples []float32 // ascending
	medians []float64 // of the visits
	visits  int       // also those that do not count
	need    int       // further visits, as far as can be said
	misses  int
	rough   bool // it has the samples of a coarse visit
	settled bool // nothing is left to do
}

// take gathers what came of a round.
func (s *survey) take(round []visit, outcomes []played, took time.Duration) {
	s.spent += took
	s.steps += round[0].samples + warmUp
	for i, v := range round {
		s.shown.Visits++
		switch o := outcomes[i]; {
		case o.down >= 0:
			s.drop(o.down, o.err)
		case o.err != nil:
			s.miss(v, o.err)
		default:
			if o.starved {
				s.shown.Starved++
			}
			s.add(v, o)
		}
	}
}

// drop gives up the pairs of a CPU that cannot be used. What they showed stays.
func (s *survey) drop(cpu int, why error) {
	if slices.ContainsFunc(s.shown.Dropped, func(d Drop) bool { return d.CPU == cpu }) {
		return
	}
	s.shown.Dropped = append(s.shown.Dropped, Drop{cpu, reason(why)})
	for i, p := range s.shown.Pairs {
		if p.A == cpu || p.B == cpu {
			s.settle(i)
			if !p.Measured() && p.Why == "" {
				s.shown.Pairs[i].Why = fmt.Sprintf("CPU %d dropped out: %s", cpu, reason(why))
			}
		}
	}
}

func (s *survey) miss(v visit, why error) {
	r := &s.records[v.pair]
	r.visits++
	if r.misses++; r.misses < mostMisses {
		return
	}
	s.settle(v.pair)
	if p := &s.shown.Pairs[v.pair]; !p.Measured() {
		p.Why = reason(why)
	}
}

func (s *survey) settle(pair int) {
	r := &s.records[pair]
	s.parting -= r.need
	*r = record{settled: true, visits: r.visits}
}

// add takes in the samples of a visit. Samples of unpinned threads make way for
// those of pinned ones, and the coarse for the sharp.
func (s *survey) add(v visit, o played) {
	r, p := &s.records[v.pair], &s.shown.Pairs[v.pair]
	r.visits++
	if p.Measured() && p.Pinned && !o.pinned {
		return
	}
	if r.rough || p.Measured() && o.pinned && !p.Pinned {
		r.samples, r.medians = nil, nil
	}
	r.rough = v.samples < sharp
	p.Pinned, p.Why = o.pinned, ""
	slices.Sort(o.samples)
	r.samples = merge(r.samples, o.samples)
	r.medians = append(r.medians, quantile(o.samples, 0.5))
	describe(p, r)

	need := 0
	if visits := len(r.medians); visits < leastVisits || r.rough {
		need = leastVisits
		if !r.rough {
			need -= visits
		}
	} else if !p.Tight() {
		excess := (p.High - p.Low) / (Tight * p.Median) // a width falls with the square root of the visits
		need = min(int(math.Ceil(float64(visits)*(excess*excess-1))), mostVisits-visits)
	} else if s.spent < leastTime && visits < mostVisits {
		need = 1
	}
	s.parting += need - r.need
	r.need = need
	if need <= 0 {
		s.settle(v.pair)
	}
}

// describe puts a pair's figures down.
func describe(p *Pair, r *record) {
	if len(r.medians) < leastVisits {
		p.Median, p.Low, p.High = quantile(slices.Sorted(slices.Values(r.medians)), 0.5), math.Inf(-1), math.Inf(1)
	} else {
		i := probes.Summarize(r.medians, probes.Confidence)
		p.Median, p.Low, p.High = i.Median, i.Low, i.High
	}
	p.Samples, p.Min = len(r.samples), float64(r.samples[0])
	p.P10, p.P90, p.P99 = quantile(r.samples, 0.1), quantile(r.samples, 0.9), quantile(r.samples, 0.99)
	for _, figure := range []*float64{&p.Min, &p.P10, &p.P90, &p.P99, &p.Median, &p.Low, &p.High} {
		*figure = math.Round(*figure*1000) / 1000 // a picosecond is more than the samples know
	}
}

// merge joins two ascending lists.
func merge(a, b []float32) []float32 {
	both := make([]float32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			both, a = append(both, a[0]), a[1:]
		} else {
			both, b = append(both, b[0]), b[1:]
		}
	}
	return append(append(both, a...), b...)
}

// quantile returns the q-th quantile of an ascending list that is not empty,
// between its neighbours where it falls between two.
func quantile[F float32 | float64](ascending []F, q float64) float64 {
	at := q * float64(len(ascending)-1)
	i := int(at)
	if i+1 == len(ascending) {
		return float64(ascending[i])
	}
	share := at - float64(i)
	return float64(ascending[i])*(1-share) + float64(ascending[i+1])*share
}
