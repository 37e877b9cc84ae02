package scope

import (
	"sync/atomic"

	"linebounce/probes/windows"
)

// look reads the neighbours.
func (w *worker) look() int64 {
	n := &w.place.Neighbours
	return atomic.LoadInt64(n[0]) + atomic.LoadInt64(n[1]) + atomic.LoadInt64(n[2])
}

// idle is an observer's loop.
func idle(w *worker, stop windows.Stop) { w.ops = w.place.Run(stop) }

// byValue knows each operation's place in the order by what its add returned.
// A value that is not the last one plus what the worker adds begins a stay.
func byValue(w *worker, stop windows.Stop) {
	add := w.stretch()
	var ops, next int64
	at := 0
	for ops < w.limit && w.room(at) && !stop.Over() {
		var more uint64
		more, next = add(w, (*slots)(w.firsts[at:]), next)
		at += int(more)
		ops += stretch
		w.mark(ops)
	}
	w.ops, w.taken, w.full = ops, at, !w.room(at)
}

// stretch returns what does a worker's adds, a stretch a call.
func (w *worker) stretch() func(w *worker, firsts *slots, next int64) (at uint64, expected int64) {
	switch {
	case w.place.Beside || w.place.Batch > 1:
		return stretchWith
	case w.alone:
		return stretchAlone
	}
	return stretchOf
}

// slots are more than a stretch can take, so that no index needs a check.
type slots [2 * stretch]int64

// stretchOf puts each value into the present slot, and only where it is not the
// one expected is the slot kept. That takes a store for each operation and no
// branch: a branch would be mispredicted at every hand-off, when the worker has
// the line and should be adding. It returns how many slots are kept and the value
// expected next.
func stretchOf(w *worker, firsts *slots, next int64) (at uint64, expected int64) {
	word, ticket, slot := w.word, w.ticket, firsts[:]
	for range stretch {
		v := atomic.AddInt64(word, ticket)
		slot[at%uint64(len(slot))] = v
		at += uint64(next-v) >> 63 // 1 where v is beyond next, else they are equal
		next = v + ticket
	}
	return at, next
}

// stretchWith also gathers a batch in a register before each operation, or reads
// the neighbours after it. The word still counts operations.
func stretchWith(w *worker, firsts *slots, next int64) (at uint64, expected int64) {
	word, ticket, slot, delta, batch, beside := w.word, w.ticket, firsts[:], w.place.Delta, w.place.Batch, w.place.Beside
	var seen int64
	for range stretch {
		for range batch - 1 {
			seen += delta
		}
		v := atomic.AddInt64(word, ticket)
		slot[at%uint64(len(slot))] = v
		at += uint64(next-v) >> 63
		next = v + ticket
		if beside {
			seen += w.look()
		}
	}
	w.seen += seen
	return at, next
}

// stretchAlone adds to a count that no other worker adds to: its one stay begins
// at the first operation.
func stretchAlone(w *worker, firsts *slots, next int64) (at uint64, expected int64) {
	if next == 0 {
		at, next, firsts[0] = 1, 1, 1
	}
	word := w.word
	for range stretch {
		atomic.AddInt64(word, 1)
	}
	return at, next + stretch
}

// bothWays knows the order by values too, and counts hand-offs by an owner word
// besides. That is the high half of the word it adds to, so an add shows the
// owner as it was at that very operation.
func bothWays(w *worker, stop windows.Stop) {
	word, limit, delta, batch, beside := w.word, w.limit, w.place.Delta, w.place.Batch, w.place.Beside
	var ops, seen int64
	expected := w.self << 32
	for ops+stretch <= limit && w.room(w.taken) && !stop.Over() {
		var v int64
		for range stretch {
			for range batch - 1 {
				seen += delta
			}
			v = atomic.AddInt64(word, 1)
			if beside {
				seen += w.look()
			}
			ops++
			if v != expected {
				break
			}
			expected++
		}
		if v >= expected || v>>32 != w.self {
			w.take(v, uint32(v) != uint32(expected))
			expected = w.self<<32 | int64(uint32(v)+1)
		}
		w.mark(ops)
	}
	w.ops, w.seen, w.full = ops, seen, !w.room(w.taken)
}

// take writes the worker into the owner's half of the word, where it is not
// there, and logs the stay, where one begins by value.
//
//go:noinline
func (w *worker) take(v int64, begins bool) {
	if loser := v >> 32; loser != w.self {
		for old := v; !atomic.CompareAndSwapInt64(w.word, old, w.self<<32|int64(uint32(old))); {
			old = atomic.LoadInt64(w.word)
		}
		w.from[loser]++
	}
	if begins {
		w.firsts[w.taken] = int64(uint32(v))
		w.taken++
	}
}

// byOwner looks at the line's owner word after each locked add.
func byOwner(w *worker, stop windows.Stop) {
	count, delta, batch, log, limit, beside := w.place.Count, w.place.Delta, w.place.Batch, w.owner, w.limit, w.place.Beside
	var ops, seen int64
	due := int64(stretch)
	for ops+stretch <= limit && log.Room() > stretch && !stop.Over() {
		mine := true
		for range stretch {
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
		if ops >= due {
			w.mark(ops)
			due = ops + stretch
		}
	}
	w.finish(ops, seen)
}

// finish ends a loop by an owner word.
func (w *worker) finish(ops, seen int64) {
	w.mark(ops)
	w.owner.Finish(ops)
	w.ops, w.seen, w.full = ops, seen, w.owner.Room() <= stretch
}

//go:norace
func byOwnerPlain(w *worker, stop windows.Stop) {
	count, delta, batch, log, limit, beside := w.place.Count, w.place.Delta, w.place.Batch, w.owner, w.limit, w.place.Beside
	var ops, seen int64
	due := int64(stretch)
	for ops+stretch <= limit && log.Room() > stretch && !stop.Over() {
		mine := true
		for range stretch {
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
		if ops >= due {
			w.mark(ops)
			due = ops + stretch
		}
	}
	w.finish(ops, seen)
}

//go:norace
func byOwnerStore(w *worker, stop windows.Stop) {
	count, log, limit, beside := w.place.Count, w.owner, w.limit, w.place.Beside
	var ops, seen int64
	due := int64(stretch)
	for ops+stretch <= limit && log.Room() > stretch && !stop.Over() {
		mine := true
		for range stretch {
			*count = ops
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
		if ops >= due {
			w.mark(ops)
			due = ops + stretch
		}
	}
	w.finish(ops, seen)
}
