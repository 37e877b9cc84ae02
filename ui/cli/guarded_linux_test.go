package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"linebounce/probes/child/childtest"
)

// guarded is a screen whose guardian sleeps. A shell has started it and waits for a
// line when it has ended: a terminal is hung up when the process ends that leads its
// session.
type guarded struct {
	*console
	screen, guardian int           // their processes
	before           *unix.Termios // how a terminal is that no program has set up
	dir              string        // that it writes into
}

// fromShell is a command that runs a program from a shell, with or without a
// redirection of the shell's.
func fromShell(dir, redirection, program string, args ...string) *exec.Cmd {
	command := exec.Command("sh", append([]string{"-c", `"$0" "$@" ` + redirection + `; code=$?; read line; exit $code`, program}, args...)...)
	command.Dir = dir
	command.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_RUNTIME_DIR="+dir)
	return command
}

// processes returns the screen's, and its guardian's.
func processes(t *testing.T, shell int, program string) (screen, guardian int) {
	t.Helper()
	screen = forked(t, shell, func(pid int) bool { return words(pid)[0] == program })
	return screen, forked(t, screen, isGuardian)
}

// words are those of a process's command line.
func words(pid int) []string {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	return strings.Split(string(text), "\x00")
}

// isGuardian reports whether a process is one, by what ps shows of it, and stands.
func isGuardian(pid int) bool {
	w := words(pid)
	return len(w) > 1 && strings.HasPrefix(w[1], "guardian of the terminal of process ") && ignores(pid, syscall.SIGTERM)
}

// ignores reports whether a process ignores a signal.
func ignores(pid int, s syscall.Signal) bool {
	status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	_, rest, _ := strings.Cut(string(status), "\nSigIgn:\t")
	mask, _, _ := strings.Cut(rest, "\n")
	signals, err := strconv.ParseUint(mask, 16, 64)
	return err == nil && signals&(1<<(s-1)) != 0
}

func openGuarded(t *testing.T, redirection, program string, args ...string) guarded {
	t.Helper()
	ptmx, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	g := guarded{before: modes(t, tty), dir: t.TempDir()}
	_, _ = ptmx.Close(), tty.Close()
	if g.console, err = begin(fromShell(g.dir, redirection, program, args...), 120, 40, t.Fatalf); err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(g.stop)
	g.await("counters", "quit")
	g.screen, g.guardian = processes(t, g.command.Process.Pid, program)
	return g
}

// signal sends a signal to one of the processes.
func (g guarded) signal(t *testing.T, pid int, s syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(pid, s); err != nil {
		t.Fatal(err)
	}
}

// die kills the screen, and returns when its process is gone.
func (g guarded) die(t *testing.T) {
	t.Helper()
	g.signal(t, g.screen, syscall.SIGKILL)
	childtest.Gone(t, g.screen)
}

// inOrder checks that the terminal is as it was.
func (g guarded) inOrder(t *testing.T) {
	t.Helper()
	g.isSet(t)
	g.isOnItsPage(t)
}

// isSet checks that the terminal is set as before. It must have a shell still.
func (g guarded) isSet(t *testing.T) {
	t.Helper()
	if left := modes(t, g.keys); *left != *g.before {
		t.Errorf("the terminal is left at %+v, it was at %+v", left, g.before)
	}
}

// isOnItsPage checks what the terminal got.
func (g guarded) isOnItsPage(t *testing.T) {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.console.screen.IsAltScreen() || g.console.screen.CursorHidden() {
		t.Errorf("other page left on: %t, cursor left hidden: %t", g.console.screen.IsAltScreen(), g.console.screen.CursorHidden())
	}
}

// leave ends the shell, and returns when all that was written is on the screen.
func (g guarded) leave() {
	g.press("\n")
	_ = g.command.Wait()
	<-g.closed
}

// awaitPage returns when the screen has left the terminal's other page and the
// terminal is as it was, or when it has gone on to it again. It may be told to before
// it listens.
func (g guarded) awaitPage(t *testing.T, other bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		g.mu.Lock()
		is := g.console.screen.IsAltScreen()
		g.mu.Unlock()
		if is == other && (*modes(t, g.keys) != *g.before) == other {
			return
		}
		if other {
			g.signal(t, g.screen, syscall.SIGCONT)
		}
	}
	t.Fatalf("the terminal's other page is not on: %t", other)
}
