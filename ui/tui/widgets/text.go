package widgets

import (
	"strings"
	"unicode/utf8"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// Fit returns the first of several wordings that fits the width, best first,
// or else the last.
func Fit(width int, wordings ...string) string {
	for _, text := range wordings {
		if utf8.RuneCountInString(text) <= width {
			return text
		}
	}
	return wordings[len(wordings)-1]
}

// Wrap breaks text between words into lines of at most width cells. A longer
// word is broken where it must be.
func Wrap(text string, width int) []string {
	if width < 1 {
		return nil
	}
	var lines []string
	line, length := "", 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		if length > 0 && length+1+n > width {
			lines, line, length = append(lines, line), "", 0
		}
		for n > width {
			head := string([]rune(word)[:width])
			lines, word, n = append(lines, head), word[len(head):], n-width
		}
		if length > 0 {
			line, length = line+" ", length+1
		}
		line, length = line+word, length+n
	}
	if length > 0 {
		lines = append(lines, line)
	}
	return lines
}

// A Span is text in one style. An Item is spans that stay together on a row.
type (
	Span struct {
		Style theme.Style
		Text  string
	}
	Item []Span
)

// Width returns the cells an item takes.
func (i Item) Width(c *canvas.Canvas) int {
	n := 0
	for _, span := range i {
		n += c.Width(span.Text)
	}
	return n
}

// Draw writes an item and returns the column after it.
func (i Item) Draw(c *canvas.Canvas, x, y int) int {
	for _, span := range i {
		x = c.Text(x, y, span.Style, span.Text)
	}
	return x
}

// Flow deals items out to rows of at most width cells with a gap between them.
func Flow(c *canvas.Canvas, items []Item, width, gap int) [][]Item {
	var rows [][]Item
	x := 0
	for _, item := range items {
		n := item.Width(c)
		if len(rows) == 0 || x+gap+n > width {
			rows = append(rows, nil)
			x = -gap
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], item)
		x += gap + n
	}
	return rows
}

// DrawRows writes flowed items from a row downwards.
func DrawRows(c *canvas.Canvas, rows [][]Item, x, y, gap int) {
	for i, row := range rows {
		at := x
		for _, item := range row {
			at = item.Draw(c, at, y+i) + gap
		}
	}
}
