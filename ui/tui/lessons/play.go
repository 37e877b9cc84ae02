package lessons

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons"
	"linebounce/lessons/progress"
)

// play is a lesson that is open.
type play struct {
	lesson    lessons.Lesson
	steps     []*step
	at        int
	opened    time.Time
	reference bool // it was finished before: everything may be read
	ended     bool // the page behind the last step is shown
}

// step is a step and what happened in it.
type step struct {
	lessons.Step
	answered bool
	restored bool            // in an earlier session
	answer   progress.Answer // as judged
	hints    int

	figures  *lessons.Figures
	reason   string // why the figures are the model's where they should be this machine's
	failed   error  // why there are none
	outcomes []lessons.Outcome

	cursor int    // of the options
	typed  string // of a number
	picked []int  // of an order: options as they are shown, so far
	shown  []int  // of an order: which option stands in which place
}

type phase int

const (
	asking  phase = iota // a question waits for its answer
	running              // the stage for its figures
	told
)

// phase says how far the step that is shown got.
func (p *play) phase() phase {
	s := p.step()
	switch {
	case p.ended:
		return told
	case s.Question != nil && !s.answered && !p.reference:
		return asking
	case s.Stage != nil && s.figures == nil && s.failed == nil && !s.restored && !p.reference:
		return running
	}
	return told
}

func (p *play) step() *step { return p.steps[p.at] }

// before are the figures of the steps up to one, nil for those that did not run.
func (p *play) before(n int) []*lessons.Figures {
	var list []*lessons.Figures
	for _, s := range p.steps[:n] {
		list = append(list, s.figures)
	}
	return list
}

// open opens a lesson where it was left, or at its beginning once it is finished.
func (m *Model) open(l lessons.Lesson) tea.Cmd {
	m.play = newPlay(l, m.book.Lesson(l.ID))
	m.play.opened = m.now()
	m.note = ""
	return m.reopen()
}

func newPlay(l lessons.Lesson, done progress.Lesson) *play {
	p := &play{lesson: l, reference: done.State() == progress.Finished || l.Kind == lessons.Page}
	for i, content := range l.Steps {
		s := &step{Step: content, cursor: unchosen}
		p.steps = append(p.steps, s)
		s.shuffle(l.ID)
		if a, found := done.Answer(i); found && content.Question != nil && a.Question == content.Question.Text {
			s.answer, s.answered, s.restored, s.hints = a, true, true, a.Hints
		}
	}
	if !p.reference {
		p.at = min(done.Reached, len(p.steps)-1)
		for i := range p.at { // a question that was rewritten comes again
			if s := p.steps[i]; s.Question != nil && !s.answered {
				p.at = i
				break
			}
		}
	}
	return p
}

// shuffle gives the options of an order places that are not the right ones, the
// same every time.
func (s *step) shuffle(id string) {
	if s.Question == nil || s.Question.Kind != lessons.Order {
		return
	}
	n := len(s.Question.Options)
	turn := 1
	for _, r := range id + s.Title {
		turn = (turn*31 + int(r)) % 9973
	}
	for i := range n {
		s.shown = append(s.shown, i)
	}
	for i := n - 1; i > 0; i-- {
		j := turn % (i + 1)
		turn = (turn*31 + 17) % 9973
		s.shown[i], s.shown[j] = s.shown[j], s.shown[i]
	}
	if n > 1 && slices.IsSorted(s.shown) {
		s.shown[0], s.shown[n-1] = s.shown[n-1], s.shown[0]
	}
}

// reopen shows the step that is current anew.
func (m *Model) reopen() tea.Cmd {
	p := m.play
	m.retire()
	m.stale, m.scroll, m.follow, m.looking = true, 0, p.phase() != asking, false
	if p.ended {
		m.fit()
		m.tell()
		return nil
	}
	if p.lesson.Kind == lessons.Teaching {
		m.book.Reach(p.lesson.ID, p.at, m.now())
	}
	cmd := m.stage()
	m.fit()
	m.tell()
	return tea.Batch(cmd, m.save())
}

// forward moves to the next step, and from the last to the page behind it.
func (m *Model) forward() tea.Cmd {
	p := m.play
	switch {
	case p.ended:
		return m.upNext()
	case p.phase() == asking:
		m.note = "Predict first: what comes out is worth more once you have committed. h gives a hint."
		if len(p.step().Hints) == p.step().hints {
			m.note = "Predict first: what comes out is worth more once you have committed."
		}
		return nil
	case p.phase() == running:
		m.note = "The figures are on their way."
		return nil
	case p.at < len(p.steps)-1:
		p.at++
	case p.lesson.Kind == lessons.Page:
		return m.leave()
	default:
		p.ended = true
		m.book.Finish(p.lesson.ID, m.now())
	}
	m.note = ""
	return tea.Batch(m.reopen(), m.save())
}

// upNext opens the lesson behind the one that ended, or goes back to the list.
func (m *Model) upNext() tea.Cmd {
	i := m.following(m.play.lesson.ID)
	if i < 0 {
		return m.leave()
	}
	m.choose(i)
	if m.entries[i].number == 0 {
		return m.leave()
	}
	return m.open(m.entries[i].lesson)
}

func (m *Model) back() tea.Cmd {
	p := m.play
	switch {
	case p.ended:
		p.ended = false
	case p.at > 0:
		p.at--
	default:
		m.note = "This is the first step."
		return nil
	}
	m.note = ""
	return m.reopen()
}

// leave goes back to the list, to the lesson behind one that is finished.
func (m *Model) leave() tea.Cmd {
	m.retire()
	if m.play != nil && m.play.ended {
		if i := m.following(m.play.lesson.ID); i >= 0 {
			m.chosen = i
		}
	}
	m.play, m.exam, m.looking, m.note = nil, nil, false, ""
	m.scroll, m.follow, m.stale = 0, true, true
	m.fit()
	m.tell()
	return nil
}

// renew puts the open lesson's new text in the place of the old, at the same
// step. What was answered there stays as long as the question is the same.
func (m *Model) renew() tea.Cmd {
	if m.play == nil {
		return nil
	}
	old := m.play
	l, found := m.course.Find(old.lesson.ID)
	if !found {
		m.note = "The lesson has a fault now, so this is how it was."
		return nil
	}
	p := newPlay(l, m.book.Lesson(l.ID))
	p.at, p.reference = min(old.at, len(p.steps)-1), old.reference
	p.ended, p.opened = old.ended, old.opened
	for i, s := range p.steps {
		if i < len(old.steps) {
			s.inherit(old.steps[i])
			p.hold(i)
		}
	}
	m.play = p
	scroll := m.scroll
	cmd := m.reopen()
	m.scroll, m.follow = scroll, false
	return cmd
}

// inherit takes over what happened in a step before it was rewritten, as far as
// it is the same.
func (s *step) inherit(old *step) {
	if sameQuestion(s.Question, old.Question) {
		s.answered, s.restored, s.answer = old.answered, old.restored, old.answer
		s.hints, s.cursor, s.typed, s.picked = min(old.hints, len(s.Hints)), old.cursor, old.typed, old.picked
	}
	if s.Stage != nil && old.Stage != nil && sameStage(*s.Stage, *old.Stage) {
		s.figures, s.reason, s.failed = old.figures, old.reason, old.failed
	}
}

func sameQuestion(a, b *lessons.Question) bool {
	return a != nil && b != nil && a.Text == b.Text && a.Kind == b.Kind && slices.Equal(a.Options, b.Options)
}

func sameStage(a, b lessons.Stage) bool {
	return a.Screen == b.Screen && a.Experiment == b.Experiment && a.Machine == b.Machine && a.CPUs == b.CPUs && slices.Equal(a.Arms, b.Arms)
}
