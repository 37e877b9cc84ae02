package tui

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// onTTY runs the program on a real pseudo-terminal, as Run does, and shows what
// comes out of it on an emulated screen.
func onTTY(t *testing.T, o Options, width, height int) *terminal {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	if err := pty.Setsize(tty, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)}); err != nil {
		t.Skip(err)
	}
	env := []string{"TERM=xterm-256color", "LANG=en_GB.UTF-8"}
	x := &terminal{t: t, screen: emulated(width, height), news: make(chan struct{}, 1), keys: master, ended: make(chan error, 1)}
	if x.tape, err = begin(o, env, width, height); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(writer(x.show), master) }()
	out := newOutput(tty, x.tape)
	go func() {
		var err error
		x.files, err = run(t.Context(), o, env, width, height, out.wrote, x.tape, tea.WithContext(t.Context()), tea.WithoutSignalHandler(),
			tea.WithEnvironment(env), tea.WithInput(tty), tea.WithOutput(out), tea.WithColorProfile(colorprofile.TrueColor))
		x.ended <- err
	}()
	t.Cleanup(func() { _, _ = tty.Close(), master.Close() })
	return x
}

// show is what comes out of a terminal, as it is.
func (x *terminal) show(b []byte) (int, error) {
	x.mu.Lock()
	_, err := x.feed(b)
	x.mu.Unlock()
	select {
	case x.news <- struct{}{}:
	default:
	}
	return len(b), err
}

// session runs the program with its session written down, and returns the file
// and the last picture.
func session(t *testing.T, width, height int) (path, last string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "session.cast")
	o := options(nil)
	o.Cast = path
	x := onTTY(t, o, width, height)
	x.await("B is 3.9 times as fast", "q quit")
	x.press("?")
	x.await("What a line is")
	x.press("?e")
	x.await("credentials on every write")
	x.press(" ")
	x.await("Paused", "space go on")
	x.press("q")
	if err := x.end(); err != nil {
		t.Errorf("q ends it with %v", err)
	}
	if want := "The session is in " + path + ". To see it again: asciinema play " + path; len(x.files) != 1 || x.files[0] != want {
		t.Errorf("it says %q, want %q", x.files, want)
	}
	return path, x.last
}

// cutBeforeTheEnd writes the cast again as a crash behind the last picture would
// have left it.
func cutBeforeTheEnd(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(text), strings.Replace(leaves, "\x1b", `\u001b`, 1))
	if !found {
		t.Fatalf("the program never leaves its page: %s", text)
	}
	cut := path + ".cut"
	if err := os.WriteFile(cut, []byte(before+`"]`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return cut
}

// emulated is a screen that drops what a terminal would answer.
func emulated(width, height int) *vt.Emulator {
	screen := vt.NewEmulator(width, height)
	go func() { _, _ = io.Copy(io.Discard, screen) }()
	return screen
}

// What is in the file makes the last picture of the screen.
func TestTheCastIsTheScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		path, last := session(t, size[0], size[1])
		f, err := os.Open(cutBeforeTheEnd(t, path))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := json.NewDecoder(f)
		var header struct {
			Version, Width, Height int
			Title                  string
			Env                    map[string]string
		}
		if err := lines.Decode(&header); err != nil || header.Version != 2 || header.Width != size[0] || header.Height != size[1] || header.Title != "linebounce test" || header.Env["TERM"] != "xterm-256color" {
			t.Errorf("the header is %+v, %v", header, err)
		}
		screen, before := emulated(header.Width, header.Height), 0.0
		for lines.More() {
			var at float64
			var kind, data string
			if err := lines.Decode(&[]any{&at, &kind, &data}); err != nil || kind != "o" || at < before {
				t.Fatalf("an event %q at %v s, %v", kind, at, err)
			}
			before = at
			_, _ = screen.WriteString(data)
		}
		if got := screen.String(); rows(got) != rows(last) {
			t.Errorf("the last picture is\n%s\nthe screen was\n%s", got, last)
		}
	}
}

// Debian's asciinema plays the file, one that was cut off too, and shows the last
// picture.
func TestAsciinemaPlaysTheCast(t *testing.T) {
	player, err := exec.LookPath("asciinema")
	if err != nil {
		t.Skip("asciinema is not installed here")
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		path, last := session(t, size[0], size[1])
		for _, c := range []struct {
			args []string
			want string
		}{
			{[]string{"cat", cutBeforeTheEnd(t, path)}, last}, {[]string{"play", "-i", "0.1", "-s", "20", cutBeforeTheEnd(t, path)}, last},
			{[]string{"cat", path}, ""}, {[]string{"play", "-i", "0.1", "-s", "20", path}, ""},
		} {
			play := exec.CommandContext(t.Context(), player, c.args...)
			play.Env = append(os.Environ(), "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TERM=xterm-256color", "ASCIINEMA_CONFIG_HOME="+t.TempDir())
			tty, err := pty.StartWithSize(play, &pty.Winsize{Cols: uint16(size[0]), Rows: uint16(size[1])})
			if err != nil {
				t.Skip(err) // no pseudo-terminal can be had
			}
			screen := emulated(size[0], size[1])
			_, _ = io.Copy(writer(screen.Write), tty) // it ends with an error where the other side closes
			if err := play.Wait(); err != nil {
				t.Errorf("asciinema %v ends with %v", c.args, err)
			}
			_ = tty.Close()
			if got := screen.String(); rows(got) != rows(c.want) {
				t.Errorf("asciinema %v shows\n%s\nthe screen was\n%s", c.args, got, c.want)
			}
		}
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// A cast that cannot begin keeps the screen from opening, and says why.
func TestNoCast(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.cast")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := options(nil)
	o.Cast = path
	if _, err := begin(o, nil, 80, 24); err == nil || !strings.Contains(err.Error(), "is not written over") {
		t.Errorf("it begins with %v", err)
	}
}

// Where the file cannot be written on, the room says so and the program goes on.
func TestATornCastIsTold(t *testing.T) {
	r := rooted(t)
	r.Update(torn{os.ErrClosed})
	if !strings.Contains(r.text(), "File already closed.") {
		t.Errorf("it shows\n%s", r.text())
	}
}

// What goes to a real terminal is in the cast byte for byte.
func TestOutputIsTaped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.cast")
	tape, err := begin(Options{Cast: path}, nil, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out := newOutput(to, tape)
	for _, part := range []string{"\x1b[?1049h▷", " \xe2\x96", "\x88\n"} {
		if _, err := out.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	_ = to.Close()
	if err := tape.Close(); err != nil {
		t.Error(err)
	}
	written, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	lines := json.NewDecoder(bytes.NewReader(text))
	var header map[string]any
	_ = lines.Decode(&header)
	for lines.More() {
		var data string
		if err := lines.Decode(&[]any{new(float64), new(string), &data}); err != nil {
			t.Fatal(err)
		}
		all += data
	}
	if all != string(written) {
		t.Errorf("the cast has %q, the terminal got %q", all, written)
	}
	if header["width"] != 80.0 || header["height"] != 24.0 {
		t.Errorf("the header is %v", header)
	}
}
