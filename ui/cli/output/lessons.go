package output

import (
	"fmt"
	"io"
	"strings"
	"time"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/ui/prose"
	"linebounce/ui/wording"
)

// Lessons is the list of a course, ready for text or JSON.
type Lessons struct {
	Machine  topology.Machine // that "measurable here" is about
	Entries  []LessonEntry
	Warnings []string
}

// LessonEntry is one lesson of the list, test or page.
type LessonEntry struct {
	Lesson lessons.Lesson
	State  progress.State
	Done   progress.Lesson
	Runs   []progress.Run // of a test, oldest first
	Why    string         // it cannot be measured here, "" where it can
}

// Write prints the list in a format.
func (l Lessons) Write(w io.Writer, f Format) error {
	if f == JSON {
		return l.json(w)
	}
	return l.text(w)
}

type lessonDocument struct {
	ID         string          `json:"id"`
	Number     *int            `json:"number"` // among the lessons, from 1; null for a test or a page
	Title      string          `json:"title"`
	Kind       lessons.Kind    `json:"kind"`
	Minutes    int             `json:"minutes"`
	State      progress.State  `json:"state"`
	Steps      int             `json:"steps"`
	Reached    *int            `json:"reached"` // the furthest step, from 1; null where none was
	Points     *pointsDocument `json:"points"`  // null where nothing was judged
	Finished   *time.Time      `json:"finished"`
	Needs      []lessons.Need  `json:"needs"`
	After      []string        `json:"after"`
	Refutes    *string         `json:"refutes"`
	Measurable bool            `json:"measurable"` // here
	Why        *string         `json:"why"`        // not
	Runs       []testDocument  `json:"runs"`       // of a test
}

type pointsDocument struct {
	Got int `json:"got"`
	Of  int `json:"of"`
}

// testDocument is one time that a test was taken. This is how results leave the
// machine: whoever asks for the list has them.
type testDocument struct {
	At      time.Time          `json:"at"`
	Moment  progress.Moment    `json:"moment"`
	Right   int                `json:"right"`
	Of      int                `json:"of"`
	Answers []answeredDocument `json:"answers"`
}

type answeredDocument struct {
	Question string  `json:"question"`
	Given    string  `json:"given"`
	Right    bool    `json:"right"`
	Belief   *string `json:"belief"` // that the answer stands for
}

func newTestDocument(r progress.Run) testDocument {
	d := testDocument{r.At, r.Moment, r.Right(), len(r.Answers), []answeredDocument{}}
	for _, a := range r.Answers {
		d.Answers = append(d.Answers, answeredDocument{a.Question, a.Given, a.Right, known(a.Belief)})
	}
	return d
}

func (l Lessons) json(w io.Writer) error {
	d := struct {
		Document
		Lessons []lessonDocument `json:"lessons"`
	}{NewDocument(probes.Measured, l.Machine), []lessonDocument{}}
	d.Warnings = append(d.Warnings, l.Warnings...)
	for i, e := range l.Entries {
		entry := newLessonDocument(e)
		if number := l.number(i); number > 0 {
			entry.Number = &number
		}
		d.Lessons = append(d.Lessons, entry)
	}
	return WriteDocument(w, d)
}

func newLessonDocument(e LessonEntry) lessonDocument {
	d := lessonDocument{
		ID: e.Lesson.ID, Title: e.Lesson.Title, Kind: e.Lesson.Kind, Minutes: e.Lesson.Minutes, State: e.State, Steps: len(e.Lesson.Steps),
		Finished: e.Done.Finished, Needs: append([]lessons.Need{}, e.Lesson.Needs...), After: append([]string{}, e.Lesson.After...),
		Refutes: known(e.Lesson.Refutes), Measurable: e.Why == "", Why: known(e.Why), Runs: []testDocument{},
	}
	if e.Done.State() != progress.New {
		d.Reached = new(e.Done.Reached + 1)
	}
	if got, of := e.Done.Points(); of > 0 {
		d.Points = &pointsDocument{got, of}
	}
	for _, r := range e.Runs {
		d.Runs = append(d.Runs, newTestDocument(r))
	}
	return d
}

func (l Lessons) text(w io.Writer) error {
	var b strings.Builder
	rows := [][]string{{"", "id", "title", "minutes", "state"}}
	minutes, finished, taught := 0, 0, 0
	var whys []string
	for i, e := range l.Entries {
		row := []string{"", e.Lesson.ID, prose.Clean(e.Lesson.Title), fmt.Sprint(e.Lesson.Minutes), e.words()}
		if number := l.number(i); number > 0 {
			row[0] = fmt.Sprint(number)
		}
		if e.Why != "" {
			row[4] += " *"
			whys = append(whys, fmt.Sprintf("%s: %s", e.Lesson.ID, e.Why))
		}
		if e.Lesson.Kind == lessons.Teaching {
			taught++
			minutes += e.Lesson.Minutes
			if e.State == progress.Finished {
				finished++
			}
		}
		rows = append(rows, row)
	}
	columns(&b, rows)
	fmt.Fprintf(&b, "\n%s, %s; %d finished.\n", wording.Count(taught, "lesson"), wording.Count(minutes, "minute"), finished)
	if len(whys) > 0 {
		b.WriteString("* cannot be measured here, and is shown from the model or a recording:\n")
		for _, why := range whys {
			fmt.Fprintf(&b, "  %s\n", why)
		}
	}
	for _, warning := range l.Warnings {
		fmt.Fprintf(&b, "note: %s\n", warning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// number returns the place of an entry among the lessons, as their texts name it;
// 0 for what is none.
func (l Lessons) number(i int) (n int) {
	if l.Entries[i].Lesson.Kind != lessons.Teaching {
		return 0
	}
	for _, e := range l.Entries[:i+1] {
		if e.Lesson.Kind == lessons.Teaching {
			n++
		}
	}
	return n
}

// words say how far an entry got.
func (e LessonEntry) words() string {
	if len(e.Runs) > 0 {
		var results []string
		for _, moment := range []progress.Moment{progress.Before, progress.After} {
			for i := len(e.Runs) - 1; i >= 0; i-- {
				if r := e.Runs[i]; r.Moment == moment {
					results = append(results, fmt.Sprintf("%s %d of %d", moment, r.Right(), len(r.Answers)))
					break
				}
			}
		}
		return strings.Join(results, ", ")
	}
	text := string(e.State)
	if e.State == progress.Begun {
		text = fmt.Sprintf("step %d of %d", min(e.Done.Reached+1, len(e.Lesson.Steps)), len(e.Lesson.Steps))
	}
	if got, of := e.Done.Points(); of > 0 {
		text += fmt.Sprintf(", %d of %d points", got, of)
	}
	return text
}
