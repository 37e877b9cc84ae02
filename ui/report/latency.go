package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/topology"
	"linebounce/ui/report/charts"
)

// latency tells how long a line takes between CPUs.
func (b *builder) latency(m latency.Map) (section, finding) {
	s := section{
		ID: b.anchor("latency", "latency"), Title: "From CPU to CPU", Asks: "How long does a line take from one CPU to another?",
		Source: b.source(b.file.Source).String(), Says: reach(m), Command: "linebounce latency --method " + string(m.Method),
	}
	if m.Serial {
		s.Command += " --serial"
	}
	s.draw(charts.Latency(m, b.from(b.file.Source)))
	s.Tables = append(s.Tables, groupTable(m))
	if len(m.Pairs) <= listed {
		s.Tables = append(s.Tables, pairTable(m))
	}
	for _, g := range m.Groups() {
		s.Bars = append(s.Bars, bar{g.Label, g.Median, plain(g.Median) + " ns"})
	}
	for _, w := range m.Warnings(topology.Machine{Governor: b.file.Machine.Governor, Hypervisor: b.file.Machine.Hypervisor}) {
		if !slices.Contains(b.file.Warnings, w) {
			s.Notes = append(s.Notes, w)
		}
	}
	if !m.Complete {
		s.Notes = append(s.Notes, "The map was ended early: not every pair was measured.")
	}
	said := finding{brief: brief{Asks: s.Asks, Says: s.Says}, kind: b.file.Source, rank: figure}
	if near, far := ends(m); near.Measured() {
		said.Figure = plain(far.Median) + " ns"
	}
	return s, said
}

// ends returns the nearest and the farthest pair, not measured where none was.
func ends(m latency.Map) (near, far latency.Pair) {
	for _, p := range m.Pairs {
		if !p.Measured() {
			continue
		}
		if !near.Measured() || p.Median < near.Median {
			near = p
		}
		if !far.Measured() || p.Median > far.Median {
			far = p
		}
	}
	return near, far
}

// reach names the shortest and the longest way.
func reach(m latency.Map) string {
	near, far := ends(m)
	switch {
	case !near.Measured():
		return "No pair of CPUs was measured."
	case near == far:
		return fmt.Sprintf("%s ns one way between CPUs %d and %d (%s).", plain(near.Median), near.A, near.B, near.Label)
	}
	return fmt.Sprintf("One way: from %s ns between CPUs %d and %d (%s) to %s ns between CPUs %d and %d (%s).",
		plain(near.Median), near.A, near.B, near.Label, plain(far.Median), far.A, far.B, far.Label)
}

func groupTable(m latency.Map) table {
	t := table{
		Caption: fmt.Sprintf("ns that a line takes one way, by what neighbours the CPUs are (method %s)", m.Method),
		Head:    []string{"Neighbours", "Pairs", "Measured", "Median of medians", "Lowest median", "Highest median"},
	}
	for _, g := range m.Groups() {
		t.Rows = append(t.Rows, []string{g.Label, grouped(int64(g.Pairs)), grouped(int64(g.Measured)), plain(g.Median), plain(g.Lowest), plain(g.Highest)})
	}
	return t
}

func pairTable(m latency.Map) table {
	t := table{
		Caption: "ns between every two CPUs, one way",
		Head:    []string{"CPUs", "Median (95% interval)", "Least", "10%", "90%", "99%", "Samples"},
	}
	var whys []string
	for _, p := range m.Pairs {
		name := fmt.Sprintf("%d and %d", p.A, p.B)
		if !p.Measured() {
			t.Rows = append(t.Rows, []string{name, unknown, unknown, unknown, unknown, unknown, "0"})
			if p.Why != "" {
				whys = append(whys, fmt.Sprintf("CPUs %s were not measured: %s.", name, p.Why))
			}
			continue
		}
		if !p.Pinned {
			name += ", unpinned"
		}
		t.Rows = append(t.Rows, []string{name, between(p), plain(p.Min), plain(p.P10), plain(p.P90), plain(p.P99), grouped(int64(p.Samples))})
	}
	t.Note = strings.Join(whys, " ")
	return t
}

func between(p latency.Pair) string {
	i := probes.Interval{Median: p.Median, Low: p.Low, High: p.High}
	if !i.Known() || exactly(i) || math.IsNaN(p.Low+p.High) {
		return plain(p.Median)
	}
	return fmt.Sprintf("%s (%s to %s)", plain(p.Median), plain(p.Low), plain(p.High))
}
