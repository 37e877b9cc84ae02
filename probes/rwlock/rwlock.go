// Package rwlock measures readers of a reader-writer lock: CPUs that take it to
// read and drop it again, while nobody ever writes. Each read section is two
// locked adds on the lock's word, one in and one out, and both look whether a
// writer has come, as the read side of a real lock does (down_read and up_read
// of Linux, RLock and RUnlock of Go).
//
//	counter=one               one word for all CPUs: an ordinary lock
//	counter=each line=padded  a word for each CPU, alone on its line, as the
//	                          brlock of Linux 2.4 had and percpu_rw_semaphore
//	                          has: a writer would have to take them all
//	counter=each line=shared  a word for each CPU, side by side
//
// One operation is one read section. The operations of a tracked line are its
// locked adds, of which a section makes two: the line may leave in between.
package rwlock

import (
	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/ownership"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// wordBytes is how far apart words on one line are.
const wordBytes = 8

// stayRoom is how many stays the logs of a window hold together: some
// milliseconds' worth at the fastest hand-off rates seen.
const stayRoom = 1 << 16

// workload is one scenario laid out in memory.
type workload struct {
	scenario  probes.Scenario
	lineBytes int
	memory    *lines.Memory
	workers   []worker
	lines     []*ownership.Line // that owner words track; none where the one word's values tell the order
	burst     int               // operations in a strip
	tracking  bool              // the window running counts hand-offs
}

// Build lays a scenario out.
func Build(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
	w := &workload{scenario: s, burst: burst, lineBytes: m.LineBytes}
	w.Place(lines.New(w.Lines(), m.LineBytes))
	return w, nil
}

// Roles are readers: nobody writes.
func (w *workload) Roles() []probes.Role {
	roles := make([]probes.Role, len(w.workers))
	for i := range roles {
		roles[i] = probes.Reader
	}
	return roles
}

// Sleeps reports that the loops never leave their CPU by themselves.
func (w *workload) Sleeps() bool { return false }

// Reset drops the locks, which also keeps a counting word from wrapping.
func (w *workload) Reset(capture bool) {
	w.memory.Clear()
	w.tracking = capture || w.scenario.Track == probes.On
	for i := range w.workers {
		worker := &w.workers[i]
		worker.ops = 0
		if worker.values != nil {
			worker.values.Reset()
		}
	}
	for _, line := range w.lines {
		line.Reset()
	}
}

// Work runs worker i's loop.
func (w *workload) Work(i int, stop windows.Stop) {
	worker := &w.workers[i]
	switch {
	case !w.tracking:
		worker.read(stop)
	case worker.values != nil:
		worker.readByValue(stop)
	default:
		worker.readByOwner(stop)
	}
}

// Close holds nothing to give back.
func (w *workload) Close() error { return nil }
