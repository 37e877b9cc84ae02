package progress

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// Book is a learner's progress. Its changes are kept in memory until Save. All
// methods may be called from several goroutines; none but Open and Save touches
// the disk.
type Book struct {
	path  string // "" where nothing is kept
	write sync.Mutex

	mu      sync.Mutex
	file    document // as this book last read or wrote it
	pending []change // since then
	now     document // file after pending
}

// Open reads the progress in a file, which need not be there yet; with an empty
// path nothing is kept. The note, "" where there is nothing to say, tells of a
// file that was damaged and set aside, or why nothing can be kept.
func Open(path string) (*Book, string) {
	b := &Book{path: path}
	var note string
	if path != "" {
		b.file, b.path, note = load(path)
	}
	b.now = b.file.after()
	return b, note
}

// Lesson returns what was done in a lesson, the zero value for one that is new.
func (b *Book) Lesson(id string) Lesson {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.now.Lessons[id]
	l.Answers = slices.Clone(l.Answers)
	return l
}

// State returns how far a lesson got. A test is finished once it was taken.
func (b *Book) State(id string) State {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.now.Tests[id]) > 0 {
		return Finished
	}
	return b.now.Lessons[id].State()
}

// Runs returns when a test was taken and what came of it, oldest first.
func (b *Book) Runs(id string) []Run {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.now.Tests[id])
}

// Points returns the points of all lessons, and how many the judged answers
// could have brought.
func (b *Book) Points() (got, of int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for l := range maps.Values(b.now.Lessons) {
		g, o := l.Points()
		got, of = got+g, of+o
	}
	return got, of
}

// Reach notes that a step of a lesson, counted from 0, was shown.
func (b *Book) Reach(id string, step int, at time.Time) { b.do(reach(id, step, stamp(at))) }

// Answer keeps an answer that was judged. The first one to a question counts
// until the lesson is reset; the same one may come again with its figure.
func (b *Book) Answer(id string, a Answer) {
	a.At = stamp(a.At)
	b.do(answer(id, a.storable()))
}

// Finish notes that a lesson was taken to its end.
func (b *Book) Finish(id string, at time.Time) { b.do(finish(id, stamp(at))) }

// Took keeps one run of a test.
func (b *Book) Took(id string, r Run) {
	r.At = stamp(r.At)
	answers := []Answer{}
	for _, a := range r.Answers {
		a.At = stamp(a.At)
		answers = append(answers, a.storable())
	}
	r.Answers = answers
	b.do(taken(id, r))
}

// Reset forgets one lesson, or the runs of one test.
func (b *Book) Reset(id string) { b.do(reset(id)) }

// ResetAll forgets all lessons and the runs of all tests.
func (b *Book) ResetAll() { b.do(resetAll) }

func (b *Book) do(c change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending = append(b.pending, c)
	b.now = b.now.after(c)
}

// Save writes what was done since the last time, on top of what other processes
// wrote meanwhile, which the book then knows too. Its error is a sentence to
// show: nothing is lost from memory, and the next Save tries again if it has to.
// Where Open said that nothing is kept it does nothing.
func (b *Book) Save() error {
	b.write.Lock()
	defer b.write.Unlock()
	b.mu.Lock()
	changes, known := slices.Clone(b.pending), b.file
	b.mu.Unlock()
	if b.path == "" || len(changes) == 0 {
		return nil
	}
	written, note, err := update(b.path, known, changes)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.file, b.pending = written, b.pending[len(changes):]
	b.now = b.file.after(b.pending...)
	if note != "" {
		return errors.New(note)
	}
	return nil
}

// stamp is a time as the file keeps it.
func stamp(at time.Time) time.Time { return at.UTC().Truncate(time.Second) }

// storable leaves out numbers that a file cannot hold.
func (a Answer) storable() Answer {
	if !finite(a.Guess) {
		a.Guess = 0
	}
	if a.Figure != nil && !finite(a.Figure.Value) {
		a.Figure = nil
	}
	a.Order = slices.Clone(a.Order)
	return a
}
