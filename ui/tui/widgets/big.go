package widgets

import (
	"strings"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

const (
	BigRows  = 3 // the height of a number drawn by Big
	HugeRows = 5 // the same with its pixels doubled
	pixels   = 5 // rows of a digit
)

// glyph is one character of a big number: five rows of pixels, two to a cell.
type glyph [pixels]string

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

// Big draws a number over so many rows, BigRows or HugeRows, and returns the column
// after it. A character that has no big form is left out. Where only ASCII can be
// shown the number stays small.
func Big(c *canvas.Canvas, x, y, rows int, style theme.Style, number string) int {
	for row, line := range BigLines(c.Glyphs(), number, rows) {
		for column, r := range []rune(line) {
			if r != ' ' {
				c.Put(x+column, y+row, style, r)
			}
		}
	}
	return x + BigWidth(c, number, rows)
}

// scale is how many cells a pixel is wide in a number of so many rows, and how many
// halves of a cell high.
func scale(rows int) int { return 2 * rows / pixels }

// BigLines are the rows of a number as Big draws it, for a page that scrolls.
func BigLines(g theme.Glyphs, number string, rows int) []string {
	lines, n := make([]string, rows), scale(rows)
	if g.ASCII() {
		lines[1] = g.Text(number)
		return lines
	}
	for _, r := range number {
		shape, known := digits[r]
		if !known {
			continue
		}
		set := func(y, x int) bool { return y < n*pixels && shape[y/n][x/n] == '#' }
		for row := range lines {
			for x := range n * len(shape[0]) {
				lines[row] += string(half(set(2*row, x), set(2*row+1, x)))
			}
			lines[row] += strings.Repeat(" ", n)
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
func BigWidth(c *canvas.Canvas, number string, rows int) int {
	if c.Glyphs().ASCII() {
		return c.Width(number)
	}
	n := 0
	for _, r := range number {
		if g, known := digits[r]; known {
			n += scale(rows) * (len(g[0]) + 1)
		}
	}
	return n
}
