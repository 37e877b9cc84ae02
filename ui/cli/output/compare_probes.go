package output

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/scope"
	"linebounce/ui/results"
)

// named is one thing of a file with the file's short name.
type named[T any] struct {
	file *results.File
	name string
	of   T
}

// allOf lists what all files have of a kind.
func allOf[T any](c Compare, of func(results.File) []T) (list []named[T]) {
	for i := range c.Files {
		for _, x := range of(c.Files[i]) {
			list = append(list, named[T]{&c.Files[i], c.names[i], x})
		}
	}
	slices.SortStableFunc(list, func(a, b named[T]) int {
		return strings.Compare(machineText(a.file.Machine), machineText(b.file.Machine))
	})
	return list
}

// about are the cells that every table begins with.
func (n named[T]) about() []string {
	return []string{n.name, n.file.Machine.Short(), strconv.Itoa(n.file.Machine.CPUs), sourceText(*n.file)}
}

var aboutHeader = []string{"file", "machine", "CPUs", "source"}

// scalings prints the ratio at each number of CPUs, or the rate of an arm alone.
func (c Compare) scalings() string {
	list := allOf(c, func(f results.File) []results.Scaling { return f.Scalings })
	if len(list) == 0 {
		return ""
	}
	var counts []int
	for _, s := range list {
		for _, p := range s.of.Points {
			counts = append(counts, p.CPUs)
		}
	}
	slices.Sort(counts)
	counts = slices.Compact(counts)
	header := append(slices.Clone(aboutHeader), "experiment", "")
	for _, n := range counts {
		header = append(header, strconv.Itoa(n))
	}
	rows := [][]string{header}
	extrapolated := false
	for _, s := range list {
		what := "B/A"
		if s.of.B == "" {
			what = "A, " + unitText(s.of.Quantity)
		}
		row := append(s.about(), s.of.Experiment, what)
		for _, n := range counts {
			i := slices.IndexFunc(s.of.Points, func(p results.Point) bool { return p.CPUs == n })
			if i < 0 {
				row = append(row, "-")
				continue
			}
			row = append(row, pointText(s.of, s.of.Points[i]))
			extrapolated = extrapolated || s.of.Points[i].Extrapolated
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	b.WriteString("by number of CPUs, of the medians\n\n")
	columns(&b, rows)
	if extrapolated {
		b.WriteString("* has more CPUs than the machine that was modelled.\n")
	}
	return b.String()
}

func pointText(s results.Scaling, p results.Point) string {
	text := scaled(&p.A.Median)
	if s.B != "" {
		text = ratioText(&probes.Interval{Median: p.B.Median / p.A.Median, Low: math.Inf(-1), High: math.Inf(1)})
	}
	if p.Extrapolated {
		text += " *"
	}
	return text
}

// maps prints the latency between the kinds of neighbours of every machine.
func (c Compare) maps() string {
	list := allOf(c, func(f results.File) []latency.Map { return f.Maps })
	if len(list) == 0 {
		return ""
	}
	var labels []string
	for _, m := range list {
		for _, g := range m.of.Groups() {
			if !slices.Contains(labels, g.Label) {
				labels = append(labels, g.Label)
			}
		}
	}
	rows := [][]string{slices.Concat(aboutHeader, []string{"method"}, labels)}
	for _, m := range list {
		row := append(m.about(), string(m.of.Method))
		groups := m.of.Groups()
		for _, label := range labels {
			i := slices.IndexFunc(groups, func(g latency.Group) bool { return g.Label == label })
			row = append(row, neighbours(groups, i))
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	b.WriteString("latency, ns one way: the median of the pairs' medians, and how far apart they are\n\n")
	columns(&b, rows)
	return b.String()
}

func neighbours(groups []latency.Group, i int) string {
	switch {
	case i < 0 || groups[i].Measured == 0:
		return "-"
	case groups[i].Measured == 1:
		return fmt.Sprintf("%.0f", groups[i].Median)
	}
	return fmt.Sprintf("%.0f (%.0f to %.0f)", groups[i].Median, groups[i].Lowest, groups[i].Highest)
}

// bursts prints what the Scope's bursts came to.
func (c Compare) bursts() string {
	list := allOf(c, func(f results.File) []results.Burst { return f.Bursts })
	if len(list) == 0 {
		return ""
	}
	rows := [][]string{slices.Concat(aboutHeader, []string{"stays, median", "10% to 90%", "longest", "ns between hand-offs", "scenario"})}
	for _, n := range list {
		stays, between := longestLine(n.of)
		rows = append(rows, append(n.about(), percentilesText(stays, fmt.Sprint(stays.P50)), percentilesText(stays, fmt.Sprintf("%d to %d", stays.P10, stays.P90)),
			percentilesText(stays, fmt.Sprint(stays.Max)), percentilesText(between, fmt.Sprint(between.P50)), n.of.Scenario.String()))
	}
	var b strings.Builder
	b.WriteString("scope: operations in a stay, of the line that had most\n\n")
	columns(&b, rows)
	return b.String()
}

// longestLine returns the figures of the line with the most stays.
func longestLine(b results.Burst) (stays, between scope.Percentiles) {
	for _, l := range b.Lines {
		if l.Stays.Count > stays.Count {
			stays, between = l.Stays, l.Intervals
		}
	}
	return stays, between
}

func percentilesText(p scope.Percentiles, text string) string {
	if p.Count == 0 {
		return "-"
	}
	return text
}
