package lessons

import (
	"strings"
	"testing"
)

// What fits beside a screen of 80 by 24.
const (
	mostProse    = 110 // words of a step before its question
	mostQuestion = 40  // words, options apart
)

func TestTheCourseHasNoFaults(t *testing.T) {
	c := Embedded()
	for _, f := range c.Faults {
		t.Error(f)
	}
	if len(c.Lessons) == 0 {
		t.Error("there are no lessons")
	}
	seen := map[string]string{}
	for _, l := range c.Lessons {
		if other := seen[l.ID]; other != "" {
			t.Errorf("%s and %s have the id %s", l.File, other, l.ID)
		}
		seen[l.ID] = l.File
	}
}

func TestEachLessonAsks(t *testing.T) {
	for _, l := range Embedded().Lessons {
		questions := 0
		for _, s := range l.Steps {
			if s.Question != nil {
				questions++
			}
		}
		if l.Kind == Teaching && questions == 0 {
			t.Errorf("%s asks nothing", l.File)
		}
	}
}

func TestStepsFitASmallScreen(t *testing.T) {
	for _, l := range Embedded().Lessons {
		for _, s := range l.Steps {
			prose := 0
			for _, b := range s.Prose {
				prose += len(strings.Fields(b.Text()))
			}
			if prose > mostProse && l.Kind != Page { // pages are to be read, with nothing beside them
				t.Errorf("%s:%d: the prose has %d words, at most %d fit", l.File, s.Line, prose, mostProse)
			}
			if s.Question == nil {
				continue
			}
			if n := len(strings.Fields(s.Question.Text)); n > mostQuestion {
				t.Errorf("%s:%d: the question has %d words, at most %d fit", l.File, s.Question.Line, n, mostQuestion)
			}
		}
	}
}

func BenchmarkCourse(b *testing.B) {
	entries, err := course.ReadDir("course")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, e := range entries {
			text, _ := course.ReadFile("course/" + e.Name())
			Parse(e.Name(), text)
		}
	}
	b.ReportMetric(float64(len(entries)), "files")
}

// Whoever always gives the same answer must not come far.
func TestTheRightAnswerStandsInNoFixedPlace(t *testing.T) {
	for _, kind := range []Kind{Teaching, Test} {
		places, questions := map[int]int{}, 0
		for _, l := range Embedded().Lessons {
			for _, s := range l.Steps {
				if l.Kind != kind || s.Question == nil || s.Question.Kind != Choose {
					continue
				}
				questions++
				for i, o := range s.Question.Options {
					if o.Right {
						places[i]++
					}
				}
			}
		}
		for place, n := range places {
			if 2*n > questions {
				t.Errorf("%s: answer %d is right in %d of %d questions", kind, place+1, n, questions)
			}
		}
	}
}
