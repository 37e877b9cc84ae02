package lessons

import (
	"fmt"
	"strings"

	"linebounce/lessons"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// stepSheet is a step of a lesson, as far as it got.
func (m *Model) stepSheet(width int) sheet {
	p, g := m.play, m.theme.Glyphs
	s := p.step()
	sh := sheet{head: m.lessonHead(width), keys: m.stepKeys()}
	b := &sh.body
	add := func(rows []row) {
		if len(rows) > 0 && len(*b) > 0 {
			*b = append(*b, nil)
		}
		*b = append(*b, rows...)
	}
	if len(p.steps) > 1 || s.Title != p.lesson.Title {
		add(text(g, theme.Strong, width, s.Title))
	}
	add(prose(g, s.Prose, width))
	if s.Stage != nil {
		add(m.stageRows(width))
	}
	if s.Question != nil {
		add(text(g, theme.Strong, width, s.Question.Text))
		if m.presenting {
			*b = append(*b, nil)
		}
		from := len(*b)
		rows, cursor := m.optionRows(s, width)
		*b = append(*b, rows...)
		sh.from, sh.to = from, len(*b)
		if cursor[1] > 0 {
			sh.from, sh.to = from+cursor[0], from+cursor[1]
		}
	}
	for i := range s.hints {
		if p.phase() == asking {
			add(hang(fmt.Sprintf("Hint %d: ", i+1), theme.Dim, prose(g, s.Hints[i], width-8)))
			sh.to = len(*b)
		}
	}
	if p.phase() == asking {
		add(text(g, theme.Dim, width, s.prompt()))
		sh.from, sh.to = min(sh.from, len(*b)-1), max(sh.to, min(len(*b), sh.from+m.height/2))
		return sh
	}
	sh.top = s.Question != nil || s.Stage != nil
	from := len(*b) + 1
	add(m.resultRows(s, width))
	if p.phase() == told {
		add(prose(g, s.Explanation, width))
		if p.reference {
			for i, h := range s.Hints {
				add(hang(fmt.Sprintf("Hint %d: ", i+1), theme.Dim, prose(g, h, width-8)))
			}
		}
	}
	sh.from, sh.to = min(from, max(len(*b)-1, 0)), len(*b)
	if s.figures != nil {
		sh.origin = m.mark(s)
	}
	return sh
}

// lessonHead is the lesson's title with the step's number on the right.
func (m *Model) lessonHead(width int) []row {
	p := m.play
	place := fmt.Sprintf("step %d of %d", p.at+1, len(p.steps))
	if p.lesson.Kind == lessons.Page {
		place = fmt.Sprintf("page %d of %d", p.at+1, len(p.steps))
	}
	return m.heading(p.lesson.Title, place, width)
}

// heading is a title, over more than one row where it must be, with a place on
// the right.
func (m *Model) heading(title, place string, width int) []row {
	var rows []row
	if m.presenting {
		rows = append(rows, nil)
	}
	lines := text(m.theme.Glyphs, theme.Strong, width-cells(place)-2, title)
	for i, line := range lines {
		if i == 0 {
			line = append(line, widgets.Span{Text: strings.Repeat(" ", width-length(line)-cells(place))}, widgets.Span{Style: theme.Dim, Text: place})
		}
		rows = append(rows, line)
	}
	return rows
}

// screens are the rooms in words.
var screens = map[lessons.Screen]string{lessons.Lab: "In the Lab", lessons.Simulator: "In the Simulator", lessons.Kernel: "In the Kernel"}

// stageRows say what runs.
func (m *Model) stageRows(width int) []row {
	g, s := m.theme.Glyphs, m.play.step().Stage
	what := screens[s.Screen] + ": " + s.Experiment
	if s.Screen == lessons.Simulator {
		what += fmt.Sprintf(" on the machine %s", orUsual(s.Machine))
		if s.CPUs > 0 {
			what += fmt.Sprintf(" with %s", wording.Count(s.CPUs, "CPU"))
		}
	}
	rows := text(g, theme.Dim, width, what)
	for i, arm := range s.Arms {
		words := arm.String()
		if words == "" {
			words = "as usual"
		}
		rows = append(rows, hang(string(rune('A'+i))+"  ", theme.Strong, text(g, theme.Dim, width-3, words))...)
	}
	return rows
}

func orUsual(machine string) string {
	if machine == "" {
		return "2011"
	}
	return machine
}

// optionRows are the answers that there are, and which rows the cursor is on.
func (m *Model) optionRows(s *step, width int) (rows []row, cursor [2]int) {
	g, q := m.theme.Glyphs, s.Question
	told := m.play.phase() == told
	for place := range q.Options {
		o := place
		if q.Kind == lessons.Order {
			o = s.shown[place]
		}
		style, label, note := theme.Plain, "  ", ""
		if !told && place == s.cursor {
			style, label = theme.Strong, "> "
		}
		if q.Kind == lessons.Choose {
			note = s.remark(o, told)
		}
		label += fmt.Sprintf("%d  ", place+1)
		words := letters(g, []lessons.Span{{Text: q.Options[o].Text}}, style)
		if note != "" {
			words = append(words, letters(g, []lessons.Span{{Text: " " + note}}, theme.Dim)...)
			label = "* " + label[2:]
		}
		from := len(rows)
		rows = append(rows, hang(label, theme.Strong, wrap(words, width-len(label)))...)
		if place == s.cursor {
			cursor = [2]int{from, len(rows)}
		}
		if m.presenting && place < len(q.Options)-1 {
			rows = append(rows, nil)
		}
	}
	return rows, cursor
}

// remark says of an option what became of it, "" for nothing.
func (s *step) remark(option int, told bool) string {
	mine := s.answered && s.answer.Chosen == option
	right := told && s.Question.Options[option].Right
	switch {
	case mine && right:
		return "(your answer, and the course's)"
	case mine:
		return "(your answer)"
	case right:
		return "(the course's answer)"
	}
	return ""
}

// prompt says how to answer.
func (s *step) prompt() string {
	n := len(s.Question.Options)
	switch s.Question.Kind {
	case lessons.Choose:
		var digits []string
		for i := range n {
			digits = append(digits, fmt.Sprint(i+1))
		}
		return "Your prediction: press " + strings.TrimSuffix(strings.Join(digits[:n-1], ", ")+" or "+digits[n-1], " or ") + "."
	case lessons.Order:
		places := make([]string, n)
		for i := range places {
			places[i] = "_"
			if i < len(s.picked) {
				places[i] = fmt.Sprint(s.placeOf(s.picked[i]) + 1)
			}
		}
		if len(s.picked) == n {
			return "Your order: " + strings.Join(places, " ") + ". Enter commits, backspace takes one back."
		}
		return "Press the numbers in your order: " + strings.Join(places, " ")
	}
	asked := named(s.Question.Asked)
	if u := unit(s.Question.Asked); u != "" {
		asked += ", in " + u
	}
	return "Your prediction, " + asked + ": " + s.typed + "_ (digits, then enter)"
}

// placeOf is where an option of an order is shown.
func (s *step) placeOf(option int) int {
	for place, o := range s.shown {
		if o == option {
			return place
		}
	}
	return 0
}

// unanswered says what is missing of an answer.
func (s *step) unanswered() string {
	switch s.Question.Kind {
	case lessons.Choose:
		return "Press the number of your answer."
	case lessons.Order:
		return "Press the numbers of all of them, in your order."
	}
	return "Type a number, then enter."
}
