package results

import (
	"fmt"
	"math"
	"slices"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
)

// burst returns what all bursts of a document of scope came to together.
func (d *document) burst(m Machine) (Burst, error) {
	b := Burst{Captures: d.Bursts, Source: d.Source, Method: probes.BurstMethod(clean(d.Method)), Handoffs: d.FromTo}
	if len(d.Arms) == 0 {
		return b, nil
	}
	s, err := probes.ParseScenario(d.Arms[0].Scenario)
	if err != nil {
		return b, err
	}
	line := Line{Name: clean(d.Strip.Line), Stays: *d.Stay, Bins: d.StayHistogram}
	if d.Between != nil {
		line.Intervals = *d.Between
	}
	if mean := d.Arms[0].OpsPerStay; mean != nil {
		line.Ops = int64(math.Round(*mean * float64(d.Stay.Count)))
	}
	b.Scenario, b.Lines, b.Command = s, []Line{line}, scopeCommand(s)
	return b, nil
}

func scopeCommand(s probes.Scenario) string { return fmt.Sprintf("linebounce scope -a '%s'", s) }

// pairDocument is the latency between two CPUs; its figures are null where they
// were not measured.
type pairDocument struct {
	A       int      `json:"a"`
	B       int      `json:"b"`
	Label   string   `json:"label"`
	Min     *float64 `json:"min_ns"`
	Median  *float64 `json:"median_ns"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	P10     *float64 `json:"p10"`
	P90     *float64 `json:"p90"`
	P99     *float64 `json:"p99"`
	Samples int      `json:"samples"`
	Pinned  *bool    `json:"pinned"`
	Why     *string  `json:"why"`
}

// latencies returns the map of a document of latency. A map has every two of
// its CPUs, in order; one that has others cannot be drawn.
func (d *document) latencies() (latency.Map, error) {
	m := latency.Map{Method: latency.Method(clean(d.Method)), Serial: d.Serial, Complete: *d.Complete}
	seen := map[int]bool{}
	for _, p := range d.Pairs {
		seen[p.A], seen[p.B] = true, true
	}
	for cpu := range seen {
		m.CPUs = append(m.CPUs, cpu)
	}
	slices.Sort(m.CPUs)
	n := len(m.CPUs)
	if len(d.Pairs) == 0 || len(d.Pairs) != n*(n-1)/2 {
		return m, fmt.Errorf("this map has %d pairs for %d CPUs", len(d.Pairs), n)
	}
	at := 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			p := d.Pairs[at]
			if p.A != m.CPUs[i] || p.B != m.CPUs[j] {
				return m, fmt.Errorf("pair %d of this map is of CPUs %d and %d instead of %d and %d", at+1, p.A, p.B, m.CPUs[i], m.CPUs[j])
			}
			m.Pairs = append(m.Pairs, p.pair())
			at++
		}
	}
	return m, nil
}

func (p pairDocument) pair() latency.Pair {
	pair := latency.Pair{A: p.A, B: p.B, Label: clean(p.Label)}
	if p.Why != nil {
		pair.Why = clean(*p.Why)
	}
	if p.Samples <= 0 || p.Median == nil {
		return pair
	}
	pair.Samples, pair.Median, pair.Pinned = p.Samples, *p.Median, p.Pinned != nil && *p.Pinned
	pair.Min, pair.P10, pair.P90, pair.P99 = or(p.Min, 0), or(p.P10, 0), or(p.P90, 0), or(p.P99, 0)
	pair.Low, pair.High = or(p.Low, math.Inf(-1)), or(p.High, math.Inf(1))
	return pair
}

type symbolDocument struct {
	Symbol     string   `json:"symbol"`
	Off        float64  `json:"off"`
	On         float64  `json:"on"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
}

type counterDocument struct {
	Name   string    `json:"name"`
	Counts string    `json:"counts"`
	Off    *interval `json:"off"`
	On     *interval `json:"on"`
}

// profile returns the profile of a document of kernel profile.
func (d *document) profile() (profile.Result, error) {
	s := d.Sampling
	r := profile.Result{
		Event: clean(s.Event), Rate: s.Rate, Pairs: s.Pairs, Samples: [2]int{s.Samples.Off, s.Samples.On}, Lost: s.Lost,
	}
	for i := range d.Arms[:min(len(r.Arms), len(d.Arms))] {
		arm, err := d.Arms[i].arm(i, probes.MessagesPerSecond)
		if err != nil {
			return r, fmt.Errorf("arm %s: %w", arm.Name, err)
		}
		r.Arms[i], r.Messages[i] = arm.Scenario, arm.Rate
	}
	for _, s := range d.Symbols {
		difference := interval{s.Difference, s.Low, s.High}
		r.Symbols = append(r.Symbols, profile.Symbol{Name: clean(s.Symbol), Off: s.Off, On: s.On, Difference: difference.of(r.Pairs)})
	}
	for _, c := range d.Counters {
		r.Counters = append(r.Counters, profile.Counter{
			Name: clean(c.Name), Counts: clean(c.Counts), PerMessage: [2]probes.Interval{c.Off.of(r.Pairs), c.On.of(r.Pairs)},
		})
	}
	return r, nil
}
