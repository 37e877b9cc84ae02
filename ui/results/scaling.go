package results

import (
	"cmp"
	"slices"

	"linebounce/probes"
)

type pointDocument struct {
	CPUs         int      `json:"cpus"`
	Extrapolated bool     `json:"extrapolated"`
	A            *float64 `json:"a"`
	B            *float64 `json:"b"`
}

// scaling returns the rows of a document of sim. The model's figure is one long
// stretch, so it has no interval.
func (d *document) scaling(f Finding, m Machine) Scaling {
	s := Scaling{
		Experiment: f.Experiment, Source: f.Source, Machine: m.Model, Quantity: f.Quantity,
		A: withoutCPUs(f.Arms[0].Scenario, m.CPUs),
	}
	if len(f.Arms) > 1 {
		s.B = withoutCPUs(f.Arms[1].Scenario, m.CPUs)
	}
	for _, p := range d.Scaling {
		a, b := interval{Median: p.A}, interval{Median: p.B}
		s.Points = append(s.Points, Point{CPUs: p.CPUs, A: a.of(1), B: b.of(1), Extrapolated: p.Extrapolated})
	}
	slices.SortStableFunc(s.Points, func(a, b Point) int { return cmp.Compare(a.CPUs, b.CPUs) })
	var cpus []int
	for _, p := range s.Points {
		cpus = append(cpus, p.CPUs)
	}
	s.Command = simCommand(s.Experiment, m, cpus, slices.DeleteFunc([]string{s.A, s.B}, func(scenario string) bool { return scenario == "" }))
	return s
}

// withoutCPUs returns a scenario without the words that follow from the number
// of CPUs, which are its workers where they take all.
func withoutCPUs(s probes.Scenario, cpus int) string {
	if s.Workers() == cpus {
		s.CPUs, s.Writers, s.Readers, s.Observers = "", 0, 0, 0
	}
	return s.String()
}
