package report

import (
	"fmt"
	"math"

	"linebounce/probes"
	"linebounce/ui/report/charts"
	"linebounce/ui/results"
	"linebounce/ui/verdict"
)

// scaling tells of one comparison at several numbers of CPUs.
func (b *builder) scaling(c results.Scaling) (section, finding) {
	title := c.Experiment + " on more and more CPUs"
	s := section{
		ID: b.anchor("scaling "+c.Experiment, "scaling"), Title: title, Asks: "What do more CPUs do to A and to B?",
		Source: b.source(c.Source).String(), Command: c.Command,
	}
	for i, text := range []string{c.A, c.B} {
		if text != "" {
			s.Scenarios = append(s.Scenarios, scenario{string(rune('A' + i)), text})
		}
	}
	for _, p := range c.Points {
		s.Bars = append(s.Bars, bar{fmt.Sprintf("%d A", p.CPUs), p.A.Median, spread(p.A) + " " + units(c.Quantity) + "/s"})
		if !math.IsNaN(p.B.Median) {
			s.Bars = append(s.Bars, bar{fmt.Sprintf("%d B", p.CPUs), p.B.Median, spread(p.B) + " " + units(c.Quantity) + "/s"})
		}
	}
	said := finding{brief: brief{Asks: s.Asks}, kind: c.Source, rank: figure}
	if few, many, found := span(c.Points); found {
		ratio := many.B.Median / many.A.Median
		s.Says = fmt.Sprintf("On %s B does %s times the %s a second that A does", count(many.CPUs, "CPU"), verdict.Times(ratio), units(c.Quantity))
		if few.CPUs < many.CPUs {
			s.Says += fmt.Sprintf(", on %s %s times", count(few.CPUs, "CPU"), verdict.Times(few.B.Median/few.A.Median))
		}
		s.Says += "."
		s.Why = foretold(c.Published, many.CPUs)
		said.Figure, said.Says, said.Why, said.strength = verdict.Times(ratio)+"×", s.Says, s.Why, math.Abs(math.Log(ratio))
	}
	if s.Says == "" {
		s.Says, said.rank = "Too few windows at more than one CPU to tell A from B.", open
		said.Says = s.Says
	}
	s.draw(charts.Scaling(c, b.from(c.Source)))
	s.Tables = append(s.Tables, pointTable(c))
	s.published(c.Published)
	if c.Source != probes.Simulated {
		s.Notes = append(s.Notes, "B/A is of the two medians.")
	}
	return s, said
}

// span returns the points with the fewest and with the most CPUs of those at
// which both arms are known and which the machine really has. There is none
// without a point of more than one CPU.
func span(points []results.Point) (few, many results.Point, ok bool) {
	for _, p := range points {
		if ratio := p.B.Median / p.A.Median; p.Extrapolated || !(ratio > 0) || math.IsInf(ratio, 0) {
			continue
		}
		if few.CPUs == 0 {
			few = p
		}
		many = p
	}
	return few, many, many.CPUs > 1
}

// foretold is a ratio that others published for so many CPUs, "" where they did
// not.
func foretold(list []results.Published, cpus int) string {
	for _, p := range list {
		if p.Figure == "B/A" && p.CPUs == cpus {
			return fmt.Sprintf("Others published %.2f times, so the model is off by %+.1f%%.", p.Published, 100*p.Error())
		}
	}
	return ""
}

func pointTable(c results.Scaling) table {
	t := table{
		Caption: sentence(units(c.Quantity)) + " a second of " + c.Experiment + " by the number of CPUs",
		Head:    []string{"CPUs", "A", "B", "B/A"},
	}
	beyond := false
	for _, p := range c.Points {
		at := fmt.Sprint(p.CPUs)
		if p.Extrapolated {
			at += " *"
			beyond = true
		}
		ratio := unknown
		if x := p.B.Median / p.A.Median; x > 0 && !math.IsInf(x, 0) {
			ratio = verdict.Times(x)
		}
		t.Rows = append(t.Rows, []string{at, spread(p.A), spread(p.B), ratio})
	}
	if beyond {
		t.Note = "* extrapolated: more CPUs than the machine has that was modelled, by further sockets of the same kind."
	}
	return t
}
