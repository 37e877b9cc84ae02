package lessons

import (
	"fmt"

	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

const (
	readable = 92  // columns of prose at most
	listed   = 116 // of the list, so that a title is not far from its columns
	keyGap   = 2
)

// sheet is everything that a picture of this room is made of.
type sheet struct {
	origin string // mark of the figures
	head   []row  // stands still
	body   []row  // scrolls
	from   int    // the row of the body that matters, with those to a second one
	to     int
	top    bool // it should stand at the top
	keys   []widgets.Item
}

// margins are where a sheet may draw.
func (m *Model) margins() (left, width int) {
	w, _ := m.canvas.Size()
	switch {
	case m.docked():
		return 2, w - 3 // behind the border
	case m.presenting:
		width = min(w-16, readable)
	case m.play != nil || m.exam != nil:
		width = min(w-2, readable)
	case w < 100:
		width = w - 2
	default:
		width = min(w-4, listed)
	}
	return (w - width) / 2, width
}

// draw draws the whole picture, or the lesson's part of it.
func (m *Model) draw() {
	c := m.canvas
	c.Clear()
	if m.width < lab.LeastWidth || m.height < lab.LeastHeight {
		words := fmt.Sprintf("linebounce needs %d x %d cells, this is %d x %d.", lab.LeastWidth, lab.LeastHeight, m.width, m.height)
		for y, line := range widgets.Wrap(words, m.width) {
			if y < m.height {
				c.Text(0, y, theme.Plain, line)
			}
		}
		return
	}
	left, width := m.margins()
	s := m.sheet(width)
	m.drawTitle(s.origin)
	y := 1
	for _, r := range s.head {
		r.Draw(c, left, y)
		y++
	}
	keys := widgets.Flow(c, s.keys, width, keyGap)
	if !m.looking {
		keys = widgets.FlowKeys(c, s.keys, width, keyGap, m.keeping)
	}
	notes := text(m.theme.Glyphs, theme.Plain, width, m.says())
	bottom := m.height - len(keys) - max(len(notes), 1)
	y = m.drawBody(s, widgets.Area{X: left, Y: y + 1, Width: width, Height: bottom - y - 1}, len(notes) == 0)
	for i, r := range notes {
		r.Draw(c, left, max(bottom, y)+i)
	}
	if first := keys[0][0]; m.below > 0 && m.exam == nil && m.play != nil && first[0].Text == "enter" {
		keys[0][0] = keyItem("enter", "more") // not longer than what stood there
	}
	widgets.DrawRows(c, keys, left, m.height-len(keys), keyGap)
	if m.docked() && m.beside == none {
		m.drawCurtain()
	}
}

// drawTitle draws the first row: all rooms, or beside one that shows them only
// this one.
func (m *Model) drawTitle(origin string) {
	c := m.canvas
	w, _ := c.Size()
	if m.docked() {
		for y := range m.height {
			c.Put(0, y, theme.Plain, c.Glyphs().Upright)
		}
		chip := widgets.Chip(widgets.Lessons)
		c.Text(2, 0, chip.Style, chip.Text)
		c.Right(w-1, 0, theme.Strong, origin)
		return
	}
	left := 1
	if w >= 100 {
		left = 2
	}
	widgets.Title(c, left, w-2*left, widgets.Lessons, m.keeping, origin, m.facts)
}

// facts is what the title says on its right.
func (m *Model) facts(width int) string {
	switch {
	case m.presenting:
		said := m.elapsed()
		return widgets.Fit(width, "presenting "+said, said)
	case !m.known:
		return ""
	}
	finished, all := m.tally()
	return widgets.Fit(width, fmt.Sprintf("%d of %d lessons finished", finished, all), fmt.Sprintf("%d of %d finished", finished, all), fmt.Sprintf("%d/%d", finished, all))
}

// says is the line above the keys.
func (m *Model) says() string {
	switch {
	case m.note != "":
		return m.note
	case m.unsaved != "":
		return m.unsaved
	case m.play == nil && m.exam == nil:
		return m.notice
	}
	return ""
}

// drawBody draws what scrolls into an area whose last row, or the one below
// where that is free, says whether there is more. It returns the row behind.
func (m *Model) drawBody(s sheet, a widgets.Area, free bool) int {
	c := m.canvas
	if len(s.body) > a.Height && !free {
		a.Height--
	}
	m.page = max(a.Height, 1)
	last := max(len(s.body)-m.page, 0)
	if m.follow {
		if s.top {
			m.scroll = s.from
		} else {
			m.scroll = min(max(m.scroll, s.to-m.page), s.from)
		}
	}
	m.follow = false
	m.scroll = min(max(m.scroll, 0), last)
	m.below = len(s.body) - m.scroll - m.page
	for i, r := range s.body[m.scroll:min(m.scroll+m.page, len(s.body))] {
		r.Draw(c, a.X, a.Y+i)
	}
	if last > 0 {
		words := "this is the end; pgup goes back up"
		switch {
		case m.below > 0 && m.scroll > 0:
			words = fmt.Sprintf("%s more below, pgdn; %d above, pgup", wording.Count(m.below, "row"), m.scroll)
		case m.below > 0:
			words = fmt.Sprintf("%s more below, pgdn", wording.Count(m.below, "row"))
		}
		words = widgets.Fit(a.Width, words, fmt.Sprintf("%d more below: pgdn", m.below))
		c.Text(a.X, a.Y+a.Height, theme.Dim, words)
		return a.Y + a.Height + 1
	}
	return a.Y + len(s.body)
}

// more reports whether the body goes on below what is shown.
func (m *Model) more() bool {
	_ = m.View() // the place may have changed since the last picture
	m.stale = true
	return m.below > 0
}

// sheet is what is to be shown.
func (m *Model) sheet(width int) sheet {
	switch {
	case !m.known:
		return sheet{body: text(m.theme.Glyphs, theme.Plain, width, "Reading the course.")}
	case m.exam != nil:
		return m.examSheet(width)
	case m.play != nil && m.play.ended:
		return m.endSheet(width)
	case m.play != nil:
		return m.stepSheet(width)
	}
	return m.listSheet(width)
}

func keyItem(key, label string) widgets.Item {
	return widgets.Item{{Style: theme.Strong, Text: key}, {Style: theme.Dim, Text: " " + label}}
}
