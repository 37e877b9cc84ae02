package lessons

import (
	"fmt"
	"strings"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/ui/quote"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// columns of the list, from the right: how far it is, where its figures come
// from, and how long it takes.
const (
	minutesWidth = 7  // "12 min "
	stateWidth   = 16 // "finished 27/30 "
	sourceWidth  = 12 // "on the model"
	labelWidth   = 5  // "> 12 "
)

// listSheet is the list of everything that can be opened.
func (m *Model) listSheet(width int) sheet {
	g := m.theme.Glyphs
	s := sheet{keys: m.listKeys()}
	s.head = append(s.head, text(g, theme.Plain, width, m.invitation(width))...)
	s.head = append(s.head, text(g, theme.Dim, width, m.score())...)
	s.head = append(s.head, m.faultRows(width)...)
	for _, d := range []detail{parted, asks, titles} {
		s.body, s.from, s.to = m.listRows(width, d)
		if len(s.body) <= m.height-len(s.head)-besideList+m.aboutRows(width) {
			break
		}
	}
	if len(m.entries) == 0 {
		s.body = text(g, theme.Plain, width, "There is no lesson to open.")
	}
	return s
}

// besideList is the rows of the room's title, of notes, keys and gaps, and of what is
// said of the chosen entry, whichever that is: else the list would jump.
const besideList = 9

// aboutRows is how many rows the chosen entry takes for what is said of it.
func (m *Model) aboutRows(width int) int {
	if len(m.entries) == 0 {
		return 0
	}
	return len(m.remarks(width, m.about(m.entries[m.chosen])))
}

// detail is how much the list says of what is not chosen.
type detail int

const (
	titles detail = iota
	asks          // what each lesson asks first
	parted        // that, and a free row between two
)

// listRows are all entries, and which rows the chosen one has.
func (m *Model) listRows(width int, d detail) (rows []row, from, to int) {
	for i, e := range m.entries {
		if d == parted && i > 0 {
			rows = append(rows, nil)
		}
		begin := len(rows)
		rows = append(rows, m.entryRows(i, e, width)...)
		if d > titles {
			rows = append(rows, m.remarks(width, firstQuestion(e))...)
		}
		if i == m.chosen {
			rows = append(rows, m.remarks(width, m.about(e))...)
			from, to = begin, len(rows)
		}
	}
	return rows, from, to
}

// remarks are text below the name of an entry.
func (m *Model) remarks(width int, said string) (rows []row) {
	for _, line := range text(m.theme.Glyphs, theme.Dim, width-labelWidth, said) {
		rows = append(rows, append(row{{Text: strings.Repeat(" ", labelWidth)}}, line...))
	}
	return rows
}

// firstQuestion is what a lesson asks first, "" for what has to be opened to be seen.
func firstQuestion(e entry) string {
	if e.moment != "" {
		return ""
	}
	for _, s := range e.lesson.Steps {
		if s.Question != nil {
			return s.Question.Text
		}
	}
	return ""
}

// invitation says what to press first.
func (m *Model) invitation(width int) string {
	what := "Each lesson asks, you predict, the machine answers."
	if len(m.entries) == 0 {
		return what
	}
	e := m.entries[m.chosen]
	does := "enter opens it"
	switch {
	case e.number > 0:
		does = fmt.Sprintf("enter opens lesson %d", e.number)
	case e.moment != "":
		does = "enter opens the test"
	case e.lesson.Kind == lessons.Page:
		does = "enter opens the page"
	}
	return widgets.Fit(width, what+" "+titled(does)+".", titled(does)+".")
}

// score is what was reached so far.
func (m *Model) score() string {
	got, of := m.book.Points()
	finished, all := m.tally()
	won := fmt.Sprintf("%d of %d points for predictions", got, of)
	if of == 0 {
		won = "No prediction yet"
	}
	return fmt.Sprintf("%s, %d of %s finished.", won, finished, wording.Count(all, "lesson"))
}

// faultRows tell of lessons that are left out.
func (m *Model) faultRows(width int) []row {
	n := len(m.course.Faults)
	if n == 0 {
		return nil
	}
	words := m.course.Faults[0].Error()
	if n > 1 {
		words += fmt.Sprintf(". %s more", wording.Count(n-1, "fault"))
	}
	how := "linebounce lessons check"
	if m.options.Folder != "" {
		how += " " + quote.Word(m.options.Folder)
	}
	return text(m.theme.Glyphs, theme.Alarm, width, words+". All of them: "+how)
}

// entryRows are one entry: its name, how long it takes, how far it is, and where
// its figures come from.
func (m *Model) entryRows(i int, e entry, width int) []row {
	g := m.theme.Glyphs
	room := width - labelWidth - minutesWidth - stateWidth - sourceWidth
	label := "  "
	if i == m.chosen {
		label = "> "
	}
	if e.number > 0 {
		label += fmt.Sprintf("%2d ", e.number)
	} else {
		label += "   "
	}
	rows := hang(label, theme.Strong, text(g, theme.Plain, room, m.named(e)))
	source, _ := m.source(e.lesson)
	minutes := ""
	if e.lesson.Minutes > 0 {
		minutes = fmt.Sprintf("%d min", e.lesson.Minutes)
	}
	if len(rows) == 0 {
		rows = []row{{{Style: theme.Strong, Text: label}}}
	}
	rows[0] = append(rows[0], widgets.Span{Text: strings.Repeat(" ", width-minutesWidth-stateWidth-sourceWidth-length(rows[0]))},
		widgets.Span{Style: theme.Dim, Text: fmt.Sprintf("%-*s%-*s%s", minutesWidth, minutes, stateWidth, m.state(e), source)})
	if i == m.chosen {
		for j, r := range rows {
			rows[j] = bar(r, width)
		}
	}
	return rows
}

// bar makes a row stand out from end to end, gaps too.
func bar(r row, width int) row {
	r = append(r, widgets.Span{Text: strings.Repeat(" ", max(width-length(r), 0))})
	for i := range r {
		r[i].Style = theme.Title
	}
	return r
}

// named is an entry's name in the list. The test is called that where there is but
// one.
func (m *Model) named(e entry) string {
	title := e.lesson.Title
	if e.moment == "" {
		return title
	}
	if m.only() {
		title = "The test"
	}
	return title + ", " + string(e.moment) + " the course"
}

// state says how far an entry is.
func (m *Model) state(e entry) string {
	if e.moment != "" {
		r, taken := m.latest(e.lesson.ID, e.moment)
		if !taken {
			return "not taken"
		}
		return fmt.Sprintf("%d of %d right", r.Right(), len(r.Answers))
	}
	if e.lesson.Kind == lessons.Page {
		return ""
	}
	done := m.book.Lesson(e.lesson.ID)
	said := string(done.State())
	if got, of := done.Points(); of > 0 {
		said += fmt.Sprintf(" %d/%d", got, of)
	}
	return said
}

// source says where a lesson's figures come from here, and why not from this
// machine where that is so.
func (m *Model) source(l lessons.Lesson) (source, why string) {
	stages, measured := 0, 0
	for _, s := range l.Steps {
		if s.Stage != nil {
			stages++
			if s.Stage.Screen != lessons.Simulator {
				measured++
			}
		}
	}
	why = m.lacks(l)
	switch {
	case stages == 0:
		return "reading", ""
	case measured == 0:
		return "on the model", ""
	case why != "":
		return "on the model", why
	}
	return "measured", ""
}

// about is what the list says of the entry that is chosen.
func (m *Model) about(e entry) string {
	var said []string
	if e.lesson.Refutes != "" && m.book.State(e.lesson.ID) == progress.Finished { // before, it would give the answer away
		said = append(said, "It refutes: "+wording.Sentence(e.lesson.Refutes))
	}
	var after []string
	for _, id := range e.lesson.After {
		if l, found := m.course.Find(id); found && m.book.State(id) != progress.Finished {
			after = append(after, fmt.Sprintf("%q", l.Title))
		}
	}
	if len(after) > 0 {
		said = append(said, "It builds on "+list(after)+".")
	}
	if _, why := m.source(e.lesson); why != "" {
		said = append(said, "Not measured here: "+wording.Sentence(why))
	}
	if e.moment != "" {
		said = append(said, wording.Count(len(e.lesson.Steps), "question")+", the same before and after. The result stays on this machine.")
	}
	return strings.Join(said, " ")
}
