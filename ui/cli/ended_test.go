package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linebounce/ui/tui/guardian"
)

func TestWhatIsSaidOfAScreenThatEndedOnTheSpot(t *testing.T) {
	const stack = "\ngoroutine 7 [running]:\nmain.main()\n"
	for _, c := range []struct {
		end       guardian.End
		want, not string
		file      bool
	}{
		{guardian.End{Open: true}, "was killed, by somebody or, if memory ran out, by the system", "The file", false},
		{guardian.End{Open: true, Trace: []byte("a last word\n")}, "a last word\nlinebounce: the process of the screen was killed", "The file", false},
		{guardian.End{Trace: []byte("a last word\n")}, "a last word", "killed", false},
		{guardian.End{Trace: []byte("fatal error: concurrent map writes\n" + stack)}, ": concurrent map writes. ", "memory:", true},
		{guardian.End{Trace: []byte("runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n" + stack)}, "a fault of linebounce itself", "memory:", true},
		{guardian.End{Trace: []byte("panic: no\n\tmore\n" + stack)}, ": no. ", "memory:", true},
		{guardian.End{Trace: []byte("fatal error: runtime: cannot allocate memory\n" + stack)}, "gave it no more memory", "a fault of linebounce", true},
		{guardian.End{Trace: []byte("runtime: failed to create new OS thread (have 9 already; errno=11)\nfatal error: newosproc\n" + stack)}, "gave it no more threads", "a fault of linebounce", true},
		{guardian.End{Trace: []byte("SIGQUIT: quit\nPC=0x47\n" + stack)}, "That is a signal", "a fault of linebounce", true},
		{guardian.End{Trace: []byte(stack[1:])}, "names on standard error", "memory:", true},
	} {
		dir := t.TempDir()
		t.Setenv("XDG_STATE_HOME", dir)
		c.end.Args = []string{"messages"}
		text := ended(c.end)
		if !strings.Contains(text, c.want) || strings.Contains(text, c.not) || c.file && strings.Contains(text, "\n") {
			t.Errorf("of %q it says %q", c.end.Trace, text)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "linebounce", "linebounce-crash-*.txt"))
		if (len(files) == 1) != c.file {
			t.Errorf("of %q it writes %v", c.end.Trace, files)
		}
		for _, f := range files {
			account, _ := os.ReadFile(f)
			if !strings.Contains(text, f) || !strings.Contains(string(account), string(c.end.Trace)) || !strings.Contains(string(account), "command: linebounce messages\n") {
				t.Errorf("it says %q and writes into %s:\n%s", text, f, account)
			}
		}
	}
}

func TestWhatIsSaidWhereNothingCanBeWritten(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", blocked)
	t.Setenv("TMPDIR", blocked)
	if text := ended(guardian.End{Trace: []byte("fatal error: concurrent map writes\n\ngoroutine 1 [running]:\n")}); !strings.Contains(text, "concurrent map writes") || !strings.Contains(text, "No file") {
		t.Errorf("it says %q", text)
	}
}
