package companion

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// another is set in the environment of a copy that the tests start.
const another = "LINEBOUNCE_TEST_COMPANION"

func TestMain(m *testing.M) {
	if os.Getenv(another) == "" {
		os.Exit(m.Run())
	}
	New("run counters", []int{0, 1}).Set(true)
	_, _ = os.Stdout.WriteString("measures\n")
	select {}
}

// session makes a folder for sessions, and returns the one in it for copies.
func session(t *testing.T) string {
	if !locks {
		t.Skip("this system has no locks that end with their holder")
	}
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	return filepath.Join(dir, "linebounce")
}

// start starts a real other copy, and returns once it measures.
func start(t *testing.T) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), another+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "measures\n" {
		t.Fatalf("the copy said %q: %v", line, err)
	}
	return cmd
}

func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestTwoCopiesSeeEachOther(t *testing.T) {
	dir := session(t)
	a, b := New("the screen", []int{0, 1}), New("run messages", nil)
	if a.Set(true); len(a.Others()) != 0 {
		t.Errorf("one copy alone sees %v", a.Others())
	}
	b.Set(true)
	for _, c := range []struct {
		mark *Mark
		want string
	}{{a, "run messages"}, {b, "the screen, CPUs 0-1"}} {
		got := c.mark.Others()
		if len(got) != 1 || !strings.HasSuffix(got[0].String(), c.want) || got[0].PID != os.Getpid() {
			t.Errorf("seen: %v, want %q", got, c.want)
		}
	}
	if got := All(); len(got) != 2 {
		t.Errorf("a copy that does not measure sees %v, want both", got)
	}
	b.Set(false)
	if got := a.Others(); len(got) != 0 {
		t.Errorf("a copy that stopped measuring is still seen: %v", got)
	}
	if b.Set(true); len(a.Others()) != 1 {
		t.Error("a copy that goes on is not seen")
	}
	a.Set(false)
	b.Set(false)
	if left := files(t, dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder's mode: %v, %v", info.Mode(), err)
	}
}

func TestAKilledCopyIsForgotten(t *testing.T) {
	dir := session(t)
	cmd := start(t)
	w := Begin("latency", []int{1, 2})
	defer w.Close()
	found := w.Found()
	if len(found) != 1 || !strings.Contains(found[0], "run counters, CPUs 0-1) measures at the same time: figures are lower") {
		t.Fatalf("beside a copy that measures: %q", found)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if got := All(); len(got) != 1 || got[0].PID != os.Getpid() {
		t.Errorf("after it was killed: %v, want this copy alone", got)
	}
	if left := files(t, dir); len(left) != 1 {
		t.Errorf("what was left behind is not removed: %v", left)
	}
	if len(w.Found()) != 1 {
		t.Error("a copy that measured meanwhile is not told of any more")
	}
}

func TestCopiesOnOtherCPUs(t *testing.T) {
	c := Copy{PID: 7, Command: "record a\x1b[2Jb.jsonl", CPUs: []int{2, 3}}
	if got := c.Disturbs([]int{0, 1}); !strings.Contains(got, "other CPUs") || strings.Contains(got, "\x1b") {
		t.Errorf("with CPUs of its own: %q", got)
	}
	for _, cpus := range [][]int{nil, {3, 4}} {
		if got := c.Disturbs(cpus); !strings.Contains(got, "windows are set aside") {
			t.Errorf("on %v: %q", cpus, got)
		}
	}
}

// What cannot be told is not told, and is no failure.
func TestWithoutAFolder(t *testing.T) {
	t.Run("that can be written", func(t *testing.T) {
		dir := session(t)
		if err := os.WriteFile(dir, nil, 0o600); err != nil { // also root cannot make a folder over it
			t.Fatal(err)
		}
		silent(t)
	})
	t.Run("that is closed to others", func(t *testing.T) {
		dir := session(t)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		silent(t)
		if left := files(t, dir); len(left) != 0 {
			t.Errorf("written where anybody may write: %v", left)
		}
	})
	t.Run("but a link", func(t *testing.T) {
		dir, elsewhere := session(t), t.TempDir()
		if err := os.Symlink(elsewhere, dir); err != nil {
			t.Skip(err)
		}
		silent(t)
		if left := files(t, elsewhere); len(left) != 0 {
			t.Errorf("written through somebody's link: %v", left)
		}
	})
}

func silent(t *testing.T) {
	t.Helper()
	w := Begin("run", nil)
	defer w.Close()
	if found := w.Found(); len(found) != 0 || len(All()) != 0 {
		t.Errorf("found %q, %v", found, All())
	}
}

func TestFilesThatAreNoCopies(t *testing.T) {
	dir := session(t)
	m := New("run", nil)
	m.Set(true)
	defer m.Set(false)
	for name, text := range map[string]string{prefix + "1" + suffix: "", prefix + "2" + suffix: `{"pid":1}`, "notes.sock": "keep"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := m.Others(); len(got) != 0 {
		t.Errorf("files without a lock are taken for %v", got)
	}
	if left := files(t, dir); len(left) != 2 {
		t.Errorf("left: %v, want this copy's file and what is no copy's", left)
	}
}

// Several copies take one sentence, which names them as far as that stays short.
func TestSeveralCopiesTakeOneSentence(t *testing.T) {
	var copies []Copy
	for pid := range 6 {
		copies = append(copies, Copy{PID: 11 + pid, Command: "the screen", CPUs: []int{0, 1}})
	}
	apart := []Copy{{PID: 7, CPUs: []int{2}}, {PID: 8, CPUs: []int{3}}}
	const lower, shared = ": figures are lower and windows are set aside.", ". They have other CPUs, but clock rate and the outer caches may be shared, so figures may be lower."
	for _, c := range []struct {
		copies []Copy
		want   string
	}{
		{nil, ""},
		{copies[:1], "Another linebounce (pid 11, the screen, CPUs 0-1) measures at the same time" + lower},
		{copies[:3], "3 other copies of linebounce (pids 11, 12 and 13) measure at the same time" + lower},
		{copies, "6 other copies of linebounce (pids 11, 12, 13, 14 and 2 more) measure at the same time" + lower},
		{apart, "2 other copies of linebounce (pids 7 and 8) measure at the same time" + shared},
		{append(apart, copies[0]), "3 other copies of linebounce (pids 7, 8 and 11) measure at the same time" + lower},
	} {
		if got := Together(c.copies, []int{0}); got != c.want {
			t.Errorf("%v: %q, want %q", c.copies, got, c.want)
		}
	}
}
