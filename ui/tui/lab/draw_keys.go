package lab

import (
	"strings"

	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// keyGap is the space between two keys.
const keyGap = 2

func (m *Model) drawKeys(l layout) {
	widgets.DrawRows(m.canvas, m.keyRows(l.width), l.left, l.keys.at, keyGap)
}

// keyRows lists every key with the value it changes: first those that do
// something here, then those that do not, dim, then those of the screen.
func (m *Model) keyRows(width int) [][]widgets.Item {
	e := m.experiment()
	s := e.arms[m.edited]
	var live, dead []widgets.Item
	var deadKeys []string
	for _, t := range toggles {
		if e.refuses(t, m.edited, m.list) == "" {
			live = append(live, keyItem(t.key, t.label, t.value(s)))
			continue
		}
		deadKeys = append(deadKeys, t.key)
		dead = append(dead, widgets.Item{{Style: theme.Dim, Text: t.key + " " + t.label}})
	}
	arrows := "← →"
	live = append(live, keyItem(arrows, "CPUs", strings.ReplaceAll(string(s.CPUs), ",", " ")))
	live = append(live, keyItem("tab", "edits", armName(m.edited)))
	if width < wide-4 && len(dead) > 0 {
		dead = []widgets.Item{{{Style: theme.Dim, Text: "not here: " + strings.Join(deadKeys, " ")}}}
	}
	rest := []widgets.Item{}
	for _, k := range screenKeys {
		label := k.Help().Desc
		switch {
		case m.paused && k.Help().Key == "space":
			label = "go on"
		case e.secret && k.Help().Key == "v":
			label = "result"
		}
		rest = append(rest, keyItem(k.Help().Key, label, ""))
	}
	if width >= wide-4 {
		what := widgets.Item{{Style: theme.Dim, Text: "what if"}}
		rows := widgets.Flow(m.canvas, append(append([]widgets.Item{what}, live...), dead...), width, keyGap)
		return append(rows, widgets.Flow(m.canvas, rest, width, keyGap)...)
	}
	return widgets.Flow(m.canvas, append(append(live, dead...), rest...), width, keyGap)
}

func keyItem(key, label, value string) widgets.Item {
	item := widgets.Item{{Style: theme.Strong, Text: key}, {Style: theme.Dim, Text: " " + label}}
	if value != "" {
		item = append(item, widgets.Span{Style: theme.Plain, Text: " " + value})
	}
	return item
}
