package lessons

import (
	"fmt"
	"strings"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/ui/tui/theme"
	"linebounce/ui/wording"
)

// examSheet is a question of a test, or what the test came to.
func (m *Model) examSheet(width int) sheet {
	x, g := m.exam, m.theme.Glyphs
	s := sheet{keys: m.examKeys()}
	title := m.named(entry{lesson: x.lesson, moment: x.moment})
	switch {
	case x.over:
		s.head = m.heading(title, "result", width)
		s.body = m.examResult(width)
		return s
	case !x.asking():
		s.head = m.heading(title, wording.Count(len(x.steps), "question"), width)
		s.body = text(g, theme.Plain, width, "All questions are answered. Enter hands them in; b goes back to change one.")
		return s
	}
	q := x.steps[x.at]
	s.head = m.heading(title, fmt.Sprintf("question %d of %d", x.at+1, len(x.steps)), width)
	s.body = append(s.body, text(g, theme.Strong, width, q.Question.Text)...)
	s.body = append(s.body, nil)
	for place := range q.Question.Options {
		o := place
		if q.Question.Kind == lessons.Order {
			o = q.shown[place]
		}
		label, style := fmt.Sprintf("  %d  ", place+1), theme.Plain
		if place == q.cursor {
			label, style = fmt.Sprintf("> %d  ", place+1), theme.Strong
			s.from = len(s.body)
		}
		s.body = append(s.body, hang(label, theme.Strong, text(g, style, width-len(label), q.Question.Options[o].Text))...)
	}
	s.to = min(s.from+1, len(s.body))
	s.body = append(s.body, nil)
	s.body = append(s.body, text(g, theme.Dim, width, q.prompt())...)
	return s
}

// examResult is what a test came to, before and after side by side. Which answer
// is right is told only after the course: the same questions come again.
func (m *Model) examResult(width int) []row {
	g := m.theme.Glyphs
	runs := m.results()
	_, end := runs[progress.After]
	var rows []row
	var newest progress.Run
	for _, at := range moments {
		words := titled(string(at)) + " the course: not taken yet."
		if r, taken := runs[at]; taken {
			words = fmt.Sprintf("%s the course: %d of %d right.", titled(string(at)), r.Right(), len(r.Answers))
			newest = r
		}
		rows = append(rows, text(g, theme.Strong, width, words)...)
	}
	if !end {
		rows = append(rows, text(g, theme.Dim, width, "Which answers are right is told when the test was taken once more, after the course.")...)
	}
	rows = append(rows, nil)
	rows = append(rows, m.answerRows(runs, end, width)...)
	if again := m.revisit(m.exam.lesson, newest); len(again) > 0 {
		var names []string
		for _, e := range again {
			names = append(names, fmt.Sprintf("%d %s", e.number, e.lesson.Title))
		}
		rows = append(rows, nil)
		rows = append(rows, text(g, theme.Strong, width, "Lessons that your answers point to:")...)
		for _, name := range names {
			rows = append(rows, text(g, theme.Plain, width, name)...)
		}
	}
	return append(append(rows, nil), text(g, theme.Dim, width, "This stays on this machine. y copies it as text.")...)
}

// answerRows are the questions with what was answered before and after.
func (m *Model) answerRows(runs map[progress.Moment]progress.Run, end bool, width int) []row {
	g := m.theme.Glyphs
	const verdicts = 16 // "before   after  "
	var rows []row
	if end {
		rows = append(rows, row{{Style: theme.Dim, Text: fmt.Sprintf("%-8s%-8s", "before", "after")}, {Style: theme.Dim, Text: "question"}})
	}
	for i, s := range m.exam.steps {
		label := ""
		for _, at := range moments {
			word := "-"
			if r, taken := runs[at]; taken && i < len(r.Answers) {
				word = rightness(r.Answers[i].Right)
			}
			label += fmt.Sprintf("%-8s", word)
		}
		if !end {
			label = strings.Repeat(" ", 2)
			rows = append(rows, hang(label, theme.Plain, text(g, theme.Dim, width-2, fmt.Sprintf("%d. %s", i+1, s.Question.Text)))...)
			continue
		}
		rows = append(rows, hang(label, theme.Strong, text(g, theme.Plain, width-verdicts, fmt.Sprintf("%d. %s", i+1, s.Question.Text)))...)
		indent := strings.Repeat(" ", verdicts)
		rows = append(rows, hang(indent, theme.Plain, text(g, theme.Dim, width-verdicts, "The answer: "+right(s.Question)))...)
	}
	return rows
}

// endSheet is the page behind a lesson's last step.
func (m *Model) endSheet(width int) sheet {
	g, l := m.theme.Glyphs, m.play.lesson
	done := m.book.Lesson(l.ID)
	next, where := "back to the list", "That was the last lesson."
	if i := m.following(l.ID); i >= 0 {
		e := m.entries[i]
		where = "Next: " + m.named(e) + "."
		if e.number > 0 {
			next, where = "next lesson", fmt.Sprintf("Next is lesson %d: %s.", e.number, e.lesson.Title)
		}
	}
	s := sheet{head: m.heading(l.Title, "finished", width), keys: m.endKeys(next)}
	add := func(style theme.Style, words string) {
		s.body = append(append(s.body, text(g, style, width, words)...), nil)
	}
	add(theme.Strong, "This lesson is finished.")
	if got, of := done.Points(); of > 0 {
		add(theme.Plain, fmt.Sprintf("Your predictions brought %d of %d points.", got, of))
	}
	if l.Refutes != "" {
		add(theme.Plain, "It refuted: "+wording.Sentence(l.Refutes))
	}
	add(theme.Plain, where+" Finished lessons stay open to read.")
	return s
}
