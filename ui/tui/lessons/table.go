package lessons

import (
	"strings"

	"linebounce/lessons"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// between is the space between two columns.
const between = 2

// table lays the rows of a table out. Columns that have no room for their
// longest cell break it into several rows.
func table(g theme.Glyphs, blocks []lessons.Block, width int) []row {
	var all [][][]letter
	columns := 0
	for _, b := range blocks {
		line := split(g, b.Spans)
		all = append(all, line)
		columns = max(columns, len(line))
	}
	widths := shares(all, columns, width-between*(columns-1))
	var rows []row
	for _, line := range all {
		rows = append(rows, beside(line, widths)...)
	}
	return rows
}

// split parts a row's letters into its cells.
func split(g theme.Glyphs, spans []lessons.Span) [][]letter {
	var parts [][]letter
	from := 0
	for i, s := range spans {
		if s.Style == lessons.Cell {
			parts = append(parts, letters(g, spans[from:i], theme.Plain))
			from = i + 1
		}
	}
	if from < len(spans) {
		parts = append(parts, letters(g, spans[from:], theme.Plain))
	}
	return parts
}

// shares gives each column what its longest cell takes, and where that is too
// much takes it from the widest.
func shares(all [][][]letter, columns, width int) []int {
	widths := make([]int, columns)
	sum := 0
	for c := range widths {
		for _, line := range all {
			if c < len(line) {
				widths[c] = max(widths[c], across(line[c]))
			}
		}
		sum += widths[c]
	}
	for ; sum > width; sum-- {
		widest := 0
		for c := range widths {
			if widths[c] > widths[widest] {
				widest = c
			}
		}
		if widths[widest] <= 1 {
			break
		}
		widths[widest]--
	}
	return widths
}

// beside sets the cells of a row side by side, each broken to its column.
func beside(line [][]letter, widths []int) []row {
	var columns [][]row
	tall := 1
	for c, cell := range line {
		lines := wrap(cell, widths[c])
		columns = append(columns, lines)
		tall = max(tall, len(lines))
	}
	rows := make([]row, tall)
	for y := range rows {
		for c, lines := range columns {
			n := 0
			if y < len(lines) {
				rows[y] = append(rows[y], lines[y]...)
				n = length(lines[y])
			}
			if c < len(columns)-1 {
				rows[y] = append(rows[y], widgets.Span{Style: theme.Plain, Text: strings.Repeat(" ", widths[c]-n+between)})
			}
		}
	}
	return rows
}

// length is the cells a row takes.
func length(r row) int {
	n := 0
	for _, s := range r {
		n += cells(s.Text)
	}
	return n
}

// cells is the width of text that is written in the terminal's own characters.
func cells(text string) int {
	n := 0
	for _, r := range text {
		n++
		if canvas.Wide(r) {
			n++
		}
	}
	return n
}
