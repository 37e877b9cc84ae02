package lessons

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons"
	"linebounce/lessons/progress"
)

// longestNumber is more characters than a prediction needs.
const longestNumber = 12

// answering does what a key means to an open question, and reports whether it
// means anything. Once the learner has committed, done is true.
func (s *step) answering(key string) (meant, done bool) {
	switch s.Question.Kind {
	case lessons.Choose:
		return s.choosing(key)
	case lessons.Order:
		return s.ordering(key)
	}
	return s.typing(key)
}

// unchosen is the cursor before it was moved.
const unchosen = -1

func (s *step) choosing(key string) (meant, done bool) {
	n := len(s.Question.Options)
	switch i := digit(key); {
	case i >= 0 && i < n:
		s.cursor = i
		return true, true
	case key == "up", key == "k":
		s.cursor = max(s.cursor-1, 0)
	case key == "down", key == "j":
		s.cursor = min(s.cursor+1, n-1)
	case key == "enter" && s.cursor != unchosen:
		return true, true
	default:
		return i >= 0, false // a digit without an option does nothing
	}
	return true, false
}

func (s *step) ordering(key string) (meant, done bool) {
	n := len(s.Question.Options)
	pick := func(place int) {
		if place >= 0 && place < n && !slices.Contains(s.picked, s.shown[place]) {
			s.picked = append(s.picked, s.shown[place])
			s.cursor = place
		}
	}
	switch i := digit(key); {
	case i >= 0:
		pick(i)
	case key == "up", key == "k":
		s.cursor = max(s.cursor-1, 0)
	case key == "down", key == "j":
		s.cursor = min(s.cursor+1, n-1)
	case key == "backspace" && len(s.picked) > 0:
		s.picked = s.picked[:len(s.picked)-1]
	case key == "enter" && len(s.picked) == n:
		return true, true
	case key == "enter" && s.cursor != unchosen:
		pick(s.cursor)
	default:
		return false, false
	}
	return true, false
}

func (s *step) typing(key string) (meant, done bool) {
	if key == "," {
		key = "."
	}
	switch {
	case digit(key) >= 0 || key == "0" || key == "." && !strings.Contains(s.typed, "."):
		if len(s.typed) < longestNumber {
			s.typed += key
		}
	case key == "backspace" && s.typed != "":
		s.typed = s.typed[:len(s.typed)-1]
	case key == "enter":
		_, known := s.number()
		return known, known
	default:
		return false, false
	}
	return true, false
}

// number is what was typed, and false where it is none.
func (s *step) number() (float64, bool) {
	x, err := strconv.ParseFloat(s.typed, 64)
	return x, err == nil && x >= 0
}

// digit is the place that a key from 1 to 9 names, counted from 0, -1 for others.
func digit(key string) int {
	if len(key) == 1 && key[0] >= '1' && key[0] <= '9' {
		return int(key[0] - '1')
	}
	return -1
}

// given is the answer as it stands, for the book.
func (s *step) given(at int) progress.Answer {
	a := progress.Answer{Step: at, Hints: s.hints}
	switch s.Question.Kind {
	case lessons.Choose:
		a.Chosen = s.cursor
	case lessons.Order:
		a.Order = slices.Clone(s.picked)
	default:
		a.Guess, _ = s.number()
	}
	return a
}

// commit takes the answer of the step that is shown and lets its stage run.
func (m *Model) commit() tea.Cmd {
	s := m.play.step()
	s.answer = s.given(m.play.at)
	s.answer.At = m.now()
	s.answer = progress.Judge(*s.Question, s.answer)
	s.answered = true
	m.note, m.follow = "", true
	if s.Stage == nil {
		return m.settle()
	}
	m.tell()
	cmd := m.begin()
	m.lend()
	return cmd
}
