package lessons

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown reads what goldmark calls CommonMark, and tables. It is made once: it
// keeps nothing of what it reads.
var markdown = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(parser.DefaultInlineParsers()...),
	parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
		util.Prioritized(extension.NewTableParagraphTransformer(), 200))...),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
)

// part is where in a step the reader is.
type part string

// The parts of a step, as their headings name them.
const (
	head        part = ""
	hint        part = "Hint"
	explanation part = "Explanation"
	notes       part = "Notes"
)

// parts is what a heading of level 3 may say.
const parts = "### Hint, ### Explanation or ### Notes"

// body reads steps from an offset on, and returns where to go on after a fence
// without an end: otherwise the end of the text.
func (r *reader) body(start int) int {
	source := r.text[start:]
	p := prose{reader: r, source: source, base: start}
	for n := markdown.Parse(text.NewReader(source)).FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			r.heading(p, n)
		case *ast.FencedCodeBlock:
			if resume := r.fenced(p, n); resume > 0 {
				return resume
			}
		case *ast.HTMLBlock:
			p.html(n)
			if p.hides(n) {
				return r.nextStep(p.line(n))
			}
		default:
			r.prose(p, n)
		}
	}
	return len(r.text)
}

// nextStep returns where the next step after a line begins.
func (r *reader) nextStep(line int) int {
	for number := line + 1; number <= len(r.starts); number++ {
		if bytes.HasPrefix(r.line(number), []byte("## ")) {
			return r.offset(number)
		}
	}
	return len(r.text)
}

// heading begins a step or a part of one.
func (r *reader) heading(p prose, n *ast.Heading) {
	line := p.line(n)
	title := plain(p.spans(n, Plain))
	if !strings.HasPrefix(strings.TrimSpace(string(r.line(line))), "#") {
		r.add(line, "## or ### before the heading, or a blank line before the rule", "text with a line below it is a heading")
		return
	}
	switch n.Level {
	case 2:
		r.end()
		r.step, r.part, r.seen = &Step{Title: title, Line: line}, head, map[string]bool{}
		if title == "" {
			r.add(line, "## and its title", "a step has no title")
		}
	case 3:
		r.begin(line, title)
	case 4:
		r.prose(p, n)
	default:
		r.add(line, "## for a step, ### for its parts, #### for a heading within a part", "a heading of level %d", n.Level)
	}
}

// begin begins a part of a step.
func (r *reader) begin(line int, title string) {
	if r.step == nil {
		r.add(line, "## and the title of a step before it", "%q belongs to no step", short(title))
		return
	}
	switch part(title) {
	case hint:
		r.step.Hints = append(r.step.Hints, nil)
	case explanation, notes:
		if r.seen[title] {
			r.add(line, "one of each in a step", "the step has %s already", title)
		}
	default:
		r.add(line, parts, "%q is no part of a step", short(title))
		title = string(notes) // what follows is read, but nobody will see it
	}
	r.part = part(title)
	r.seen[title] = true
}

// end puts the step being read into the lesson.
func (r *reader) end() {
	if r.step != nil {
		r.lesson.Steps = append(r.lesson.Steps, *r.step)
		r.step = nil
	}
}

// prose puts a piece of prose where the reader is.
func (r *reader) prose(p prose, n ast.Node) {
	blocks := p.blocks(n)
	if len(blocks) == 0 {
		return
	}
	if r.step == nil {
		r.stray(p.line(n))
		return
	}
	s := r.step
	switch r.part {
	case head:
		s.Prose = append(s.Prose, blocks...)
	case hint:
		last := &s.Hints[len(s.Hints)-1]
		*last = append(*last, blocks...)
	case explanation:
		s.Explanation = append(s.Explanation, blocks...)
	case notes:
		s.Notes = append(s.Notes, blocks...)
	}
}

// stray names what stands before the first step, once.
func (r *reader) stray(line int) {
	if !r.early {
		r.add(line, "## and the title of a step before it", "something stands before the first step")
	}
	r.early = true
}

// finish checks what only the whole file can tell.
func (r *reader) finish() {
	r.end()
	if len(r.lesson.Steps) == 0 {
		r.add(0, "## and the title of a step, at least once", "the lesson has no step")
	}
	for i := range r.lesson.Steps {
		r.checkStep(i)
	}
}
