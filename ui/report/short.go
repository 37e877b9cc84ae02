package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/ui/results"
	"linebounce/ui/verdict"
)

// How many findings a reader takes in at a glance, of what ran and of the model.
const (
	shortList  = 12
	shortModel = 6
)

// finding is a brief and where it stands among the others.
type finding struct {
	brief
	kind     probes.Origin
	from     source
	rank     rank
	strength float64 // how far a ratio is from 1, by the logarithm; 0 for what is no ratio
}

func (f finding) modelled() bool { return f.kind == probes.Simulated }

// rank sorts findings by how much they say.
type rank int

const (
	differs rank = iota // by an interval that leaves chance out, or by the model
	same                // no difference detected
	figure              // no comparison
	open                // too little to tell
)

// judge takes over what a comparison found.
func (f *finding) judge(ratio probes.Interval, v verdict.Verdict, change string) {
	f.Says, f.Why = claim(v), v.Reason
	if !strings.Contains(v.Reason, change) {
		f.Change = change
	}
	switch {
	case !ratio.Known():
		f.rank = open
		return
	case !ratio.Differs():
		f.rank = same
	}
	f.Figure, f.strength = verdict.Times(ratio.Median)+"×", math.Abs(math.Log(ratio.Median))
}

// inShort puts the strongest findings first, differences before none, and apart
// from what ran what was modelled. Ratios have no unit, so those of different
// machines may stand in one list. What has too little to tell stands there only
// where nothing has more. It also returns how many findings it leaves out.
func inShort(said []finding) ([]origin, int) {
	told := slices.DeleteFunc(slices.Clone(said), func(f finding) bool { return f.rank == open })
	if len(told) == 0 {
		told = said
	}
	slices.SortStableFunc(told, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.strength, a.strength))
	})
	ran := slices.DeleteFunc(slices.Clone(told), finding.modelled)
	modelled := slices.DeleteFunc(told, func(f finding) bool { return !f.modelled() })
	ran, modelled = ran[:min(shortList, len(ran))], modelled[:min(shortModel, len(modelled))]
	var origins []origin
	for _, findings := range [][]finding{ran, modelled} {
		if len(findings) > 0 {
			origins = append(origins, newOrigin(findings))
		}
	}
	return origins, len(said) - len(ran) - len(modelled)
}

// newOrigin says over a list what is the same for all of it.
func newOrigin(findings []finding) origin {
	o := origin{Modelled: findings[0].modelled()}
	shared := findings[0].from
	var kinds []string
	for _, f := range findings {
		shared = shared.same(f.from)
		if !slices.Contains(kinds, f.Kind) {
			kinds = append(kinds, f.Kind)
		}
	}
	o.Heading = sentence(shared.String())
	if o.Heading == "" {
		o.Heading = sentence(list(kinds))
	}
	for _, f := range findings {
		f.Source = f.from.without(shared).String()
		o.Brief = append(o.Brief, f.brief)
	}
	return o
}

func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

const lead = "Linebounce runs the same work in two forms, A and B, on the same CPUs, and says how many times as fast B is. " +
	"What sets them apart is how often a cache line has to travel from one CPU to another."

const title = "What a bouncing cache line costs"

// whose names the machines, or says of how many there are figures.
func whose(machines []machine) string {
	const few = 3
	if len(machines) > few {
		return fmt.Sprintf("On %d machines", len(machines))
	}
	var names []string
	for i, m := range machines {
		name := m.Heading()
		if i > 0 {
			name = m.within()
		}
		names = append(names, name)
	}
	return strings.Join(names, "; ")
}

// holds says what is on the page, from so many files.
func holds(files []results.File, on int) string {
	var n struct{ comparisons, curves, bursts, maps, profiles int }
	for _, f := range files {
		n.comparisons += len(f.Findings)
		n.curves += len(f.Scalings)
		for _, b := range f.Bursts {
			n.bursts += max(1, b.Captures)
		}
		n.maps += len(f.Maps)
		n.profiles += len(f.Profiles)
	}
	var parts []string
	for _, p := range []struct {
		n    int
		noun string
	}{
		{n.comparisons, "comparison"}, {n.curves, "scaling curve"}, {n.bursts, "burst"}, {n.maps, "latency map"}, {n.profiles, "kernel profile"},
	} {
		if p.n > 0 {
			parts = append(parts, count(p.n, p.noun))
		}
	}
	if parts == nil {
		return "These files hold no figures."
	}
	return "Here: " + list(parts) + ", from " + count(on, "file") + "."
}

// lacks names what no file holds, and how to record it.
func lacks(files []results.File) []missing {
	var list []missing
	for _, kind := range []struct {
		what, command string
		held          func(results.File) int
	}{
		{"No comparison of an experiment", "linebounce record FILE", func(f results.File) int { return len(f.Findings) }},
		{"No curve over the number of CPUs", "linebounce record FILE scaling", func(f results.File) int { return len(f.Scalings) }},
		{"No burst with the line's stays", "linebounce record FILE scope", func(f results.File) int { return len(f.Bursts) }},
		{"No latency map", "linebounce record FILE latency", func(f results.File) int { return len(f.Maps) }},
		{"No kernel profile", "linebounce record FILE profile", func(f results.File) int { return len(f.Profiles) }},
	} {
		if !slices.ContainsFunc(files, func(f results.File) bool { return kind.held(f) > 0 }) {
			list = append(list, missing{kind.what, kind.command})
		}
	}
	return list
}

// terms is how to read the page.
func terms() []fact {
	return []fact{
		{"measured", "This program ran it on the machine that is named, and counted."},
		{"recorded", "Measured too, kept in a file as it came, and read from there."},
		{"simulated", "The program's model of a machine says so. Nothing ran on such a machine, and the model is a teaching model."},
		{"published", "Somebody else's figure, with its source beside it."},
		{"interval", "The median and, in brackets, where it lies with a confidence of 95%, without an assumption on how values spread. Where it leaves 1 out, A and B differ; about one comparison in twenty of equals does so by chance."},
		{"pair", "A and B each ran for a window of some milliseconds, in an order drawn by coin. The ratio is the median over the pairs, so that what slows both at once does not count."},
		{"set aside", "Windows in which something else had a CPU for over 5% of the time, or a worker came too late. They are counted and left out."},
		{"hand-off, stay", "A hand-off is the line's change of owner from one CPU to another. A stay is what one owner does with it in between."},
		{"unpinned", "A thread ran on another CPU than the one asked for."},
		{"several machines", "A ratio may be held against another machine's. Operations a second may not: they say which machine is faster, not what a line costs."},
	}
}
