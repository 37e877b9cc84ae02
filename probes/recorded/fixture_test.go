package recorded

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
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

func scenario(t testing.TB, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// reading is a plain window of two adders.
func reading(t testing.TB, arm, pair int, text string) probes.Reading {
	t.Helper()
	r := probes.Reading{
		Unit: probes.Window, Arm: arm, Pair: pair, Scenario: scenario(t, text), Origin: probes.Measured,
		Start: time.Duration(pair) * 30 * time.Millisecond, Elapsed: 10_150_120,
	}
	for _, cpu := range r.Scenario.CPUs.Numbers() {
		r.CPUs = append(r.CPUs, probes.CPUWork{
			CPU: cpu, Role: probes.Adder, Ops: 896193 + int64(pair), Elapsed: 10_139_771, Busy: 10_034_624, Pinned: true,
		})
	}
	return r
}

const (
	eachShared = "counter=each line=shared writers=2 cpus=0,5"
	eachPadded = "counter=each line=padded writers=2 cpus=0,5"
	passcred   = "passcred=off writers=1 readers=1 cpus=0,5"
)

// captured is a capture with its strip.
func captured(t testing.TB, arm, pair int, text string) probes.Reading {
	t.Helper()
	r := reading(t, arm, pair, text)
	r.Unit = probes.Capture
	r.Lines = []probes.LineUse{{
		Name: "count", Ops: 24690, Handoffs: []probes.Handoff{{From: 0, To: 5, Count: 3}, {From: 5, To: 0, Count: 2}},
		Stays: probes.StayStats{Logged: 3, P10: 1, Median: 2.5, P90: 4, Mean: 2.3163757324218586},
	}}
	r.Burst = &probes.Burst{Method: probes.ByValue, Strips: []probes.Strip{{
		Line: "count", Stays: []probes.Stay{{CPU: 0, Ops: 14}, {CPU: 5, Ops: 9}}, PerCPU: map[int]int64{0: 14, 5: 9},
	}}}
	return r
}

// added is a reading and its experiment.
type added struct {
	experiment string
	reading    probes.Reading
}

// kinds are readings of every kind, in the order they are recorded.
func kinds(t testing.TB) []added {
	t.Helper()
	short := func(kind probes.WarningKind, cpu int, text string) []probes.Warning {
		return []probes.Warning{{Kind: kind, CPU: cpu, Text: text}}
	}
	loose := reading(t, 0, 1, eachShared)
	loose.CPUs[1].Pinned = false
	loose.Warnings = short(probes.Unpinned, 5, "the worker for CPU 5 ran on CPU 0: unpinned")
	lossy := reading(t, 1, 1, "counter=each line=padded op=plain writers=2 cpus=0,5")
	lossy.Lost = -17
	lossy.Warnings = append(short(probes.Preempted, 0, "the worker on CPU 0 was kept from its CPU for 7% of the window"), loose.Warnings...)
	sent := reading(t, 0, 0, passcred)
	sent.CPUs[0].Role, sent.CPUs[1].Role = probes.Sender, probes.Receiver
	sent.CPUs[0].Messages, sent.CPUs[1].Messages = 4711, 4710
	missed := sent
	missed.Pair, missed.Start = 1, time.Second
	missed.CPUs = []probes.CPUWork{{CPU: 0, Role: probes.Sender}, {CPU: 5, Role: probes.Receiver}}
	missed.Warnings = short(probes.Missed, 5, `the worker on CPU 5 came "too late" <for> its window`)
	several := captured(t, 1, 2, eachPadded)
	several.Lines = append(several.Lines, probes.LineUse{Name: "pid", Ops: 7, Stays: probes.StayStats{Logged: 1, P10: 7, Median: 7, P90: 7, Mean: 7}})
	several.Burst = &probes.Burst{Method: probes.ByOwner, Strips: []probes.Strip{
		{Line: "pid", Stays: []probes.Stay{{CPU: 5, Ops: 7}}, PerCPU: map[int]int64{0: 0, 5: 7}},
		{Line: "count", PerCPU: map[int]int64{}},
	}}
	bare := captured(t, 0, 3, eachShared)
	bare.Burst, bare.Lines = nil, nil
	run := probes.Reading{
		Unit: probes.Run, Scenario: scenario(t, "size=100 groups=1 senders=20 loops=200 mode=threads"), Origin: probes.Measured,
		Start: 3 * time.Second, Elapsed: 7 * time.Second,
		CPUs: []probes.CPUWork{
			{CPU: probes.AnyCPU, Role: probes.Sender, Messages: 80000, Elapsed: 7 * time.Second},
			{CPU: probes.AnyCPU, Role: probes.Receiver, Messages: 80000, Elapsed: 7 * time.Second},
		},
		Warnings: short(probes.General, probes.AnyCPU, "Unpinned, as hackbench is: the scheduler places senders and receivers."),
	}
	return []added{
		{"counters", reading(t, 0, 0, eachShared)}, {"counters", reading(t, 1, 0, eachPadded)}, {"sockets", sent},
		{"counters", loose}, {"counters", lossy}, {"counters", captured(t, 0, 2, eachShared)}, {"sockets", missed},
		{"counters", several}, {"counters", bare}, {"hackbench", run}, {"counters", reading(t, 0, 4, eachShared)},
	}
}

// write records readings and returns the file.
func write(t testing.TB, name string, readings []added) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := Create(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range readings {
		if err := w.Add(a.experiment, a.reading); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path string) *Recording {
	t.Helper()
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func content(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func session(t testing.TB, r *Recording, experiment string) *Session {
	t.Helper()
	s, err := r.Source(experiment).Open(context.Background(), probes.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*Session)
}

// drain returns all readings of an experiment.
func drain(t testing.TB, r *Recording, experiment string) (all []probes.Reading) {
	t.Helper()
	s := session(t, r, experiment)
	for {
		next, err := s.Next(context.Background())
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, next)
	}
}

// count returns how many readings a recording has.
func count(r *Recording) (n int) {
	for _, t := range r.tapes {
		n += len(t.entries)
	}
	return n
}

// parse reads a recording that a test wrote down: a header and lines.
func parse(t testing.TB, lines ...string) *Recording {
	t.Helper()
	text := content(t, write(t, "head", nil))
	text = text[:bytes.IndexByte(text, '\n')+1]
	for _, l := range lines {
		text = append(append(text, l...), '\n')
	}
	r, err := Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}
