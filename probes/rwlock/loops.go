package rwlock

import (
	"sync/atomic"

	"linebounce/probes/ownership"
	"linebounce/probes/windows"
)

// writing is the bit of a lock's word that a writer sets, above the number of
// readers and within the half of a word that counts references.
const writing = 1 << 30

// chunk is how many sections a loop does before it asks whether its window is
// over.
const chunk = 64

// worker is one CPU's part: its word and, written only at a window's end, how
// much it did. It is long enough that no two share a line.
type worker struct {
	word   *int64
	values *ownership.ValueLog // one of the two is set
	owner  *ownership.Log

	ops int64 // sections of the last window
	met int64 // those at whose end a writer waited, whom a lock that sleeps would wake

	_ [256]byte
}

// read is the measured loop itself: read sections with nothing in them.
func (w *worker) read(stop windows.Stop) {
	word := w.word
	var ops, met int64
	for !stop.Over() {
		for range chunk {
			if atomic.AddInt64(word, 1)&writing != 0 {
				await(word)
			}
			if atomic.AddInt64(word, -1)&writing != 0 {
				met++
			}
		}
		ops += chunk
	}
	w.ops, w.met = ops, met
}

// await takes a reader out again that found a writer, waits until the writer is
// gone, and comes back in.
//
//go:noinline
func await(word *int64) {
	for {
		atomic.AddInt64(word, -1)
		for atomic.LoadInt64(word)&writing != 0 {
		}
		if atomic.AddInt64(word, 1)&writing == 0 {
			return
		}
	}
}

// readByValue numbers each locked add by the value that it returned. Like all
// tracked loops it looks for no writer, for none comes. It leaves its inner loop
// where the line was away, so that what a section needs stays in registers.
func (w *worker) readByValue(stop windows.Stop) {
	word, log := w.word, w.values
	in, out := ownership.Ticket(1), ownership.Ticket(-1)
	var ops, next int64
	for !stop.Over() {
		for range chunk {
			entered := ownership.Number(atomic.AddInt64(word, in))
			left := ownership.Number(atomic.AddInt64(word, out))
			ops++
			if entered != next || left != entered+1 {
				next = follow(log, next, entered, left)
				break
			}
			next = left + 1
		}
	}
	log.Finish(next)
	w.ops = ops
}

// follow logs where the line was away before a section, within it or both, and
// returns the number that would continue the stay.
func follow(log *ownership.ValueLog, next, entered, left int64) int64 {
	if entered != next {
		log.Take(next, entered)
	}
	if left != entered+1 {
		log.Take(entered+1, left)
	}
	return left + 1
}

// readByOwner looks at the line's owner word after each locked add.
func (w *worker) readByOwner(stop windows.Stop) {
	word, log := w.word, w.owner
	var ops int64
	for !stop.Over() {
		for range chunk {
			atomic.AddInt64(word, 1)
			if !log.Mine() {
				log.Take(2 * ops)
			}
			atomic.AddInt64(word, -1)
			if !log.Mine() {
				log.Take(2*ops + 1)
			}
			ops++
		}
	}
	log.Finish(2 * ops)
	w.ops = ops
}
