package plain

import (
	"strconv"
	"strings"

	course "linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/ui/prose"
	tutor "linebounce/ui/tui/lessons"
	"linebounce/ui/wording"
)

// lessons is the room of the course: the list, one lesson, or the test.
type lessons struct {
	*session
	shelf   *tutor.Shelf // nil before the room was entered
	reading *tutor.Reading
	sitting *tutor.Sitting
}

func (l *lessons) name() string  { return "lessons" }
func (l *lessons) settled() bool { return true }

func (l *lessons) leave() { l.keep() }

func (l *lessons) enter() {
	if l.shelf == nil {
		read, open := l.options.Lessons, l.options.Progress
		if read == nil {
			read = course.Embedded
		}
		if open == nil {
			open = func() (*progress.Book, string) { return progress.Open(progress.Path()) }
		}
		book, note := open()
		if note != "" {
			l.line(wording.Sentence(note))
		}
		l.shelf = tutor.NewShelf(read(), book, l.options.Here, l.options.Why)
	}
	switch {
	case l.reading != nil:
		l.step()
	case l.sitting != nil:
		l.question()
	default:
		l.list("")
	}
}

// list tells what can be opened.
func (l *lessons) list(string) {
	l.reading, l.sitting = nil, nil
	l.say("The Lessons. open and a number opens one, such as open %d. %s", l.shelf.Next(), l.shelf.Points())
	for i, title := range l.shelf.Titles() {
		l.say("%d. %s.", i+1, title)
	}
}

func (l *lessons) more() { l.enter() }

func (l *lessons) words() []word {
	list := []word{
		{"list", "", "goes to the list", []string{"esc"}, func(rest string) {
			l.stop()
			l.list(rest)
		}},
		{"open", "NUMBER", "opens what stands there in the list, or a lesson by its ID", nil, l.open},
		{"forget", "NUMBER", "forgets what you did in it", nil, l.forget},
	}
	switch {
	case l.sitting != nil:
		list = append(list, word{"back", "", "asks the question before once more", nil, func(string) {
			if !l.sitting.Back() {
				l.line("There is no question before.")
				return
			}
			l.question()
		}})
	case l.reading != nil:
		list = append(list,
			word{"next", "", "goes to the next step, and behind the last to the next lesson", []string{"n"}, func(string) { l.forward() }},
			word{"back", "", "goes to the step before", []string{"b"}, func(string) { l.back() }},
			word{"hint", "", "gives a hint, which takes a point off", []string{"h"}, func(string) { l.hint() }},
		)
	}
	return list
}

// answers takes what answers an open question. As on the screen no digit opens a
// room while a lesson or the test is open.
func (l *lessons) answers(typed string) bool {
	if l.reading == nil && l.sitting == nil || typed[0] != '.' && (typed[0] < '0' || typed[0] > '9') {
		return false
	}
	asks := l.reading != nil && l.reading.Asking() || l.sitting != nil && l.sitting.Asking()
	if !asks {
		l.line("Nothing is asked now, and here digits are answers. The rooms have names: lab and so on.")
		return true
	}
	if l.sitting != nil {
		l.answerTest(typed)
		return true
	}
	if problem := l.reading.Answer(typed); problem != "" {
		l.line(problem)
		return true
	}
	l.said()
	return true
}

// place reads which one of the list is meant, 0 for none.
func (l *lessons) place(rest string) int {
	if n, err := strconv.Atoi(rest); err == nil {
		return n
	}
	return l.shelf.Find(rest)
}

func (l *lessons) open(rest string) {
	n := l.shelf.Next()
	if rest != "" {
		n = l.place(rest)
	}
	l.stop()
	reading, sitting := l.shelf.Open(n)
	if reading == nil && sitting == nil {
		l.say("%q is no number of the list and no ID of a lesson.", rest)
		return
	}
	l.reading, l.sitting = reading, sitting
	l.enter()
	l.keep()
}

func (l *lessons) forget(rest string) {
	if !l.shelf.Forget(l.place(rest)) {
		l.say("%q is no number of the list and no ID of a lesson.", rest)
		return
	}
	l.line("Forgotten.")
	l.list("")
	l.keep()
}

// keep writes down what was done.
func (l *lessons) keep() {
	if l.shelf != nil {
		l.line(l.shelf.Save())
	}
}

// blocks tells prose, a paragraph a line.
func (l *lessons) blocks(list []course.Block) {
	for _, text := range prose.Lines(list, unbroken) {
		l.line(text)
	}
}

// unbroken is wider than any paragraph.
const unbroken = 1 << 20

// question asks the open one of the test.
func (l *lessons) question() {
	at, of := l.sitting.Place()
	if !l.sitting.Asking() {
		l.line(strings.TrimSpace(l.sitting.Report()))
		return
	}
	text, options := l.sitting.Question()
	l.say("%s Question %d of %d: %s", wording.Sentence(l.sitting.Title()), at, of, text)
	for i, o := range options {
		l.say("%d. %s", i+1, o)
	}
	l.line("Type the number of your answer. Nothing is told before the end.")
}

func (l *lessons) answerTest(typed string) {
	if problem := l.sitting.Answer(typed); problem != "" {
		l.line(problem)
		return
	}
	l.question()
	l.keep()
}
