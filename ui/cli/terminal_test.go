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
	"github.com/rogpeppe/go-internal/testscript"

	"linebounce/lessons"
)

// console is the program in a pseudo-terminal, and what its screen shows.
type console struct {
	fail    func(format string, args ...any) // ends the test
	command *exec.Cmd
	keys    *os.File
	mu      sync.Mutex // the screen is written to and looked at by turns
	screen  *vt.Emulator
	news    chan struct{}
	closed  chan struct{}
}

// begin runs a command in a terminal. Its errors say that there is none.
func begin(command *exec.Cmd, width, height int, fail func(string, ...any)) (*console, error) {
	x := &console{fail: fail, command: command, screen: vt.NewEmulator(width, height), news: make(chan struct{}, 1), closed: make(chan struct{})}
	terminal, err := pty.StartWithSize(command, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)})
	if err != nil {
		return nil, err
	}
	x.keys = terminal
	go func() { _, _ = io.Copy(io.Discard, x.screen) }() // what a terminal answers; this one is left unanswered
	go func() {
		defer close(x.closed)
		_, _ = io.Copy(x, terminal)
	}()
	return x, nil
}

// stop ends the program if it still runs.
func (x *console) stop() { _, _ = x.keys.Close(), x.command.Process.Kill() }

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
	if _, err := io.WriteString(x.keys, keys); err != nil {
		x.fail("%v", err)
	}
}

// await returns once the screen shows all of some words.
func (x *console) await(words ...string) {
	deadline := time.After(time.Minute)
	for ended := false; ; {
		x.mu.Lock()
		text := x.screen.String()
		x.mu.Unlock()
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			return
		}
		if ended {
			x.fail("the program ended before it showed %q; the screen is\n%s", words, text)
		}
		select {
		case <-x.news:
		case <-x.closed:
			ended = true // and all that it wrote is on the screen
		case <-deadline:
			x.fail("the screen never showed %q; it is\n%s", words, text)
		}
	}
}

// end quits the program and returns its exit code.
func (x *console) end() int {
	x.press("q")
	err := x.command.Wait()
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		return exit.ExitCode()
	}
	return 0
}

// named are the keys that a script cannot write.
var named = map[string]string{"down": "\x1b[B", "enter": "\r"}

// terminal is the script's command that runs the program in a terminal:
// terminal 80x24 ARG…. The script's await, press and quit are about the newest.
func terminal(ts *testscript.TestScript, neg bool, args []string) {
	var width, height int
	if neg || len(args) == 0 {
		ts.Fatalf("usage: terminal WIDTHxHEIGHT ARG…")
	}
	if _, err := fmt.Sscanf(args[0], "%dx%d", &width, &height); err != nil {
		ts.Fatalf("%q is no size: %v", args[0], err)
	}
	command := exec.Command("linebounce", args[1:]...)
	command.Dir = ts.MkAbs(".")
	command.Env = []string{"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8"}
	for _, name := range []string{"PATH", "HOME", "XDG_STATE_HOME", "TMPDIR"} {
		command.Env = append(command.Env, name+"="+ts.Getenv(name))
	}
	x, err := begin(command, width, height, ts.Fatalf)
	if err != nil {
		ts.Fatalf("no pseudo-terminal: %v", err)
	}
	ts.Defer(x.stop)
	consoles.Store(ts, x)
}

// consoles are the terminals of the scripts that run, by script.
var consoles sync.Map

func newest(ts *testscript.TestScript) *console {
	x, found := consoles.Load(ts)
	if !found {
		ts.Fatalf("there is no terminal yet")
	}
	return x.(*console)
}

// awaitWords is await WORDS...: until the screen shows all of them.
func awaitWords(ts *testscript.TestScript, _ bool, words []string) { newest(ts).await(words...) }

// pressKeys is press KEY...: letters, digits, and the keys that are named.
func pressKeys(ts *testscript.TestScript, _ bool, keys []string) {
	for _, k := range keys {
		if text, found := named[k]; found {
			k = text
		}
		newest(ts).press(k)
	}
}

// quit is quit CODE...: the program ends with one of these codes.
func quit(ts *testscript.TestScript, _ bool, codes []string) {
	if got := fmt.Sprint(newest(ts).end()); !slices.Contains(codes, got) {
		ts.Fatalf("the program ends with code %s, want %s", got, strings.Join(codes, " or "))
	}
}

// From starting the program to the first surprise explained it takes three keys.
func TestTheFirstSurprise(t *testing.T) {
	lesson := lessons.Embedded().Lessons[slices.IndexFunc(lessons.Embedded().Lessons, func(l lessons.Lesson) bool { return l.Kind == lessons.Teaching })]
	told := strings.Fields(lesson.Steps[0].Explanation[0].Spans[0].Text)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	command := exec.Command("linebounce")
	command.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8")
	x, err := begin(command, 120, 40, t.Fatalf)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer x.stop()
	x.await("5 Lessons", "quit")
	x.press("5")
	x.await("Enter opens lesson 1")
	x.press("\r")
	x.await("Your prediction: press 1")
	x.press("1")
	x.await(strings.Join(told[:4], " "), "B over A")
	if code := x.end(); code != done && code != incapable {
		t.Errorf("it ends with code %d", code)
	}
}

// pseudoTerminal reports whether there are any here.
func pseudoTerminal() bool {
	ptmx, tty, err := pty.Open()
	if err != nil {
		return false
	}
	return ptmx.Close() == nil && tty.Close() == nil
}
