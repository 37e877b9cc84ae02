package scope

import (
	"sync"
	"sync/atomic"
	"testing"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// unpinned runs a burst on goroutines, of more workers than this machine may have
// CPUs.
func unpinned(t *testing.T, text string, o Options) Capture {
	t.Helper()
	m := topology.Machine{LineBytes: 64}
	for i := range 12 {
		m.CPUs = append(m.CPUs, topology.CPU{Number: 20 + i, Core: i})
	}
	s, _, err := Prepare(m, scenario(t, text))
	if err != nil {
		t.Fatal(err)
	}
	w, err := build(m, s, o)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	w.Place(lines.New(w.Lines(), 64))
	w.Reset(false)
	var ended atomic.Uint64
	var running sync.WaitGroup
	r := probes.Reading{}
	for i, role := range w.Roles() {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: s.CPUs.Numbers()[i], Role: role})
		running.Go(func() { w.Work(i, windows.NewStop(&ended, 1)) })
	}
	running.Wait()
	w.Report(&r)
	return w.capture(m, r)
}

func TestBurstsOfManyWorkers(t *testing.T) {
	for _, c := range []struct {
		text  string
		owner bool
		lines int
	}{
		{"counter=one writers=5", false, 1},
		{"counter=one writers=4 readers=3", true, 1},
		{"counter=one writers=5 op=plain", false, 1},
		{"counter=each line=padded writers=5 observers=1", false, 5},
		{"counter=each line=shared writers=4", false, 1},
		{"counter=each line=shared writers=9", false, 2},
		{"counter=each line=shared op=store writers=11", false, 2},
	} {
		burst := unpinned(t, c.text, Options{Ops: 1500, Owner: c.owner})
		whole(t, burst, 1500/stretch*stretch)
		if len(burst.Lines) != c.lines {
			t.Errorf("%s: %d lines, want %d", c.text, len(burst.Lines), c.lines)
		}
		for _, cpu := range burst.CPUs {
			if (cpu.Line < 0) != (cpu.Role == probes.Observer) || cpu.Line >= c.lines {
				t.Errorf("%s: CPU %d, an %s, is on line %d", c.text, cpu.CPU, cpu.Role, cpu.Line)
			}
			for index, line := range burst.Lines {
				for _, stay := range line.Stays {
					if stay.CPU == cpu.CPU && index != cpu.Line {
						t.Fatalf("%s: CPU %d is on line %d and has a stay on line %d", c.text, cpu.CPU, cpu.Line, index)
					}
				}
			}
		}
		if both := burst.HandoffsExact != nil && burst.HandoffsByOwner != nil; both != c.owner {
			t.Errorf("%s: counted both ways: %v, want %v", c.text, both, c.owner)
		}
	}
}

// A count that is off by one is noticed, so the check of it is not idle.
func TestAWrongBurstIsNoticed(t *testing.T) {
	m := topology.Machine{LineBytes: 64, CPUs: []topology.CPU{{Number: 1}}}
	s, _, err := Prepare(m, scenario(t, "writers=1"))
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*workload){
		"the word":       func(w *workload) { *w.workers[0].word++ },
		"the operations": func(w *workload) { w.workers[0].firsts[0] = 2 },
	} {
		w, err := build(m, s, Options{Ops: 1000})
		if err != nil {
			t.Fatal(err)
		}
		w.Place(lines.New(w.Lines(), 64))
		w.Reset(false)
		var ended atomic.Uint64
		w.Work(0, windows.NewStop(&ended, 1))
		r := probes.Reading{CPUs: []probes.CPUWork{{CPU: 1}}}
		w.Report(&r)
		spoil(w)
		if c := w.capture(m, r); len(c.Warnings) == 0 {
			t.Errorf("%s spoilt: no warning", name)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}
