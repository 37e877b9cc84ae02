package scope

import (
	"fmt"
	"slices"
	"strings"

	bursts "linebounce/probes/scope"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// counters sum the burst up.
func (m *Model) counters() []widgets.Item {
	r := m.ready
	item := func(name, value string) widgets.Item {
		return widgets.Item{{Style: theme.Dim, Text: name + " "}, {Style: theme.Strong, Text: value}}
	}
	handoffs := "not counted"
	switch {
	case r.HandoffsExact != nil && r.HandoffsByOwner != nil:
		handoffs = fmt.Sprintf("%s by values, %s by owner word", grouped(*r.HandoffsExact), grouped(*r.HandoffsByOwner))
	case r.HandoffsExact != nil:
		handoffs = grouped(*r.HandoffsExact) + " exactly, by values"
	case r.HandoffsByOwner != nil:
		handoffs = grouped(*r.HandoffsByOwner) + " by owner word"
	}
	var ops []string
	for _, cpu := range r.CPUs {
		if cpu.Line >= 0 {
			ops = append(ops, grouped(cpu.Ops))
		}
	}
	done := strings.Join(ops, " + ")
	if len(ops) > 4 {
		var sum int64
		for _, cpu := range r.CPUs {
			sum += cpu.Ops
		}
		done = fmt.Sprintf("%s of %d CPUs", grouped(sum), len(ops))
	}
	items := []widgets.Item{item("hand-offs", handoffs), item("operations", done), item("gaps", m.gapWords()), item("clock", fmt.Sprintf("%s, read every %s", r.Clock.Name, duration(r.Resolution)))}
	for _, cpu := range r.CPUs {
		if !cpu.Pinned {
			items = append(items, widgets.Item{{Style: theme.Alarm, Text: fmt.Sprintf("CPU %d unpinned", cpu.CPU)}})
		}
	}
	return items
}

// dated puts beside the counters of a recording that they were recorded, and when,
// in as many words as take no further row: at least the mark before the first.
func (m *Model) dated(items []widgets.Item, width int) [][]widgets.Item {
	flow := func(lists ...[]widgets.Item) [][]widgets.Item {
		return widgets.Flow(m.canvas, slices.Concat(lists...), width, countersGap)
	}
	rows := flow(items)
	if !m.player.plays() {
		return rows
	}
	sign := string(m.canvas.Glyphs().Recorded) + " "
	for _, text := range []string{m.player.dated(), "recorded"} {
		mark := []widgets.Item{{{Style: theme.Strong, Text: sign + text}}}
		for _, with := range [][][]widgets.Item{flow(mark, items), flow(items, mark)} {
			if len(with) == len(rows) {
				return with
			}
		}
	}
	first := append(widgets.Item{{Style: theme.Strong, Text: sign}}, items[0]...)
	return flow([]widgets.Item{first}, items[1:])
}

// origin says where what is shown comes from.
func (m *Model) origin() string {
	if m.player.plays() {
		return m.player.dated()
	}
	return "measured on this machine"
}

// gapWords counts the gaps by cause.
func (m *Model) gapWords() string {
	var longest int64
	counts := map[bursts.Cause]int{}
	for _, g := range m.ready.Gaps {
		longest = max(longest, g.Length())
		counts[g.Cause]++
	}
	if len(m.ready.Gaps) == 0 {
		return "none"
	}
	var parts []string
	for _, c := range []bursts.Cause{bursts.Host, bursts.Task, bursts.Program, bursts.Unknown} {
		if n := counts[c]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, c))
		}
	}
	return fmt.Sprintf("%s, up to %s", strings.Join(parts, ", "), duration(longest))
}
