package spinlock

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

func build(t testing.TB, lineBytes int, text string) *workload {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Build(topology.Machine{LineBytes: lineBytes}, s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return w.(*workload)
}

// window runs the workers until many sections are done. The integer is read
// under the lock, as everywhere.
func window(w *workload, capture bool) probes.Reading {
	var ended atomic.Uint64
	stop := windows.NewStop(&ended, 1)
	w.Reset(capture)
	var r probes.Reading
	var all sync.WaitGroup
	for i, role := range w.Roles() {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: 10 + i, Role: role})
		all.Go(func() { w.Work(i, stop) })
	}
	for done := int64(0); done < 200; runtime.Gosched() {
		w.lock.testAndSet()
		done = *w.guarded
		w.lock.release()
	}
	ended.Store(1)
	all.Wait()
	w.Report(&r)
	return r
}

func scenarios() []string {
	var list []string
	for _, mode := range []string{probes.ModeTAS, probes.ModeTTAS} {
		for _, line := range []string{probes.LineShared, probes.LinePadded} {
			for _, writers := range []int{1, 3} {
				list = append(list, fmt.Sprintf("line=%s writers=%d mode=%s", line, writers, mode))
			}
		}
	}
	return list
}

func TestNoOperationIsLost(t *testing.T) {
	for _, text := range scenarios() {
		for _, capture := range []bool{false, true} {
			r := window(build(t, 64, text), capture)
			var sum int64
			for _, cpu := range r.CPUs {
				sum += cpu.Ops
				if cpu.Role != probes.Adder {
					t.Errorf("%s: a %s", text, cpu.Role)
				}
			}
			if sum < 200 || len(r.Warnings) > 0 {
				t.Errorf("%s, capture %v: %d operations, warnings %v; want 200 or more and none", text, capture, sum, r.Warnings)
			}
		}
	}
}

func TestALostOperationIsNoticed(t *testing.T) {
	w := build(t, 64, "writers=2")
	for _, harm := range []func(){
		func() { *w.guarded = 5 },
		func() { w.lock.testAndSet() },
	} {
		w.Reset(false)
		harm()
		r := probes.Reading{CPUs: make([]probes.CPUWork, 2)}
		w.Report(&r)
		if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Text, "for 0 operations") {
			t.Errorf("warnings %v, want one", r.Warnings)
		}
	}
}

func TestAHeldLockKeepsOthersOut(t *testing.T) {
	for name, take := range map[string]func(*spin){"tas": (*spin).testAndSet, "ttas": (*spin).lookFirst} {
		var lock spin
		var guarded, inside atomic.Int64
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				for range 15 {
					take(&lock)
					if inside.Add(1) != 1 {
						t.Errorf("%s: two are inside", name)
					}
					guarded.Add(1)
					runtime.Gosched() // lets the others try
					inside.Add(-1)
					lock.release()
				}
			})
		}
		all.Wait()
		if guarded.Load() != 30 || !lock.free() {
			t.Errorf("%s: %d sections, free %v; want 30 and a free lock", name, guarded.Load(), lock.free())
		}
	}
}

func TestACaptureAccountsForEverySection(t *testing.T) {
	for _, text := range scenarios() {
		r := window(build(t, 64, text), true)
		if len(r.Lines) != 1 || r.Burst == nil || len(r.Burst.Strips) != 1 || r.Burst.Method != probes.ByValue {
			t.Errorf("%s: lines %v, burst %+v; want one strip by value", text, r.Lines, r.Burst)
			continue
		}
		var ops, length int64
		for _, cpu := range r.CPUs {
			ops += cpu.Ops
		}
		strip, sums := r.Burst.Strips[0], map[int]int64{}
		for i, stay := range strip.Stays {
			sums[stay.CPU] += stay.Ops
			length += stay.Ops
			if stay.Ops < 1 || i > 0 && strip.Stays[i-1].CPU == stay.CPU {
				t.Errorf("%s: stays %v: each has operations and another owner than the last", text, strip.Stays)
			}
		}
		for cpu, n := range strip.PerCPU {
			if sums[cpu] != n {
				t.Errorf("%s: the stays of CPU %d add up to %d, its count is %d", text, cpu, sums[cpu], n)
			}
		}
		if r.Lines[0].Ops != ops || length < 1 || length > 64 {
			t.Errorf("%s: %d operations on the line for %d, a strip of %d; want 1 to 64", text, r.Lines[0].Ops, ops, length)
		}
		if len(r.CPUs) == 1 && r.Lines[0].Total() != 0 {
			t.Errorf("%s: a lone CPU handed the lock on: %v", text, r.Lines[0].Handoffs)
		}
	}
}

func TestOnlyATrackedWindowHasLines(t *testing.T) {
	if r := window(build(t, 64, "writers=2"), false); r.Lines != nil || r.Burst != nil {
		t.Errorf("an untracked window shows %v, %v", r.Lines, r.Burst)
	}
	if r := window(build(t, 64, "track=on writers=2"), false); len(r.Lines) != 1 {
		t.Errorf("a window with track=on shows %v, want the lock's line", r.Lines)
	}
}

func TestWhatLiesOnALine(t *testing.T) {
	for _, lineBytes := range []int{64, 128, 256} {
		line := func(p unsafe.Pointer) uintptr { return uintptr(p) / uintptr(lineBytes) }
		for text, together := range map[string]bool{"line=shared writers=2": true, "line=padded writers=2": false} {
			w := build(t, lineBytes, text)
			if got := line(unsafe.Pointer(w.lock)) == line(unsafe.Pointer(w.guarded)); got != together {
				t.Errorf("%s on lines of %d: lock and integer together %v, want %v", text, lineBytes, got, together)
			}
			if unsafe.Pointer(w.lock) == unsafe.Pointer(w.guarded) {
				t.Errorf("%s on lines of %d: the lock is the integer", text, lineBytes)
			}
			if w.workers[0].lock != w.workers[1].lock || w.workers[0].guarded != w.workers[1].guarded {
				t.Errorf("%s: two workers have two locks", text)
			}
		}
	}
}

func TestOnlyItsOwnModes(t *testing.T) {
	_, err := Build(topology.Machine{LineBytes: 64}, probes.Scenario{Mode: probes.ModeBefore, Writers: 2}, 0)
	var fault *probes.ScenarioError
	if !errors.As(err, &fault) || fault.Word != "mode" || !strings.Contains(fault.Error(), "tas, ttas") {
		t.Errorf("%v, want a *probes.ScenarioError about mode that names the two", err)
	}
}

func TestWorkersKeepTheirNotesApart(t *testing.T) {
	if size := unsafe.Sizeof(worker{}); size < 256+32 {
		t.Errorf("a worker's notes take %d bytes; two of them could share a line", size)
	}
}

var _ windows.Placed = (*workload)(nil)
