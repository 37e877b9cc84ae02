//go:build unix

package guardian

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"linebounce/probes/breakdown"
	"linebounce/probes/child"
)

// What the screen says to its guardian; the last thing holds.
const (
	taken = '+' // the terminal is the screen's
	lent  = '-' // the screen was suspended or closed, and left the terminal to others
)

// task is what a guardian is to know from the beginning.
type task struct {
	Before  *term.State // the terminal, before the screen took it
	Colours bool        // the screen may change the terminal's ground and text
}

// Guardian is the one of a screen. A nil one does nothing.
type Guardian struct {
	command *exec.Cmd
	begin   sync.Once
	end     sync.Once
	started chan struct{} // closed once it runs, or will never
	back    func()        // ends that errors go to it

	mu   sync.Mutex
	said *os.File // goes to it, nil for nowhere
	word byte     // what it is to know
}

// New returns the guardian of a screen on a terminal that is yet to be set up.
// Colours says that the screen may change the terminal's ground and text. It returns
// nil where there can be no guardian.
func New(in, out *os.File, colours bool) *Guardian {
	before, err := term.GetState(in.Fd())
	if !able || err != nil {
		return nil
	}
	text, err := json.Marshal(task{before, colours})
	if err != nil {
		return nil
	}
	command := exec.Command(child.Self())
	command.Args = append([]string{os.Args[0], fmt.Sprintf("guardian of the terminal of process %d:", os.Getpid())}, os.Args[1:]...)
	command.Env = append(os.Environ(), variable+"="+string(text))
	command.Stdin, command.Stdout = in, out
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // no key on the terminal reaches it
	return &Guardian{command: command, started: make(chan struct{}), back: func() {}}
}

// Write writes to the terminal. By what is written the screen takes it, which the
// guardian hears of before, and leaves it to others, which it hears of behind. The
// first picture starts the guardian, and so does not wait for it.
func (g *Guardian) Write(terminal io.Writer, b []byte) (int, error) {
	const turns = "\x1b[?1049"
	if g == nil || !bytes.Contains(b, []byte(turns)) {
		return terminal.Write(b)
	}
	takes := bytes.LastIndex(b, []byte(ansi.SetModeAltScreenSaveCursor)) > bytes.LastIndex(b, []byte(ansi.ResetModeAltScreenSaveCursor))
	if takes {
		g.say(taken)
	}
	n, err := terminal.Write(b)
	if !takes {
		g.say(lent)
	}
	g.begin.Do(func() {
		go func() {
			defer breakdown.Catch()
			g.start()
		}()
	})
	return n, err
}

// say tells the guardian, or the one that is started later.
func (g *Guardian) say(word byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.word = word
	g.tell()
}

// tell tells what the guardian is to know, where it can be told.
func (g *Guardian) tell() {
	if g.said != nil {
		_, _ = g.said.Write([]byte{g.word})
	}
}

// start starts the process, to which goes what Go prints of an error from then on.
// Where it cannot, the screen is without one.
func (g *Guardian) start() {
	defer close(g.started)
	hears, said, err := os.Pipe()
	if err != nil {
		return
	}
	reads, trace, err := os.Pipe()
	if err != nil {
		_, _ = hears.Close(), said.Close()
		return
	}
	g.mu.Lock()
	g.said = said
	g.tell()
	g.mu.Unlock()
	g.command.ExtraFiles = []*os.File{hears, reads}
	g.back = divert(trace)
	if g.command.Start() != nil {
		g.back()
		g.back = func() {}
	}
	_, _, _ = hears.Close(), reads.Close(), trace.Close() // the last has a copy
}

// Dismiss ends the guardian, since the screen has put the terminal back itself.
func (g *Guardian) Dismiss() {
	if g == nil {
		return
	}
	g.end.Do(func() {
		g.begin.Do(func() { close(g.started) })
		<-g.started
		g.back()
		if g.command.Process != nil {
			_ = g.command.Process.Kill()
			_ = g.command.Wait()
		}
		if g.said != nil {
			_ = g.said.Close()
		}
	})
}
