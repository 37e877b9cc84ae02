package lessons

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// prose turns goldmark's tree into blocks. What a terminal cannot show is a
// fault.
type prose struct {
	reader *reader
	source []byte
	base   int // of the source in the file
}

// line is where a node begins. Nodes without a place are where their parents are.
func (p prose) line(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if pos := n.Pos(); pos >= 0 && n.Kind() != ast.KindDocument {
			return p.reader.at(p.base + pos)
		}
	}
	return p.reader.at(p.base)
}

// blocks returns a node of the page and what is in it.
func (p prose) blocks(n ast.Node) []Block {
	switch n := n.(type) {
	case *ast.Heading:
		return []Block{{Kind: Heading, Spans: p.spans(n, Plain, nil)}}
	case *ast.Paragraph, *ast.TextBlock:
		return []Block{{Kind: Paragraph, Spans: p.spans(n, Plain, nil)}}
	case *ast.List:
		return p.list(n, 0)
	case *ast.Blockquote:
		return p.quote(n)
	case *ast.CodeBlock:
		return p.code(n)
	case *ast.FencedCodeBlock:
		if word := string(n.Language(p.source)); isOurs(word) {
			p.reader.add(p.line(n), "it not in a list or a quote, and before the first ### of its step", "a fence %s has no place here", word)
			return nil
		}
		return p.code(n)
	case *table.Table:
		return p.table(n)
	case *ast.HTMLBlock:
		p.html(n)
	case *ast.ThematicBreak:
		p.reader.add(p.line(n), "## for the next step", "a rule is not shown")
	}
	return nil
}

// html names what is wrong with a piece of HTML. Comments are for whoever edits
// the file.
func (p prose) html(n *ast.HTMLBlock) {
	last := n.Lines().At(0)
	if n.HasClosure() {
		last = n.ClosureLine
	}
	_, behind, _ := strings.Cut(string(last.Value(p.source)), "-->")
	switch {
	case n.HTMLBlockType != ast.HTMLBlockType2:
		p.reader.add(p.line(n), "Markdown", "HTML is not shown")
	case p.hides(n):
		p.reader.add(p.line(n), "-->", "the comment has no end")
	case strings.TrimSpace(behind) != "":
		p.reader.add(p.reader.at(p.base+last.Start), "it on a line of its own", "what stands behind a comment is not shown")
	}
}

// hides reports whether HTML has no end, so that it takes the rest of the file
// along.
func (p prose) hides(n *ast.HTMLBlock) bool {
	first := n.Lines().At(0)
	return n.HTMLBlockType <= ast.HTMLBlockType5 && !n.HasClosure() && n.Lines().Len() > 1 ||
		n.HTMLBlockType == ast.HTMLBlockType2 && !n.HasClosure() && !strings.Contains(string(first.Value(p.source)), "-->")
}

func (p prose) code(n ast.Node) []Block {
	var lines []string
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		lines = append(lines, strings.TrimRight(string(at.Value(p.source)), " \n"))
	}
	return []Block{{Kind: Code, Spans: []Span{{Text: strings.TrimRight(strings.Join(lines, "\n"), "\n")}}}}
}

// list returns its items, each one's first paragraph with a label.
func (p prose) list(n *ast.List, depth int) []Block {
	var blocks []Block
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		label := "-"
		if n.IsOrdered() {
			label = fmt.Sprintf("%d.", number)
			number++
		}
		for c := item.FirstChild(); c != nil; c = c.NextSibling() {
			if inner, is := c.(*ast.List); is {
				blocks = append(blocks, p.list(inner, depth+1)...)
				continue
			}
			for _, b := range p.blocks(c) {
				if b.Kind == Paragraph {
					b.Kind, b.Depth, b.Label = Item, depth, label
					label = ""
				}
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}

func (p prose) quote(n ast.Node) []Block {
	var blocks []Block
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		for _, b := range p.blocks(c) {
			if b.Kind == Paragraph {
				b.Kind = Quote
			}
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// table returns its rows, the cells of the first set off.
func (p prose) table(n ast.Node) []Block {
	var blocks []Block
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		style := Plain
		if row.Kind() == table.KindTableHeader {
			style = Strong
		}
		b := Block{Kind: Row}
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			b.Spans = append(append(b.Spans, p.spans(cell, style, nil)...), Span{Style: Cell})
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// spans appends the text below a node to a list.
func (p prose) spans(n ast.Node, style SpanStyle, list []Span) []Span {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			list = p.span(list, c, p.text(c), style)
			if c.SoftLineBreak() || c.HardLineBreak() {
				list = p.span(list, c, " ", style)
			}
		case *ast.CodeSpan:
			list = p.spans(c, Mono, list)
		case *ast.Emphasis:
			list = p.spans(c, emphasis(style, c.Level), list)
		case *ast.AutoLink:
			list = p.span(list, c, string(c.URL(p.source)), Link)
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
	list = p.spans(n, style, list)
	if plain(list[before:]) == "" {
		return p.span(list, n, address, Link)
	}
	list = p.span(list, n, " (", style)
	list = p.span(list, n, address, Link)
	return p.span(list, n, ")", style)
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

// span appends text to a list, to its last span where that has the same style.
func (p prose) span(list []Span, n ast.Node, text string, style SpanStyle) []Span {
	if strings.ContainsFunc(text, unicode.IsControl) {
		p.reader.add(p.line(n), "text", "a control character is written here by its number")
		text = strings.Map(func(c rune) rune {
			if unicode.IsControl(c) {
				return unicode.ReplacementChar
			}
			return c
		}, text)
	}
	if last := len(list) - 1; last >= 0 && list[last].Style == style {
		list[last].Text += text
		return list
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
