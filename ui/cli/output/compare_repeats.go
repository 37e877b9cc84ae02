package output

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/ui/results"
)

// repeatsText prints what ran twice on one machine.
func repeatsText(b *strings.Builder, g *results.Group) {
	list, crowded := g.Repeats()
	if crowded > 0 {
		fmt.Fprintf(b, "%d of these are of machines that the files do not tell apart. To hold two runs on one against each other, name those two files.\n", crowded)
	}
	if len(list) == 0 {
		return
	}
	b.WriteString("\nThe same on the same machine, as far as the files say:\n\n")
	header := []string{"first", "then", "A, then/first", ""}
	if !g.Alone {
		header = append(header, "B, then/first", "")
	}
	set := slices.ContainsFunc(list, func(r results.Repeat) bool { return settings(r) != "" })
	if set {
		header = append(header, "what changed")
	}
	rows := [][]string{header}
	with, without := false, false
	for _, r := range list {
		row := []string{dated(r.First), dated(r.Second)}
		for _, change := range r.Arms {
			row = append(row, ratioText(&change.Ratio), changeText(change))
			with, without = with || change.Windows, without || !change.Windows
		}
		if set {
			row = append(row, settings(r))
		}
		rows = append(rows, row)
	}
	columns(b, rows)
	if without {
		b.WriteString("JSON documents say no more than whether intervals overlap; a difference needs the windows, which record keeps.\n")
	}
	if with {
		b.WriteString("Windows of one run resemble one another, so two runs may differ without what was changed being why; several runs of each tell.\n")
	}
}

func settings(r results.Repeat) string { return r.First.File.Machine.Settings(r.Second.File.Machine) }

// dated names a file, and its day where it is known.
func dated(r results.Row) string {
	if r.File.Made.IsZero() {
		return r.Name
	}
	return fmt.Sprintf("%s, %s", r.Name, r.File.Made.Format("2006-01-02"))
}

func changeText(c results.Change) string {
	switch {
	case !c.Windows && c.Overlap:
		return "intervals overlap"
	case !c.Windows:
		return "intervals do not overlap"
	case !c.Ratio.Known():
		return "too few windows to say"
	case !c.Ratio.Differs():
		return "no difference detected"
	case c.Ratio.Low > 1:
		return "faster"
	}
	return "slower"
}
