package spinlock

import (
	"sync/atomic"

	"linebounce/probes/ownership"
	"linebounce/probes/windows"
)

// spin is a lock's word: 0 where it is free, else held.
type spin struct{ word atomic.Int64 }

// testAndSet takes the lock by trying until it was free.
func (s *spin) testAndSet() {
	for s.word.Swap(1) != 0 {
	}
}

// lookFirst takes the lock, and tries only when it looks free.
func (s *spin) lookFirst() {
	for {
		for s.word.Load() != 0 {
		}
		if s.word.Swap(1) == 0 {
			return
		}
	}
}

func (s *spin) release() { s.word.Store(0) }

func (s *spin) free() bool { return s.word.Load() == 0 }

// work is how many multiplications, each waiting for the one before, a CPU does
// for itself between two sections: about as long as a line is on its way.
const work = 60

// own does that work, and returns what it came to.
func own(x uint64) uint64 {
	for range work {
		x = x*6364136223846793005 + 1
	}
	return x
}

// worker is one CPU's part: addresses to work on and, written only at a
// window's end, how much it did. It is long enough that no two share a line.
type worker struct {
	lock    *spin
	guarded *int64
	values  *ownership.ValueLog

	ops  int64  // critical sections of the last window
	kept uint64 // what its own work came to, so that none is left out

	_ [256]byte
}

func (w *worker) testAndSet(stop windows.Stop) {
	lock, guarded := w.lock, w.guarded
	var ops int64
	var kept uint64
	for !stop.Over() {
		lock.testAndSet()
		*guarded++
		lock.release()
		ops++
		kept = own(kept)
	}
	w.ops, w.kept = ops, kept
}

func (w *worker) lookFirst(stop windows.Stop) {
	lock, guarded := w.lock, w.guarded
	var ops int64
	var kept uint64
	for !stop.Over() {
		lock.lookFirst()
		*guarded++
		lock.release()
		ops++
		kept = own(kept)
	}
	w.ops, w.kept = ops, kept
}

// The tracked loops keep the integer's new value: it is the number of the
// critical section. They log after the lock is free again.

func (w *worker) testAndSetTracked(stop windows.Stop) {
	lock, guarded, log := w.lock, w.guarded, w.values
	var ops, next int64
	var kept uint64
	for !stop.Over() {
		lock.testAndSet()
		number := *guarded + 1
		*guarded = number
		lock.release()
		ops++
		if number != next {
			log.Take(next, number)
		}
		next = number + 1
		kept = own(kept)
	}
	log.Finish(next)
	w.ops, w.kept = ops, kept
}

func (w *worker) lookFirstTracked(stop windows.Stop) {
	lock, guarded, log := w.lock, w.guarded, w.values
	var ops, next int64
	var kept uint64
	for !stop.Over() {
		lock.lookFirst()
		number := *guarded + 1
		*guarded = number
		lock.release()
		ops++
		if number != next {
			log.Take(next, number)
		}
		next = number + 1
		kept = own(kept)
	}
	log.Finish(next)
	w.ops, w.kept = ops, kept
}
