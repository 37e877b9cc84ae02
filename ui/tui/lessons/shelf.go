package lessons

import (
	"fmt"
	"strings"
	"time"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes/topology"
	"linebounce/ui/wording"
)

// Shelf is the course without a picture: the list, lessons step by step and the
// test, told in words. It judges and keeps what is answered as the screen does.
// Its methods are called from one goroutine.
type Shelf struct{ room *Model }

// NewShelf makes one of a course, a learner's progress and the machine that stages
// are measured on; why says that no two CPUs of it can be compared, "" where they
// can.
func NewShelf(c lessons.Course, book *progress.Book, machine topology.Machine, why string) *Shelf {
	m := &Model{options: Options{Why: why}, now: time.Now, course: c, book: book, machine: machine, beside: none}
	m.enlist()
	return &Shelf{m}
}

// Titles lists what can be opened, in the order of the screen, with how far each
// got. Their places, from 1, are what Open takes.
func (s *Shelf) Titles() []string {
	var list []string
	for _, e := range s.room.entries {
		text, rest := e.lesson.Title, ""
		switch {
		case e.moment != "":
			rest = fmt.Sprintf("a test, %s the course", e.moment)
			if r, taken := s.room.latest(e.lesson.ID, e.moment); taken {
				rest += fmt.Sprintf(", taken: %d of %d right", r.Right(), len(r.Answers))
			}
		case e.number == 0:
			rest = "to read"
		default:
			rest = fmt.Sprintf("%s, %s", wording.Count(e.lesson.Minutes, "minute"), s.room.book.State(e.lesson.ID))
			if got, of := s.room.book.Lesson(e.lesson.ID).Points(); of > 0 {
				rest += fmt.Sprintf(", %d of %d points", got, of)
			}
			if s.room.lacks(e.lesson) != "" {
				rest += ", told by the model here"
			}
		}
		list = append(list, wording.Sentence(text)+" "+rest)
	}
	return list
}

// Next is the place of the lesson to take up, 1 where all are finished.
func (s *Shelf) Next() int { return max(s.room.next(), 0) + 1 }

// Find returns the place of a lesson by its ID, 0 for none.
func (s *Shelf) Find(id string) int {
	for i, e := range s.room.entries {
		if e.lesson.ID == id {
			return i + 1
		}
	}
	return 0
}

// Open takes what stands in a place: a lesson or a page, where it was left, or a
// test. One of both is nil; both are where nothing stands there.
func (s *Shelf) Open(place int) (*Reading, *Sitting) {
	if place < 1 || place > len(s.room.entries) {
		return nil, nil
	}
	e, m := s.room.entries[place-1], s.room
	m.chosen, m.play, m.exam = place-1, nil, nil
	if e.moment != "" {
		m.exam = newExam(e)
		return nil, &Sitting{m}
	}
	m.play = newPlay(e.lesson, m.book.Lesson(e.lesson.ID))
	r := &Reading{m}
	r.reach()
	return r, nil
}

// Following is the place of the lesson behind the one that is open, 0 for none.
func (s *Shelf) Following() int {
	if s.room.play == nil {
		return 0
	}
	return s.room.following(s.room.play.lesson.ID) + 1
}

// Forget resets what stands in a place, and reports whether something does.
func (s *Shelf) Forget(place int) bool {
	if place < 1 || place > len(s.room.entries) {
		return false
	}
	s.room.book.Reset(s.room.entries[place-1].lesson.ID)
	return true
}

// Save keeps what was done and says why it cannot, "" where it did.
func (s *Shelf) Save() string {
	s.room.keep(saved{s.room.book.Save()})
	return s.room.unsaved
}

// Points sums up what the answers brought.
func (s *Shelf) Points() string {
	finished, all := s.room.tally()
	text := fmt.Sprintf("%d of %s finished", finished, wording.Count(all, "lesson"))
	if got, of := s.room.book.Points(); of > 0 {
		text += fmt.Sprintf(", %d of %d points", got, of)
	}
	return text + "."
}

// numbers reads what was typed in answer to an order: "2 1 3", "2,1,3" or "213".
func numbers(text string) []string {
	text = strings.NewReplacer(",", " ", ";", " ").Replace(text)
	if list := strings.Fields(text); len(list) > 1 {
		return list
	}
	return strings.Split(strings.TrimSpace(text), "")
}
