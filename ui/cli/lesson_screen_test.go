//go:build unix

package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"linebounce/lessons"
	learner "linebounce/lessons/progress"
	"linebounce/probes/topology"
)

// console is the program in a pseudo-terminal, and what its screen shows.
type console struct {
	t       *testing.T
	command *exec.Cmd
	keys    *os.File
	mu      sync.Mutex // the screen is written to and looked at by turns
	screen  *vt.Emulator
	news    chan struct{}
	closed  chan struct{}
}

// begin runs the program in a terminal, with a folder for state of its own.
func begin(t *testing.T, width, height int) *console {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	x := &console{t: t, command: exec.Command("linebounce"), screen: vt.NewEmulator(width, height), news: make(chan struct{}, 1), closed: make(chan struct{})}
	x.command.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8")
	terminal, err := pty.StartWithSize(x.command, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)})
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	x.keys = terminal
	t.Cleanup(func() { _ = terminal.Close(); _ = x.command.Process.Kill() })
	go func() { _, _ = io.Copy(io.Discard, x.screen) }() // what a terminal answers; this one is left unanswered
	go func() {
		defer close(x.closed)
		_, _ = io.Copy(x, terminal)
	}()
	return x
}

func (x *console) Write(b []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	select {
	case x.news <- struct{}{}:
	default:
	}
	return x.screen.Write(b)
}

func (x *console) press(keys string) {
	x.t.Helper()
	if _, err := io.WriteString(x.keys, keys); err != nil {
		x.t.Fatal(err)
	}
}

// await returns once the screen shows all of some words.
func (x *console) await(words ...string) {
	x.t.Helper()
	deadline := time.After(time.Minute)
	for {
		x.mu.Lock()
		text := x.screen.String()
		x.mu.Unlock()
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			return
		}
		select {
		case <-x.news:
		case <-x.closed:
			x.t.Fatalf("the program ended before it showed %q; the screen is\n%s", words, text)
		case <-deadline:
			x.t.Fatalf("the screen never showed %q; it is\n%s", words, text)
		}
	}
}

// end quits the program and holds that it ends as it should: with the code for a
// machine that cannot measure where this one cannot.
func (x *console) end() {
	x.t.Helper()
	x.press("q")
	err := x.command.Wait()
	want := 0
	if unable(topology.Read()) != nil {
		want = 3
	}
	code := 0
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		code = exit.ExitCode()
	}
	if code != want {
		x.t.Errorf("it ends with %v, want code %d", err, want)
	}
}

// A lesson is taken from its first to its last step by keys alone, on this
// machine where two CPUs can be had and on the model where not, and the progress
// file knows that it is finished.
func TestALessonByKeysAlone(t *testing.T) {
	lesson, found := lessons.Embedded().Find("neighbours")
	if !found {
		t.Fatal("the course has no lesson on neighbours")
	}
	source := "measured"
	if unable(topology.Read()) != nil {
		source = "simulated"
	}
	x := begin(t, 80, 24)
	x.await("5 Lessons", "quit")
	x.press("5")
	x.await("Enter opens lesson 1")
	x.press("\x1b[B")
	x.await("Enter opens lesson 2")
	x.press("\r")
	for i, step := range lesson.Steps {
		x.await(lesson.Title, fmt.Sprintf("step %d of %d", i+1, len(lesson.Steps)), "answer")
		right := slices.IndexFunc(step.Question.Options, func(o lessons.Option) bool { return o.Right })
		x.press(fmt.Sprint(right + 1))
		x.await("enter ") // goes on
		if step.Stage != nil {
			x.await(source)
		}
		x.press("n")
	}
	x.await("This lesson is finished.")
	x.end()
	book, note := learner.Open(learner.Path())
	if note != "" || book.State(lesson.ID) != learner.Finished {
		t.Errorf("the progress file says %q %s", book.State(lesson.ID), note)
	}
	if got, of := book.Points(); got != of || of == 0 {
		t.Errorf("right answers brought %d of %d points", got, of)
	}
}

// From starting the program to the first surprise explained it takes three keys.
func TestTheFirstSurprise(t *testing.T) {
	lesson := lessons.Embedded().Lessons[slices.IndexFunc(lessons.Embedded().Lessons, func(l lessons.Lesson) bool { return l.Kind == lessons.Teaching })]
	told := strings.Fields(lesson.Steps[0].Explanation[0].Spans[0].Text)
	x := begin(t, 120, 40)
	x.await("5 Lessons", "quit")
	x.press("5")
	x.await("Enter opens lesson 1")
	x.press("\r")
	x.await("Your prediction: press 1")
	x.press("1")
	x.await(strings.Join(told[:4], " "), "B over A")
	x.end()
}
