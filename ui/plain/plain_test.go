package plain

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"linebounce/assets"
	"linebounce/lessons/progress"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

// recording is the one that the program brings.
func recording(t *testing.T) *recorded.Recording {
	t.Helper()
	r, err := recorded.Read(bytes.NewReader(assets.Recording))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// toldBy returns what words bring out of a recording on a machine where nothing can
// be compared.
func toldBy(t *testing.T, words ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "progress.json")
	var out strings.Builder
	r := recording(t)
	o := Options{
		Machine: r.Machine, Here: topology.Machine{OS: "linux"}, Recording: r, Why: "this is a test", Version: "test",
		Progress: func() (*progress.Book, string) { return progress.Open(file) },
	}
	if err := Run(t.Context(), o, strings.NewReader(strings.Join(words, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	for i, r := range out.String() {
		if r != '\n' && (r < ' ' || r > '~') {
			t.Fatalf("%q stands in %q", r, out.String()[max(0, i-60):i])
		}
	}
	return out.String()
}

// Each word that help lists has help of its own.
func TestEveryWordIsKnown(t *testing.T) {
	for _, room := range []string{"lab", "simulator", "kernel", "scope", "lessons"} {
		help := toldBy(t, room, "help")
		_, list, _ := strings.Cut(help, "In the "+room+":\n")
		list, _, found := strings.Cut(list, "Everywhere:\n")
		if !found {
			t.Fatalf("no help in the %s:\n%s", room, help)
		}
		words := []string{room}
		for line := range strings.Lines(list) {
			words = append(words, "help "+strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' })[0])
		}
		if said := toldBy(t, words...); strings.Contains(said, "means nothing") || len(words) < 4 {
			t.Errorf("in the %s: %s", room, said)
		}
	}
}

func TestMoreSaysItAgain(t *testing.T) {
	for _, room := range []string{"lab", "simulator", "kernel", "lessons"} {
		once, twice := toldBy(t, room), toldBy(t, room, "more")
		if len(twice) < len(once)*3/2 {
			t.Errorf("more adds %d characters to the %d of the %s", len(twice)-len(once), len(once), room)
		}
	}
}

func TestTheWholeTestIsTaken(t *testing.T) {
	words := []string{"lessons", "open 1"}
	for range 10 {
		words = append(words, "1")
	}
	said := toldBy(t, append(words, "list")...)
	if !strings.Contains(said, "Question 10 of 10") || !strings.Contains(said, " of 10 right\n") {
		t.Errorf("the test has no end or no result:\n%s", said)
	}
	if !strings.Contains(said, "a test, before the course, taken: ") {
		t.Errorf("the list does not know that it was taken:\n%s", said)
	}
}

// Each answer of a lesson is followed by what came, from the first step to the
// page behind the last, and the lesson then counts as finished.
func TestALessonIsTakenToItsEnd(t *testing.T) {
	words := []string{"lessons", "open 2"}
	for range 8 {
		words = append(words, "1", "next")
	}
	said := toldBy(t, append(words, "list")...)
	if !strings.Contains(said, `The lesson "Two CPUs, one counter" is finished.`) {
		t.Errorf("it did not end:\n%s", said)
	}
	if !strings.Contains(said, "2. Two CPUs, one counter. 5 minutes, finished") {
		t.Errorf("that was not kept:\n%s", said)
	}
}

func TestAnEndOfTheContextEndsIt(t *testing.T) {
	cause := errors.New("enough")
	ctx, end := context.WithCancelCause(t.Context())
	in, typing := io.Pipe()
	defer typing.Close()
	out, heard := io.Pipe()
	over := make(chan error)
	r := recording(t)
	go func() {
		over <- Run(ctx, Options{Machine: r.Machine, Recording: r, Interactive: true}, in, heard)
	}()
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	end(cause)
	if err := <-over; !errors.Is(err, cause) {
		t.Errorf("it ended with %v", err)
	}
}

// Whoever stops listening ends it, and nothing runs on.
func TestAClosedOutputEndsIt(t *testing.T) {
	r := recording(t)
	err := Run(t.Context(), Options{Machine: r.Machine, Recording: r}, strings.NewReader("more\nmore\n"), &closed{})
	if !errors.Is(err, errClosed) {
		t.Errorf("it ended with %v", err)
	}
}
