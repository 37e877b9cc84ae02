package lab

import (
	"fmt"
	"slices"
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
// something here, then those that do not, dim, then those of the screen. Those
// that do nothing are named in full only where that takes no further row.
func (m *Model) keyRows(width int) [][]widgets.Item {
	if m.rests {
		return widgets.Flow(m.canvas, []widgets.Item{{{Style: theme.Dim, Text: m.hint}}}, width, keyGap)
	}
	if m.options.Recorded {
		return m.tapeRows(width)
	}
	live, dead, brief := m.toggleItems()
	if width < wide-4 {
		return widgets.FlowKeys(m.canvas, slices.Concat(live, brief, m.screenItems()), width, keyGap, m.keeping)
	}
	live = slices.Concat([]widgets.Item{{{Style: theme.Dim, Text: "what if"}}}, live)
	rows := widgets.Flow(m.canvas, slices.Concat(live, brief), width, keyGap)
	if full := widgets.Flow(m.canvas, slices.Concat(live, []widgets.Item{notHere}, dead), width, keyGap); len(dead) > 0 && len(full) == len(rows) {
		rows = full
	}
	return append(rows, widgets.FlowKeys(m.canvas, m.screenItems(), width, keyGap, m.keeping)...)
}

var notHere = widgets.Item{{Style: theme.Dim, Text: "not here:"}}

// toggleItems are the keys of what-ifs: those that do something, those that do
// not, and these in brief.
func (m *Model) toggleItems() (live, dead, brief []widgets.Item) {
	e := m.experiment()
	s := e.arms[m.edited]
	var keys []string
	for _, t := range toggles {
		if m.onStage(t.key) != "" {
			if t.belongs(e) {
				keys = append(keys, t.key)
			}
			continue
		}
		if t.belongs(e) && e.portrait(s).refuses(s, t.word) == "" {
			live = append(live, keyItem(t.key, t.label, t.value(s)))
			continue
		}
		keys = append(keys, t.key)
		dead = append(dead, widgets.Item{{Style: theme.Dim, Text: t.key + " " + t.label}})
	}
	if m.onStage("tab") == "" {
		live = append(live, keyItem("← →", "CPUs", cpuNames(s.CPUs.Numbers())), keyItem("tab", "edits", armName(m.edited)))
	}
	why := "not here: "
	if m.onStage("tab") != "" {
		why = "once you have answered: "
	}
	if len(keys) > 0 {
		brief = []widgets.Item{{{Style: theme.Dim, Text: why + strings.Join(keys, " ")}}}
	}
	return live, dead, brief
}

// severalCPUs is how many are named one by one.
const severalCPUs = 4

// cpuNames names CPUs in few words: "0 1", or "0 … 199" for many.
func cpuNames(cpus []int) string {
	if len(cpus) > severalCPUs {
		return fmt.Sprintf("%d … %d", cpus[0], cpus[len(cpus)-1])
	}
	return strings.Trim(fmt.Sprint(cpus), "[]")
}

// screenItems are the keys besides the toggles and those of every room.
func (m *Model) screenItems() []widgets.Item {
	var items []widgets.Item
	for _, k := range screenKeys {
		name, label := k.Help().Key, k.Help().Desc
		switch {
		case m.onStage(name) != "", m.options.Recorded && (name == "u" || name == "r"):
			continue
		case m.paused && name == "space":
			label = "go on"
		case m.experiment().secret && name == "v":
			label = "result"
		}
		items = append(items, keyItem(name, label, ""))
	}
	if m.hint != "" {
		items = append(items, widgets.Item{{Style: theme.Strong, Text: m.hint}})
	}
	return items
}

func keyItem(key, label, value string) widgets.Item {
	item := widgets.Item{{Style: theme.Strong, Text: key}, {Style: theme.Dim, Text: " " + label}}
	if value != "" {
		item = append(item, widgets.Span{Style: theme.Plain, Text: " " + value})
	}
	return item
}
