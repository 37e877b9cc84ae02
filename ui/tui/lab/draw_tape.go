package lab

import (
	"slices"
	"strings"

	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// tapeKeys are the keys of a recording, in the order of the screen.
var tapeKeys = []widgets.Item{
	keyItem("← →", "1 s", ""), keyItem("pgup pgdn", "10 s", ""), keyItem("home end", "ends", ""), keyItem("< >", "speed", ""),
}

// tapeRows lists the keys while a recording is shown: those that move it, those of
// the screen, and dim those that a recording does not answer, in as many words as
// take no further row.
func (m *Model) tapeRows(width int) [][]widgets.Item {
	values, names, brief := m.fixedItems()
	flow := func(fixed []widgets.Item) [][]widgets.Item {
		return widgets.FlowKeys(m.canvas, slices.Concat(tapeKeys, m.screenItems(), fixed), width, keyGap, m.keeping)
	}
	rows := flow(brief)
	for _, fixed := range [][]widgets.Item{names, values} {
		if more := flow(fixed); len(more) <= max(len(rows), 2) {
			rows = more
		}
	}
	return rows
}

// fixedItems are the what-ifs that a recording does not answer: with values, by
// name, and in brief.
func (m *Model) fixedItems() (values, names, brief []widgets.Item) {
	e := m.experiment()
	s := e.arms[m.edited]
	dim := func(text string) widgets.Item { return widgets.Item{{Style: theme.Dim, Text: text}} }
	values, names = []widgets.Item{dim("as recorded")}, []widgets.Item{dim("fixed:")}
	var keys []string
	for _, t := range toggles {
		if t.belongs(e) && e.portrait(s).refuses(s, t.word) == "" {
			values, names = append(values, dim(t.key+" "+t.label+" "+t.value(s))), append(names, dim(t.key+" "+t.label))
			keys = append(keys, t.key)
		}
	}
	values = append(values, dim("CPUs "+cpuNames(s.CPUs.Numbers())), keyItem("tab", "shows those of", armName(m.edited)))
	return values, names, []widgets.Item{dim("fixed: " + strings.Join(keys, " "))}
}
