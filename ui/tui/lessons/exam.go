package lessons

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons"
	"linebounce/lessons/progress"
)

// exam is a test that is open: its questions one after the other, and then what
// they came to. Before the end nothing is told, and after the first time not
// which answer is right either: the same questions come again.
type exam struct {
	lesson lessons.Lesson
	moment progress.Moment
	steps  []*step
	at     int // len(steps) once all are answered
	over   bool
}

func (x *exam) asking() bool { return !x.over && x.at < len(x.steps) }

// sit opens a test: its result where it was taken already.
func (m *Model) sit(e entry) tea.Cmd {
	_, taken := m.latest(e.lesson.ID, e.moment)
	m.exam = newExam(e)
	m.exam.over = taken
	m.note, m.scroll, m.follow = "", 0, false
	m.fit()
	m.tell()
	return nil
}

func newExam(e entry) *exam {
	x := &exam{lesson: e.lesson, moment: e.moment}
	for _, content := range e.lesson.Steps {
		s := &step{Step: content, cursor: unchosen}
		s.shuffle(e.lesson.ID)
		x.steps = append(x.steps, s)
	}
	return x
}

// pressExam does what a key asks for in a test.
func (m *Model) pressExam(key string) tea.Cmd {
	x := m.exam
	if x.asking() {
		if meant, done := x.steps[x.at].answering(key); done {
			x.steps[x.at].answered = true
			x.at++
			m.scroll = 0
			m.tell()
			return nil
		} else if meant {
			m.follow = true
			return nil
		}
	}
	switch key {
	case "esc":
		return m.leave()
	case "enter", "space":
		switch {
		case m.more():
			m.scrolls("pgdown")
		case x.over:
			return m.leave()
		case x.asking():
			m.note = x.steps[x.at].unanswered()
		default:
			return m.handIn()
		}
	case "n", "right":
		if x.asking() && x.steps[x.at].answered {
			x.at++
			m.scroll = 0
		}
	case "b", "left":
		if !x.over && x.at > 0 {
			x.at--
			m.scroll = 0
		}
	case "up", "k":
		m.scroll--
	case "down", "j":
		m.scroll++
	case "t":
		if x.over {
			m.exam = newExam(entry{x.lesson, 0, x.moment})
			m.scroll = 0
		}
	case "r":
		return m.ask(fmt.Sprintf("Forget every run of %q?", x.lesson.Title), func() tea.Cmd {
			m.book.Reset(x.lesson.ID)
			m.leave()
			return m.save()
		})
	case "y":
		return m.export()
	default:
		m.misses(key)
	}
	return nil
}

// handIn keeps the answers.
func (m *Model) handIn() tea.Cmd {
	x := m.exam
	r := progress.Run{At: m.now(), Moment: x.moment}
	for i, s := range x.steps {
		a := s.given(i)
		a.At = r.At
		r.Answers = append(r.Answers, progress.Judge(*s.Question, a))
	}
	m.book.Took(x.lesson.ID, r)
	x.over, m.scroll, m.follow = true, 0, false
	m.tell()
	return m.save()
}

// export copies what a test came to as text: it leaves this machine no other way.
func (m *Model) export() tea.Cmd {
	if !m.exam.over {
		m.note = "y: there is a result once all questions are answered."
		return nil
	}
	m.note = "The result was copied as text."
	return tea.SetClipboard(m.report())
}

// report is a test's result as text.
func (m *Model) report() string {
	x := m.exam
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", x.lesson.Title)
	runs := m.results()
	for _, at := range moments {
		if r, taken := runs[at]; taken {
			fmt.Fprintf(&b, "%s the course, %s: %d of %d right\n", titled(string(at)), r.At.Local().Format("2006-01-02 15:04"), r.Right(), len(r.Answers))
		}
	}
	for i, s := range x.steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, s.Question.Text)
		for _, at := range moments {
			if r, taken := runs[at]; taken && i < len(r.Answers) {
				fmt.Fprintf(&b, "   %s: %s: %s\n", at, rightness(r.Answers[i].Right), r.Answers[i].Given)
			}
		}
	}
	return b.String()
}

var moments = []progress.Moment{progress.Before, progress.After}

// results are the newest runs of the open test at each moment.
func (m *Model) results() map[progress.Moment]progress.Run {
	runs := map[progress.Moment]progress.Run{}
	for _, at := range moments {
		if r, taken := m.latest(m.exam.lesson.ID, at); taken {
			runs[at] = r
		}
	}
	return runs
}

func rightness(right bool) string {
	if right {
		return "right"
	}
	return "wrong"
}

func titled(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
