package report

import (
	"fmt"
	"time"

	"linebounce/probes"
	bursts "linebounce/probes/scope"
	"linebounce/ui/report/charts"
	"linebounce/ui/results"
)

// listed is how many rows a table of pairs of CPUs may have.
const listed = 28

// burst tells how long the line stayed with each owner.
func (b *builder) burst(c results.Burst) (section, finding) {
	s := section{
		ID: b.anchor("stays", "stays"), Title: "The line's stays", Asks: "How long does a line stay with one CPU?",
		Source: b.source(c.Source).String(), Command: c.Command, Scenarios: []scenario{{"A", c.Scenario.String()}},
	}
	if len(c.Lines) > 0 {
		s.Says = stayed(c.Lines[0])
		for _, bin := range c.Lines[0].Bins {
			s.Bars = append(s.Bars, bar{within(bin), float64(bin.Count), count(int(bin.Count), "stay")})
		}
	}
	s.draw(charts.Stays(c, b.from(c.Source)))
	s.Tables = append(s.Tables, lineTable(c))
	if len(c.Handoffs) > 0 {
		s.Tables = append(s.Tables, handoffTable(c.Handoffs))
	}
	for _, l := range c.Lines {
		s.Notes = append(s.Notes, fmt.Sprintf("On the line %s there were %s.", l.Name, count(int(l.Ops), "operation")))
	}
	s.Notes = append(s.Notes, fmt.Sprintf("%s; the order is known from %s.", gathered(c), ordered(c.Method)))
	said := finding{brief: brief{Asks: s.Asks, Says: s.Says}, kind: c.Source, rank: figure}
	if len(c.Lines) > 0 && c.Lines[0].Stays.Count > 1 {
		said.Figure = grouped(c.Lines[0].Stays.P50) + " ops"
	}
	return s, said
}

// gathered says how many bursts these are, and how long they are together.
func gathered(c results.Burst) string {
	text := count(max(1, c.Captures), "burst")
	if c.Length == 0 {
		return text
	}
	ms := fmt.Sprintf("%.3f ms", float64(c.Length)/float64(time.Millisecond))
	if c.Captures > 1 {
		return text + " of " + ms + " together"
	}
	return text + " of " + ms
}

func stayed(l results.Line) string {
	if l.Stays.Count <= 1 {
		return "The line never left its CPU."
	}
	return fmt.Sprintf("Half of the %s are of %s or fewer, one in ten is of %s or more.",
		count(int(l.Stays.Count), "stay"), count(int(l.Stays.P50), "operation"), grouped(l.Stays.P90))
}

// within names what a bin counts.
func within(b bursts.Bin) string {
	if b.High-b.Low <= 1 {
		return grouped(b.Low)
	}
	return grouped(b.Low) + " to " + grouped(b.High-1)
}

func ordered(m probes.BurstMethod) string {
	switch m {
	case probes.ByValue:
		return "the values that the operations returned, so it is exact"
	case probes.ByOwner:
		return "an owner word on the line, which does not see a line that leaves and is back at once: there are at least so many hand-offs, and the stays are at most so long"
	case probes.ByModel:
		return "the model, which made it"
	}
	return "something that the file does not name"
}

func lineTable(c results.Burst) table {
	t := table{
		Caption: "How long stays are, in operations, and the time from one hand-off to the next",
		Head:    []string{"Line", "10%", "Median", "90%", "Longest", "Of"},
	}
	row := func(name string, p bursts.Percentiles) {
		if p.Count > 0 {
			t.Rows = append(t.Rows, []string{name, grouped(p.P10), grouped(p.P50), grouped(p.P90), grouped(p.Max), grouped(p.Count)})
		}
	}
	for _, l := range c.Lines {
		row(l.Name+", operations", l.Stays)
		row(l.Name+", ns", l.Intervals)
	}
	return t
}

func handoffTable(handoffs []probes.Handoff) table {
	t := table{Caption: "Hand-offs from CPU to CPU", Head: []string{"From", "To", "Hand-offs"}}
	for i, h := range handoffs {
		if i == listed {
			t.Note = fmt.Sprintf("and %s more", count(len(handoffs)-listed, "pair"))
			break
		}
		t.Rows = append(t.Rows, []string{fmt.Sprintf("CPU %d", h.From), fmt.Sprintf("CPU %d", h.To), grouped(h.Count)})
	}
	return t
}
