package output

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"linebounce/lessons"
	"linebounce/ui/prose"
	"linebounce/ui/wording"
)

// Lesson is one lesson, ready to be printed as text.
type Lesson struct {
	Lesson lessons.Lesson
	Width  int
	Notes  bool                        // those for whoever presents too
	Again  func(*lessons.Stage) string // the command line that runs a stage, "" for none
}

// Write prints the lesson. What the screen tells only after the answer stands
// below a mark in each step.
func (l Lesson) Write(w io.Writer) error {
	p := page{width: l.Width}
	p.text(l.Lesson.Title)
	about := []string{l.Lesson.ID, string(l.Lesson.Kind), wording.Count(l.Lesson.Minutes, "minute")}
	for _, n := range l.Lesson.Needs {
		about = append(about, "needs "+string(n))
	}
	if len(l.Lesson.After) > 0 {
		about = append(about, "builds on "+strings.Join(l.Lesson.After, ", "))
	}
	p.text(strings.Join(about, "; "))
	if l.Lesson.Refutes != "" {
		p.text("Refutes: " + l.Lesson.Refutes)
	}
	for i, s := range l.Lesson.Steps {
		p.gap()
		p.rule(fmt.Sprintf("step %d of %d: %s", i+1, len(l.Lesson.Steps), s.Title), '=')
		p.blocks(s.Prose)
		if s.Stage != nil {
			p.stage(s.Stage, l.Again)
		}
		if s.Question != nil {
			p.question(*s.Question)
		}
		p.answer(s)
		if l.Notes && len(s.Notes) > 0 {
			p.gap()
			p.rule("notes for whoever presents", '-')
			p.blocks(s.Notes)
		}
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// page is text of a width.
type page struct {
	strings.Builder
	width int
}

func (p *page) lines(lines []string) {
	for _, line := range lines {
		p.WriteString(line + "\n")
	}
}

func (p *page) text(text string) { p.lines(prose.Wrap(text, p.width)) }

func (p *page) gap() { p.WriteString("\n") }

func (p *page) blocks(blocks []lessons.Block) {
	if len(blocks) > 0 {
		p.gap()
		p.lines(prose.Lines(blocks, p.width))
	}
}

// rule is a title that cannot be overlooked.
func (p *page) rule(title string, line rune) {
	title = fmt.Sprintf("%c%c %s ", line, line, prose.Clean(title))
	p.WriteString(title + strings.Repeat(string(line), max(p.width-len([]rune(title)), 0)) + "\n")
}

func (p *page) stage(s *lessons.Stage, again func(*lessons.Stage) string) {
	p.gap()
	room := string(s.Screen)
	text := fmt.Sprintf("In the %s beside it: %s", strings.ToUpper(room[:1])+room[1:], s.Experiment)
	if s.Machine != "" {
		text += ", machine " + s.Machine
	}
	if s.CPUs > 0 {
		text += ", " + wording.Count(s.CPUs, "CPU")
	}
	p.text(text)
	for i, arm := range s.Arms {
		p.lines(prose.Hang(fmt.Sprintf("  %c  ", 'A'+i), arm.String(), p.width))
	}
	if command := again(s); command != "" {
		p.WriteString("  again: " + command + "\n") // in one line, for it may be copied
	}
}

// letters name options. A question has no more.
const letters = "abcdefghijklmnopqrstuvwxyz"

func (p *page) question(q lessons.Question) {
	p.gap()
	p.text("Question: " + q.Text)
	for i, o := range shuffled(q) {
		p.lines(prose.Hang(fmt.Sprintf("  %c) ", letters[i%len(letters)]), o.Text, p.width))
	}
	if q.Kind == lessons.Number {
		p.text("Your number: the value of " + q.Asked.String())
	}
}

// shuffled are the options as they are asked: those to be put in order by the
// alphabet, which gives nothing away.
func shuffled(q lessons.Question) []lessons.Option {
	options := slices.Clone(q.Options)
	if q.Kind == lessons.Order {
		slices.SortFunc(options, func(a, b lessons.Option) int { return strings.Compare(a.Text, b.Text) })
	}
	return options
}

// answer is what the screen shows after the answer, or on request.
func (p *page) answer(s lessons.Step) {
	if s.Question == nil && len(s.Hints)+len(s.Claims)+len(s.Explanation) == 0 {
		return
	}
	p.gap()
	p.rule("answer", '-')
	if s.Question != nil {
		p.gap()
		p.solution(*s.Question)
	}
	for i, hint := range s.Hints {
		p.gap()
		p.text(fmt.Sprintf("Hint %d", i+1))
		p.lines(prose.Lines(hint, p.width))
	}
	if len(s.Claims) > 0 {
		p.gap()
	}
	for _, c := range s.Claims {
		p.lines(prose.Hang("Claim: ", c.Text, p.width))
	}
	p.blocks(s.Explanation)
}

func (p *page) solution(q lessons.Question) {
	switch q.Kind {
	case lessons.Number:
		p.text("What comes out here, or on the model: " + q.Asked.String())
	case lessons.Order:
		for i, o := range q.Options {
			p.lines(prose.Hang(fmt.Sprintf("%d. ", i+1), o.Text, p.width))
		}
	case lessons.Choose:
		for i, o := range q.Options {
			label := fmt.Sprintf("%c) ", letters[i%len(letters)])
			switch {
			case o.Right:
				p.lines(prose.Hang(label, o.Text, p.width))
			case o.Belief != "":
				p.lines(prose.Hang(label, "would be: "+o.Belief, p.width))
			}
		}
	}
}
