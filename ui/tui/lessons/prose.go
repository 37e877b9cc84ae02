package lessons

import (
	"strings"
	"unicode"

	"linebounce/lessons"
	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// row is one row of a page.
type row = widgets.Item

// letter is a styled character on its way to a row.
type letter struct {
	r     rune
	style theme.Style
}

// styles are how spans are set off. What a terminal cannot slant is bold.
var styles = map[lessons.SpanStyle]theme.Style{
	lessons.Strong: theme.Strong, lessons.Emph: theme.Strong, lessons.Mono: theme.Strong,
}

// prose lays blocks out in rows of at most width cells, with a free row between
// them; items of a list and rows of a table stand close.
func prose(g theme.Glyphs, blocks []lessons.Block, width int) []row {
	var rows []row
	indent := 0 // of the item before
	for i := 0; i < len(blocks); i++ {
		b := blocks[i]
		if i > 0 && !(blocks[i-1].Kind == b.Kind && b.Kind == lessons.Item) {
			rows = append(rows, nil)
		}
		switch b.Kind {
		case lessons.Row:
			n := 1
			for i+n < len(blocks) && blocks[i+n].Kind == lessons.Row {
				n++
			}
			rows = append(rows, table(g, blocks[i:i+n], width)...)
			i += n - 1
		case lessons.Code:
			rows = append(rows, code(g, b, width)...)
		case lessons.Item:
			label := strings.Repeat(" ", indent)
			if b.Label != "" {
				label = strings.Repeat("  ", b.Depth) + g.Text(b.Label) + " "
				indent = cells(label)
			}
			rows = append(rows, hang(label, theme.Plain, wrap(letters(g, b.Spans, theme.Plain), width-indent))...)
		case lessons.Quote:
			rows = append(rows, every(string(g.Upright)+" ", theme.Faint, wrap(letters(g, b.Spans, theme.Dim), width-2))...)
		case lessons.Heading:
			rows = append(rows, wrap(letters(g, b.Spans, theme.Strong), width)...)
		default:
			rows = append(rows, wrap(letters(g, b.Spans, theme.Plain), width)...)
		}
	}
	return rows
}

// letters are the characters of spans in the terminal's own. Marks that would be
// set upon another character have no cell and are left out.
func letters(g theme.Glyphs, spans []lessons.Span, base theme.Style) []letter {
	var all []letter
	for _, s := range spans {
		style, set := styles[s.Style]
		if !set {
			style = base
		}
		for _, r := range g.Text(s.Text) {
			if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
				all = append(all, letter{r, style})
			}
		}
	}
	return all
}

// wrap breaks letters between words into rows. A longer word is broken where it
// must be.
func wrap(all []letter, width int) []row {
	if width < 1 {
		return nil
	}
	var rows []row
	var line, word []letter
	gap := theme.Plain // the style of the blank before word
	flush := func() {
		if len(line) > 0 {
			rows, line = append(rows, join(line)), nil
		}
	}
	place := func() {
		if len(word) == 0 {
			return
		}
		if len(line) > 0 && across(line)+1+across(word) > width {
			flush()
		}
		for across(word) > width {
			n := max(fitting(word, width), 1)
			rows, word = append(rows, join(word[:n])), word[n:]
		}
		if len(line) > 0 {
			if line[len(line)-1].style != gap || word[0].style != gap {
				gap = theme.Plain // between words of two styles there is none
			}
			line = append(line, letter{' ', gap})
		}
		line, word = append(line, word...), nil
	}
	for _, l := range all {
		if l.r == ' ' || l.r == '\n' || l.r == '\t' {
			place()
			gap = l.style
			continue
		}
		word = append(word, l)
	}
	place()
	flush()
	return rows
}

// across is the cells that letters take.
func across(all []letter) int {
	n := len(all)
	for _, l := range all {
		if canvas.Wide(l.r) {
			n++
		}
	}
	return n
}

// fitting is how many letters have room in so many cells.
func fitting(all []letter, width int) int {
	for n := range all {
		if across(all[:n+1]) > width {
			return n
		}
	}
	return len(all)
}

// join makes spans of letters, one for each run of a style.
func join(all []letter) row {
	var r row
	for i := 0; i < len(all); {
		j := i
		var text strings.Builder
		for ; j < len(all) && all[j].style == all[i].style; j++ {
			text.WriteRune(all[j].r)
		}
		r = append(r, widgets.Span{Style: all[i].style, Text: text.String()})
		i = j
	}
	return r
}

// hang puts a label before the first row and as much space before the others.
func hang(label string, style theme.Style, rows []row) []row {
	space := strings.Repeat(" ", cells(label))
	for i := range rows {
		text := space
		if i == 0 {
			text = label
		}
		rows[i] = append(row{{Style: style, Text: text}}, rows[i]...)
	}
	return rows
}

// every puts a label before all rows.
func every(label string, style theme.Style, rows []row) []row {
	for i := range rows {
		rows[i] = append(row{{Style: style, Text: label}}, rows[i]...)
	}
	return rows
}

// code is lines as they are, broken where they must be; nothing but space stands
// before them, for they may be copied.
func code(g theme.Glyphs, b lessons.Block, width int) []row {
	var rows []row
	for _, s := range b.Spans {
		for line := range strings.SplitSeq(strings.TrimRight(s.Text, "\n"), "\n") {
			rest := letters(g, []lessons.Span{{Text: strings.ReplaceAll(line, "\t", "    ")}}, theme.Strong)
			for more := true; more; more = len(rest) > 0 {
				n := max(fitting(rest, width-2), min(len(rest), 1))
				rows = append(rows, append(row{{Text: "  "}}, join(rest[:n])...))
				rest = rest[n:]
			}
		}
	}
	return rows
}

// text is one paragraph in one style.
func text(g theme.Glyphs, style theme.Style, width int, words string) []row {
	return wrap(letters(g, []lessons.Span{{Text: words}}, style), width)
}
