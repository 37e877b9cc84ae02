// Package lessons is the course: what a lesson is, how its file is read and
// checked, and what it claims. A lesson makes the learner commit to a
// prediction, shows what a machine or the model does, and explains the
// difference.
package lessons

import (
	"linebounce/probes"
)

// Course is everything that can be opened, in the order of the list.
type Course struct {
	Lessons []Lesson // without faults, tests and pages included
	Faults  []Fault  // what was wrong with files, and with lessons that are left out

	files []read  // that it was made of, to be joined with others
	gone  []Fault // of folders that could not be read
}

// Kind says what a file is.
type Kind string

// The kinds of file.
const (
	Teaching Kind = "lesson"
	Test     Kind = "test" // questions only, answered before and after
	Page     Kind = "page" // to be read
)

// Lesson is one file of the course.
type Lesson struct {
	ID      string // lower-case words joined by hyphens
	Title   string
	Kind    Kind
	Minutes int      // that it takes
	Needs   []Need   // of the machine, to be measured here
	After   []string // IDs of what it builds on
	Refutes string   // the belief that it refutes, one phrase, "" for none
	Steps   []Step
	File    string // it was read from, without its folder

	lines wordLines
}

// wordLines are where words of the front matter stand that only the whole
// course can judge.
type wordLines struct{ id, after int }

// Need is what a machine must have for a lesson to be measured on it.
type Need string

// The needs.
const (
	TwoCPUs Need = "two-cpus" // that threads can be pinned to
	Linux   Need = "linux"    // its sockets and semaphores
)

// Step is one page of a lesson: prose, what is shown beside it, at most one
// question, and what is told once it is answered.
type Step struct {
	Title       string
	Prose       []Block
	Stage       *Stage    // nil where the step shows nothing new
	Question    *Question // nil where it asks nothing
	Hints       [][]Block // in the order in which they are given
	Claims      []Claim   // about the stage
	Explanation []Block   // told after the answer, a right one too
	Notes       []Block   // for whoever presents
	Line        int       // of its heading, from 1
}

// Screen is the room that a step is shown beside.
type Screen string

// The screens.
const (
	Lab       Screen = "lab"
	Simulator Screen = "simulator"
	Kernel    Screen = "kernel"
)

// Stage is what a step shows: one experiment with one or two scenarios.
type Stage struct {
	Screen     Screen
	Experiment string            // of the catalog; in the Kernel also "credentials"
	Arms       []probes.Scenario // as written: A, and B where there is one
	Machine    string            // a preset of the model, "" for the usual one
	CPUs       int               // of the model, 0 for as many as the arms need; else every CPU has work
	Line       int
}

// Credentials is the stage in the Kernel that asks who receives which
// credentials.
const Credentials = "credentials"

// QuestionKind says how a question is answered.
type QuestionKind string

// The kinds of question.
const (
	Choose QuestionKind = "choose" // one of several answers
	Number QuestionKind = "number" // a figure, judged by the figure that the step brings
	Order  QuestionKind = "order"  // the options, put in order
)

// Question asks for a prediction.
type Question struct {
	Kind    QuestionKind
	Text    string
	Options []Option // of Choose in the order of the screen, of Order in the right order
	Asked   Value    // of Number
	Line    int

	asked int // the line of Asked
}

// Option is one answer.
type Option struct {
	Text   string
	Right  bool   // of Choose: exactly one is
	Belief string // of a wrong one: the misconception it stands for, "" for none
}

// BlockKind says what a piece of prose is.
type BlockKind string

// The kinds of block.
const (
	Paragraph BlockKind = "paragraph"
	Item      BlockKind = "item" // of a list
	Code      BlockKind = "code" // lines as they are, joined by line feeds
	Quote     BlockKind = "quote"
	Row       BlockKind = "row"     // of a table, its cells ended by Cell spans; those of the first row are Strong
	Heading   BlockKind = "heading" // within a part of a step
)

// Block is a piece of prose: plain data, drawn alike by the screen and by the
// command line.
type Block struct {
	Kind  BlockKind
	Depth int    // of an item in its lists, 0 outermost
	Label string // of an item: "-", or its number with a full stop; "" for a further paragraph of the same item
	Spans []Span
}

// Span is text in one style.
type Span struct {
	Text  string
	Style SpanStyle
}

// SpanStyle is how a span is set off.
type SpanStyle string

// The styles.
const (
	Plain  SpanStyle = ""
	Strong SpanStyle = "strong"
	Emph   SpanStyle = "emph"
	Mono   SpanStyle = "mono"
	Link   SpanStyle = "link" // an address in full
	Cell   SpanStyle = "cell" // ends a table's cell; has no text
)

// Fault is one thing wrong with a file of the course.
type Fault struct {
	File    string
	Line    int // from 1, 0 where it is of the whole file
	Problem string
	Wanted  string // what was expected instead, "" where the problem says it
}
