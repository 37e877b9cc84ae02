package notes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linebounce/lessons"
)

// short makes a folder with a short path: a socket's may not be longer than some
// hundred bytes.
func short(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "lb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// served listens in a folder of its own.
func served(t *testing.T) (*Server, string) {
	t.Helper()
	dir := filepath.Join(short(t), "notes")
	return serve(t, dir), dir
}

func serve(t *testing.T, dir string) *Server {
	t.Helper()
	s, err := listen([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

var state = State{
	Lesson: "Two CPUs, one counter", Step: 2, Steps: 4, Title: "A second CPU joins in", Asks: true,
	Notes: []lessons.Block{{Kind: lessons.Paragraph, Spans: []lessons.Span{{Text: "Let them vote first."}}}},
	Since: time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC), Next: "And now with padding",
}

// sink is where a follower writes; awaits reads until it wrote a text.
type sink struct {
	*io.PipeReader
	seen strings.Builder
}

func (s *sink) awaits(t *testing.T, text string) {
	t.Helper()
	for buffer := make([]byte, 4096); !strings.Contains(s.seen.String(), text); {
		n, err := s.Read(buffer)
		s.seen.Write(buffer[:n])
		if err != nil {
			t.Fatalf("%v before %q came; there was\n%s", err, text, s.seen.String())
		}
	}
}

// following starts a follower of programs in folders. The channel gets the error
// that it ends with.
func followed(t *testing.T, size func() (int, int), dirs ...string) (*sink, context.CancelCauseFunc, <-chan error) {
	t.Helper()
	ctx, stop := context.WithCancelCause(context.Background())
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		v := view{out: w, size: size, now: func() time.Time { return state.Since.Add(187 * time.Second) }}
		last, err := v.follow(ctx, dirs)
		if err == nil {
			err = v.close(last)
		}
		ended <- err
		_ = w.Close()
	}()
	t.Cleanup(func() {
		stop(nil)
		_, _ = io.Copy(io.Discard, r)
	})
	return &sink{PipeReader: r}, stop, ended
}

func TestEachStateIsPrinted(t *testing.T) {
	s, dir := served(t)
	out, _, ended := followed(t, nil, dir)
	s.Tell(state)
	out.awaits(t, "--- Two CPUs, one counter, step 2 of 4: A second CPU joins in, after 3:07\nThe question is open.\nLet them vote first.\nNext: And now with padding\n\n")
	answered := state
	answered.Answered, answered.Next = true, ""
	s.Tell(answered)
	out.awaits(t, "The question is answered.\nLet them vote first.\nThis is the last step.\n")
	if n := s.Followers(); n != 1 {
		t.Errorf("%d followers", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	out.awaits(t, fmt.Sprintf("The program that presented, process %d, has ended.\n", os.Getpid()))
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if strings.Contains(out.seen.String(), "\x1b") {
		t.Error("what is printed holds what only a terminal understands")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left of a program that ended", left)
	}
}

func TestALateFollowerSeesTheNewestState(t *testing.T) {
	s, dir := served(t)
	s.Tell(state)
	newer := state
	newer.Step, newer.Title = 3, "And now with padding"
	s.Tell(newer)
	out, _, _ := followed(t, nil, dir)
	out.awaits(t, "step 3 of 4: And now with padding")
	if strings.Contains(out.seen.String(), "step 2") {
		t.Error("an old state was shown")
	}
}

func TestAFollowerWaitsForAProgram(t *testing.T) {
	dir := filepath.Join(short(t), "notes")
	out, _, _ := followed(t, nil, dir)
	out.awaits(t, "No program presents a lesson yet.")
	s := serve(t, dir)
	out.awaits(t, fmt.Sprintf("Process %d presents.\n", os.Getpid()))
	s.Tell(state)
	out.awaits(t, "Let them vote first.")
}

func TestAnInterruptionEndsAFollower(t *testing.T) {
	interrupted := errors.New("interrupted")
	dir := filepath.Join(short(t), "notes")
	out, stop, ended := followed(t, nil, dir)
	out.awaits(t, "Waiting for one")
	stop(interrupted)
	if err := <-ended; !errors.Is(err, interrupted) {
		t.Errorf("%v while waiting", err)
	}
	s := serve(t, dir)
	s.Tell(state)
	out, stop, ended = followed(t, nil, dir)
	out.awaits(t, "Let them vote first.")
	stop(interrupted)
	if err := <-ended; !errors.Is(err, interrupted) {
		t.Errorf("%v while following", err)
	}
}

func TestTheNewestOfSeveralIsFollowed(t *testing.T) {
	old, dir := served(t)
	other := filepath.Join(short(t), "notes")
	young := serve(t, other)
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, fmt.Sprintf("%d.sock", os.Getpid())), past, past); err != nil {
		t.Fatal(err)
	}
	old.Tell(State{Lesson: "old"})
	young.Tell(State{Lesson: "young"})
	for _, dirs := range [][]string{{dir, other}, {other, dir}} {
		out, _, _ := followed(t, nil, dirs...)
		out.awaits(t, "--- young")
		if text := out.seen.String(); !strings.Contains(text, "2 programs present; these are the notes of the newest, process") || strings.Contains(text, "--- old") {
			t.Errorf("%s", text)
		}
	}
}

func TestTwoProgramsOfOneNumber(t *testing.T) {
	_, dir := served(t)
	serve(t, dir)
	for _, name := range []string{"%d.sock", "%d-2.sock"} {
		if _, err := os.Stat(filepath.Join(dir, fmt.Sprintf(name, os.Getpid()))); err != nil {
			t.Error(err)
		}
	}
}

// left makes a socket whose program is gone, and that is as old as said.
func left(t *testing.T, dir, name string, age time.Duration) string {
	t.Helper()
	path := filepath.Join(dir, name)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(-age)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLeftOverSocketsAreRemoved(t *testing.T) {
	dir := filepath.Join(short(t), "notes")
	if err := make0700(dir); err != nil {
		t.Fatal(err)
	}
	old, young := left(t, dir, "123.sock", time.Hour), left(t, dir, "124.sock", 0)
	file := filepath.Join(dir, "125.sock")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if p, living := find([]string{dir}); p != nil || living != 0 {
		t.Errorf("%d programs found where there is none", living)
	}
	if _, err := os.Lstat(old); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what is left of a program is still there: %v", err)
	}
	for _, path := range []string{young, file} {
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("removed although it may be somebody's: %v", err)
		}
	}
}

func TestOwnNumberLeftOver(t *testing.T) {
	dir := filepath.Join(short(t), "notes")
	if err := make0700(dir); err != nil {
		t.Fatal(err)
	}
	left(t, dir, fmt.Sprintf("%d.sock", os.Getpid()), time.Hour)
	s := serve(t, dir)
	s.Tell(state)
	out, _, _ := followed(t, nil, dir)
	out.awaits(t, "Let them vote first.")
}

func TestOnlyThisUserCanReachIt(t *testing.T) {
	_, dir := served(t)
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, fmt.Sprintf("%d.sock", os.Getpid())): 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); os.PathSeparator == '/' && got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
	}
}

func TestAnOpenFolderIsClosed(t *testing.T) {
	dir := filepath.Join(short(t), "notes")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	serve(t, dir)
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 && os.PathSeparator == '/' {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

func TestALinkIsNoFolder(t *testing.T) {
	base := short(t)
	dir := filepath.Join(base, "notes")
	if err := os.Symlink(short(t), dir); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if s, err := listen([]string{dir}); err == nil {
		_ = s.Close()
		t.Error("it listens behind a link, which somebody else may have laid")
	}
}

func TestTheNextFolderWhereOneCannotBe(t *testing.T) {
	base := short(t)
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	long := filepath.Join(base, strings.Repeat("long", 40)) // than a socket's path may be
	good := filepath.Join(base, "good")
	s, err := listen([]string{file, filepath.Join(base, "missing", "notes"), long, good})
	if err != nil {
		t.Fatal(err)
	}
	s.Tell(state)
	out, _, _ := followed(t, nil, file, long, good)
	out.awaits(t, "Let them vote first.")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := listen([]string{file}); err == nil || !strings.Contains(err.Error(), file+" is no folder") {
		t.Errorf("%v does not say what is in the way", err)
	}
}

func TestFoldersFollowTheEnvironment(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/state")
	t.Setenv("XDG_RUNTIME_DIR", "/run/me")
	if got := folders(); got[0] != filepath.Join("/run/me", "linebounce") || got[1] != filepath.Join("/state", "linebounce", "notes") {
		t.Errorf("%v", got)
	}
	t.Setenv("XDG_RUNTIME_DIR", "relative")
	if got := folders(); len(got) != 2 || got[0] != filepath.Join("/state", "linebounce", "notes") {
		t.Errorf("%v", got)
	}
}

// One who does not read must not keep the screen waiting: more is told than any
// buffer between the two holds.
func TestAStuckFollowerHoldsNobodyUp(t *testing.T) {
	s, dir := served(t)
	stuck, _ := find([]string{dir})
	if stuck == nil {
		t.Fatal("not found")
	}
	defer func() { _ = stuck.conn.Close() }()
	out, _, _ := followed(t, nil, dir)
	big := state
	big.Notes = []lessons.Block{{Kind: lessons.Paragraph, Spans: []lessons.Span{{Text: strings.Repeat("word ", 40_000)}}}}
	for i := range 100 {
		big.Step = i
		s.Tell(big)
	}
	s.Tell(state)
	out.awaits(t, "Let them vote first.")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestGarbageIsIgnoredAndSaid(t *testing.T) {
	dir := filepath.Join(short(t), "notes")
	if err := make0700(dir); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "1.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	out, _, ended := followed(t, nil, dir)
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	tell := func(text string) {
		t.Helper()
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
	}
	tell("HTTP/1.1 200 OK\r\n\r\n")
	out.awaits(t, "Note: a line that came is none of this program's and was ignored.\n")
	tell(`{"schema": 2, "state": {}}` + "\n")
	out.awaits(t, "Note: a line that came has schema 2 and was ignored; this program knows 1, so both should be of one version.\n")
	go func() { _, _ = io.WriteString(conn, strings.Repeat("x", longest+longest/2)+"\n") }()
	out.awaits(t, "Note: a line of more than 1048576 bytes came and was ignored.\n")
	text, err := json.Marshal(line{schema, State{Lesson: "a\x1b[2Jb", Step: -3, Notes: []lessons.Block{{Kind: "new", Spans: []lessons.Span{{Text: "c\x1b[2Jd"}}}}}})
	if err != nil {
		t.Fatal(err)
	}
	tell(string(text) + "\n")
	out.awaits(t, "c [2Jd\n")
	if strings.Contains(out.seen.String(), "\x1b") {
		t.Error("what came could move the terminal's cursor")
	}
	tell(`{"schema": 1, "sta`) // and then its program ends
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	out.awaits(t, "process 1, has ended.")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestAServerThatIsNone(t *testing.T) {
	var s *Server
	s.Tell(state)
	if s.Followers() != 0 || s.Close() != nil {
		t.Error("no server has followers or cannot be closed")
	}
}

func TestAFollowerThatLeaves(t *testing.T) {
	s, dir := served(t)
	s.Tell(state)
	out, stop, ended := followed(t, nil, dir)
	out.awaits(t, "Let them vote first.")
	stop(nil)
	<-ended
	for s.Followers() > 0 { // the server sees the end of the connection in its own time
		time.Sleep(time.Millisecond)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(state))
	f.Add([]byte(`{"schema": 1}`))
	f.Add([]byte(`{"schema": 1, "state": {"notes": [{"Kind": "row", "Spans": [{"Text": "a"}]}, {"Kind": "row"}], "since": "0001-01-01T00:00:00Z"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := decode(text)
		if err != nil {
			return
		}
		for _, shown := range []string{listing(s, state.Since), strings.ReplaceAll(strings.Join(page(s, "said", state.Since, 30, 20), ""), bold, "")} {
			if strings.Contains(strings.ReplaceAll(shown, plain, ""), "\x1b") {
				t.Errorf("%q could move the cursor", shown)
			}
		}
		again, err := decode(bytes.TrimSuffix(encode(s), []byte("\n")))
		if err != nil || again.Step != s.Step || len(again.Notes) != len(s.Notes) {
			t.Errorf("%v %v", again, err)
		}
	})
}
