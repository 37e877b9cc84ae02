package lock

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

var modes = []string{probes.ModeBefore, probes.ModeAfter, probes.ModePacked, probes.ModeAligned}

func build(t testing.TB, mode string, writers, lineBytes int) *workload {
	t.Helper()
	w, err := Build(topology.Machine{LineBytes: lineBytes}, probes.Scenario{Mode: mode, Writers: writers}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return w.(*workload)
}

// window runs the workers until their locks have been taken many times.
func window(t *testing.T, w *workload) probes.Reading {
	t.Helper()
	ended := new(atomic.Uint64)
	stop := windows.NewStop(ended, 1)
	w.Reset(false)
	var all sync.WaitGroup
	for i := range w.workers {
		all.Go(func() { w.Work(i, stop) })
	}
	for i := range w.workers {
		for w.workers[i].lock.serving.Load() < 200 {
			runtime.Gosched()
		}
	}
	ended.Store(1)
	all.Wait()
	r := probes.Reading{CPUs: make([]probes.CPUWork, len(w.workers))}
	w.Report(&r)
	return r
}

func TestNoOperationIsLost(t *testing.T) {
	for _, mode := range modes {
		for _, writers := range []int{1, 3} {
			r := window(t, build(t, mode, writers, 64))
			var sum int64
			for _, cpu := range r.CPUs {
				sum += cpu.Ops
			}
			if sum < 200 {
				t.Errorf("%s: %d workers did %d operations, want 200 or more", mode, writers, sum)
			}
			if len(r.Warnings) > 0 {
				t.Errorf("%s: %v", mode, r.Warnings)
			}
		}
	}
}

func TestALostOperationIsNoticed(t *testing.T) {
	w := build(t, probes.ModeAligned, 2, 64)
	*w.workers[1].value = 5
	w.workers[0].lock.take()
	r := probes.Reading{CPUs: make([]probes.CPUWork, 2)}
	w.Report(&r)
	if len(r.Warnings) != 2 || !strings.Contains(r.Warnings[1].Text, "slot 1 counts 5 for 0 operations") {
		t.Errorf("warnings %v, want one of a lock that is held and one of a count", r.Warnings)
	}
}

func TestWhatLiesOnALine(t *testing.T) {
	for _, lineBytes := range []int{64, 128, 256} {
		line := func(w *workload, i int) int { l, _ := w.slot(i); return l }
		packed, aligned := build(t, probes.ModePacked, 4, lineBytes), build(t, probes.ModeAligned, 4, lineBytes)
		if line(packed, 0) != line(packed, 1) {
			t.Errorf("lines of %d: packed slots 0 and 1 lie apart", lineBytes)
		}
		if line(aligned, 0) == line(aligned, 1) {
			t.Errorf("lines of %d: aligned slots 0 and 1 share a line", lineBytes)
		}
		if packed.workers[0].lock == packed.workers[1].lock {
			t.Error("packed slots have one lock")
		}
		one := build(t, probes.ModeAfter, 4, lineBytes)
		if one.workers[0].lock != one.workers[3].lock {
			t.Error("an array has two locks")
		}
		seen := map[*int64]bool{}
		for i := range one.workers {
			seen[one.workers[i].value] = true
		}
		if len(seen) != 4 {
			t.Errorf("lines of %d: %d slots for 4 writers", lineBytes, len(seen))
		}
	}
}

func TestTheChecksReadEveryWordOfTheChain(t *testing.T) {
	w := build(t, probes.ModeBefore, 1, 64)
	visited := map[int64]bool{}
	next := int64(0)
	for range chainLoads {
		visited[next] = true
		next = *w.workers[0].chain[next]
	}
	if len(visited) != chainLoads || next != 0 || w.workers[0].checks() != 0 {
		t.Errorf("the chain has %d words and ends at %d, want %d and back at 0", len(visited), next, chainLoads)
	}
}

func TestOnlyItsOwnModes(t *testing.T) {
	_, err := Build(topology.Machine{LineBytes: 64}, probes.Scenario{Mode: probes.ModeThreads, Writers: 2}, 0)
	var fault *probes.ScenarioError
	if !errors.As(err, &fault) || fault.Word != "mode" {
		t.Errorf("%v, want a *probes.ScenarioError about mode", err)
	}
}

var _ windows.Placed = (*workload)(nil)
