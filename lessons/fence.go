package lessons

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// The words of our fences that are not a screen or a kind of question.
const claimsFence = "claims"

// ours are the words of our fences. All others are code.
var ours = []string{
	string(Lab), string(Simulator), string(Kernel), string(Choose), string(Order), string(Number), claimsFence,
}

func isOurs(word string) bool { return slices.Contains(ours, word) }

// numbered is a line of a fence, without blanks around it.
type numbered struct {
	number int
	text   string
}

// fenced reads a fence that stands by itself. It returns where to read on, for a
// fence without an end would hide the rest of the file, and else 0.
func (r *reader) fenced(p prose, n *ast.FencedCodeBlock) (resume int) {
	word, at := string(n.Language(p.source)), p.line(n)
	lines, resume := r.inside(p, n, isOurs(word))
	if resume > 0 {
		r.add(at, "``` alone on a line below it", "the fence %s has no end", strings.TrimSpace("```"+word))
	}
	switch {
	case isOurs(word) && r.step == nil:
		r.stray(at)
	case isOurs(word) && r.part != head:
		r.add(at, "it before the first ### of the step", "a fence %s has no place here", word)
	case isOurs(word):
		r.use(word, at, lines)
		if info := string(n.Info.Value(p.source)); info != word {
			r.add(at, "```"+word, "something stands behind ```%s", word)
		}
	default:
		if meant := meantBy(word); meant != "" {
			r.add(at, "```"+meant+", or another word for code", "%q is no fence of a lesson", word)
		}
		r.prose(p, n)
	}
	return resume
}

// inside returns the lines of a fence, and where its end should have been if it
// has none: before a step, a part or one of our fences, at the latest at the end
// of the file.
func (r *reader) inside(p prose, n *ast.FencedCodeBlock, isOurs bool) (lines []numbered, resume int) {
	number := p.line(n)
	quotes := !threeQuotes(r.line(number)) // it may quote our fences, as FORMAT.md does
	for i := range n.Lines().Len() {
		start := p.base + n.Lines().At(i).Start
		number = r.at(start)
		text := strings.TrimSpace(string(r.line(number)))
		if !quotes && opensOurs(text) || isOurs && (strings.HasPrefix(text, "## ") || strings.HasPrefix(text, "### ")) {
			return lines, r.starts[number-1]
		}
		lines = append(lines, numbered{number, text})
	}
	if number++; number > len(r.starts) || !isEnd(r.line(number)) {
		return lines, r.nextStep(p.line(n))
	}
	return lines, 0
}

// threeQuotes reports whether a line opens a fence as ours are opened: with as
// few backquotes as there may be.
func threeQuotes(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte("```")) && !bytes.HasPrefix(line, []byte("````"))
}

// opensOurs reports whether a line opens one of our fences.
func opensOurs(text string) bool {
	word, found := strings.CutPrefix(text, "```")
	return found && isOurs(word)
}

func isEnd(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// use makes one of our fences what it says.
func (r *reader) use(word string, at int, lines []numbered) {
	class, what := word, "claims"
	switch word {
	case string(Lab), string(Simulator), string(Kernel):
		class, what = "stage", "a stage"
	case string(Choose), string(Order), string(Number):
		class, what = "question", "a question"
	}
	second := r.seen[class]
	r.seen[class] = true
	if second {
		r.add(at, "one in a step; ## begins another", "the step has %s already", what)
	}
	switch class {
	case "stage":
		if stage := r.stage(Screen(word), at, lines); !second {
			r.step.Stage = stage
		}
	case "question":
		if question := r.question(QuestionKind(word), at, lines); !second {
			r.step.Question = question
		}
	default:
		r.step.Claims = append(r.step.Claims, r.claims(at, lines)...)
	}
}

// meantBy returns the word of ours that a word of a fence was probably meant to be.
func meantBy(word string) string {
	lower := strings.ToLower(word)
	for _, own := range ours {
		if len(word) > 2 && (lower == own || strings.TrimSuffix(lower, "s") == strings.TrimSuffix(own, "s")) {
			return own
		}
	}
	return ""
}
