package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	course "linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/ui/tui/widgets"
)

// TestMain keeps what is done in lessons out of whoever's folders run the tests.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "linebounce-tui")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"XDG_STATE_HOME", "XDG_RUNTIME_DIR"} {
		_ = os.Setenv(name, filepath.Join(dir, name))
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// until runs commands, as the program does, until the screen shows some words.
func (r *root) until(t *testing.T, cmd tea.Cmd, words string) {
	t.Helper()
	came := make(chan tea.Msg)
	run := func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		go func() {
			select {
			case came <- cmd():
			case <-t.Context().Done():
			}
		}()
	}
	run(cmd)
	for deadline := time.After(time.Minute); !strings.Contains(r.text(), words); {
		select {
		case msg := <-came:
			if batch, is := msg.(tea.BatchMsg); is {
				for _, c := range batch {
					run(c)
				}
			} else if msg != nil {
				_, next := r.Update(msg)
				run(next)
			}
		case <-deadline:
			t.Fatalf("the screen never shows %q; it is\n%s", words, r.text())
		}
	}
}

// Key 5 opens the lessons, where nothing is read before and nothing runs.
func TestTheLessons(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	r := rooted(t)
	_, cmd := r.Update(key("5"))
	if !r.idle || r.moves() || !strings.Contains(r.text(), "Reading the course.") {
		t.Errorf("the workers run: %v, it moves: %v, and shows\n%s", !r.idle, r.moves(), r.text())
	}
	r.until(t, cmd, "Two CPUs, one counter")
	if !strings.Contains(r.text(), "on the model") {
		t.Errorf("it shows\n%s", r.text())
	}
	r.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if !strings.Contains(r.text(), "Your prediction: press 1") {
		t.Fatalf("enter shows\n%s", r.text())
	}
	r.Update(key("9"))
	r.Update(key("5"))
	if r.room != widgets.Lessons {
		t.Errorf("a digit that is no answer opened room %d", r.room)
	}
	r.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	r.Update(key("1"))
	if r.idle || strings.Contains(r.text(), "prediction") {
		t.Errorf("back in the Lab the workers stand: %v, and it shows\n%s", r.idle, r.text())
	}
	r.lessons.Close()
}

// In presenter mode nothing stops because another window has the focus.
func TestAPresenterLooksElsewhere(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	r := rooted(t)
	_, cmd := r.Update(key("5"))
	r.until(t, cmd, "Enter opens lesson 1")
	r.Update(key("p"))
	r.Update(tea.BlurMsg{})
	r.Update(absent{1})
	if r.away {
		t.Error("in presenter mode it counts as away")
	}
	r.Update(key("p"))
	if r.Update(absent{1}); !r.away {
		t.Error("behind presenter mode it does not count as away")
	}
	r.lessons.Close()
}

// A room that a lesson has narrowed is as wide as the terminal again when the
// lesson is left, however the terminal grew meanwhile.
func TestARoomIsWholeBehindALesson(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	r := rooted(t)
	_, cmd := r.Update(key("5"))
	r.until(t, cmd, "Enter opens lesson 1")
	r.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	_, cmd = r.Update(key("1"))
	r.until(t, cmd, "The lesson has the keys.")
	r.Update(tea.WindowSizeMsg{Width: 160, Height: 45})
	r.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	r.Update(key("2"))
	if text := r.text(); !strings.Contains(text, "q quit") || strings.Contains(text, "The lesson has") || !regexp.MustCompile(`(?m)^.{120,}$`).MatchString(text) {
		t.Errorf("the Simulator shows\n%s", text)
	}
	r.lessons.Close()
}

// A lesson is taken by keys alone on the real screen, and the file says so.
func TestALessonOnTheRealScreen(t *testing.T) {
	lesson, found := course.Embedded().Find("neighbours")
	if !found {
		t.Fatal("the course has no lesson on neighbours")
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		x := open(t, t.Context(), options(nil), size[0], size[1])
		x.await("5 Lessons", "q quit")
		x.press("5")
		x.await("Enter opens lesson 1", "on the model")
		x.press("j\r")
		n := len(lesson.Steps)
		for i := range lesson.Steps {
			x.await(lesson.Title, fmt.Sprintf("step %d of %d", i+1, n), "answer")
			x.press("1")
			if i < n-1 {
				x.await("enter ")
				x.press("n")
			}
		}
		x.await("enter ")
		x.press("n")
		x.await("This lesson is finished.")
		x.press("\x1b")
		x.await("finished ")
		x.press("q")
		if err := x.end(); err != nil {
			t.Errorf("%v: q ends it with %v", size, err)
		}
		book, note := progress.Open(progress.Path())
		if note != "" || book.State(lesson.ID) != progress.Finished {
			t.Errorf("%v: the file says %q, %s", size, book.State(lesson.ID), note)
		}
	}
}
