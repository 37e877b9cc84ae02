package counters

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

var base = probes.Scenario{
	Counter: probes.CounterEach, Line: probes.LineShared, Op: probes.OpLock, Batch: 1,
	Neighbours: probes.Off, Track: probes.Off, Writers: 2,
}

func build(t *testing.T, lineBytes int, text string) *workload {
	t.Helper()
	s, err := base.With(text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Build(topology.Machine{LineBytes: lineBytes}, s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return w.(*workload)
}

// once runs one window on goroutines, pinned or not, until each worker has
// come round its loop, and returns the reading.
func once(w *workload, capture bool) probes.Reading {
	var ended atomic.Uint64
	stop := windows.NewStop(&ended, 1)
	w.Reset(capture)
	r := probes.Reading{Scenario: w.scenario}
	var running sync.WaitGroup
	for i, role := range w.Roles() {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: 10 + i, Role: role})
		running.Go(func() { w.Work(i, stop) })
	}
	if w.scenario.Op == probes.OpLock && w.scenario.Batch == 1 {
		for i := range w.workers {
			if w.workers[i].role != probes.Observer {
				for !capture && atomic.LoadInt64(w.workers[i].count) == 0 { // balanced takers and droppers pass through 0 only at times
				}
			}
		}
	}
	ended.Store(1)
	running.Wait()
	w.Report(&r)
	return r
}

func TestLockedCountsAreExact(t *testing.T) {
	for _, counter := range []string{"one", "each"} {
		for _, line := range []string{"shared", "padded"} {
			for _, roles := range []string{"writers=1", "writers=3", "writers=2 readers=1", "writers=1 observers=2"} {
				for _, rest := range []string{"batch=1", "batch=7", "neighbours=on"} {
					for _, capture := range []bool{false, true} {
						text := fmt.Sprintf("counter=%s line=%s %s %s", counter, line, roles, rest)
						r := once(build(t, 64, text), capture)
						for _, w := range r.Warnings {
							t.Errorf("%s, capture %v: %s", text, capture, w.Text)
						}
					}
				}
			}
		}
	}
}

// The check of the counts is not idle: a count that is off by one is noticed.
func TestAWrongCountIsNoticed(t *testing.T) {
	w := build(t, 64, "counter=each")
	once(w, false)
	*w.workers[1].count++
	r := probes.Reading{CPUs: make([]probes.CPUWork, 2)}
	w.Report(&r)
	if len(r.Warnings) != 1 {
		t.Errorf("warnings %v, want one about the counts", r.Warnings)
	}
}

// Without a lock additions can be lost, and whatever the counts lack is counted.
func TestLostAdditionsAreCounted(t *testing.T) {
	for _, c := range []struct {
		text  string
		exact bool // nobody else writes the count, so none can be lost
	}{
		{"op=plain counter=each", true},
		{"op=plain counter=each line=padded writers=1 readers=1", true},
		{"op=plain counter=each batch=5 observers=1", true},
		{"op=plain counter=one writers=1", true},
		{"op=plain counter=one writers=0 readers=1", true},
		{"op=plain counter=one", false},
		{"op=plain counter=one batch=5 neighbours=on", false},
	} {
		w := build(t, 64, c.text)
		r := once(w, false)
		if r.Lost < 0 || c.exact && r.Lost != 0 {
			t.Errorf("%s: %d lost of %v, exactly none: %v", c.text, r.Lost, r.CPUs, c.exact)
		}
		*w.workers[0].count -= 7 * w.workers[0].delta
		again := probes.Reading{CPUs: r.CPUs}
		if w.Report(&again); again.Lost != r.Lost+7 || len(again.Warnings) > 0 {
			t.Errorf("%s: %d lost and warnings %v after taking 7 more away from %d", c.text, again.Lost, again.Warnings, r.Lost)
		}
	}
}

func TestWhatCannotBeLostIsNotCounted(t *testing.T) {
	for _, text := range []string{"op=lock counter=one", "op=store counter=one", "op=load", "op=plain counter=one writers=1 readers=1", "op=plain observers=1 writers=0"} {
		if r := once(build(t, 64, text), false); r.Lost != 0 {
			t.Errorf("%s: %d lost", text, r.Lost)
		}
	}
}

func TestACaptureAccountsForEveryOperation(t *testing.T) {
	for _, c := range []struct {
		text   string
		method probes.BurstMethod
		strips int
	}{
		{"counter=one", probes.ByValue, 1},
		{"counter=one line=padded writers=1 readers=1", probes.ByValue, 1},
		{"counter=one op=plain", probes.ByOwner, 1},
		{"counter=one batch=3", probes.ByOwner, 1},
		{"counter=each", probes.ByValue, 1},
		{"counter=each writers=1 readers=1", probes.ByValue, 1},
		{"counter=each writers=3", probes.ByOwner, 1},
		{"counter=each op=plain", probes.ByOwner, 1},
		{"counter=each op=store", probes.ByOwner, 1},
		{"counter=each line=padded", probes.ByOwner, 2},
	} {
		r := once(build(t, 64, c.text), true)
		if r.Burst == nil || r.Burst.Method != c.method || len(r.Burst.Strips) != c.strips || len(r.Lines) != c.strips {
			t.Errorf("%s: burst %+v with %d lines; want %d strips by %s", c.text, r.Burst, len(r.Lines), c.strips, c.method)
			continue
		}
		for _, strip := range r.Burst.Strips {
			sums := map[int]int64{}
			for i, stay := range strip.Stays {
				sums[stay.CPU] += stay.Ops
				if stay.Ops < 1 || i > 0 && strip.Stays[i-1].CPU == stay.CPU {
					t.Errorf("%s: stays %v: each has operations and another owner than the last", c.text, strip.Stays)
				}
			}
			for cpu, ops := range strip.PerCPU {
				if sums[cpu] != ops {
					t.Errorf("%s: the stays of CPU %d add up to %d, its count is %d", c.text, cpu, sums[cpu], ops)
				}
			}
		}
	}
}

func TestLoadsAndObserversHandNothingOff(t *testing.T) {
	for _, text := range []string{"op=load", "op=load counter=one"} {
		if r := once(build(t, 64, text), true); r.Burst != nil || len(r.Lines) != 0 {
			t.Errorf("%s: lines %v, burst %v; want none", text, r.Lines, r.Burst)
		}
	}
	r := once(build(t, 64, "writers=1 observers=1"), true)
	if len(r.Lines) != 1 || r.Lines[0].Total() != 0 {
		t.Errorf("an adder beside an observer: %+v, want one line that keeps its owner", r.Lines)
	}
}

func lineOf(p *int64, lineBytes int) uintptr { return uintptr(unsafe.Pointer(p)) / uintptr(lineBytes) }

func TestLayouts(t *testing.T) {
	for _, lineBytes := range []int{64, 128, 256} {
		for _, c := range []struct {
			text                  string
			countersApart, beside bool // the counters are on lines of their own; neighbours lie beside the first
		}{
			{"counter=each line=shared writers=4", false, true},
			{"counter=each line=padded writers=4", true, false},
			{"counter=one line=shared", false, true},
			{"counter=one line=padded", false, false},
		} {
			w := build(t, lineBytes, c.text)
			first := lineOf(w.workers[0].count, lineBytes)
			for i, worker := range w.workers {
				if apart := lineOf(worker.count, lineBytes) != first; i > 0 && apart != c.countersApart {
					t.Errorf("%s on %d-byte lines: counter %d on another line %v, want %v", c.text, lineBytes, i, apart, c.countersApart)
				}
				for _, n := range worker.neighbours {
					if beside := lineOf(n, lineBytes) == first; beside != c.beside {
						t.Errorf("%s on %d-byte lines: a neighbour beside the count %v, want %v", c.text, lineBytes, beside, c.beside)
					}
				}
			}
		}
	}
}

// However many CPUs share lines, no two words overlap and no counter leaves
// its line.
func TestManyCountersShareLinesWithoutOverlap(t *testing.T) {
	for _, lineBytes := range []int{64, 128} {
		taken := map[[2]int]bool{}
		claim := func(line, offset int, what string) {
			at := [2]int{line, offset}
			if offset%8 != 0 || offset+8 > lineBytes || taken[at] {
				t.Errorf("%d-byte lines: %s at %v is taken, crooked or outside", lineBytes, what, at)
			}
			taken[at] = true
		}
		last := 0
		for i := range 1000 {
			line, offset := sharedSlot(i, lineBytes)
			claim(line, offset, fmt.Sprint("counter ", i))
			last = line
		}
		for line := range last + 1 {
			claim(line, ownerOffset(line, lineBytes), "owner word")
		}
		for _, offset := range []int{LevelOffset, NrOffset, NsOffset} {
			claim(0, offset, "neighbour")
		}
	}
}

func TestWorkersKeepTheirNotesApart(t *testing.T) {
	if size := unsafe.Sizeof(worker{}); size < 256+64 {
		t.Errorf("a worker's notes take %d bytes; two of them could share a line", size)
	}
}

func TestBatchNeedsAnAddition(t *testing.T) {
	s, _ := base.With("op=load batch=8")
	var fault *probes.ScenarioError
	if _, err := Build(topology.Machine{LineBytes: 64}, s, 0); !errors.As(err, &fault) || fault.Word != "batch" {
		t.Errorf("Build returned %v, want a *probes.ScenarioError about batch", err)
	}
}
