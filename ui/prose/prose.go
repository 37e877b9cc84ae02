// Package prose lays out the prose of lessons as lines of plain text, for
// commands and for the presenter's notes.
package prose

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"

	"linebounce/lessons"
)

// Lines lays blocks out in lines of at most width cells, with an empty line
// between them; items of a list and rows of a table stand close. Code is not
// broken but indented, for it may be copied.
func Lines(blocks []lessons.Block, width int) []string {
	var lines []string
	for i := 0; i < len(blocks); i++ {
		b := blocks[i]
		if i > 0 && !(b.Kind == lessons.Item && blocks[i-1].Kind == lessons.Item) {
			lines = append(lines, "")
		}
		switch b.Kind {
		case lessons.Row:
			n := 1
			for i+n < len(blocks) && blocks[i+n].Kind == lessons.Row {
				n++
			}
			lines = append(lines, rows(blocks[i:i+n], width)...)
			i += n - 1
		case lessons.Code:
			for line := range strings.SplitSeq(b.Text(), "\n") {
				lines = append(lines, strings.TrimRight("    "+Clean(line), " "))
			}
		case lessons.Item:
			label := strings.Repeat("  ", b.Depth) + cmp.Or(b.Label, " ") + " "
			lines = append(lines, Hang(label, text(b.Spans), width)...)
		case lessons.Quote:
			for _, line := range Wrap(text(b.Spans), width-2) {
				lines = append(lines, "> "+line)
			}
		default:
			lines = append(lines, Wrap(text(b.Spans), width)...)
		}
	}
	return lines
}

// text is what spans say, with code set off as in Markdown.
func text(spans []lessons.Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Style == lessons.Mono {
			b.WriteString("`" + s.Text + "`")
			continue
		}
		b.WriteString(s.Text)
	}
	return b.String()
}

// rows lays out a table, whose first row is its heading. Columns that have no
// room for their longest cell break it.
func rows(blocks []lessons.Block, width int) []string {
	var all [][]string
	for _, b := range blocks {
		var cells []string
		for _, c := range b.Cells() {
			cells = append(cells, Clean(text(c)))
		}
		all = append(all, cells)
	}
	t := table.New().Rows(all...).Wrap(true).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderRow(false).BorderColumn(false).
		StyleFunc(padded)
	drawn := t.String()
	if slices.Max(widths(drawn)) > width {
		drawn = t.Width(width).String()
	}
	var lines []string
	for line := range strings.SplitSeq(drawn, "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// padded parts the columns.
func padded(_, column int) lipgloss.Style {
	if column == 0 {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().PaddingLeft(2)
}

func widths(drawn string) []int {
	var list []int
	for line := range strings.SplitSeq(drawn, "\n") {
		list = append(list, ansi.StringWidth(line))
	}
	return list
}

// Hang wraps text with a label before its first line and as much space before
// the others.
func Hang(label, text string, width int) []string {
	label = Clean(label)
	space := strings.Repeat(" ", ansi.StringWidth(label))
	lines := Wrap(text, width-len(space))
	for i, line := range lines {
		lines[i] = space + line
	}
	if len(lines) == 0 {
		return []string{strings.TrimRight(label, " ")}
	}
	lines[0] = label + strings.TrimPrefix(lines[0], space)
	return lines
}

// narrowest is the least width that anything is wrapped to.
const narrowest = 10

// Wrap breaks text between words into lines of at most width cells, but not less
// than ten. A longer word is broken where it must be; never at a hyphen, which
// may begin a flag.
func Wrap(text string, width int) []string {
	width = max(width, narrowest)
	var lines []string
	line, length := "", 0
	for word := range strings.FieldsSeq(Clean(text)) {
		n := ansi.StringWidth(word)
		if length > 0 && length+1+n > width {
			lines, line, length = append(lines, line), "", 0
		}
		for n > width {
			head := ansi.Truncate(word, width, "")
			lines, word = append(lines, head), strings.TrimPrefix(word, head)
			n = ansi.StringWidth(word)
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

// Clean makes text harmless for a terminal: control characters, which could move
// its cursor or worse, become spaces.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
