package kernel

import (
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// told is what a card says: the published half, then the measured.
func (m *Model) told(c card, width int) []row {
	g := m.canvas.Glyphs()
	rows := []row{{{0, false, theme.Strong, string(g.Published) + " " + c.figures}, {width, true, theme.Strong, c.ratio}}}
	rows = append(rows, wrapped(width, theme.Dim, c.about)...)
	if c.more != "" && width >= len(c.more) {
		rows = append(rows, line(theme.Dim, c.more))
	}
	head := row{{0, false, theme.Strong, string(g.Measured) + " " + c.compares}}
	known := m.done[c.name]
	if known.measured != nil {
		head = append(head, word{width, true, theme.Strong, known.measured.times()})
	}
	rows = append(rows, head)
	return append(rows, m.standing(c, width)...)
}

// standing is how far a card's measurement is, or what it rests on.
func (m *Model) standing(c card, width int) []row {
	known := m.done[c.name]
	switch {
	case m.job != nil && m.job.name == c.name:
		return m.progress(width)
	case known.measured != nil:
		rows := wrapped(width, theme.Dim, known.measured.basis())
		if five := known.measured.five(c.bytes); c.bytes > 0 && five != "" {
			rows = append(rows, wrapped(width, theme.Dim, "binary M/s here, off: "+five)...)
		}
		return rows
	case m.refuses(c.name) != "":
		return []row{line(theme.Dim, fit(width, "cannot be measured here; "+c.key+" says why", "not here; "+c.key+" says why"))}
	case known.err != nil:
		return []row{line(theme.Dim, "failed; press "+c.key+" to try again")}
	}
	return []row{line(theme.Dim, "not measured yet, press "+c.key)}
}

// progress is a bar with how far the job is in words.
func (m *Model) progress(width int) []row {
	const words = 17 // of "100 %, 100 s left"
	g, share := m.canvas.Glyphs(), m.job.done()
	cells := max(width-words-1, 4)
	done := min(max(int(share*float64(cells)+0.5), 0), cells)
	return []row{{
		{0, false, theme.Strong, repeat(g.Bar, done)}, {done, false, theme.Faint, repeat(g.Rail, cells-done)},
		{cells + 1, false, theme.Plain, m.job.said},
	}}
}

// boxes are the three cards side by side.
func (m *Model) boxes(width int) []row {
	n := len(cards)
	each := (width - (n-1)*gap) / n
	var columns [][]row
	var at []int
	tall := 0
	for _, c := range cards {
		told := m.told(c, each-4)
		columns = append(columns, told)
		tall = max(tall, len(told))
	}
	for i := range columns {
		at = append(at, i*(each+gap))
		columns[i] = m.boxed(cards[i], columns[i], each, tall)
	}
	return beside(columns, at)
}

// boxed draws a border around a card, with its key on the upper edge.
func (m *Model) boxed(c card, told []row, width, tall int) []row {
	g, right := m.canvas.Glyphs(), width-1
	hint, style := c.key+" measures", theme.Faint
	if m.job != nil && m.job.name == c.name {
		hint, style = "esc stops", theme.Plain
	}
	edge := func(left, end rune) row {
		return row{{0, false, style, string(left) + repeat(g.Flat, width-2) + string(end)}}
	}
	top := append(edge(g.TopLeft, g.TopRight), word{2, false, theme.Strong, " " + c.title + " "}, word{right - 1, true, theme.Dim, " " + hint + " "})
	rows := []row{top}
	for y := range tall {
		r := row{{0, false, style, string(g.Upright)}, {right, false, style, string(g.Upright)}}
		if y < len(told) {
			r = append(r, told[y].shift(2)...)
		}
		rows = append(rows, r)
	}
	return append(rows, edge(g.LowLeft, g.LowRight))
}

// stack are the cards one below the other. Where not all have room, only the
// one whose key was pressed last is shown in full.
func (m *Model) stack(width, room int) []row {
	all := []row{line(theme.Strong, "Then and now: ratio beside ratio, never time beside time")}
	some := all[:1:1]
	const indent = 18
	for i, c := range cards {
		told := m.told(c, width-indent)
		told[0] = append(told[0], word{-indent, false, theme.Strong, c.key}, word{2 - indent, false, theme.Strong, c.title})
		for j := range told {
			told[j] = told[j].shift(indent)
		}
		all = append(all, told...)
		if i == m.story {
			some = append(some, told...)
		} else {
			some = append(some, m.cardBrief(c, width))
		}
	}
	if len(all) > room {
		return some
	}
	return all
}

// cardsBrief is a row for each card.
func (m *Model) cardsBrief(width int) []row {
	var rows []row
	for _, c := range cards {
		rows = append(rows, m.cardBrief(c, width))
	}
	return rows
}

func (m *Model) cardBrief(c card, width int) row {
	const at = 30
	g := m.canvas.Glyphs()
	r := row{{0, false, theme.Strong, c.key}, {2, false, theme.Plain, c.title}, {18, false, theme.Plain, string(g.Published) + " " + c.ratio}}
	known := m.done[c.name].measured
	if known == nil || m.job != nil && m.job.name == c.name {
		return append(r, m.standing(c, width-at)[0].shift(at)...)
	}
	text := string(g.Measured) + " " + known.times() + " "
	from := at + m.canvas.Width(text)
	return append(r, word{at, false, theme.Strong, text}, word{from, false, theme.Dim, fit(width-from, known.basis(), known.bounds())})
}

func repeat(r rune, n int) string {
	text := make([]rune, max(n, 0))
	for i := range text {
		text[i] = r
	}
	return string(text)
}

func fit(width int, wordings ...string) string { return widgets.Fit(width, wordings...) }
