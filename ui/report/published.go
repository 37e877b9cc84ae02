package report

import (
	"fmt"

	"linebounce/ui/results"
)

// published adds a table of what others published of the same.
func (s *section) published(list []results.Published) {
	if len(list) == 0 {
		return
	}
	t := table{
		Caption: "Published by others, beside what the model predicts in its place",
		Head:    []string{"Figure", "Published", "Predicted", "Error", "Source of the published"},
		Prose:   true,
	}
	for _, p := range list {
		t.Rows = append(t.Rows, []string{
			fmt.Sprintf("%s, %s", p.Figure, count(p.CPUs, "CPU")), inUnit(p.Unit, p.Published), inUnit(p.Unit, p.Predicted),
			fmt.Sprintf("%+.1f%%", 100*p.Error()), p.Source,
		})
	}
	s.Tables = append(s.Tables, t)
}

// inUnit writes a figure as it was published: a time, a rate or a ratio.
func inUnit(unit string, x float64) string {
	switch unit {
	case "s":
		return fmt.Sprintf("%.3f s", x)
	case "/s":
		return rate(x) + "/s"
	case "":
		return fmt.Sprintf("%.2f×", x)
	}
	return fmt.Sprintf("%.4g %s", x, unit)
}
