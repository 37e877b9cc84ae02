//go:build unix

package guardian

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

func terminal(t *testing.T) *os.File {
	t.Helper()
	ptmx, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(func() { _, _ = ptmx.Close(), tty.Close() })
	return tty
}

// Only what the screen has set up is put back: every flag that a shell sets again
// says that it was there.
func TestRawIsOnlyWhatTheScreenSets(t *testing.T) {
	tty := terminal(t)
	before, err := term.MakeRaw(tty.Fd())
	if err != nil {
		t.Skip(err)
	}
	raw, err := term.GetState(tty.Fd())
	if err != nil {
		t.Fatal(err)
	}
	if isRaw(before.Termios) || !isRaw(raw.Termios) {
		t.Fatalf("raw: before it is %t, and then %t", isRaw(before.Termios), isRaw(raw.Termios))
	}
	for name, set := range map[string]func(*unix.Termios){
		"icrnl":  func(s *unix.Termios) { s.Iflag |= unix.ICRNL },
		"opost":  func(s *unix.Termios) { s.Oflag |= unix.OPOST },
		"isig":   func(s *unix.Termios) { s.Lflag |= unix.ISIG },
		"icanon": func(s *unix.Termios) { s.Lflag |= unix.ICANON },
		"echo":   func(s *unix.Termios) { s.Lflag |= unix.ECHO },
	} {
		other := raw.Termios
		set(&other)
		if isRaw(other) {
			t.Errorf("with %s it is taken for what the screen set up", name)
		}
	}
}

func TestAProgramThatDoesNotBeginWithMain(t *testing.T) {
	tty := terminal(t)
	if g := New(tty, tty, false); g != nil {
		t.Error("a program that does not begin with Main would start itself without end")
	}
}

// Where no process can be started, nothing else is different.
func TestAScreenWithoutAGuardian(t *testing.T) {
	able = true
	defer func() { able = false }()
	tty := terminal(t)
	g := New(tty, tty, false)
	if g == nil {
		t.Fatal("there is none on a terminal")
	}
	g.command.Path = "/nonexistent"
	var written strings.Builder
	const picture = "text" + ansi.SetModeAltScreenSaveCursor + "picture"
	for _, b := range []string{picture, ansi.ResetModeAltScreenSaveCursor} {
		if n, err := g.Write(&written, []byte(b)); n != len(b) || err != nil {
			t.Errorf("of %q it writes %d bytes: %v", b, n, err)
		}
	}
	g.Dismiss()
	g.Dismiss()
	if written.String() != picture+ansi.ResetModeAltScreenSaveCursor {
		t.Errorf("the terminal got %q", &written)
	}
}

// What the terminal gets says who has it.
func TestWhoHasTheTerminal(t *testing.T) {
	const on, off = ansi.SetModeAltScreenSaveCursor, ansi.ResetModeAltScreenSaveCursor
	able = true
	defer func() { able = false }()
	tty := terminal(t)
	g := New(tty, tty, false)
	if g == nil {
		t.Fatal("there is none on a terminal")
	}
	hears, said, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	g.said = said
	g.begin.Do(func() { close(g.started) }) // as if it ran
	for _, written := range []string{"\x1b[?2026$p", "\x1b[?25l" + on + "picture", "picture", off, "other words", off + on, on + off} {
		_, _ = g.Write(io.Discard, []byte(written))
	}
	g.Dismiss()
	got, err := io.ReadAll(hears)
	if err = errors.Join(err, hears.Close()); err != nil || string(got) != "+-+-" {
		t.Errorf("it was told %q: %v", got, err)
	}
}
