package output

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"linebounce/probes"
	"linebounce/ui/results"
	"linebounce/ui/verdict"
	"linebounce/ui/wording"
)

func (c Compare) text(w io.Writer) error {
	var b strings.Builder
	part := func(text string) {
		if text == "" {
			return
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(text)
	}
	for i := range c.groups {
		part(groupText(&c.groups[i]))
	}
	part(c.scalings())
	part(c.maps())
	part(c.bursts())
	part(c.footnotes())
	part(c.notes())
	_, err := io.WriteString(w, b.String())
	return err
}

// column is one of a table: what stands above it, and of each row in it.
type column struct {
	name string
	cell func(results.Row) string
}

// groupText prints what all rows share and then the rows.
func groupText(g *results.Group) string {
	var b strings.Builder
	what := "A against B"
	if g.Alone {
		what = "A alone"
	}
	fmt.Fprintf(&b, "%s: %s, %s", g.Experiment, what, unitText(g.Quantity))
	source, oneSource := alike(g.Rows, func(r results.Row) string { return sourceText(*r.File) })
	machine, oneMachine := alike(g.Rows, func(r results.Row) string { return machineText(r.File.Machine) })
	if oneSource {
		b.WriteString(", " + source)
	}
	if oneMachine {
		b.WriteString(" on " + machine)
	}
	b.WriteString("\n")
	fmt.Fprintf(&b, "A  %s\n", g.A)
	if !g.Alone {
		fmt.Fprintf(&b, "B  %s\n", g.B)
	}
	b.WriteString("\n")
	table := [][]string{nil}
	shown := groupColumns(g, oneSource, oneMachine)
	for _, col := range shown {
		table[0] = append(table[0], col.name)
	}
	for _, r := range g.Rows {
		var row []string
		for _, col := range shown {
			row = append(row, col.cell(r))
		}
		table = append(table, row)
	}
	columns(&b, table)
	groupNotes(&b, g, oneMachine)
	return b.String()
}

// groupColumns are a group's columns; what all rows share has none.
func groupColumns(g *results.Group, oneSource, oneMachine bool) []column {
	list := []column{{"file", func(r results.Row) string { return r.Name }}}
	if !oneMachine {
		list = append(list,
			column{"machine", func(r results.Row) string { return r.File.Machine.Short() }},
			column{"CPUs", func(r results.Row) string { return strconv.Itoa(r.File.Machine.CPUs) }})
	}
	if !oneSource {
		list = append(list, column{"source", func(r results.Row) string { return sourceText(*r.File) }})
	}
	for _, word := range g.Words {
		list = append(list, column{word, func(r results.Row) string { return r.Word(word) }})
	}
	list = append(list, column{"A", func(r results.Row) string { return interval(&r.Finding.Arms[0].Rate) }})
	if !g.Alone {
		list = append(list,
			column{"B", func(r results.Row) string { return interval(&r.Finding.Arms[1].Rate) }},
			column{"B/A", func(r results.Row) string { return ratioText(r.Finding.Ratio) }},
			column{"", claim})
	}
	return append(list, column{"windows", func(r results.Row) string { return countedText(r, g.Alone) }})
}

// countedText is how many windows count, and what is to be known of them.
func countedText(r results.Row, alone bool) string {
	arms := r.Finding.Arms[:1]
	if !alone {
		arms = r.Finding.Arms[:2]
	}
	windows, unpinned := 0, false
	for _, arm := range arms {
		windows += arm.Windows
		unpinned = unpinned || arm.Unpinned
	}
	text := strconv.Itoa(windows)
	if windows == 0 && r.Finding.Source == probes.Simulated {
		text = "-" // the model's one long stretch
	}
	if n := r.SetAside(); n > 0 {
		text += fmt.Sprintf(" (%d set aside)", n)
	}
	if unpinned {
		text += " unpinned"
	}
	return text
}

func machineText(m results.Machine) string {
	return fmt.Sprintf("%s, %s", m.Short(), wording.Count(m.CPUs, "CPU"))
}

// groupNotes prints what the rows come to together.
func groupNotes(b *strings.Builder, g *results.Group, oneMachine bool) {
	summaries := g.Summaries()
	if len(summaries) > 0 {
		b.WriteString("\n")
	}
	for _, s := range summaries {
		b.WriteString(summaryText(s) + "\n")
	}
	if !oneMachine {
		b.WriteString("Absolute rates of different machines are not to be held against one another, so rows are sorted by machine;")
		if g.Alone {
			b.WriteString(" ratios, which need -b, may be.\n")
		} else {
			b.WriteString(" ratios may be.\n")
		}
	}
	repeatsText(b, g)
}

// summaryText says how many rows show a difference.
func summaryText(s results.Summary) string {
	where := fmt.Sprintf("%s, %s", wording.Count(s.Rows, "result"), kinds(s.Machines))
	if s.Simulated {
		where = fmt.Sprintf("%s of the model, %s", wording.Count(s.Rows, "result"), kinds(s.Machines))
	}
	if s.Words != "" {
		where = s.Words + ": " + where
	}
	var list []string
	for _, o := range []struct {
		outcome results.Outcome
		text    string
	}{
		{results.Faster, "B is faster in %d"}, {results.Slower, "B is slower in %d"}, {results.None, "no difference detected in %d"},
		{results.Bare, "without an interval %d"}, {results.TooFew, "too few windows in %d"},
	} {
		if n := s.Outcomes[o.outcome]; n > 0 {
			list = append(list, fmt.Sprintf(o.text, n))
		}
	}
	text := where + ": " + strings.Join(list, ", ")
	if s.Low < s.Top {
		text += fmt.Sprintf("; B/A from %s to %s, median %s", verdict.Times(s.Low), verdict.Times(s.Top), verdict.Times(s.Median))
	}
	return text + "."
}

func kinds(n int) string {
	if n == 1 {
		return "1 kind of machine"
	}
	return fmt.Sprintf("%d kinds of machine", n)
}
