// Package canvas is a grid of styled cells that turns into one string with an
// escape sequence only where the style changes.
package canvas

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"linebounce/ui/tui/theme"
)

type cell struct {
	r     rune
	style theme.Style
}

// Canvas is a grid of cells. What is drawn outside it is lost and counted.
type Canvas struct {
	theme         theme.Theme
	width, height int
	cells         []cell
	lost          []string
	clip          [4]int // left, top, right and bottom of where drawing is allowed
	text          []byte // of the last picture, whose room is used again
}

// New makes an empty canvas, sizes in cells.
func New(t theme.Theme, width, height int) *Canvas {
	c := &Canvas{theme: t, width: max(width, 0), height: max(height, 0)}
	c.cells = make([]cell, c.width*c.height)
	c.Clear()
	return c
}

// Clear makes every cell blank.
func (c *Canvas) Clear() {
	for i := range c.cells {
		c.cells[i] = cell{r: ' '}
	}
	c.lost, c.clip = nil, [4]int{0, 0, c.width, c.height}
}

// Inside lets draw draw nowhere but in the area given. What falls outside is
// lost, as at the edge of the canvas.
func (c *Canvas) Inside(x, y, width, height int, draw func()) {
	before := c.clip
	c.clip = [4]int{max(x, before[0]), max(y, before[1]), min(x+width, before[2]), min(y+height, before[3])}
	draw()
	c.clip = before
}

// Size returns width and height in cells.
func (c *Canvas) Size() (width, height int) { return c.width, c.height }

// Glyphs returns the characters that the terminal can show.
func (c *Canvas) Glyphs() theme.Glyphs { return c.theme.Glyphs }

// Put sets one cell. Runes must be one cell wide.
func (c *Canvas) Put(x, y int, s theme.Style, r rune) {
	if x < c.clip[0] || y < c.clip[1] || x >= c.clip[2] || y >= c.clip[3] {
		c.lost = append(c.lost, string(r))
		return
	}
	c.cells[y*c.width+x] = cell{r, s}
}

// Text writes one line and returns the column after it. In the place of a control
// character, which a text from a file may hold, stands a question mark.
func (c *Canvas) Text(x, y int, s theme.Style, text string) int {
	for _, r := range c.theme.Glyphs.Text(text) {
		if unicode.IsControl(r) {
			r = '?'
		}
		c.Put(x, y, s, r)
		x++
		if Wide(r) {
			c.Put(x, y, s, covered)
			x++
		}
	}
	return x
}

// covered is the cell behind a character that takes two.
const covered = 0

// Wide reports whether a character takes two cells. Those that the program itself
// draws with take one.
func Wide(r rune) bool {
	return r >= 0x1100 && (r < 0x2000 || r >= 0x2E80) && ansi.StringWidth(string(r)) == 2
}

// Right writes one line that ends before column x.
func (c *Canvas) Right(x, y int, s theme.Style, text string) {
	c.Text(x-c.Width(text), y, s, text)
}

// Width returns the columns that Text would take.
func (c *Canvas) Width(text string) int {
	n := 0
	for _, r := range c.theme.Glyphs.Text(text) {
		n++
		if Wide(r) {
			n++
		}
	}
	return n
}

// Repeat fills n cells of a row.
func (c *Canvas) Repeat(x, y, n int, s theme.Style, r rune) {
	for i := range n {
		c.Put(x+i, y, s, r)
	}
}

// Lost returns what was drawn outside the canvas, or outside the area that
// Inside allowed, since Clear. A picture that
// fits loses nothing.
func (c *Canvas) Lost() []string { return c.lost }

// String returns the rows, parted by newlines.
func (c *Canvas) String() string {
	c.text = c.text[:0]
	for y := range c.height {
		if y > 0 {
			c.text = append(c.text, '\n')
		}
		c.row(c.cells[y*c.width : (y+1)*c.width])
	}
	return string(c.text)
}

// row writes cells up to the last that shows something.
func (c *Canvas) row(cells []cell) {
	blank := cell{r: ' '}
	for len(cells) > 0 && cells[len(cells)-1] == blank {
		cells = cells[:len(cells)-1]
	}
	style := theme.Plain
	for _, next := range cells {
		if next.style != style {
			if style != theme.Plain {
				c.text = append(c.text, theme.Reset...)
			}
			c.text = append(c.text, c.theme.Prefix(next.style)...)
			style = next.style
		}
		if next.r != covered {
			c.text = utf8.AppendRune(c.text, next.r)
		}
	}
	if style != theme.Plain {
		c.text = append(c.text, theme.Reset...)
	}
}
