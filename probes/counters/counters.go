// Package counters measures free-running reference counts: takers add one,
// droppers take one away, observers only read the fields that lie beside. One
// counter for all CPUs or one for each, on a shared line or padded to lines of
// their own: nothing else differs between the arms.
package counters

import (
	"fmt"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/ownership"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// Byte offsets on a shared line. Counters lie side by side from 0; the
// read-mostly fields stand where struct pid of Linux 3.0 has nr and ns, with
// level before them.
const (
	LevelOffset  = 40
	NrOffset     = 48
	NsOffset     = 56
	CounterBytes = 8
)

// workload is one scenario laid out in memory.
type workload struct {
	scenario  probes.Scenario
	lineBytes int
	memory    *lines.Memory
	workers   []worker
	onLine    []int             // by worker, the line of its count
	method    method            // how a capture tells the order
	lines     []*ownership.Line // where it is by owner words: the lines
	burst     int               // operations in a strip
	tracking  bool              // the window running counts hand-offs
}

// method is how a capture tells the order of operations.
type method int

const (
	byOwner  method = iota // an owner word on each line
	byValue                // the values that adds to the one counter return
	byHalves               // the same for two counters, the halves of one word
)

// Build lays a counters scenario out.
func Build(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
	if s.Batch > 1 && s.Op != probes.OpLock && s.Op != probes.OpPlain {
		return nil, &probes.ScenarioError{Word: "batch", Value: fmt.Sprint(s.Batch),
			Problem: "needs an operation that adds", Accepted: []string{"op=lock", "op=plain"}}
	}
	w := &workload{scenario: s, burst: burst, lineBytes: m.LineBytes}
	w.Place(lines.New(w.Lines(), m.LineBytes))
	return w, nil
}

// Roles returns takers and droppers, or adders where nobody drops, then
// observers.
func (w *workload) Roles() []probes.Role {
	roles := make([]probes.Role, len(w.workers))
	for i := range w.workers {
		roles[i] = w.workers[i].role
	}
	return roles
}

// Sleeps reports that the loops never leave their CPU by themselves.
func (w *workload) Sleeps() bool { return false }

// Reset zeroes the counters, which also keeps the combined word from wrapping.
func (w *workload) Reset(capture bool) {
	w.memory.Clear()
	w.tracking = capture || w.scenario.Track == probes.On
	for i := range w.workers {
		w.workers[i].ops = 0
		if values := w.workers[i].values; values != nil {
			values.Reset()
		}
	}
	for _, line := range w.lines {
		line.Reset()
	}
}

// Work runs worker i's loop.
func (w *workload) Work(i int, stop windows.Stop) {
	worker := &w.workers[i]
	if w.tracking && worker.tracked != nil {
		worker.tracked(worker, stop)
		return
	}
	worker.loop(worker, stop)
}

// Close holds nothing to give back.
func (w *workload) Close() error { return nil }
