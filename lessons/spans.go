package lessons

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// spans returns the text below a node, pieces of one style joined.
func (p prose) spans(n ast.Node, style SpanStyle) []Span {
	var joined []Span
	var text strings.Builder
	pieces := p.pieces(n, style, nil)
	for i, s := range pieces {
		text.WriteString(s.Text)
		if last := i == len(pieces)-1; last || pieces[i+1].Style != s.Style {
			joined = append(joined, Span{text.String(), s.Style})
			text.Reset()
		}
	}
	return joined
}

// pieces appends the text below a node to a list.
func (p prose) pieces(n ast.Node, style SpanStyle, list []Span) []Span {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			list = p.piece(list, c, p.text(c), style)
			if c.SoftLineBreak() || c.HardLineBreak() {
				list = p.piece(list, c, " ", style)
			}
		case *ast.CodeSpan:
			list = p.pieces(c, Mono, list)
		case *ast.Emphasis:
			list = p.pieces(c, emphasis(style, c.Level), list)
		case *ast.AutoLink:
			list = p.piece(list, c, string(c.URL(p.source)), Link)
		case *ast.Link:
			list = p.link(c, style, list)
		case *ast.Image:
			p.reader.add(p.line(c), "words", "a picture is not shown")
		case *ast.RawHTML:
			if text := c.Segments.At(0); strings.HasPrefix(string(text.Value(p.source)), "<!--") {
				continue
			}
			p.reader.add(p.line(c), "Markdown, or ` on both sides of what is meant as it stands", "HTML is not shown")
		}
	}
	return list
}

// emphasis is the style of text set off within text of a style.
func emphasis(outer SpanStyle, level int) SpanStyle {
	if level > 1 || outer == Strong {
		return Strong
	}
	return Emph
}

// link shows the address too: nobody can click on a terminal's text.
func (p prose) link(n *ast.Link, style SpanStyle, list []Span) []Span {
	address := string(n.Destination)
	before := len(list)
	list = p.pieces(n, style, list)
	if plain(list[before:]) == "" {
		return p.piece(list, n, address, Link)
	}
	list = p.piece(list, n, " (", style)
	list = p.piece(list, n, address, Link)
	return p.piece(list, n, ")", style)
}

// text resolves what Markdown writes with & and \.
func (p prose) text(n *ast.Text) string {
	value := n.Value(p.source)
	if n.IsRaw() {
		return strings.ReplaceAll(string(value), "\n", " ")
	}
	var text strings.Builder
	begin := 0
	for i := 0; i+1 < len(value); i++ {
		if value[i] == '\\' && util.IsPunct(value[i+1]) { // what was escaped begins no reference
			text.Write(resolve(value[begin:i]))
			text.WriteByte(value[i+1])
			i++
			begin = i + 1
		}
	}
	text.Write(resolve(value[begin:]))
	return text.String()
}

func resolve(text []byte) []byte { return util.ResolveEntityNames(util.ResolveNumericReferences(text)) }

// piece appends text to a list.
func (p prose) piece(list []Span, n ast.Node, text string, style SpanStyle) []Span {
	if strings.ContainsFunc(text, unicode.IsControl) {
		p.reader.add(p.line(n), "text", "a control character is written here by its number")
		text = strings.Map(func(c rune) rune {
			if unicode.IsControl(c) {
				return unicode.ReplacementChar
			}
			return c
		}, text)
	}
	if text == "" {
		return list
	}
	return append(list, Span{text, style})
}

// plain is the text of spans without their styles.
func plain(spans []Span) string {
	var text strings.Builder
	for _, s := range spans {
		text.WriteString(s.Text)
	}
	return strings.TrimSpace(text.String())
}

// Text returns the block's text without styles; the cells of a row are parted by
// " | ". Code keeps its line feeds, all else has none.
func (b Block) Text() string {
	switch {
	case b.Kind == Code && len(b.Spans) == 1:
		return b.Spans[0].Text
	case b.Kind != Row:
		return plain(b.Spans)
	}
	var cells []string
	for _, c := range b.Cells() {
		cells = append(cells, plain(c))
	}
	return strings.Join(cells, " | ")
}

// Cells returns what the cells of a row hold.
func (b Block) Cells() [][]Span {
	var cells [][]Span
	begin := 0
	for i, s := range b.Spans {
		if s.Style == Cell {
			cells = append(cells, b.Spans[begin:i])
			begin = i + 1
		}
	}
	return cells
}
