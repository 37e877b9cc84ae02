package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"linebounce/probes/breakdown"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

func init() { programs["linebounce-breaks"] = breaking }

// breaking is the program with a goroutine that panics on SIGUSR1.
func breaking() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		defer breakdown.Catch()
		<-signals
		var none []int
		fmt.Println(none[len(os.Args)])
	}()
	os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// A panic of any goroutine that measures leaves the terminal, a session's cast and a
// recording as the end of the program does, and says what to send.
func TestABreakdownLeavesEverythingInOrder(t *testing.T) {
	if why := unable(topology.Read()); why != nil {
		t.Skip(why)
	}
	dir := t.TempDir()
	command := exec.Command("linebounce-breaks", "--cast", "session.cast")
	command.Dir = dir
	command.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_RUNTIME_DIR="+dir)
	x, err := begin(command, 120, 40, t.Fatalf)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer x.stop()
	x.await("counters", "q quit")
	x.press("K")
	x.await("Recording")
	if raw := modes(t, x.keys); raw.Lflag&unix.ECHO != 0 {
		t.Fatal("the terminal is not as the screen needs it")
	}
	if err := command.Process.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	err = command.Wait()
	if code := command.ProcessState.ExitCode(); code != failed {
		t.Errorf("it ends with code %d (%v), want %d", code, err, failed)
	}
	x.await("Please send the file", "linebounce-crash-", "index out of range")
	x.mu.Lock()
	if x.screen.IsAltScreen() || x.screen.CursorHidden() {
		t.Errorf("alternate screen left on: %t, cursor left hidden: %t", x.screen.IsAltScreen(), x.screen.CursorHidden())
	}
	x.mu.Unlock()
	if left := modes(t, x.keys); left.Lflag&(unix.ECHO|unix.ICANON|unix.ISIG) != unix.ECHO|unix.ICANON|unix.ISIG {
		t.Errorf("the terminal's modes are left at %#x", left.Lflag)
	}
	account := one(t, filepath.Join(dir, "state", "linebounce", "linebounce-crash-*.txt"))
	for _, want := range []string{"index out of range", "\nversion: ", "\ncommand: linebounce --cast session.cast", "\nscreen: the Lab, 120 x 40 cells; the Lab: counters -a '", "\nmachine: {", "cli.breaking"} {
		if !bytes.Contains(account, []byte(want)) {
			t.Errorf("what is to be sent does not hold %q:\n%s", want, account)
		}
	}
	for i, line := range strings.SplitAfter(strings.TrimSuffix(string(file(t, filepath.Join(dir, "session.cast"))), "\n"), "\n") {
		if !json.Valid([]byte(line)) {
			t.Errorf("line %d of the session's cast is no JSON: %q", i+1, line)
		}
	}
	kept, err := filepath.Glob(filepath.Join(dir, "linebounce-*.jsonl*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("recordings: %v, %v", kept, err)
	}
	if r, err := recorded.Open(kept[0]); err != nil || len(r.Warnings) > 0 {
		t.Errorf("the recording: %v, %q", err, r.Warnings)
	}
}

// modes returns how a pseudo-terminal is set.
func modes(t *testing.T, f *os.File) *unix.Termios {
	t.Helper()
	m, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		t.Skip(err)
	}
	return m
}

func one(t *testing.T, pattern string) []byte {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v; want one file", pattern, found, err)
	}
	return file(t, found[0])
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A command closes its files too, and what it has measured is kept.
func TestABreakdownOfACommand(t *testing.T) {
	if why := unable(topology.Read()); why != nil {
		t.Skip(why)
	}
	dir := t.TempDir()
	var said bytes.Buffer
	command := exec.Command("linebounce-breaks", "record", "r.jsonl", "counters", "--for", "60s")
	command.Dir, command.Stderr = dir, &said
	command.Env = append(os.Environ(), "XDG_STATE_HOME="+dir, "XDG_RUNTIME_DIR="+dir)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = command.Process.Kill() }()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		const some = 10_000 // bytes: the header and readings
		if info, err := os.Stat(filepath.Join(dir, "r.jsonl")); err == nil && info.Size() > some {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing is recorded")
		}
	}
	if err := command.Process.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait()
	if code := command.ProcessState.ExitCode(); code != failed || strings.Count(said.String(), "\n") != 1 {
		t.Errorf("it ends with code %d and says %q; want %d and one line", code, &said, failed)
	}
	if _, err := recorded.Open(filepath.Join(dir, "r.jsonl")); err != nil {
		t.Errorf("the recording: %v", err)
	}
	one(t, filepath.Join(dir, "linebounce", "linebounce-crash-*.txt"))
}

// An account is never written over a file, and where none can be written it is
// printed.
func TestAnAccountThatCannotBeKept(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", blocked)
	t.Setenv("TMPDIR", blocked)
	said, err := os.Create(filepath.Join(t.TempDir(), "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	s := &shell{args: []string{"run"}, err: said}
	if code := s.broke(&breakdown.Breakdown{Fault: "a fault", Stack: []byte("the stack")}); code != failed {
		t.Errorf("code %d", code)
	}
	text := string(file(t, said.Name()))
	if first, _, _ := strings.Cut(text, "\n"); !strings.Contains(first, "no file can be written (") || strings.Count(first, ": not a directory") != 2 || strings.Contains(first, "linebounce-crash-") {
		t.Errorf("the reason: %s", first)
	}
	if !strings.Contains(text, "the stack") || !strings.Contains(text, "command: linebounce run\n") {
		t.Errorf("said: %s", text)
	}
}
