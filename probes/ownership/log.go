// Package ownership lets workers find out, while they work, which CPU owns a
// cache line.
//
// A tracked line carries an owner word beside its counter. After each locked
// operation the line is in the worker's own cache, so looking at the word
// costs a hit. If the word names somebody else, the line has changed hands:
// the worker counts the hand-off, writes itself and the next sequence number
// into the word, and logs how long the stay was that it lost. Sorted by
// sequence number the workers' logs are the exact order in which the line was
// owned, without a clock and without anything that all workers write.
//
// An operation belongs to the stay in which its worker looked at the word. If
// the line leaves between an operation and the look after it, the operation
// counts to the stay that follows.
package ownership

import "sync/atomic"

// The owner word: the low bits are the worker's index plus one, 0 for nobody
// yet; the high bits number the stays from 1.
const (
	ownerWidth = 16
	ownerMask  = 1<<ownerWidth - 1
)

// stay is one finished stay of the worker whose log it is in.
type stay struct {
	number uint64
	ops    int64
}

// Log is what one worker knows of one line: its operations, the hand-offs to
// itself and its own stays. Only that worker touches it during a window. It is
// long enough that no two logs share a line.
type Log struct {
	word  *atomic.Uint64
	self  uint64  // as in the owner word
	ops   int64   // operations on the line so far
	begun int64   // ops when the present stay began
	stay  uint64  // its number, 0 before the first
	stays []stay  // finished ones, as far as there is room
	from  []int64 // hand-offs to this worker, by the worker that lost the line
	_     [256 - 5*8 - 2*24]byte
}

// newLog makes worker's log of the line that word lies on, with room for the
// given number of stays.
func newLog(word *atomic.Uint64, worker, workers, room int) *Log {
	const apart = 256 / 8 // words, so that no other allocation is on these lines
	l := &Log{word: word, self: uint64(worker) + 1}
	l.from = make([]int64, apart+workers+apart)[apart : apart+workers]
	l.stays = make([]stay, room)
	clear(l.stays) // every page is there before a window begins
	l.stays = l.stays[:0]
	return l
}

// Touch counts one operation and takes the line over if it was somebody
// else's. Call it directly after the operation.
func (l *Log) Touch() {
	if !l.Mine() {
		l.Take(l.ops)
	}
	l.ops++
}

// Mine reports whether the line is still this worker's. A loop too tight for
// Touch, which writes for every operation, asks this, counts its operations
// itself, and calls Take and Finish.
func (l *Log) Mine() bool { return l.word.Load()&ownerMask == l.self }

// Finish says how many operations the worker did in all.
func (l *Log) Finish(ops int64) { l.ops = ops }

// Take writes the worker into the owner word and logs the stay it once lost.
// ops is how many operations it had done before the one that found the line
// to be somebody else's.
//
//go:noinline
func (l *Log) Take(ops int64) {
	old := l.word.Load()
	for !l.word.CompareAndSwap(old, (old>>ownerWidth+1)<<ownerWidth|l.self) {
		old = l.word.Load()
	}
	if l.stay != 0 && len(l.stays) < cap(l.stays) {
		l.stays = append(l.stays, stay{l.stay, ops - l.begun})
	}
	if loser := old & ownerMask; loser != 0 {
		l.from[loser-1]++
	}
	l.stay, l.begun = old>>ownerWidth+1, ops
}

func (l *Log) reset() {
	l.ops, l.begun, l.stay, l.stays = 0, 0, 0, l.stays[:0]
	clear(l.from)
}
