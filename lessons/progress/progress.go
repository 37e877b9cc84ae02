// Package progress keeps what a learner did: how far each lesson got, what was
// answered and what that was worth, and the results of tests. It is one file of
// this user on this machine, and nobody is told of it.
package progress

import (
	"maps"
	"slices"
	"time"

	"linebounce/lessons"
	"linebounce/probes"
)

// State is how far a lesson got.
type State string

// The states.
const (
	New      State = "new"
	Begun    State = "begun"
	Finished State = "finished"
)

// Lesson is what the learner did in one lesson. It is a copy: changes go through
// a Book.
type Lesson struct {
	Begun    time.Time  `json:"begun"`
	Reached  int        `json:"reached"`  // the furthest step that was shown, from 0
	Answers  []Answer   `json:"answers"`  // one a step at most
	Finished *time.Time `json:"finished"` // nil until the last step was left
}

// State says how far the lesson got.
func (l Lesson) State() State {
	switch {
	case l.Finished != nil:
		return Finished
	case !l.Begun.IsZero():
		return Begun
	}
	return New
}

// Answer returns what was answered in a step, counted from 0, and false where
// nothing was.
func (l Lesson) Answer(step int) (Answer, bool) {
	for _, a := range l.Answers {
		if a.Step == step {
			return a, true
		}
	}
	return Answer{}, false
}

// Points returns the points of all answers that were judged, and how many they
// could have been.
func (l Lesson) Points() (got, of int) {
	for _, a := range l.Answers {
		if a.Judged() {
			got, of = got+a.Points, of+MostPoints
		}
	}
	return got, of
}

// Answer is one prediction and what it came to. Chosen, Order or Guess is what
// was answered, by Kind; Judge fills in what follows from it.
type Answer struct {
	Step   int       `json:"step"` // of the lesson, from 0
	At     time.Time `json:"at"`
	Chosen int       `json:"chosen"`          // of Choose: an index into the question's options
	Order  []int     `json:"order,omitempty"` // of Order: indices into its options, first to last
	Guess  float64   `json:"guess"`           // of Number
	Hints  int       `json:"hints"`           // that were read before it
	Figure *Figure   `json:"figure"`          // that the step brought, nil where it brought none yet

	Kind     lessons.QuestionKind `json:"kind"`
	Question string               `json:"question"` // as it was asked
	Given    string               `json:"given"`    // the answer in words
	Right    bool                 `json:"right"`    // the option, the whole order, or a number within a third
	Belief   string               `json:"belief"`   // that a wrong option stands for, "" for none
	Points   int                  `json:"points"`
}

// Judged reports whether there is anything to judge the answer by: a number
// needs the figure that it was to foretell.
func (a Answer) Judged() bool { return a.Kind != lessons.Number || a.Figure != nil }

// Figure is what an answer was held against.
type Figure struct {
	Of     string        `json:"of"` // such as "B/A ops_per_s"
	Value  float64       `json:"value"`
	Low    *float64      `json:"low"` // of its interval, nil where it has none
	High   *float64      `json:"high"`
	Source probes.Origin `json:"source"`
}

// NewFigure returns a figure as it is kept, nil where it is not known.
func NewFigure(of lessons.Value, i probes.Interval, source probes.Origin) *Figure {
	if !finite(i.Median) {
		return nil
	}
	f := &Figure{Of: of.String(), Value: i.Median, Source: source}
	if i.Known() {
		f.Low, f.High = &i.Low, &i.High
	}
	return f
}

// Moment says when a test was taken.
type Moment string

// The moments.
const (
	Before Moment = "before" // the course
	After  Moment = "after"
)

// Run is one time that a test was taken.
type Run struct {
	At      time.Time `json:"at"`
	Moment  Moment    `json:"moment"`
	Answers []Answer  `json:"answers"`
}

// Right returns how many answers were right.
func (r Run) Right() (n int) {
	for _, a := range r.Answers {
		if a.Right {
			n++
		}
	}
	return n
}

// schema is the version of the file. It goes up with every field that is added,
// so that no older program drops what it does not know.
const schema = 1

// document is the file. Its maps and slices are never changed in place: a change
// replaces what it touches, so that copies may be read while others write.
type document struct {
	Schema  int               `json:"schema"`
	Lessons map[string]Lesson `json:"lessons"` // by id
	Tests   map[string][]Run  `json:"tests"`   // by id, oldest first
}

// change is one thing that was done, to be done again on what another process
// wrote in the meantime.
type change func(*document)

// after returns the document as it is after changes.
func (d document) after(changes ...change) document {
	d.Lessons, d.Tests = maps.Clone(d.Lessons), maps.Clone(d.Tests)
	if d.Lessons == nil {
		d.Lessons = map[string]Lesson{}
	}
	if d.Tests == nil {
		d.Tests = map[string][]Run{}
	}
	for _, c := range changes {
		c(&d)
	}
	return d
}

// reach marks a step as shown.
func reach(id string, step int, at time.Time) change {
	return func(d *document) {
		l := d.Lessons[id]
		if l.Begun.IsZero() {
			l.Begun = at
		}
		l.Reached = max(l.Reached, step)
		d.Lessons[id] = l
	}
}

// answer keeps the first answer to a question. A later one is no prediction any
// more, except that it may bring the figure which the same answer lacked, or
// belong to a question that was rewritten.
func answer(id string, a Answer) change {
	return func(d *document) {
		reach(id, a.Step, a.At)(d)
		l := d.Lessons[id]
		i := slices.IndexFunc(l.Answers, func(kept Answer) bool { return kept.Step == a.Step })
		if i >= 0 {
			kept := l.Answers[i]
			if kept.Question == a.Question && (kept.Figure != nil || kept.Given != a.Given) {
				return
			}
			l.Answers = slices.Clone(l.Answers)
			l.Answers[i] = a
		} else {
			l.Answers = append(slices.Clone(l.Answers), a)
		}
		d.Lessons[id] = l
	}
}

// finish marks a lesson as done; the first time counts.
func finish(id string, at time.Time) change {
	return func(d *document) {
		reach(id, 0, at)(d)
		l := d.Lessons[id]
		if l.Finished == nil {
			l.Finished = &at
		}
		d.Lessons[id] = l
	}
}

func taken(id string, r Run) change {
	return func(d *document) { d.Tests[id] = append(slices.Clone(d.Tests[id]), r) }
}

func reset(id string) change {
	return func(d *document) {
		delete(d.Lessons, id)
		delete(d.Tests, id)
	}
}

func resetAll(d *document) { d.Lessons, d.Tests = map[string]Lesson{}, map[string][]Run{} }
