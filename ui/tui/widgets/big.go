package widgets

import (
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// BigRows is the height of a number drawn by Big.
const BigRows = 3

// glyph is one character of a big number: five rows of pixels, two to a cell.
type glyph [5]string

// digits are drawn so that a number can be read from the back of a room.
var digits = map[rune]glyph{
	'0': {"###", "# #", "# #", "# #", "###"},
	'1': {"## ", " # ", " # ", " # ", "###"},
	'2': {"###", "  #", "###", "#  ", "###"},
	'3': {"###", "  #", "###", "  #", "###"},
	'4': {"# #", "# #", "###", "  #", "  #"},
	'5': {"###", "#  ", "###", "  #", "###"},
	'6': {"###", "#  ", "###", "# #", "###"},
	'7': {"###", "  #", "  #", "  #", "  #"},
	'8': {"###", "# #", "###", "# #", "###"},
	'9': {"###", "# #", "###", "  #", "###"},
	'.': {" ", " ", " ", " ", "#"},
	'×': {"   ", "# #", " # ", "# #", "   "},
}

// Big draws a number three rows high and returns the column after it. A
// character that has no big form is left out. Where only ASCII can be shown
// the number stays small.
func Big(c *canvas.Canvas, x, y int, style theme.Style, number string) int {
	if c.Glyphs().ASCII() {
		return c.Text(x, y+1, style, number)
	}
	for _, r := range number {
		g, known := digits[r]
		if !known {
			continue
		}
		for column := range len(g[0]) {
			for row := range BigRows {
				upper := g[2*row][column] == '#'
				lower := 2*row+1 < len(g) && g[2*row+1][column] == '#'
				if block := half(upper, lower); block != ' ' {
					c.Put(x+column, y+row, style, block)
				}
			}
		}
		x += len(g[0]) + 1
	}
	return x
}

func half(upper, lower bool) rune {
	switch {
	case upper && lower:
		return '█'
	case upper:
		return '▀'
	case lower:
		return '▄'
	}
	return ' '
}

// BigWidth returns the columns that Big takes.
func BigWidth(c *canvas.Canvas, number string) int {
	if c.Glyphs().ASCII() {
		return c.Width(number)
	}
	n := 0
	for _, r := range number {
		if g, known := digits[r]; known {
			n += len(g[0]) + 1
		}
	}
	return n
}
