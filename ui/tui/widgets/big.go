package widgets

import (
	"strings"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// BigRows is the height of a number drawn by Big.
const BigRows = 3

// digits are drawn so that a number can be read from the back of a room.
var digits = map[rune][BigRows]string{
	'0': {"┏━┓", "┃ ┃", "┗━┛"},
	'1': {"╺┓ ", " ┃ ", "╺┻╸"},
	'2': {"╺━┓", "┏━┛", "┗━╸"},
	'3': {"╺━┓", "╺━┫", "╺━┛"},
	'4': {"╻ ╻", "┗━┫", "  ╹"},
	'5': {"┏━╸", "┗━┓", "╺━┛"},
	'6': {"┏━╸", "┣━┓", "┗━┛"},
	'7': {"╺━┓", "  ┃", "  ╹"},
	'8': {"┏━┓", "┣━┫", "┗━┛"},
	'9': {"┏━┓", "┗━┫", "╺━┛"},
	'.': {" ", " ", "."},
	'×': {"   ", "╲ ╱", "╱ ╲"},
}

// Big draws a number three rows high and returns the column after it. A
// character that has no big form is left out. Where only ASCII can be shown
// the number stays small.
func Big(c *canvas.Canvas, x, y int, style theme.Style, number string) int {
	if c.Glyphs().ASCII() {
		return c.Text(x, y+1, style, number)
	}
	for _, r := range number {
		rows, known := digits[r]
		if !known {
			continue
		}
		for i, row := range rows {
			c.Text(x, y+i, style, row)
		}
		x += len([]rune(rows[0])) + 1
	}
	return x
}

// BigWidth returns the columns that Big takes.
func BigWidth(c *canvas.Canvas, number string) int {
	if c.Glyphs().ASCII() {
		return c.Width(strings.TrimSpace(number))
	}
	n := 0
	for _, r := range number {
		if rows, known := digits[r]; known {
			n += len([]rune(rows[0])) + 1
		}
	}
	return n
}
