package widgets

import (
	"math"
	"strings"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// Series is one curve: a value for each column, NaN where there is none.
type Series struct {
	Name   string
	Style  theme.Style
	Values []float64
	Label  string // the newest value as it is written at the end of the curve
}

// Tag marks a column on the time axis.
type Tag struct {
	Column int
	Text   string
}

// Chart is curves over time, the newest on the right.
type Chart struct {
	Title       string   // quantity and unit
	Top         float64  // of the axis
	Axis        []string // labels of the top, the middle and the bottom
	Series      []Series
	Tags        []Tag
	First, Last string // ends of the time axis
}

// axisWidth is what the labels and the tick of the value axis take.
const axisWidth = 7

// labelWidth is what the labels at the end of the curves take.
const labelWidth = 9

// ChartColumns returns how many columns of values a chart of that width has.
func ChartColumns(width int) int { return max(width-axisWidth-labelWidth, 0) }

// Nice rounds an axis up to a number that halves well.
func Nice(top float64) float64 {
	if top <= 0 || math.IsNaN(top) || math.IsInf(top, 0) {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(top)))
	for _, step := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8, 10} {
		if top <= step*unit {
			return step * unit
		}
	}
	return 10 * unit
}

// Draw draws the chart into an area of at least five rows.
func (ch Chart) Draw(c *canvas.Canvas, a Area) {
	c.Text(a.X, a.Y, theme.Dim, ch.Title)
	plot := Area{a.X + axisWidth, a.Y + 1, ChartColumns(a.Width), a.Height - 2}
	ch.axes(c, a, plot)
	taken := map[int]bool{}
	for _, s := range ch.Series {
		ch.curve(c, plot, s)
		ch.label(c, plot, s, taken)
	}
	ch.tags(c, plot)
}

func (ch Chart) axes(c *canvas.Canvas, a, plot Area) {
	g, left := c.Glyphs(), plot.X-1
	for y := range plot.Height {
		c.Put(left, plot.Y+y, theme.Faint, g.Tick)
	}
	for i, text := range ch.Axis {
		y := plot.Y + i*(plot.Height-1)/max(len(ch.Axis)-1, 1)
		c.Right(left-1, y, theme.Dim, text)
	}
	base := plot.Y + plot.Height
	c.Put(left, base, theme.Faint, g.Corner)
	c.Repeat(plot.X, base, plot.Width, theme.Faint, g.Flat)
	c.Text(plot.X+plot.Width+1, base, theme.Dim, ch.Last)
	c.Text(plot.X, base, theme.Dim, ch.First+" ")
}

// row returns the row of a value, 0 at the top.
func (ch Chart) row(plot Area, value float64) int {
	share := value / ch.Top
	return min(max(int(math.Round((1-share)*float64(plot.Height-1))), 0), plot.Height-1)
}

func (ch Chart) curve(c *canvas.Canvas, plot Area, s Series) {
	g, last := c.Glyphs(), -1
	for x, value := range s.Values {
		if math.IsNaN(value) || x >= plot.Width {
			last = -1
			continue
		}
		row := ch.row(plot, value)
		at := func(y int, r rune) { c.Put(plot.X+x, plot.Y+y, s.Style, r) }
		switch {
		case last < 0 || last == row:
			at(row, g.Flat)
		case last > row:
			at(last, g.RiseFrom)
			at(row, g.RiseTo)
		default:
			at(last, g.FallFrom)
			at(row, g.FallTo)
		}
		if last >= 0 {
			for y := min(last, row) + 1; y < max(last, row); y++ {
				at(y, g.Upright)
			}
		}
		last = row
	}
}

// label writes a curve's name and newest value beside its end, on the next
// row that no other label has.
func (ch Chart) label(c *canvas.Canvas, plot Area, s Series, taken map[int]bool) {
	row := -1
	for _, value := range s.Values {
		if !math.IsNaN(value) {
			row = ch.row(plot, value)
		}
	}
	if row < 0 {
		return
	}
	for step := range 2 * plot.Height {
		y := row + (step+1)/2*(1-2*(step%2))
		if y >= 0 && y < plot.Height && !taken[y] {
			taken[y] = true
			x := c.Text(plot.X+plot.Width+1, plot.Y+y, s.Style, s.Name+" ")
			c.Text(x, plot.Y+y, s.Style, s.Label)
			return
		}
	}
}

// tags writes the marks on the time axis, the newest first, each with its text
// on the right, or on the left where there is no room. A text that would run
// into a newer one is left out.
func (ch Chart) tags(c *canvas.Canvas, plot Area) {
	g, y := c.Glyphs(), plot.Y+plot.Height
	begin, end := c.Width(ch.First)+1, plot.Width
	for i := len(ch.Tags) - 1; i >= 0; i-- {
		tag := ch.Tags[i]
		if tag.Column < begin || tag.Column >= plot.Width {
			continue
		}
		text := " " + strings.TrimSpace(tag.Text) + " "
		n, free := c.Width(text), tag.Column
		switch {
		case tag.Column >= end: // on the place of a newer text
			continue
		case tag.Column+1+n <= end:
			c.Text(plot.X+tag.Column+1, y, theme.Plain, text)
		case tag.Column-n >= begin:
			c.Text(plot.X+tag.Column-n, y, theme.Plain, text)
			free -= n
		}
		c.Put(plot.X+tag.Column, y, theme.Plain, g.Mark)
		end = min(end, free)
	}
}
