package lessons

// Sitting is the test of a shelf that is taken, a question after the other.
// Nothing is told before the end.
type Sitting struct{ room *Model }

// Title returns the test's.
func (s *Sitting) Title() string { return s.room.exam.lesson.Title }

// Place says which question of how many is asked, from 1; at is more than of once
// all are answered.
func (s *Sitting) Place() (at, of int) { return s.room.exam.at + 1, len(s.room.exam.steps) }

// Asking reports whether there is a further question.
func (s *Sitting) Asking() bool { return s.room.exam.asking() }

// Question returns it, with its answers as they are numbered.
func (s *Sitting) Question() (text string, options []string) {
	at := s.room.exam.steps[s.room.exam.at]
	return at.Question.Text, at.options()
}

// Answer takes an answer as it was typed, and says what is wrong with one that is
// none. Behind the last one the answers are kept.
func (s *Sitting) Answer(typed string) (problem string) {
	x := s.room.exam
	at := x.steps[x.at]
	if problem = at.take(typed); problem != "" {
		return problem
	}
	at.answered = true
	if x.at++; !x.asking() {
		s.room.handIn()
	}
	return ""
}

// Back asks the question before once more, and reports whether there is one.
func (s *Sitting) Back() bool {
	x := s.room.exam
	if x.over || x.at == 0 {
		return false
	}
	x.at--
	return true
}

// Report is what the test came to.
func (s *Sitting) Report() string { return s.room.report() }
