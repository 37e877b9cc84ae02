package lessons

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	table "github.com/yuin/goldmark/extension/ast"
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
		return []Block{{Kind: Heading, Spans: p.spans(n, Plain)}}
	case *ast.Paragraph, *ast.TextBlock:
		return []Block{{Kind: Paragraph, Spans: p.spans(n, Plain)}}
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
			b.Spans = append(append(b.Spans, p.spans(cell, style)...), Span{Style: Cell})
		}
		blocks = append(blocks, b)
	}
	return blocks
}
