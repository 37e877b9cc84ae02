package recorded

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
)

var header = Header{
	Made: time.Date(2026, 3, 9, 12, 30, 0, 0, time.UTC), Program: "v0.1.0",
	Machine: topology.Machine{
		Model: "Constructed CPU", OS: "linux", Arch: "amd64", Kernel: "Linux 6.18.0", LineBytes: 64, LineSource: topology.FromSysfs,
		CPUs: []topology.CPU{{Number: 0, Core: 0, L3: 1, Node: -1}, {Number: 5, Core: 5, L3: 1, Node: -1, Kind: "E"}},
	},
}

func reading(t *testing.T, arm, pair int, text string) probes.Reading {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	r := probes.Reading{
		Unit: probes.Window, Arm: arm, Pair: pair, Scenario: s, Origin: probes.Measured,
		Start: time.Duration(pair) * time.Second, Elapsed: 10 * time.Millisecond,
		Warnings: []probes.Warning{{Kind: probes.Unpinned, CPU: 5, Text: "CPU 5 was another."}},
	}
	for _, cpu := range s.CPUs.Numbers() {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: cpu, Role: probes.Adder, Ops: 12345, Elapsed: 10 * time.Millisecond, Pinned: true})
	}
	return r
}

// made is what the tests record: two arms of one experiment, the second a
// capture with its strip, and one arm of another in between.
func made(t *testing.T) (counters []probes.Reading, sockets probes.Reading) {
	t.Helper()
	a := reading(t, 0, 7, "counter=each line=shared writers=2 cpus=0,5")
	b := reading(t, 1, 7, "counter=each line=padded writers=2 cpus=0,5")
	b.Unit = probes.Capture
	b.Lines = []probes.LineUse{{Name: "count", Ops: 24690, Handoffs: []probes.Handoff{{From: 0, To: 5, Count: 3}}, Stays: probes.StayStats{Logged: 3, Mean: 14.5}}}
	b.Burst = &probes.Burst{Method: probes.ByValue, Strips: []probes.Strip{{
		Line: "count", Stays: []probes.Stay{{CPU: 0, Ops: 14}, {CPU: 5, Ops: 9}}, PerCPU: map[int]int64{0: 14, 5: 9},
	}}}
	return []probes.Reading{a, b}, reading(t, 0, 0, "passcred=off writers=1 readers=1 cpus=0,5")
}

func record(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recording")
	w, err := Create(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	counters, sockets := made(t)
	for _, add := range []struct {
		experiment string
		r          probes.Reading
	}{{"counters", counters[0]}, {"sockets", sockets}, {"counters", counters[1]}} {
		if err := w.Add(add.experiment, add.r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// drain opens an experiment of a recording and returns all its readings.
func drain(t *testing.T, r *Recording, experiment string) []probes.Reading {
	t.Helper()
	session, err := r.Source(experiment).Open(context.Background(), probes.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var all []probes.Reading
	for {
		next, err := session.Next(context.Background())
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, next)
	}
}

func TestReadingsComeBackAsTheyWere(t *testing.T) {
	r, err := Open(record(t))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r.Header, header) {
		t.Errorf("header %+v, want %+v", r.Header, header)
	}
	want, _ := made(t)
	for i := range want {
		want[i].Origin = probes.Recorded
	}
	if got := drain(t, r, "counters"); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := r.Scenarios("counters"); len(got) != 2 || got[0] != want[0].Scenario || got[1] != want[1].Scenario {
		t.Errorf("scenarios %v, want those of the readings", got)
	}
	if len(r.Warnings) != 0 {
		t.Errorf("warnings %q, want none", r.Warnings)
	}
}

func TestARecordingIsFixedAndKnowsWhatItHolds(t *testing.T) {
	r, err := Open(record(t))
	if err != nil {
		t.Fatal(err)
	}
	session, err := r.Source("sockets").Open(context.Background(), probes.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Replace(0, probes.Scenario{}); !errors.Is(err, probes.ErrFixed) {
		t.Errorf("Replace: %v, want ErrFixed", err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := session.Next(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("Next: %v, want the context's error", err)
	}
	if s := r.Source("messages"); s != nil {
		t.Errorf("source of what was not recorded: %v, want nil", s)
	}
}

// A recording may be cut off at any byte behind its header, also when it is
// compressed: what was whole is read, and what was not is told.
func TestCutOffAnywhere(t *testing.T) {
	text, err := os.ReadFile(record(t))
	if err != nil {
		t.Fatal(err)
	}
	begin := bytes.IndexByte(text, '\n') + 1
	for end := begin; end <= len(text); end++ {
		r, err := Read(bytes.NewReader(text[:end]))
		if err != nil {
			t.Fatalf("cut at %d of %d: %v", end, len(text), err)
		}
		whole := min(bytes.Count(text[begin:end], []byte("\n")), 3)
		if got := len(r.readings["counters"]) + len(r.readings["sockets"]); got != whole {
			t.Fatalf("cut at %d: %d readings, want %d", end, got, whole)
		}
		if cut := text[end-1] != '\n'; cut != (len(r.Warnings) == 1) {
			t.Fatalf("cut at %d: warnings %q", end, r.Warnings)
		}
	}
}

func TestCompressed(t *testing.T) {
	text, err := os.ReadFile(record(t))
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write(text)
	z.Close()
	r, err := Read(bytes.NewReader(zipped.Bytes()))
	if err != nil || len(r.readings["counters"]) != 2 || len(r.Warnings) != 0 {
		t.Errorf("whole: %v, %v", r, err)
	}
	r, err = Read(bytes.NewReader(zipped.Bytes()[:zipped.Len()-12]))
	if err != nil || len(r.Warnings) != 1 {
		t.Errorf("cut: %v, %v, want a warning", r, err)
	}
}

func TestAnExistingFileIsNotWrittenOver(t *testing.T) {
	path := record(t)
	before, _ := os.ReadFile(path)
	if _, err := Create(path, header, false); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an error that names the file", err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("the existing recording changed")
	}
}

func TestRefused(t *testing.T) {
	const head = `{"format":"linebounce recording","version":1,"experiments":["counters"]}` + "\n"
	const cpus = `"cpus":[{"cpu":0},{"cpu":1}]`
	for name, c := range map[string]struct{ text, want string }{
		"empty":           {"", "no recording"},
		"other JSON":      {`{"schema":1}` + "\n", "no recording"},
		"a later version": {strings.Replace(head, `"version":1`, `"version":2`, 1), "version 2"},
		"nonsense within": {head + "nonsense\n", "line 2"},
		"an unknown unit": {head + `{"experiment":"counters","reading":{"unit":"year","scenario":"writers=2",` + cpus + `}}` + "\n", "year"},
		"a negative arm":  {head + `{"experiment":"counters","reading":{"unit":"window","arm":-1,"scenario":"writers=2",` + cpus + `}}` + "\n", "arm -1"},
		"a billion arms":  {head + `{"experiment":"counters","reading":{"unit":"window","arm":1000000000,"scenario":"writers=2",` + cpus + `}}` + "\n", "out of range"},
		"a CPU too many":  {head + `{"experiment":"counters","reading":{"unit":"window","scenario":"writers=1",` + cpus + `}}` + "\n", "2 CPUs for 1 worker"},
		"an unknown word": {head + `{"experiment":"counters","reading":{"unit":"window","scenario":"colour=red",` + cpus + `}}` + "\n", "colour"},
		"not gzip":        {"\x1f\x8bnonsense", "gzip"},
	} {
		if r, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v, want an error with %q", name, r, err, c.want)
		}
	}
}

// Whatever a file holds, reading it and comparing its readings must not panic.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"linebounce recording","version":1,"experiments":["counters"]}` + "\n" +
		`{"experiment":"counters","reading":{"unit":"window","scenario":"writers=1","cpus":[{"cpu":0,"ops":1,"elapsed_ns":5}]}}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		for experiment := range r.readings {
			var c probes.Comparison
			for _, reading := range r.readings[experiment] {
				c.Add(reading)
			}
			for arm := range c.Arms() {
				result := c.Arm(arm)
				result.Rate()
				result.OpsPerStay()
				for i := range result.Scenario.Workers() {
					result.CPU(i)
				}
			}
		}
	})
}
