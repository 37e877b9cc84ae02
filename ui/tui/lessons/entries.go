package lessons

import (
	"cmp"
	"slices"

	"linebounce/lessons"
	"linebounce/lessons/progress"
)

// entry is one row of the list.
type entry struct {
	lesson lessons.Lesson
	number int             // of a lesson, from 1; 0 for what is none
	moment progress.Moment // of a test
}

// only reports whether the course has no other test.
func (m *Model) only() bool {
	n := 0
	for _, l := range m.course.Lessons {
		if l.Kind == lessons.Test {
			n++
		}
	}
	return n == 1
}

// key tells entries apart, also after the course was read anew.
func (e entry) key() string { return e.lesson.ID + " " + string(e.moment) }

// enlist makes the list: the test, the lessons, the test once more, the pages.
// What was chosen stays chosen, else it is the first lesson that is not finished.
func (m *Model) enlist() {
	before := ""
	if m.chosen < len(m.entries) {
		before = m.entries[m.chosen].key()
	}
	var tests, after, taught, pages []entry
	for _, l := range m.course.Lessons {
		switch l.Kind {
		case lessons.Test:
			tests = append(tests, entry{l, 0, progress.Before})
			after = append(after, entry{l, 0, progress.After})
		case lessons.Page:
			pages = append(pages, entry{lesson: l})
		default:
			taught = append(taught, entry{lesson: l, number: len(taught) + 1})
		}
	}
	m.entries = slices.Concat(tests, taught, after, pages)
	m.chosen = slices.IndexFunc(m.entries, func(e entry) bool { return e.key() == before })
	if m.chosen < 0 {
		m.chosen = max(m.next(), 0)
	}
}

// next is the lesson to take up: one that is begun, else the first that is not
// finished; -1 where there is none.
func (m *Model) next() int {
	best, rank := -1, 0
	for i, e := range m.entries {
		if e.number == 0 {
			continue
		}
		r := map[progress.State]int{progress.Begun: 2, progress.New: 1}[m.book.State(e.lesson.ID)]
		if r > rank {
			best, rank = i, r
		}
	}
	return best
}

// following is the lesson behind one, -1 for none.
func (m *Model) following(id string) int {
	i := slices.IndexFunc(m.entries, func(e entry) bool { return e.lesson.ID == id && e.number > 0 })
	if i < 0 || i+1 >= len(m.entries) {
		return -1
	}
	return i + 1
}

// latest is the newest run of a test at a moment, and false where there is none.
func (m *Model) latest(id string, at progress.Moment) (progress.Run, bool) {
	runs := m.book.Runs(id)
	for i := len(runs) - 1; i >= 0; i-- {
		if runs[i].Moment == at {
			return runs[i], true
		}
	}
	return progress.Run{}, false
}

// tally counts the lessons that are finished, and all.
func (m *Model) tally() (finished, all int) {
	for _, e := range m.entries {
		if e.number > 0 {
			all = max(all, e.number)
			if m.book.State(e.lesson.ID) == progress.Finished {
				finished++
			}
		}
	}
	return finished, all
}

// choose moves the choice in the list.
func (m *Model) choose(to int) {
	m.chosen = min(max(to, 0), max(len(m.entries)-1, 0))
	m.follow = true
	m.tell()
}

// revisit are the lessons that refute what wrong answers of a test stood for, or
// another answer to the same question, in the order of the course.
func (m *Model) revisit(test lessons.Lesson, r progress.Run) []entry {
	wrong := map[string]bool{}
	for _, a := range r.Answers {
		if a.Right || a.Step >= len(test.Steps) || test.Steps[a.Step].Question == nil {
			continue
		}
		for _, o := range test.Steps[a.Step].Question.Options {
			wrong[o.Belief] = true
		}
	}
	var list []entry
	for _, e := range m.entries {
		if e.number > 0 && e.lesson.Refutes != "" && wrong[e.lesson.Refutes] {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.number, b.number) })
	return list
}
