package cli

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/rogpeppe/go-internal/testscript"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
)

// program runs the program and returns what it printed and its exit code.
func program(t *testing.T, args ...string) (out, err string, code int) {
	t.Helper()
	dir := t.TempDir()
	var files [2]*os.File
	for i, name := range []string{"out", "err"} {
		file, failed := os.Create(filepath.Join(dir, name))
		if failed != nil {
			t.Fatal(failed)
		}
		defer file.Close()
		files[i] = file
	}
	code = Main(args, os.Stdin, files[0], files[1])
	var text [2]string
	for i, file := range files {
		data, failed := os.ReadFile(file.Name())
		if failed != nil {
			t.Fatal(failed)
		}
		text[i] = string(data)
	}
	return text[0], text[1], code
}

// Predictions come out the same again, byte for byte, and are those that were
// looked at.
func TestPredictionsComeOutTheSameAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("a long computation")
	}
	for name, args := range map[string][]string{
		"counters":   {"counters", "--machine", "arm-clusters", "--cpus", "1,2,6", "-a", "counter=one"},
		"messages":   {"messages", "--machine", "client-ring", "--cpus", "2,3", "-a", "path=request", "-b", "path=passcred"},
		"rwlock":     {"rwlock", "--machine", "client-ring", "--cpus", "1,2,4"},
		"spinlock":   {"spinlock", "--machine", "client-ring", "--cpus", "1,2,3"},
		"ring":       {"ring", "--machine", "arm-clusters", "--cpus", "2,5", "-a", "index=padded"},
		"semaphores": {"semaphores", "-a", "mode=packed", "-b", "mode=aligned"},
	} {
		for _, format := range []string{"text", "json"} {
			t.Run(name+"."+format, func(t *testing.T) {
				command := slices.Concat([]string{"sim"}, args, []string{"--format", format})
				out, err, code := program(t, command...)
				if again := out; format == "text" {
					if again, _, _ = program(t, command...); again != out {
						t.Errorf("the second time it printed\n%s", again)
					}
				}
				if code != done || err != "" {
					t.Fatalf("exit code %d, %s", code, err)
				}
				golden.RequireEqual(t, out)
			})
		}
	}
}

// Hackbench on the machine of 2011 comes with the band and every variant, and
// with what it stands on. Both arms are the repaired run, and small: the model
// is done with that soon.
func TestHackbenchComesWithItsAssumptions(t *testing.T) {
	const small = "path=request groups=2 senders=8 loops=100"
	out, failed, code := program(t, "sim", "--cpus", "16", "-a", small, "-b", small, "--format", "json")
	if code != done {
		t.Fatal(failed)
	}
	var d struct {
		Arms []struct {
			Total    struct{ Median float64 } `json:"total_s"`
			Messages struct{ Median float64 } `json:"messages_per_s"`
		}
		Published []any
		Band      struct {
			Low  float64 `json:"other_socket_low_ns"`
			High float64 `json:"other_socket_high_ns"`
		}
		Variants    []struct{ Preset bool }
		Assumptions []struct {
			What, Value, Source string
			Assumed             bool
		}
		Lacks []string
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Arms) != 2 || len(d.Published) != 0 || len(d.Variants) != 14 || d.Band.Low != 34 || d.Band.High != 102 {
		t.Errorf("%d variants, a band over %+v, published %v", len(d.Variants), d.Band, d.Published)
	}
	if sent := d.Arms[0].Total.Median * d.Arms[0].Messages.Median; sent < 12799 || sent > 12801 {
		t.Errorf("%v messages in all, want 12800", sent)
	}
	assumed := 0
	for _, a := range d.Assumptions {
		if a.What == "" || a.Value == "" || a.Source == "" || strings.HasPrefix(a.Source, assumption) {
			t.Errorf("%+v", a)
		}
		if a.Assumed {
			assumed++
		}
	}
	if assumed < 5 || assumed == len(d.Assumptions) || len(d.Lacks) == 0 {
		t.Errorf("%d of %d are assumed, %d things are lacking", assumed, len(d.Assumptions), len(d.Lacks))
	}
}

// Workers that a scenario names are those that run; else all CPUs do.
func TestWhoTakesPart(t *testing.T) {
	preset, err := machines.Find("client-ring")
	if err != nil {
		t.Fatal(err)
	}
	m, err := simulated.Presets(preset, machines.OneByOne)(5)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		e           modelled
		typed       string
		cpus, shown string
		problem     string
	}{
		{counting(), "", "0,1,2,3,4", "", ""},
		{counting(), "line=padded", "0,1,2,3,4", "", ""},
		{counting(), "writers=2", "*", "*", ""},
		{counting(), "cpus=4,1", "4,1", "4,1", ""},
		{counting(), "observers=1", "*", "*", ""},
		{counting(), "writers=6", "", "", "more than the 5 CPUs"},
		{counting(), "cpus=0,5", "", "", "names CPU 5, which this machine does not have; accepted: 0-4"},
		{messaging(), "", "0,2,1,3", "", ""},                         // the one left over is idle
		{messaging(), "transport=socketpair", "0,2,4,1,3,4", "", ""}, // or a pair of its own, where the ends sleep
		{reading(), "", "0,1,2,3,4", "", ""},
		{reading(), "readers=1 cpus=3", "3", "3", ""},
		{reading(), "readers=6", "", "", "more than the 5 CPUs"},
		{spinning(), "mode=tas", "0,1,2,3,4", "", ""},
		{spinning(), "writers=2", "*", "*", ""},
		{queueing(), "cached=on", "0,2,1,3", "", ""}, // the one left over is idle
		{queueing(), "cpus=4,1", "4,1", "4,1", ""},
		{hackbenching(), "", "", "", ""},
	} {
		typed, err := probes.ParseScenario(c.typed)
		if err != nil {
			t.Fatal(err)
		}
		ready, shown, _, err := c.e.complete(typed, m)
		if c.problem != "" {
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%s %q: %v, want %q", c.e.name, c.typed, err, c.problem)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %q: %v", c.e.name, c.typed, err)
		}
		if c.cpus == "*" { // chosen, and named
			if n := len(ready.CPUs.Numbers()); n != ready.Workers() || n < 2 || shown != ready {
				t.Errorf("%s %q runs as %q, shown as %q", c.e.name, c.typed, ready, shown)
			}
			continue
		}
		if string(ready.CPUs) != c.cpus || string(shown.CPUs) != c.shown {
			t.Errorf("%s %q runs on %q, shown as %q", c.e.name, c.typed, ready.CPUs, shown.CPUs)
		}
	}
}

func TestThisMachineIsCalibratedAndJudged(t *testing.T) {
	if why := unable(topology.Read()); why != nil {
		t.Skip(why)
	}
	whole := calibrating
	calibrating = []time.Duration{time.Second}
	defer func() { calibrating = whole }()
	out, failed, code := program(t, "sim", "--machine", "this", "--format", "json")
	if code == incapable {
		t.Skip(failed) // something else had the CPUs
	}
	var d struct {
		Source, Experiment                      string
		Calibration, Predicted, Measured, Error map[string]*float64
		Calibrated, Scaling                     []any
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil || code != done {
		t.Fatalf("%v, code %d, %s", err, code, failed)
	}
	if d.Source != "simulated" || d.Experiment != "counters" || len(d.Calibrated) < 5 || len(d.Scaling) != 1 {
		t.Errorf("%s", out)
	}
	for _, cells := range []map[string]*float64{d.Calibration, d.Predicted, d.Measured, d.Error} {
		if len(cells) != 4 {
			t.Errorf("cells %v", cells)
		}
	}
	for cell, measured := range d.Measured {
		if known := measured != nil; known != (d.Predicted[cell] != nil) || known != (d.Error[cell] != nil) {
			t.Errorf("%s: measured %v, predicted %v", cell, measured, d.Predicted[cell])
		}
	}
}

func TestAFileIsWholeOrNotThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "events.json")
	err := writeWhole(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half of it")
		return &os.PathError{Op: "write", Path: "somewhere else", Err: syscall.ENOSPC}
	})
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "somewhere") {
		t.Errorf("a full disk: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("it left %v", left)
	}
	for i := range 2 {
		err = writeWhole(path, func(w io.Writer) error {
			_, err := io.WriteString(w, "all of it")
			return err
		})
		if refused := err != nil; refused != (i == 1) {
			t.Errorf("time %d: %v", i+1, err)
		}
	}
	text, err := os.ReadFile(path)
	if left, _ := os.ReadDir(dir); string(text) != "all of it" || len(left) != 1 {
		t.Errorf("%q, %v; left are %v", text, err, left)
	}
}

// traceevents FILE holds that a file is one that Perfetto opens, as far as every
// event goes: sim/traceevent has the rest.
func traceEvents(ts *testscript.TestScript, _ bool, args []string) {
	var d struct {
		Other  map[string]string `json:"otherData"`
		Events []struct {
			Name, Ph *string
			TS       *float64
			Pid, Tid *int
		} `json:"traceEvents"`
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &d))
	if d.Other["source"] != "simulated" || len(d.Events) < 20000 {
		ts.Fatalf("%d events from %q", len(d.Events), d.Other["source"])
	}
	threads, open := map[int]bool{}, map[int]int{}
	for i, e := range d.Events {
		if e.Name == nil || e.Ph == nil || e.TS == nil || e.Pid == nil || e.Tid == nil {
			ts.Fatalf("event %d lacks what every event has: %+v", i, e)
		}
		switch *e.Ph {
		case "M":
			threads[*e.Tid] = threads[*e.Tid] || *e.Name == "thread_name"
		case "B":
			open[*e.Tid]++
		case "E":
			if open[*e.Tid]--; open[*e.Tid] < 0 {
				ts.Fatalf("event %d ends what had not begun", i)
			}
		}
	}
	for tid, n := range open {
		if n != 0 || !threads[tid] {
			ts.Fatalf("thread %v: %d open at the end, named: %v", tid, n, threads[tid])
		}
	}
}
