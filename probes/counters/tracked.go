package counters

import (
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/ownership"
	"linebounce/probes/windows"
)

// trackedLoop returns the loop that also finds out who owns the line.
func trackedLoop(s probes.Scenario) func(*worker, windows.Stop) {
	byValue := s.Counter == probes.CounterOne && s.Op == probes.OpLock && s.Batch == 1
	switch {
	case s.Op == probes.OpStore:
		return trackedStore
	case s.Op == probes.OpPlain:
		return trackedPlain
	case byValue:
		return trackedValue
	}
	return trackedLock
}

// look reads the neighbours.
func (w *worker) look() int64 {
	return atomic.LoadInt64(w.neighbours[0]) + atomic.LoadInt64(w.neighbours[1]) + atomic.LoadInt64(w.neighbours[2])
}

// trackedValue numbers each operation by the value that its add returned.
func trackedValue(w *worker, stop windows.Stop) {
	count, log, beside := w.count, w.values, w.beside
	ticket := ownership.Ticket(w.delta)
	var ops, seen, next int64
	for !stop.Over() {
		for range chunk {
			number := ownership.Number(atomic.AddInt64(count, ticket))
			if number != next {
				log.Take(next, number)
			}
			next = number + 1
			if beside {
				seen += w.look()
			}
		}
		ops += chunk
	}
	log.Finish(next)
	w.ops, w.seen = ops, seen
}

// trackedLock looks at the line's owner word after each locked add.
func trackedLock(w *worker, stop windows.Stop) {
	count, delta, batch, log, beside := w.count, w.delta, w.batch, w.owner, w.beside
	var ops, seen int64
	for !stop.Over() {
		for range chunk {
			gathered := delta
			for range batch - 1 {
				gathered += delta
			}
			atomic.AddInt64(count, gathered)
			log.Touch()
			if beside {
				seen += w.look()
			}
		}
		ops += chunk * batch
	}
	w.ops, w.seen = ops, seen
}

//go:norace
func trackedPlain(w *worker, stop windows.Stop) {
	count, delta, batch, log, beside := w.count, w.delta, w.batch, w.owner, w.beside
	var ops, seen int64
	for !stop.Over() {
		for range chunk {
			gathered := delta
			for range batch - 1 {
				gathered += delta
			}
			*count += gathered
			log.Touch()
			if beside {
				seen += w.look()
			}
		}
		ops += chunk * batch
	}
	w.ops, w.seen = ops, seen
}

//go:norace
func trackedStore(w *worker, stop windows.Stop) {
	count, log := w.count, w.owner
	var ops int64
	for !stop.Over() {
		for range chunk {
			*count = ops
			log.Touch()
		}
		ops += chunk
	}
	w.ops = ops
}
