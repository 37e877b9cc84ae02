package counters

import (
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/ownership"
	"linebounce/probes/windows"
)

// The tracked loops leave their inner loop at every hand-off, so that what an
// operation needs stays in registers in between.

// trackedLoop returns the loop that also finds out who owns the line.
func trackedLoop(s probes.Scenario, m method) func(*worker, windows.Stop) {
	switch {
	case m == byHalves:
		return trackedHalves
	case m == byValue:
		return trackedValue
	case s.Op == probes.OpStore:
		return trackedStore
	case s.Op == probes.OpPlain:
		return trackedPlain
	}
	return trackedLock
}

// look reads the neighbours.
func (w *worker) look() int64 {
	return atomic.LoadInt64(w.neighbours[0]) + atomic.LoadInt64(w.neighbours[1]) + atomic.LoadInt64(w.neighbours[2])
}

// trackedValue numbers each operation by the value that its add returned.
func trackedValue(w *worker, stop windows.Stop) {
	word, log, beside, ticket := w.word, w.values, w.beside, w.ticket
	var ops, seen, next int64
	for !stop.Over() {
		var number int64
		for range chunk {
			number = ownership.Number(atomic.AddInt64(word, ticket))
			if beside {
				seen += w.look()
			}
			ops++
			if number != next {
				break
			}
			next++
		}
		if number >= next {
			log.Take(next, number)
			next = number + 1
		}
	}
	log.Finish(next)
	w.ops, w.seen = ops, seen
}

// trackedHalves is trackedValue on two counters side by side, which are the
// halves of the one word that each add returns.
func trackedHalves(w *worker, stop windows.Stop) {
	word, log, beside, ticket := w.word, w.values, w.beside, w.ticket
	var ops, seen, next int64
	for !stop.Over() {
		var number int64
		for range chunk {
			number = ownership.HalvesNumber(atomic.AddInt64(word, ticket))
			if beside {
				seen += w.look()
			}
			ops++
			if number != next {
				break
			}
			next++
		}
		if number >= next {
			log.Take(next, number)
			next = number + 1
		}
	}
	log.Finish(next)
	w.ops, w.seen = ops, seen
}

// trackedLock looks at the line's owner word after each locked add.
func trackedLock(w *worker, stop windows.Stop) {
	count, delta, batch, log, beside := w.count, w.delta, w.batch, w.owner, w.beside
	var ops, seen int64
	for !stop.Over() {
		mine := true
		for range chunk {
			gathered := delta
			for range batch - 1 {
				gathered += delta
			}
			atomic.AddInt64(count, gathered)
			mine = log.Mine()
			if beside {
				seen += w.look()
			}
			ops++
			if !mine {
				break
			}
		}
		if !mine {
			log.Take(ops - 1)
		}
	}
	log.Finish(ops)
	w.ops, w.seen = ops*batch, seen
}

//go:norace
func trackedPlain(w *worker, stop windows.Stop) {
	count, delta, batch, log, beside := w.count, w.delta, w.batch, w.owner, w.beside
	var ops, seen int64
	for !stop.Over() {
		mine := true
		for range chunk {
			gathered := delta
			for range batch - 1 {
				gathered += delta
			}
			*count += gathered
			mine = log.Mine()
			if beside {
				seen += w.look()
			}
			ops++
			if !mine {
				break
			}
		}
		if !mine {
			log.Take(ops - 1)
		}
	}
	log.Finish(ops)
	w.ops, w.seen = ops*batch, seen
}

//go:norace
func trackedStore(w *worker, stop windows.Stop) {
	count, log := w.count, w.owner
	var ops int64
	for !stop.Over() {
		mine := true
		for range chunk {
			*count = ops
			mine = log.Mine()
			ops++
			if !mine {
				break
			}
		}
		if !mine {
			log.Take(ops - 1)
		}
	}
	log.Finish(ops)
	w.ops = ops
}
