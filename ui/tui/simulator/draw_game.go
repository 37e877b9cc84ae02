package simulator

import (
	"fmt"

	"linebounce/sim"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// roomy is the height from which the question stays beside the verdict.
const roomy = 33

// gameRows is the game as text: the question, the answers and the verdict.
func (m *Model) gameRows(width int) [][]widgets.Item {
	text := func(style theme.Style, words string) [][]widgets.Item {
		var rows [][]widgets.Item
		for _, line := range widgets.Wrap(words, width) {
			rows = append(rows, []widgets.Item{{{Style: style, Text: line}}})
		}
		return rows
	}
	var rows [][]widgets.Item
	if m.verdict != "" {
		rows = text(theme.Strong, m.verdict)
	}
	if m.verdict != "" && m.height < roomy {
		again := widgets.Item{{Style: theme.Strong, Text: "f g h j"}, {Style: theme.Dim, Text: " answer again"}, {Style: theme.Strong, Text: "  b"}, {Style: theme.Dim, Text: " the next protocol"}}
		return append(rows, []widgets.Item{again})
	}
	if len(rows) > 0 {
		rows = append(rows, nil)
	}
	rows = append(rows, text(theme.Plain, fmt.Sprintf(
		"Protocol %s has a fault. Step to the first event at which a promise breaks, and name the promise:", alias(m.set.fault)))...)
	var items []widgets.Item
	for promise, key := range answerKeys {
		items = append(items, widgets.Item{{Style: theme.Strong, Text: key}, {Style: theme.Dim, Text: " " + sim.Invariant(promise).String()}})
	}
	return append(rows, widgets.Flow(m.canvas, items, width, keyGap+1)...)
}

func (m *Model) drawGame(a widgets.Area) {
	rows := m.gameRows(a.Width)
	widgets.DrawRows(m.canvas, rows[:min(len(rows), a.Height)], a.X, a.Y, keyGap+1)
}
