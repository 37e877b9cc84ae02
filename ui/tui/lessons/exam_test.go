package lessons

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linebounce/lessons"
	"linebounce/lessons/progress"
)

// The test is taken before and after; what is right is told only after, and the
// result names the lessons that wrong answers point to.
func TestTheTestBeforeAndAfter(t *testing.T) {
	x := opened(t, made(t), 80, 24, "home")
	x.shows("The test, before the course", "not taken")
	x.press("enter")
	x.shows("question 1 of 2", "Two CPUs on one counter?")
	x.press("2")
	x.shows("question 2 of 2")
	x.hides("right", "wrong", "CPUs add up")
	x.press("b", "1") // changed
	x.press("1")
	x.shows("Enter hands them in")
	x.press("enter")
	x.shows("Before the course: 1 of 2 right.", "After the course: not taken yet.", "1 Two neighbours")
	x.hides("Slow.", "The answer")
	x.press("esc", "down", "down", "down")
	x.shows("Enter opens the test")
	x.press("enter", "1", "2", "enter")
	x.shows("After the course: 2 of 2 right.", "right right 1. Two CPUs on one counter?", "wrong right 2. Neighbours?", "The answer: Slow.")
	x.hides("Lessons that your answers point to")
	x.press("y")
	x.shows("The result was copied as text.")
	if copied := fmt.Sprint(x.told); len(x.told) != 1 || !strings.Contains(copied, "Before the course, 2026-03-01") || !strings.Contains(copied, "before: wrong: No matter.") || !strings.Contains(copied, "after: right: Slow.") {
		t.Errorf("what is copied is %s", copied)
	}
	if runs := x.book.Runs("test"); len(runs) != 2 || runs[0].Moment != progress.Before || runs[1].Right() != 2 {
		t.Errorf("the book has the runs %+v", runs)
	}
	x.press("t")
	x.shows("question 1 of 2")
	x.press("esc", "R", "y")
	x.shows("All lessons and tests are reset.")
	if x.book.State("test") != progress.New {
		t.Error("the test's runs are left after a reset of everything")
	}
}

// A teacher's folder is read anew when it changes; the lesson that is open stays
// open at its step, with what was answered where the question is the same.
func TestAFolderThatChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "01-first.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	first := files["01-first.md"]
	write(first)
	o := made(t)
	o.Folder = dir
	o.Course = func() lessons.Course { return lessons.Load(os.DirFS(dir)) }
	x := opened(t, o, 80, 24, "enter", "2")
	x.measures(50, interval(3.9, 3.7, 4.1))
	x.press("n")
	x.settle(x.Update(looked{stamp(dir)}))
	x.shows("How many times as fast?")

	write(strings.Replace(first, "How many times as fast?", "By how much?", 1))
	x.settle(x.Update(looked{stamp(dir)}))
	x.shows("By how much?", "step 2 of 3")
	x.press("b")
	x.shows("(your answer, and the course's)", "it is 3.9×")

	write("---\nid: first\n")
	x.settle(x.Update(looked{stamp(dir)}))
	x.shows("The lesson has a fault now, so this is how it was.")
	x.press("esc")
	x.shows("01-first.md", "linebounce lessons check "+dir, "There is no lesson to open.")

	write(strings.Replace(first, "title: Two neighbours", "title: Neighbours again", 1))
	x.settle(x.Update(looked{stamp(dir)}))
	x.shows("Neighbours again")
}

func TestAFolderIsToldApart(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.md")
	var stamps []string
	note := func() { stamps = append(stamps, stamp(dir)) }
	note()
	for _, change := range []func() error{
		func() error { return os.WriteFile(file, []byte("one"), 0o644) },
		func() error { return os.WriteFile(file, []byte("one more"), 0o644) },
		func() error { return os.Chtimes(file, time.Time{}, time.Unix(1e9, 0)) },
		func() error { return os.Rename(file, filepath.Join(dir, "b.md")) },
		func() error { return os.RemoveAll(dir) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		note()
	}
	for i := range stamps {
		for j := range i {
			if stamps[i] == stamps[j] {
				t.Errorf("changes %d and %d look alike: %q", j, i, stamps[i])
			}
		}
	}
	if stamp("") != "" {
		t.Error("no folder has a stamp")
	}
}

// A wrong answer whose belief no lesson is about points to the lesson of its
// question all the same.
func TestEveryWrongAnswerOfTheCoursesTestPointsToALesson(t *testing.T) {
	course := lessons.Embedded()
	test, found := course.Find("test")
	if !found {
		t.Fatal("the course has no test")
	}
	m := &Model{}
	for i, l := range course.Lessons {
		if l.Kind == lessons.Teaching {
			m.entries = append(m.entries, entry{lesson: l, number: i + 1})
		}
	}
	for i, step := range test.Steps {
		for chosen, o := range step.Question.Options {
			r := progress.Run{Answers: []progress.Answer{{Step: i, Chosen: chosen, Right: o.Right, Belief: o.Belief}}}
			if list := m.revisit(test, r); (len(list) == 0) != o.Right {
				t.Errorf("question %d, %q (right %v) points to %d lessons", i+1, o.Text, o.Right, len(list))
			}
		}
	}
}
