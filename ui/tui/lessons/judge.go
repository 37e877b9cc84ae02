package lessons

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes"
	"linebounce/ui/wording"
)

// judge holds the claims of the step that is shown against its figures, and the
// answer against what the course, or for a number the stage, says.
func (m *Model) judge() {
	p := m.play
	s := p.step()
	p.hold(p.at)
	if !s.answered || s.restored && s.answer.Judged() {
		return
	}
	if s.Question.Kind == lessons.Number && s.figures != nil {
		if i, known := s.figures.Of(s.Question.Asked); known {
			s.answer.Figure = progress.NewFigure(s.Question.Asked, i, s.figures.Origin)
		}
	}
	s.answer = progress.Judge(*s.Question, s.answer)
	if !s.contradicted() {
		m.book.Answer(p.lesson.ID, s.answer)
	}
}

// hold holds the claims of a step against its figures.
func (p *play) hold(at int) {
	s := p.steps[at]
	s.outcomes = nil
	if s.figures == nil {
		return
	}
	for _, c := range s.Claims {
		s.outcomes = append(s.outcomes, fair(c.Judge(s.figures, p.before(at))))
	}
}

// fair lets no few windows speak against a claim.
func fair(o lessons.Outcome) lessons.Outcome {
	if o.Skip == "" && !o.Holds && o.Source != probes.Simulated && o.Value.Samples > 1 && !o.Value.Known() {
		o.Skip = "too few pairs counted for an interval"
	}
	return o
}

// contradicted reports whether something came out otherwise than the course
// claims. Then its right answer is not the right one here.
func (s *step) contradicted() bool {
	asks := s.Question != nil && s.Question.Kind != lessons.Number // a number is judged by what came out
	return asks && slices.ContainsFunc(s.outcomes, func(o lessons.Outcome) bool { return o.Skip == "" && !o.Holds })
}

// right is the text of the right option.
func right(q *lessons.Question) string {
	for _, o := range q.Options {
		if o.Right {
			return o.Text
		}
	}
	return ""
}

// saved says that what was done is on the disk, or why not.
type saved struct{ err error }

// save writes what was done, off the screen's path.
func (m *Model) save() tea.Cmd {
	book := m.book
	return func() tea.Msg { return saved{book.Save()} }
}

func (m *Model) keep(s saved) {
	m.unsaved, m.stale = "", true
	if s.err != nil {
		m.unsaved = wording.Sentence(s.err.Error()) + " The lessons go on."
	}
}
