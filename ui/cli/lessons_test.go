package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/topology"
	presented "linebounce/ui/notes"
)

// Notes go from a program that presents to a second one, until the first ends.
func TestNotesAreFollowed(t *testing.T) {
	dir, err := os.MkdirTemp("", "lb") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	server, err := presented.Listen()
	if err != nil {
		t.Skip(err)
	}
	server.Tell(presented.State{Lesson: "Two CPUs", Step: 1, Steps: 2, Title: "The vote", Next: "The answer"})
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &shell{in: os.Stdin, out: w, err: w}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { _ = w.Close() }()
		root := s.root()
		root.SetArgs([]string{"lessons", "notes"})
		if err := root.ExecuteContext(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	var seen strings.Builder
	for buffer := make([]byte, 4096); !strings.Contains(seen.String(), "Next: The answer"); {
		n, err := r.Read(buffer)
		if err != nil {
			t.Fatalf("%v after %q", err, seen.String())
		}
		seen.Write(buffer[:n])
	}
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	rest, err := io.ReadAll(r)
	<-ended
	if err != nil || s.failure != nil || !strings.HasSuffix(string(rest), "has ended.\n") {
		t.Errorf("%v, %v, %q", err, s.failure, rest)
	}
}

func TestWhatAMachineCannotMeasure(t *testing.T) {
	lonely := topology.Machine{OS: "darwin", CanPin: true, CPUs: []topology.CPU{{Number: 0}}}
	for _, c := range []struct {
		needs []lessons.Need
		want  string
	}{
		{nil, ""},
		{[]lessons.Need{lessons.TwoCPUs}, "CPU"},
		{[]lessons.Need{lessons.Linux}, "it needs Linux, and this is macOS"},
	} {
		why := unmeasurable(lessons.Lesson{Needs: c.needs}, lonely)
		if (why == "") != (c.want == "") || !strings.Contains(why, c.want) {
			t.Errorf("%v: %q, want %q", c.needs, why, c.want)
		}
	}
}

func TestWhatRunsAStageAgain(t *testing.T) {
	arm := func(text string) []probes.Scenario {
		s, err := probes.ParseScenario(text)
		if err != nil {
			t.Fatal(err)
		}
		return []probes.Scenario{s}
	}
	for want, stage := range map[string]lessons.Stage{
		"linebounce run counters -a 'line=shared'":                               {Screen: lessons.Lab, Experiment: "counters", Arms: arm("line=shared")},
		"linebounce kernel credentials":                                          {Screen: lessons.Kernel, Experiment: lessons.Credentials},
		"linebounce sim hackbench --machine 2011 --cpus 16 -a 'path=always'":     {Screen: lessons.Simulator, Experiment: "hackbench", CPUs: 16, Arms: arm("path=always")},
		"linebounce sim counters --machine two-ccx -a 'counter=one line=shared'": {Screen: lessons.Simulator, Experiment: "counters", Machine: "two-ccx", Arms: arm("line=shared counter=one")},
		"": {Screen: lessons.Simulator, Experiment: "seqpacket"},
	} {
		if got := againStage(&stage); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What is wrong with a folder is told of that folder alone, and a lesson that
// takes another's id leaves that one where it was.
func TestFaultsAreOfTheirFolder(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(lessons.Template("mine"), "id: mine", "id: two-cpus", 1)
	if err := os.WriteFile(filepath.Join(dir, "01-two-cpus.md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, faults := and(lessons.Embedded(), dir)
	if len(faults) != 1 || faults[0].File != filepath.Join(dir, "01-two-cpus.md") {
		t.Errorf("%v", faults)
	}
	l, found := c.Find("two-cpus")
	if !found || l.Title == "Mine" {
		t.Errorf("%v %q", found, l.Title)
	}
	if ids := lessonIDs(c); !slices.Equal(ids, lessonIDs(lessons.Embedded())) {
		t.Errorf("%v", ids)
	}
}

func TestAnUnwrittenLessonIsNotLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "a.md")
	if err := writeNew(path, []byte("text")); err == nil || !strings.Contains(err.Error(), path+" cannot be made") || errors.Is(err, os.ErrExist) {
		t.Errorf("%v", err)
	}
}
