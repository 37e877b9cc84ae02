package simulator

import (
	"slices"
	"strings"

	"linebounce/sim"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// keyGap is the space between two keys.
const keyGap = 2

// keyRows lists every key: those that do something here, then dim those that
// do not as things are, then those of the run and of every room. Keys that change
// what this experiment has not are left out; pressed, they say so.
func (m *Model) keyRows(width int) [][]widgets.Item {
	if m.rests {
		return widgets.Flow(m.canvas, []widgets.Item{{{Style: theme.Dim, Text: m.hint}}}, width, keyGap)
	}
	var items, dead []widgets.Item
	var deadKeys []string
	for _, t := range toggles {
		if !m.set.of().knows(t.key) {
			continue
		}
		if m.refuses(t.key) == "" {
			items = append(items, keyItem(t.key, t.label))
			continue
		}
		deadKeys = append(deadKeys, t.key)
		dead = append(dead, widgets.Item{{Style: theme.Dim, Text: t.key + " " + t.label}})
	}
	items = append(items, keyItem("+ -", "CPUs"))
	switch {
	case len(dead) == 0:
	case width < wide-4:
		dead = []widgets.Item{{{Style: theme.Dim, Text: "not here: " + strings.Join(deadKeys, " ")}}}
	default:
		dead = append([]widgets.Item{{{Style: theme.Dim, Text: "not here:"}}}, dead...)
	}
	items = append(items, dead...)
	run := "run"
	if m.running {
		run = "pause"
	}
	rest := []widgets.Item{
		keyItem("space", run), keyItem("← →", "step"), keyItem("[ ]", "scrub"), keyItem("< >", "speed "+duration(m.perSecond())+"/s"),
		keyItem("u", "undo"), keyItem("r", "reset"), keyItem("y", "copy"),
	}
	if m.hint != "" {
		rest = append(rest, widgets.Item{{Style: theme.Strong, Text: m.hint}})
	}
	if m.options.Measure != nil && m.set.fault == sim.NoFault {
		rest = slices.Insert(rest, 4, keyItem("c", "measure here"))
	} else {
		rest = slices.Insert(rest, 4, widgets.Item{{Style: theme.Dim, Text: "c measure here"}})
	}
	if m.set.fault != sim.NoFault {
		rest[3] = keyItem("< >", "speed")
	}
	if width >= wide-4 {
		return append(widgets.Flow(m.canvas, items, width, keyGap), widgets.FlowKeys(m.canvas, rest, width, keyGap, m.keeping)...)
	}
	return widgets.FlowKeys(m.canvas, append(items, rest...), width, keyGap, m.keeping)
}

func keyItem(key, label string) widgets.Item {
	return widgets.Item{{Style: theme.Strong, Text: key}, {Style: theme.Dim, Text: " " + label}}
}
