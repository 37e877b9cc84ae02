package results

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"linebounce/probes"
)

// Group is findings that say the same kind of thing: of one experiment, with the
// same words changed from A to B. A sweep over a grid of the other words is one
// group.
type Group struct {
	Experiment string
	Quantity   probes.Quantity
	Alone      bool     // A ran without B
	Rows       []Row    // by machine, then by the words that differ, then by file
	Words      []string // that are not the same in all rows
	A, B       string   // the words of each arm that are
}

// Row is one finding in a group.
type Row struct {
	File    *File
	Name    string // of the file, short
	Finding *Finding

	order int // in which it was read
}

// Word returns what a row has for a word of its scenarios: "16", "shared to
// padded" where B has another than A, "-" for an arm that does not name it.
func (r Row) Word(name string) string {
	values := make([]string, 0, 2)
	for _, arm := range r.arms() {
		values = append(values, cmp.Or(arm.Scenario.Get(name), "-"))
	}
	return strings.Join(slices.Compact(values), " to ")
}

// arms are those compared.
func (r Row) arms() []Arm { return r.Finding.Arms[:min(2, len(r.Finding.Arms))] }

// SetAside returns how many windows of both arms do not count.
func (r Row) SetAside() (n int) {
	for _, arm := range r.arms() {
		n += arm.SetAside
	}
	return n
}

// Groups sorts the findings of files into groups, in the order in which their
// first was read.
func Groups(files []File) []Group {
	type key struct {
		experiment, changed string
		quantity            probes.Quantity
		alone               bool
	}
	at := map[key]int{}
	var groups []Group
	names := Names(files)
	order := 0
	for i := range files {
		for j := range files[i].Findings {
			row := Row{File: &files[i], Name: names[i], Finding: &files[i].Findings[j], order: order}
			order++
			f := row.Finding
			k := key{f.Experiment, strings.Join(row.changed(), " "), f.Quantity, f.Ratio == nil}
			if _, found := at[k]; !found {
				at[k] = len(groups)
				groups = append(groups, Group{Experiment: f.Experiment, Quantity: f.Quantity, Alone: k.alone})
			}
			g := &groups[at[k]]
			g.Rows = append(g.Rows, row)
		}
	}
	for i := range groups {
		groups[i].finish()
	}
	return groups
}

// changed names the words in which B differs from A. CPUs that differ because
// there are more workers follow from those.
func (r Row) changed() []string {
	arms := r.arms()
	if len(arms) < 2 || r.Finding.Ratio == nil {
		return nil
	}
	a, b := arms[0].Scenario, arms[1].Scenario
	var names []string
	for _, name := range probes.Words() {
		follows := name == "cpus" && a.Workers() != b.Workers()
		if a.Get(name) != b.Get(name) && !follows {
			names = append(names, name)
		}
	}
	return names
}

// finish tells the words that all rows share from those that differ, and sorts
// the rows.
func (g *Group) finish() {
	var same [2][]string
	for _, name := range probes.Words() {
		if slices.ContainsFunc(g.Rows, func(r Row) bool { return r.Word(name) != g.Rows[0].Word(name) }) {
			g.Words = append(g.Words, name)
			continue
		}
		for i, arm := range g.Rows[0].arms() {
			if value := arm.Scenario.Get(name); value != "" {
				same[i] = append(same[i], name+"="+value)
			}
		}
	}
	g.A, g.B = strings.Join(same[0], " "), strings.Join(same[1], " ")
	slices.SortStableFunc(g.Rows, func(a, b Row) int {
		return cmp.Or(compareMachines(a.File.Machine, b.File.Machine), g.compareWords(a, b), strings.Compare(a.Name, b.Name), cmp.Compare(a.order, b.order))
	})
}

func compareMachines(a, b Machine) int {
	return cmp.Or(strings.Compare(a.Model, b.Model), cmp.Compare(a.CPUs, b.CPUs), strings.Compare(a.Kernel, b.Kernel))
}

// compareWords puts a grid in order, its numbers by their size.
func (g *Group) compareWords(a, b Row) int {
	for _, name := range g.Words {
		x, y := a.Word(name), b.Word(name)
		if len(x) != len(y) && digits(x) && digits(y) {
			return cmp.Compare(len(x), len(y))
		}
		if by := strings.Compare(x, y); by != 0 {
			return by
		}
	}
	return 0
}

func digits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// Outcome is what a ratio and its interval come to.
type Outcome int

// The outcomes.
const (
	TooFew Outcome = iota // pairs of windows to say
	None                  // no difference detected
	Faster                // B is
	Slower
	Bare // a figure of the model without an interval
)

// Outcome judges a row's ratio.
func (r Row) Outcome() Outcome {
	ratio := r.Finding.Ratio
	switch {
	case ratio == nil || math.IsNaN(ratio.Median):
		return TooFew
	case !ratio.Known() && r.Finding.Source == probes.Simulated:
		return Bare
	case !ratio.Known():
		return TooFew
	case !ratio.Differs():
		return None
	case ratio.Low > 1:
		return Faster
	}
	return Slower
}

// Summary is what the rows of one comparison say together. Those of the model
// are summed up apart from those of machines.
type Summary struct {
	Words            string // of the comparison, in which it differs from others of its group; "" for the only one
	Simulated        bool
	Rows             int
	Machines         int // kinds of machine that the files tell apart
	Outcomes         map[Outcome]int
	Median, Low, Top float64 // of the ratios, NaN where none is known
}

// Summaries sums up every comparison of the group that has several rows.
func (g *Group) Summaries() []Summary {
	type cell struct {
		words     string
		simulated bool
	}
	rows := map[cell][]Row{}
	var order []cell
	for _, r := range g.Rows {
		c := cell{g.cell(r), r.Finding.Source == probes.Simulated}
		if rows[c] == nil {
			order = append(order, c)
		}
		rows[c] = append(rows[c], r)
	}
	slices.SortStableFunc(order, func(a, b cell) int { return g.compareWords(rows[a][0], rows[b][0]) })
	several := slices.ContainsFunc(order, func(c cell) bool { return c.words != order[0].words })
	var list []Summary
	for _, c := range order {
		if len(rows[c]) < 2 || g.Alone {
			continue
		}
		s := sum(rows[c])
		s.Simulated = c.simulated
		if several {
			s.Words = c.words
		}
		list = append(list, s)
	}
	return list
}

// cell is the words of a row in which comparisons of the group differ. The CPUs
// are each machine's own.
func (g *Group) cell(r Row) string {
	var pairs []string
	for _, name := range g.Words {
		if name != "cpus" {
			pairs = append(pairs, name+"="+r.Word(name))
		}
	}
	return strings.Join(pairs, " ")
}

func sum(rows []Row) Summary {
	s := Summary{Rows: len(rows), Outcomes: map[Outcome]int{}}
	kinds := map[Machine]bool{}
	var ratios []float64
	for _, r := range rows {
		kinds[r.File.Machine.kind()] = true
		o := r.Outcome()
		s.Outcomes[o]++
		if o != TooFew {
			ratios = append(ratios, r.Finding.Ratio.Median)
		}
	}
	s.Machines = len(kinds)
	s.Median, s.Low, s.Top = math.NaN(), math.NaN(), math.NaN()
	if len(ratios) > 0 {
		s.Median, s.Low, s.Top = probes.Summarize(ratios, probes.Confidence).Median, slices.Min(ratios), slices.Max(ratios)
	}
	return s
}
