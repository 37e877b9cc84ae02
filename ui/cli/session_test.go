package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/ui/cli/output"
	"linebounce/ui/tui"
)

// script is a source of constructed readings: after the last it ends as told.
type script struct {
	readings []probes.Reading
	end      error
	last     func() // runs before the end, nil for nothing
	refuse   error  // of Open
	closed   *bool
}

func (s script) Open(context.Context, probes.Plan) (probes.Session, error) {
	if s.refuse != nil {
		return nil, s.refuse
	}
	return &scriptSession{s}, nil
}

type scriptSession struct{ script }

func (s *scriptSession) Next(ctx context.Context) (probes.Reading, error) {
	if len(s.readings) == 0 {
		if s.last != nil {
			s.last()
		}
		return probes.Reading{}, s.end
	}
	r := s.readings[0]
	s.readings = s.readings[1:]
	return r, nil
}

func (s *scriptSession) Replace(int, probes.Scenario) error { return probes.ErrFixed }
func (s *scriptSession) Close() error                       { *s.closed = true; return nil }

// eightPairs are windows in which B does three times what A does.
func eightPairs(a, b probes.Scenario) []probes.Reading {
	var all []probes.Reading
	for pair := range 8 {
		for arm, s := range []probes.Scenario{a, b} {
			r := probes.Reading{Unit: probes.Window, Arm: arm, Pair: pair, Scenario: s, Origin: probes.Measured, Elapsed: time.Millisecond}
			for cpu := range s.Workers() {
				r.CPUs = append(r.CPUs, probes.CPUWork{CPU: cpu, Role: probes.Adder, Ops: int64(1000 * (1 + 2*arm)), Elapsed: time.Millisecond, Pinned: true})
			}
			r.Warnings = []probes.Warning{{Kind: probes.General, Text: "The clock changed."}}
			all = append(all, r)
		}
	}
	return all
}

// play runs a script through compare and returns what was printed.
func play(t *testing.T, ctx context.Context, s script) (string, error) {
	t.Helper()
	e := catalog.All()[0]
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	about := output.Session{
		Experiment: e.Name, Origin: probes.Measured, Quantity: e.Quantity, Scenarios: []probes.Scenario{e.Default, e.B},
	}
	closed := false
	s.closed = &closed
	failed := (&shell{out: out}).compare(ctx, s, probes.Plan{}, about, output.Text, &progress{}, nil)
	if s.refuse == nil && !closed {
		t.Error("the session was not closed")
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text), failed
}

func TestCompare(t *testing.T) {
	e := catalog.All()[0]
	text, err := play(t, context.Background(), script{readings: eightPairs(e.Default, e.B), end: io.EOF})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "B is 3.0 times as fast (95%: 3.0 to 3.0)") {
		t.Errorf("no verdict of 3.0 in\n%s", text)
	}
	if n := strings.Count(text, "The clock changed."); n != 1 {
		t.Errorf("a warning is there %d times, want once", n)
	}
}

func TestInterruptedPrintsWhatItHad(t *testing.T) {
	e := catalog.All()[0]
	ctx, cancel := context.WithCancelCause(context.Background())
	text, err := play(t, ctx, script{
		readings: eightPairs(e.Default, e.B), end: context.Canceled, last: func() { cancel(interruption{syscall.SIGTERM}) },
	})
	if code := exitCode(err); code != 143 {
		t.Errorf("exit code %d of %v, want 143", code, err)
	}
	if !strings.Contains(text, "B is 3.0 times as fast") {
		t.Errorf("what was measured is not in\n%s", text)
	}
}

func TestFailedHalfwayPrintsWhatItHadToo(t *testing.T) {
	e := catalog.All()[0]
	text, err := play(t, context.Background(), script{
		readings: eightPairs(e.Default, e.B), end: &probes.Unable{What: "CPU 1 cannot be used", Why: "it went offline"},
	})
	if code := exitCode(err); code != incapable {
		t.Errorf("exit code %d of %v, want %d", code, err, incapable)
	}
	if !strings.Contains(text, "B is 3.0 times as fast") {
		t.Errorf("what was measured is not in\n%s", text)
	}
}

func TestRefusedPrintsNothing(t *testing.T) {
	text, err := play(t, context.Background(), script{refuse: &probes.ScenarioError{Word: "size", Problem: "is out of range"}})
	if code := exitCode(err); code != misused || text != "" {
		t.Errorf("exit code %d and %q, want %d and nothing", code, text, misused)
	}
}

func TestExitCodes(t *testing.T) {
	unable := &probes.Unable{What: "this needs two CPUs", Why: "there is one"}
	for _, c := range []struct {
		err   error
		code  int
		lines int
	}{
		{nil, 0, 0},
		{errors.New("disk on fire"), 1, 1},
		{usage("no"), 2, 1},
		{fmt.Errorf("arm A: %w", &probes.ScenarioError{Word: "line"}), 2, 1},
		{unable, 3, 1},
		{errors.Join(errors.New("first\nsecond"), unable), 3, 1},
		{fmt.Errorf("standard output: %w", syscall.EPIPE), 0, 0},
		{interruption{os.Interrupt}, 130, 0},
		{tui.ErrInterrupted, 130, 0},
		{interruption{syscall.SIGHUP}, 129, 0},
		{errors.Join(syscall.EPIPE, interruption{os.Interrupt}), 130, 0},
	} {
		var b bytes.Buffer
		if code := report(&b, c.err); code != c.code {
			t.Errorf("%v: exit code %d, want %d", c.err, code, c.code)
		}
		if lines := strings.Count(b.String(), "\n"); lines != c.lines {
			t.Errorf("%v: %d lines %q, want %d", c.err, lines, b.String(), c.lines)
		}
	}
}

// The text that a run prints for running it again must build the same
// scenarios.
func TestAgainIsTheSameRun(t *testing.T) {
	e := catalog.All()[1]
	line := again(e.Name, []probes.Scenario{e.Default, e.B}, duration(90*time.Second))
	quoted := strings.Split(line, "'")
	if len(quoted) != 5 {
		t.Fatalf("%s: want two quoted scenarios", line)
	}
	for i, want := range []probes.Scenario{e.Default, e.B} {
		if got, err := probes.ParseScenario(quoted[1+2*i]); err != nil || got != want {
			t.Errorf("arm %d is %v (%v), want %v", i, got, err, want)
		}
	}
	var d duration
	fields := strings.Fields(line)
	if err := d.Set(fields[len(fields)-1]); err != nil || time.Duration(d) != 90*time.Second {
		t.Errorf("%s: lasts %v (%v), want 90 s", line, time.Duration(d), err)
	}
}
