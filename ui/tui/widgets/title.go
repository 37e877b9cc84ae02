package widgets

import (
	"fmt"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// rooms are the program's, in the order of their keys from 1 on.
var rooms = []string{"Lab", "Simulator", "Kernel"}

// The rooms.
const (
	Lab = iota
	Simulator
	Kernel
)

// Title draws the first row: the rooms with the one that is open marked, where
// the figures come from and, in as many words as fit the width that facts is
// given, of which machine they are.
func Title(c *canvas.Canvas, left, width, room int, origin string, facts func(width int) string) {
	x := c.Text(left, 0, theme.Strong, "linebounce") + 1
	for i, name := range rooms {
		style := theme.Dim
		if i == room {
			style = theme.Title
		}
		x = c.Text(x, 0, style, fmt.Sprintf(" %d %s ", i+1, name))
	}
	end := left + width
	text := facts(end - x - c.Width(origin) - 3)
	c.Right(end, 0, theme.Dim, text)
	c.Right(end-c.Width(text)-2, 0, theme.Strong, origin)
}
