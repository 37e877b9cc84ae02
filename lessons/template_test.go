package lessons

import (
	"fmt"
	"testing"
)

func TestTheTemplateIsALesson(t *testing.T) {
	l, faults := Parse("new.md", []byte(Template("my-first-lesson")))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if l.ID != "my-first-lesson" || l.Title != "My first lesson" {
		t.Errorf("id %q, title %q", l.ID, l.Title)
	}
	kinds := map[QuestionKind]bool{}
	var claims, hints, notes int
	for _, s := range l.Steps {
		if s.Question != nil {
			kinds[s.Question.Kind] = true
		}
		claims, hints, notes = claims+len(s.Claims), hints+len(s.Hints), notes+len(s.Notes)
	}
	if len(kinds) != 3 || claims == 0 || hints == 0 || notes == 0 {
		t.Errorf("kinds of question %v, %d claims, %d hints, %d blocks of notes; want that each part is shown", kinds, claims, hints, notes)
	}
}

// A name that is no id makes a file that says so, where the id stands.
func TestATemplateOfABadNameSaysSo(t *testing.T) {
	_, faults := Parse("new.md", []byte(Template("My Lesson")))
	if len(faults) != 1 || faults[0].Line != 2 {
		t.Error(fmt.Sprint(faults))
	}
	if Template("") == "" {
		t.Error("no template without a name")
	}
}
