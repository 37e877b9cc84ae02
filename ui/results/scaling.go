package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"linebounce/probes"
)

type pointDocument struct {
	CPUs         int      `json:"cpus"`
	Extrapolated bool     `json:"extrapolated"`
	A            *float64 `json:"a"`
	B            *float64 `json:"b"`
	Pairs        int      `json:"pairs"`
	Time         struct { // null where the workload has no size
		A *float64 `json:"a"` // seconds
		B *float64 `json:"b"`
	} `json:"time_s"`
	Intervals struct { // of a measurement, not of the model
		A *interval `json:"a"`
		B *interval `json:"b"`
	} `json:"intervals"`
}

// scaling returns the rows of a document of sim, or of a recorded scaling. The
// model's figure is one long stretch, so it has no interval.
func (d *document) scaling(f Finding, m Machine) (Scaling, error) {
	s := Scaling{Experiment: f.Experiment, Source: f.Source, Machine: m.Model, Quantity: f.Quantity}
	for _, p := range d.Scaling {
		point := Point{CPUs: p.CPUs, A: (&interval{Median: p.A}).of(1), B: (&interval{Median: p.B}).of(1), Extrapolated: p.Extrapolated}
		if p.Intervals.A != nil {
			point.A = p.Intervals.A.of(p.Pairs)
		}
		if p.Intervals.B != nil {
			point.B = p.Intervals.B.of(p.Pairs)
		}
		if err := cmp.Or(ordered(point.A), ordered(point.B)); err != nil {
			return s, fmt.Errorf("scaling: %w", err)
		}
		s.Points = append(s.Points, point)
	}
	s.finish(f.Arms, m)
	return s, nil
}

// newScaling puts the stretches of a recorded scaling together, each of which ran
// A and B on a number of CPUs. Where one was run again, the last counts.
func newScaling(found []Finding, m Machine) Scaling {
	s := Scaling{Experiment: counters, Source: probes.Recorded, Machine: m.Model, Quantity: found[0].Quantity}
	at := map[int]Point{}
	for _, f := range found {
		p := Point{CPUs: f.Arms[0].Scenario.Workers(), A: f.Arms[0].Rate, B: probes.Summarize(nil, probes.Confidence)}
		if len(f.Arms) > 1 {
			p.B = f.Arms[1].Rate
		}
		at[p.CPUs] = p
	}
	s.Points = slices.Collect(maps.Values(at))
	s.finish(found[len(found)-1].Arms, m)
	return s
}

// finish puts the points in order and names what was compared, from the arms of
// one of them.
func (s *Scaling) finish(arms []Arm, m Machine) {
	slices.SortFunc(s.Points, func(a, b Point) int { return cmp.Compare(a.CPUs, b.CPUs) })
	var cpus []int
	for _, p := range s.Points {
		cpus = append(cpus, p.CPUs)
	}
	var scenarios []string
	for _, arm := range arms[:min(2, len(arms))] {
		scenarios = append(scenarios, withoutCPUs(arm.Scenario, cpus))
	}
	s.A = scenarios[0]
	if len(scenarios) > 1 {
		s.B = scenarios[1]
	}
	s.Command = "linebounce record scaling.jsonl scaling" + armFlags(scenarios)
	if s.Source == probes.Simulated {
		s.Command = simCommand(s.Experiment, m, cpus, scenarios)
	}
}

// withoutCPUs returns a scenario without the words that follow from the number
// of CPUs, which are its workers where they take all.
func withoutCPUs(s probes.Scenario, cpus []int) string {
	if slices.Contains(cpus, s.Workers()) {
		s.CPUs, s.Writers, s.Readers, s.Observers = "", 0, 0, 0
	}
	return s.String()
}
