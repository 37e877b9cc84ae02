package widgets

import (
	"strings"

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
	for row, line := range BigLines(c.Glyphs(), number) {
		for column, r := range []rune(line) {
			if r != ' ' {
				c.Put(x+column, y+row, style, r)
			}
		}
	}
	return x + BigWidth(c, number)
}

// BigLines are the rows of a number as Big draws it, for a page that scrolls.
func BigLines(g theme.Glyphs, number string) [BigRows]string {
	var lines [BigRows]string
	if g.ASCII() {
		lines[1] = g.Text(number)
		return lines
	}
	for _, r := range number {
		shape, known := digits[r]
		if !known {
			continue
		}
		for row := range lines {
			for column := range len(shape[0]) {
				lower := 2*row+1 < len(shape) && shape[2*row+1][column] == '#'
				lines[row] += string(half(shape[2*row][column] == '#', lower))
			}
			lines[row] += " "
		}
	}
	for row := range lines {
		lines[row] = strings.TrimRight(lines[row], " ")
	}
	return lines
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
