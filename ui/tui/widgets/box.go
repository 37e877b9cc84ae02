// Package widgets draws the parts that more than one place of the screen uses.
// A widget is a function of what it shows: it keeps no state.
package widgets

import (
	"strings"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// Area is a part of the canvas, in cells.
type Area struct{ X, Y, Width, Height int }

// Box draws a border with a title on the left of its upper edge and a note on
// the right, as far as they fit: a title may shrink to its last word.
func Box(c *canvas.Canvas, a Area, border, text theme.Style, title, note string) {
	g, right, low := c.Glyphs(), a.X+a.Width-1, a.Y+a.Height-1
	c.Put(a.X, a.Y, border, g.TopLeft)
	c.Repeat(a.X+1, a.Y, a.Width-2, border, g.Flat)
	c.Put(right, a.Y, border, g.TopRight)
	for y := a.Y + 1; y < low; y++ {
		c.Put(a.X, y, border, g.Upright)
		c.Put(right, y, border, g.Upright)
	}
	c.Put(a.X, low, border, g.LowLeft)
	c.Repeat(a.X+1, low, a.Width-2, border, g.Flat)
	c.Put(right, low, border, g.LowRight)
	free := a.Width - 4
	if n := c.Width(note) + 2; note != "" && n <= free {
		style := border
		if border == theme.Faint {
			style = theme.Dim // what is faint is not to be read
		}
		c.Right(right-1, a.Y, style, " "+note+" ")
		free -= n + 1
	}
	if words := strings.Fields(title); len(words) > 0 {
		title = Fit(free-2, title, words[len(words)-1])
		if c.Width(title)+2 <= free {
			c.Text(a.X+2, a.Y, text, " "+title+" ")
		}
	}
}

// Bar draws a share between 0 and 1 as done and not done.
func Bar(c *canvas.Canvas, x, y, width int, style theme.Style, share float64) {
	g, done := c.Glyphs(), filled(width, share)
	c.Repeat(x, y, done, style, g.Bar)
	c.Repeat(x+done, y, width-done, theme.Faint, g.Rail)
}

// filled is how many cells of a bar are done.
func filled(width int, share float64) int { return min(max(int(share*float64(width)+0.5), 0), width) }

// HighBar draws a share as Bar does, so many rows high.
func HighBar(c *canvas.Canvas, a Area, style, solid theme.Style, share float64) {
	if a.Height == 1 {
		Bar(c, a.X, a.Y, a.Width, style, share)
		return
	}
	g, done := c.Glyphs(), filled(a.Width, share)
	for y := range a.Height {
		c.Repeat(a.X, a.Y+y, done, solid, g.Solid)
	}
	c.Repeat(a.X+done, a.Y+a.Height-1, a.Width-done, theme.Faint, g.Rail)
}
