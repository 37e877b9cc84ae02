package lessons

import (
	"errors"
	"strings"
	"testing"
	"time"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/probes"
)

// shelf is the small course in words, with a book that nobody wrote in yet.
func shelf(t *testing.T, cpus int, why string) (*Shelf, *progress.Book) {
	t.Helper()
	book, problem := progress.Open("")
	if problem != "" {
		t.Fatal(problem)
	}
	s := NewShelf(course(t), book, machine(cpus), why)
	s.room.now = func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }
	return s, book
}

func tells(t *testing.T, said string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(said, w) {
			t.Errorf("not said is %q in:\n%s", w, said)
		}
	}
}

// A lesson in words asks first, tells what came after, judges and keeps as the
// screen does.
func TestALessonInWords(t *testing.T) {
	s, book := shelf(t, 2, "")
	r, sitting := s.Open(s.Find("first"))
	if r == nil || sitting != nil || s.Next() != s.Find("first") || book.State("first") != progress.Begun {
		t.Fatalf("opened are %v and %v, the next one is %d, and it is %s", r, sitting, s.Next(), book.State("first"))
	}
	if r.Unmet() != "" || !r.Asking() || r.Running() || len(r.Options()) != 2 {
		t.Errorf("unmet %q, asking %t, running %t, options %q", r.Unmet(), r.Asking(), r.Running(), r.Options())
	}
	tells(t, r.Forward(), "Predict first")
	for _, typed := range []string{"", "0", "3", "x"} {
		tells(t, r.Answer(typed), "1 to 2")
	}
	if hint, some := r.Hint(); !some || len(hint) != 1 || !strings.Contains(hint[0].Text(), "What travels") {
		t.Errorf("the hint is %v, %t", hint, some)
	}
	if _, some := r.Hint(); some {
		t.Error("there is a hint behind the last")
	}
	if problem := r.Answer(" 2 "); problem != "" || !r.Running() || r.Asking() {
		t.Errorf("an answer: %q, running %t", problem, r.Running())
	}
	tells(t, r.Forward(), "on their way")
	r.Came(figures(probes.Measured, probes.OpsPerSecond, 84e6, 328e6, interval(3.9, 3.7, 4.1)), "", nil)
	told := strings.Join(r.Result(), "\n")
	tells(t, told, "It came to 3.9 times", "3.7 times to 4.1 times in 95 of 100 cases", "This is measured on this machine, over 41 pairs of windows.",
		"Operations: A 84 million a second", "B 328 million a second", "It holds: it is 3.9 times.")
	if got, of := book.Lesson("first").Points(); got != 2 || of != 3 {
		t.Errorf("a right answer behind a hint brought %d of %d points, want 2 of 3", got, of)
	}
	if problem := r.Forward(); problem != "" {
		t.Fatal(problem)
	}
	if at, of := r.Place(); at != 2 || of != 3 {
		t.Errorf("step %d of %d", at, of)
	}
	tells(t, r.Answer("many"), "Type a number.")
	if problem := r.Answer("4,5"); problem != "" {
		t.Error(problem)
	}
	r.Came(nil, "", &probes.Unable{What: "nothing is measured here", Why: "a reason"})
	tells(t, strings.Join(r.Result(), "\n"), "You said: 4.5", "There is no figure: Nothing is measured here: a reason.")
	if problem := r.Forward(); problem != "" {
		t.Fatal(problem)
	}
	shown := r.Options()
	tells(t, r.Answer("1 1 2"), "all 3")
	var typed []string
	for _, right := range r.Step().Question.Options {
		for place, text := range shown {
			if text == right.Text {
				typed = append(typed, string(rune('1'+place)))
			}
		}
	}
	if problem := r.Answer(strings.Join(typed, " ")); problem != "" || r.Running() {
		t.Errorf("an order: %q, running %t", problem, r.Running())
	}
	tells(t, strings.Join(r.Result(), "\n"), "1. It misses.", "2. It asks.", "3. It writes.")
	if problem := r.Forward(); problem != "" || !r.Ended() || book.State("first") != progress.Finished {
		t.Errorf("behind the last step: %q, ended %t, the lesson is %s", problem, r.Ended(), book.State("first"))
	}
	for want := 3; want >= 1; want-- {
		if !r.Back() {
			t.Errorf("no way back to step %d", want)
		}
		if at, _ := r.Place(); at != want || r.Ended() {
			t.Errorf("back at step %d, want %d", at, want)
		}
	}
	if r.Back() {
		t.Error("there is a step before the first")
	}
	if s.Following() != s.Find("model") || s.Next() != s.Find("model") {
		t.Errorf("%d follows and %d is next, want %d", s.Following(), s.Next(), s.Find("model"))
	}
	tells(t, s.Points(), "1 of 2 lessons finished", " points.")
	tells(t, strings.Join(s.Titles(), "\n"), "Two neighbours. 5 minutes, finished", "Sixteen CPUs. 6 minutes, new", "Misconceptions. to read", "a test, before the course")
	if !s.Forget(s.Find("first")) || book.State("first") != progress.New || s.Forget(0) || s.Forget(99) {
		t.Errorf("forgotten, the lesson is %s", book.State("first"))
	}
}

// A machine that cannot measure a stage says so, and is told the model's figures
// as the model's.
func TestALessonInWordsWhereNothingIsMeasured(t *testing.T) {
	s, _ := shelf(t, 1, "this machine has one CPU")
	tells(t, strings.Join(s.Titles(), "\n"), "Two neighbours. 5 minutes, new, told by the model here")
	r, _ := s.Open(s.Find("first"))
	if r.Unmet() == "" {
		t.Error("one CPU is said to be enough")
	}
	if problem := r.Answer("1"); problem != "" {
		t.Fatal(problem)
	}
	f := figures(probes.Simulated, probes.OpsPerSecond, 1e6, 2.1e6, exactly(2.1))
	f.Notes = []string{"the model's machine: 2011"}
	r.Came(f, "this machine has one CPU", nil)
	told := strings.Join(r.Result(), "\n")
	tells(t, told, "It came to 2.1 times", "This is simulated.", "Not measured here: This machine has one CPU.", "The model's machine: 2011.")
	if strings.Contains(told, "in 95 of 100 cases") || strings.Contains(told, "on this machine") {
		t.Errorf("a figure of the model is told as one of a machine:\n%s", told)
	}
	for _, place := range []int{0, -1, 99} {
		if r, sitting := s.Open(place); r != nil || sitting != nil {
			t.Errorf("in place %d stand %v and %v", place, r, sitting)
		}
	}
	if s.Find("juggling") != 0 {
		t.Errorf("a lesson that is not there is in place %d", s.Find("juggling"))
	}
}

// A test in words tells nothing before its end, and then what it came to.
func TestATestInWords(t *testing.T) {
	s, book := shelf(t, 2, "")
	r, x := s.Open(1)
	if r != nil || x == nil || x.Title() != "Ten questions" {
		t.Fatalf("opened are %v and %v", r, x)
	}
	if x.Back() {
		t.Error("there is a question before the first")
	}
	answers := []string{"2", "2"} // the first is wrong
	for i, answer := range answers {
		text, options := x.Question()
		if at, of := x.Place(); at != i+1 || of != 2 || text == "" || len(options) != 2 {
			t.Errorf("question %d of %d is %q with %q", at, of, text, options)
		}
		tells(t, x.Answer("7"), "1 to 2")
		if len(book.Runs("test")) != 0 {
			t.Error("it was handed in before its end")
		}
		if i == 1 {
			if !x.Back() || x.Answer(answers[0]) != "" {
				t.Error("there is no way back")
			}
		}
		if problem := x.Answer(answer); problem != "" {
			t.Error(problem)
		}
	}
	if runs := book.Runs("test"); x.Asking() || len(runs) != 1 || runs[0].Right() != 1 || runs[0].Moment != progress.Before {
		t.Errorf("asking %t, handed in are %+v", x.Asking(), runs)
	}
	tells(t, x.Report(), "Before the course", "1 of 2 right", "before: wrong: Faster.", "before: right: Slow.")
	tells(t, strings.Join(s.Titles(), "\n"), "before the course, taken: 1 of 2 right")
	if x.Back() {
		t.Error("a test that was handed in can be changed")
	}
}

// Progress that cannot be kept is said.
func TestProgressInWordsThatCannotBeKept(t *testing.T) {
	s, _ := shelf(t, 2, "")
	r, _ := s.Open(s.Find("first"))
	if problem := r.Answer("2"); problem != "" {
		t.Fatal(problem)
	}
	s.room.keep(saved{errors.New("the disk is full")})
	if !strings.Contains(s.room.unsaved, "The disk is full.") {
		t.Errorf("it says %q", s.room.unsaved)
	}
	if said := s.Save(); said != "" {
		t.Errorf("a book that is kept nowhere cannot be kept: %q", said)
	}
	if v := (lessons.Value{Quantity: lessons.Latency}); inWords(v, 52) != "52 nanoseconds" {
		t.Errorf("a latency is %q", inWords(v, 52))
	}
}
