package lab

import (
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/verdict"
)

// card is what one experiment's card says.
type card struct{ name, ratio, says, note string }

func (m *Model) card(e *experiment) card {
	c := card{name: e.Name, says: e.Headline, note: e.Note}
	if !e.usual() {
		c.says, c.note = "B over A, changed by keys", "r sets it back"
	}
	if e == m.experiment() && m.stage != nil && !m.stage.changed {
		c.says, c.note = "B over A of the lesson", ""
	}
	ratio := e.ratio()
	switch {
	case e.shown.Err != nil:
		c.ratio, c.note = "-", "cannot run now"
	case e.secret:
		c.ratio, c.note = "?", "hidden for the vote"
		if m.stage != nil {
			c.note = "hidden by the lesson"
		}
	case !ratio.Known():
		c.ratio, c.note = "...", "warming up"
	default:
		c.ratio = times(ratio.Median)
		if old := m.age(e); e != m.experiment() && old != "" {
			c.note = "measured " + old
		}
		if said, known := e.simulation(); known {
			short, _ := said.modelLine()
			if c.note != e.Note {
				short = m.age(e) + "; " + short
			}
			c.note = short
		}
	}
	if e.shown.At.IsZero() && e != m.experiment() && e.shown.Err == nil && !e.secret {
		c.note = "its turn comes soon"
	}
	return c
}

// times writes a ratio: "3.9×".
func times(ratio float64) string { return verdict.Times(ratio) + "×" }

func (m *Model) drawCards(l layout) {
	if l.cards.height < 4 {
		m.drawCardRow(l)
		return
	}
	gap := 2
	width := (l.width - gap*(len(m.list)-1)) / len(m.list)
	for i, e := range m.list {
		c, a := m.card(e), widgets.Area{X: l.left + i*(width+gap), Y: l.cards.at, Width: width, Height: 4}
		border, text := theme.Faint, theme.Dim
		if i == m.current {
			border, text = theme.Plain, theme.Strong
		}
		widgets.Box(m.canvas, a, border, text, c.name, "")
		x := m.canvas.Text(a.X+2, a.Y+1, theme.Strong, c.ratio)
		m.canvas.Text(x+2, a.Y+1, theme.Plain, widgets.Fit(width-6-len([]rune(c.ratio)), c.says, "B over A"))
		m.canvas.Text(a.X+2, a.Y+2, theme.Dim, widgets.Fit(width-4, c.note, ""))
	}
}

// drawCardRow is the cards on one row.
func (m *Model) drawCardRow(l layout) {
	for _, wordy := range []bool{true, false} {
		var items []widgets.Item
		for i, e := range m.list {
			c, style := m.card(e), theme.Dim
			if i == m.current {
				style = theme.Strong
			}
			item := widgets.Item{{Style: style, Text: c.name + " "}, {Style: theme.Dim, Text: "B/A "}, {Style: theme.Strong, Text: c.ratio}}
			if old := m.age(e); i != m.current && wordy && old != "" && e.ratio().Known() && !e.secret {
				item = append(item, widgets.Span{Style: theme.Dim, Text: " " + old})
			}
			items = append(items, item)
		}
		if rows := widgets.Flow(m.canvas, items, l.width, 3); len(rows) == 1 {
			widgets.DrawRows(m.canvas, rows, l.left, l.cards.at, 3)
			return
		}
	}
}
