// Package spinlock measures CPUs that take turns in adding to one integer under
// one spinlock. The lock's word and the integer that it guards lie on one line
// (line=shared) or on two (line=padded): nothing else differs. Whoever gets the
// lock needs both, so on one line the second comes with the first.
//
//	mode=tas   exchanges until it gets the lock: each try takes the line
//	mode=ttas  looks until the lock is free, and only then exchanges
//
// Between two sections a CPU does some work of its own, as a program does and as
// measurements of locks usually have it. Without any, one of them waits all the
// time and takes the line away from under the holder: then it matters little
// what lies on the line.
//
// One operation is one critical section. The lock is released by a locked
// exchange, as Go's atomic store is on x86, where a lock in C uses a plain one.
//
// The integer numbers the sections, so a capture tells their order exactly and
// costs nothing on either line. What it counts as a hand-off is the lock passing
// from holder to holder; a try that fails can move the line too and leaves no
// trace.
package spinlock

import (
	"fmt"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/ownership"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// The lock begins the first line. The integer lies beside it, or on a line of
// its own with an empty one between, for some CPUs fetch lines in pairs.
const (
	besideOffset = 8
	apartLine    = 2
	usedLines    = apartLine + 1
)

// stayRoom is how many stays the logs of a window hold together.
const stayRoom = 1 << 16

// workload is one scenario laid out in memory.
type workload struct {
	scenario probes.Scenario
	memory   *lines.Memory
	lock     *spin
	guarded  *int64
	workers  []worker
	burst    int  // operations in a strip
	tracking bool // the window running counts hand-offs
}

// Build lays a scenario out.
func Build(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
	if err := s.OneOf("mode", probes.ModeTAS, probes.ModeTTAS); err != nil {
		return nil, err
	}
	w := &workload{scenario: s, burst: burst}
	w.Place(lines.New(w.Lines(), m.LineBytes))
	return w, nil
}

// Lines returns how many lines the wider layout takes.
func (w *workload) Lines() int { return usedLines }

// Place lays the lock and the integer out.
func (w *workload) Place(m *lines.Memory) {
	w.memory = m
	w.lock, w.guarded = (*spin)(m.At(0, 0)), (*int64)(m.At(0, besideOffset))
	if w.scenario.Line == probes.LinePadded {
		w.guarded = (*int64)(m.At(apartLine, 0))
	}
	w.workers = make([]worker, w.scenario.Writers)
	for i := range w.workers {
		w.workers[i] = worker{lock: w.lock, guarded: w.guarded, values: ownership.NewValueLog(stayRoom / len(w.workers))}
	}
	w.Reset(false)
}

// Roles are adders: all of them write.
func (w *workload) Roles() []probes.Role {
	roles := make([]probes.Role, len(w.workers))
	for i := range roles {
		roles[i] = probes.Adder
	}
	return roles
}

// Sleeps reports that the loops never leave their CPU by themselves.
func (w *workload) Sleeps() bool { return false }

// Reset frees the lock and zeroes the integer.
func (w *workload) Reset(capture bool) {
	w.memory.Clear()
	w.tracking = capture || w.scenario.Track == probes.On
	for i := range w.workers {
		w.workers[i].ops = 0
		w.workers[i].values.Reset()
	}
}

// Work runs worker i's loop.
func (w *workload) Work(i int, stop windows.Stop) {
	worker := &w.workers[i]
	ttas := w.scenario.Mode != probes.ModeTAS
	switch {
	case ttas && w.tracking:
		worker.lookFirstTracked(stop)
	case ttas:
		worker.lookFirst(stop)
	case w.tracking:
		worker.testAndSetTracked(stop)
	default:
		worker.testAndSet(stop)
	}
}

// Report counts critical sections, and holds them against the integer: under a
// lock none is lost.
func (w *workload) Report(r *probes.Reading) {
	var cpus []int
	var logs []*ownership.ValueLog
	var ops int64
	for i := range w.workers {
		worker := &w.workers[i]
		r.CPUs[i].Ops = worker.ops
		ops += worker.ops
		cpus, logs = append(cpus, r.CPUs[i].CPU), append(logs, worker.values)
	}
	if *w.guarded != ops || !w.lock.free() {
		r.Warnings = append(r.Warnings, probes.Warning{Kind: probes.General,
			Text: fmt.Sprintf("the integer counts %d for %d operations, or its lock is held: this window is wrong", *w.guarded, ops)})
	}
	if !w.tracking {
		return
	}
	use, strip := ownership.MergeValues("lock", cpus, logs, ops, w.burst)
	r.Lines = []probes.LineUse{use}
	if w.burst > 0 {
		r.Burst = &probes.Burst{Method: probes.ByValue, Strips: []probes.Strip{strip}}
	}
}

// Close holds nothing to give back.
func (w *workload) Close() error { return nil }
