package lab

import (
	"strings"

	"linebounce/probes"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/verdict"
)

// card is what one experiment's card says.
type card struct {
	name, ratio, says, note string
	age                     string // of the figure, "" while it is fresh and where there is none
	state, short            string // what there is instead of a figure, at length and in a word, "" where there is one
}

func (m *Model) card(e *experiment) card {
	c := card{name: e.Name, says: e.Headline, note: e.Note}
	chosen, ratio := e == m.experiment(), e.ratio()
	switch {
	case chosen && m.stage != nil && !m.stage.changed:
		c.says, c.note = "B over A of the lesson", ""
	case !e.usual() && m.options.Recorded:
		c.says, c.note = "B over A as recorded", ""
	case !e.usual() && e.arms == e.initial: // the program was opened with these arms
		c.says, c.note = "B over A as asked for", ""
	case !e.usual():
		c.says, c.note = "B over A, changed by keys", "r sets it back"
	}
	switch {
	case e.shown.Err != nil:
		c.ratio, c.state, c.short = "-", "cannot run now", "not now"
	case e.secret && m.stage != nil:
		c.ratio, c.state, c.short = "?", "hidden by the lesson", "hidden"
	case e.secret:
		c.ratio, c.state, c.short = "?", "hidden for the vote", "hidden"
	case e.shown.At.IsZero() && !chosen:
		c.ratio, c.state, c.short = "...", "its turn comes soon", "soon"
	case !ratio.Known() && m.options.Recorded:
		c.ratio, c.state, c.short = "...", "too few readings yet", "soon"
	case !ratio.Known():
		c.ratio, c.state, c.short = "...", "warming up", "soon"
	default:
		c.ratio = times(ratio.Median)
		if !chosen {
			c.age = m.age(e)
		}
	}
	return c
}

// status is what a card says besides its ratio, in one text.
func (m *Model) status(e *experiment, c card) string {
	switch said, known := e.simulation(); {
	case c.state != "":
		return c.state
	case known:
		short, _ := said.modelLine()
		if c.age != "" {
			return c.age + "; " + short
		}
		return short
	case c.age != "" && !m.options.Recorded:
		return string(probes.Measured) + " " + c.age
	}
	return c.note
}

// times writes a ratio: "3.9×".
func times(ratio float64) string { return verdict.Times(ratio) + "×" }

// Boxes stand abreast as long as there are so many, each so high: a low one has
// its status on its border.
const (
	abreast = 3
	lowBox  = 3
	highBox = 4
)

// boxRows returns the rows of boxes that the cards make.
func (m *Model) boxRows() int { return (len(m.list) + abreast - 1) / abreast }

func (m *Model) drawCards(l layout) {
	rows := m.boxRows()
	switch {
	case l.cards.height >= lowBox*rows:
		m.drawBoxes(l, l.cards.height/rows)
	case l.cards.height > 1 && rows > 1:
		m.drawCardTable(l)
	default:
		m.drawCardRow(l)
	}
}

func (m *Model) drawBoxes(l layout, height int) {
	gap, columns := 2, min(abreast, len(m.list))
	width := (l.width - gap*(columns-1)) / columns
	for i, e := range m.list {
		c := m.card(e)
		a := widgets.Area{X: l.left + i%columns*(width+gap), Y: l.cards.at + i/columns*height, Width: width, Height: height}
		border, text, status := theme.Faint, theme.Dim, m.status(e, c)
		if i == m.current {
			border, text = theme.Plain, theme.Strong
		}
		corner := ""
		if height < highBox && status != e.Note { // what it always says gives way
			corner = widgets.Fit(width-len(c.name)-8, status, c.state+c.age, c.short, "")
		}
		widgets.Box(m.canvas, a, border, text, c.name, corner)
		x := m.canvas.Text(a.X+2, a.Y+1, theme.Strong, c.ratio)
		m.canvas.Text(x, a.Y+1, theme.Plain, m.says(a.X+width-2-x, c))
		if height >= highBox {
			m.canvas.Text(a.X+2, a.Y+2, theme.Dim, widgets.Fit(width-4, status, ""))
		}
	}
}

// says is what stands beside a card's ratio.
func (m *Model) says(width int, c card) string {
	texts := []string{"  " + c.says, " " + c.says, "  B over A"}
	if c.state != "" {
		return widgets.Fit(width, texts...)
	}
	return m.signed(width, texts...)
}

// drawCardTable is the cards in columns of plain text.
func (m *Model) drawCardTable(l layout) {
	left := m.canvas.Text(l.left, l.cards.at, theme.Dim, "B/A  ")
	width := (l.left + l.width - left) / abreast
	for i, e := range m.list {
		c := m.card(e)
		y, end := l.cards.at+i/abreast, left+(i%abreast+1)*width
		x := m.cardItem(e, c, " ", c.ratio).Draw(m.canvas, left+i%abreast*width, y)
		m.canvas.Text(x+1, y, theme.Dim, widgets.Fit(end-2-x, c.age, strings.TrimSuffix(c.age, " ago"), ""))
	}
}

func (m *Model) cardItem(e *experiment, c card, between, ratio string) widgets.Item {
	style := theme.Dim
	if e == m.experiment() {
		style = theme.Strong
	}
	item := widgets.Item{{Style: style, Text: c.name}, {Style: theme.Dim, Text: between}, {Style: theme.Strong, Text: ratio}}
	if sign := m.sign(); sign != "" && c.state == "" {
		item = append(item, widgets.Span{Style: theme.Dim, Text: " " + sign})
	}
	return item
}

// cardForm is how much each card says where all stand on one row.
type cardForm struct {
	between string
	age     bool
	sign    bool // the ratio has one
	gap     int
}

var cardForms = []cardForm{
	{" B/A ", true, true, 3}, {" ", true, true, 2}, // with ages
	{" B/A ", false, true, 3}, {" ", false, true, 2}, {" ", false, false, 2}, {" ", false, false, 1},
}

// inRow returns the cards in the fullest form of which all fit on one row, and
// whether there is one that leaves out no age.
func (m *Model) inRow(width int) (items []widgets.Item, gap int, whole bool) {
	ages := false
	for _, form := range cardForms {
		var items []widgets.Item
		for _, e := range m.list {
			c := m.card(e)
			ages = ages || c.age != ""
			if !form.sign {
				c.ratio = strings.TrimSuffix(c.ratio, "×")
			}
			item := m.cardItem(e, c, form.between, c.ratio)
			if form.age && c.age != "" {
				item = append(item, widgets.Span{Style: theme.Dim, Text: " " + c.age})
			}
			items = append(items, item)
		}
		if rows := widgets.Flow(m.canvas, items, width, form.gap); len(rows) == 1 {
			return items, form.gap, form.age || !ages
		}
	}
	return nil, 0, false
}

// cardRows returns how many rows of text the cards take: as many as boxes would
// where one row would leave something out.
func (m *Model) cardRows(width int) int {
	if _, _, whole := m.inRow(width); whole {
		return 1
	}
	return m.boxRows()
}

func (m *Model) drawCardRow(l layout) {
	items, gap, _ := m.inRow(l.width)
	widgets.DrawRows(m.canvas, [][]widgets.Item{items}, l.left, l.cards.at, gap)
}
