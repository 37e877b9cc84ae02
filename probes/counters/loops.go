package counters

import (
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/ownership"
	"linebounce/probes/windows"
)

// chunk is how many operations a loop does before it asks whether its window
// is over.
const chunk = 64

// worker is one CPU's part: addresses to work on and, written only at a
// window's end, what it did. It is long enough that no two share a line.
type worker struct {
	role       probes.Role
	count      *int64
	delta      int64
	batch      int64
	neighbours [3]*int64 // level, nr and ns
	beside     bool      // a tracked loop reads them too

	loop    func(*worker, windows.Stop)
	tracked func(*worker, windows.Stop) // nil where nothing changes hands
	owner   *ownership.Log              // one of the two is set where tracked is
	values  *ownership.ValueLog
	word    *int64 // what a capture by value adds to: the count, or the word of two halves
	ticket  int64  // and how much

	ops  int64 // of the last window; additions where they are gathered in batches
	seen int64 // the sum of what was read, so that no read is left out

	_ [256]byte
}

// loopOf returns the loop of a role. Each is a function of its own, so that a
// loop decides nothing while it runs.
func loopOf(s probes.Scenario, role probes.Role) func(*worker, windows.Stop) {
	beside := s.Neighbours == probes.On
	switch {
	case role == probes.Observer:
		return observe
	case s.Op == probes.OpLoad:
		return load
	case s.Op == probes.OpStore:
		return store
	case s.Op == probes.OpPlain && s.Batch > 1:
		return plainBatches
	case s.Op == probes.OpPlain && beside:
		return plainBeside
	case s.Op == probes.OpPlain:
		return plain
	case s.Batch > 1:
		return lockBatches
	case beside:
		return lockBeside
	}
	return lock
}

// lock is the measured loop itself: locked adds, nothing else.
func lock(w *worker, stop windows.Stop) {
	count, delta := w.count, w.delta
	var ops int64
	for !stop.Over() {
		for range chunk {
			atomic.AddInt64(count, delta)
		}
		ops += chunk
	}
	w.ops = ops
}

// lockBeside also reads the neighbours after each operation.
func lockBeside(w *worker, stop windows.Stop) {
	count, delta := w.count, w.delta
	level, nr, ns := w.neighbours[0], w.neighbours[1], w.neighbours[2]
	var ops, seen int64
	for !stop.Over() {
		for range chunk {
			atomic.AddInt64(count, delta)
			seen += atomic.LoadInt64(level) + atomic.LoadInt64(nr) + atomic.LoadInt64(ns)
		}
		ops += chunk
	}
	w.ops, w.seen = ops, seen
}

// lockBatches gathers a batch in a register and adds it at once.
func lockBatches(w *worker, stop windows.Stop) {
	count, delta, batch := w.count, w.delta, w.batch
	var ops int64
	for !stop.Over() {
		var gathered int64
		for range batch {
			gathered += delta
		}
		atomic.AddInt64(count, gathered)
		ops += batch
	}
	w.ops = ops
}

// plain reads, adds and writes back without a lock. On one counter it loses
// counts: that is what it is there to show.
//
//go:norace
func plain(w *worker, stop windows.Stop) {
	count, delta := w.count, w.delta
	var ops int64
	for !stop.Over() {
		for range chunk {
			*count += delta
		}
		ops += chunk
	}
	w.ops = ops
}

//go:norace
func plainBeside(w *worker, stop windows.Stop) {
	count, delta := w.count, w.delta
	level, nr, ns := w.neighbours[0], w.neighbours[1], w.neighbours[2]
	var ops, seen int64
	for !stop.Over() {
		for range chunk {
			*count += delta
			seen += atomic.LoadInt64(level) + atomic.LoadInt64(nr) + atomic.LoadInt64(ns)
		}
		ops += chunk
	}
	w.ops, w.seen = ops, seen
}

//go:norace
func plainBatches(w *worker, stop windows.Stop) {
	count, delta, batch := w.count, w.delta, w.batch
	var ops int64
	for !stop.Over() {
		var gathered int64
		for range batch {
			gathered += delta
		}
		*count += gathered
		ops += batch
	}
	w.ops = ops
}

//go:norace
func store(w *worker, stop windows.Stop) {
	count := w.count
	var ops int64
	for !stop.Over() {
		for range chunk {
			*count = ops
		}
		ops += chunk
	}
	w.ops = ops
}

func load(w *worker, stop windows.Stop) {
	count := w.count
	var ops, seen int64
	for !stop.Over() {
		for range chunk {
			seen += atomic.LoadInt64(count)
		}
		ops += chunk
	}
	w.ops, w.seen = ops, seen
}

// observe only reads the first neighbour.
func observe(w *worker, stop windows.Stop) {
	level := w.neighbours[0]
	var ops, seen int64
	for !stop.Over() {
		for range chunk {
			seen += atomic.LoadInt64(level)
		}
		ops += chunk
	}
	w.ops, w.seen = ops, seen
}
