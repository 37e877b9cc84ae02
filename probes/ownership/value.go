package ownership

import (
	"slices"

	"linebounce/probes"
)

// A counter that all workers share can tell the order by itself, without an
// owner word. It is one 64-bit word with the operations done in its high half
// and the references in its low half, so that one locked add does both and
// each value that it returns is the number of exactly one operation. The high
// half wraps after 2^32 operations, so the word is zeroed for every window.
//
// Two counters side by side can do it too: they are the halves of one 64-bit
// word, each worker adds to its own half, and the sum of the halves that its
// add returns is the number of its operation.

// Ticket returns what an operation adds to the combined word to change the
// references by delta.
func Ticket(delta int64) int64 { return 1<<32 + delta }

// Number returns which operation, counted from 1, left the combined word at
// this value. The low half is signed: references may be below zero in between.
func Number(value int64) int64 { return (value - int64(int32(value))) >> 32 }

// References returns the count in the low half of the combined word.
func References(value int64) int64 { return int64(int32(value)) }

// HalfTicket returns what worker 0 or 1 adds to count one operation in its own
// half of a word of two counters.
func HalfTicket(worker int) int64 { return 1 << (32 * worker) }

// HalvesNumber returns which operation, counted from 1, left a word of two
// counters at this value.
func HalvesNumber(value int64) int64 { return int64(uint32(value)) + int64(uint64(value)>>32) }

// ValueLog is one worker's account of a combined word: the stays it had, by
// the number of their first operation. It is long enough that no two logs
// share a line.
type ValueLog struct {
	begun int64 // the number of the first operation of the present stay, 0 before the first
	taken int64 // stays so far
	stays []stay
	_     [256 - 2*8 - 24]byte
}

// NewValueLog makes a log with room for the given number of stays.
func NewValueLog(room int) *ValueLog {
	l := &ValueLog{stays: make([]stay, room)}
	clear(l.stays) // every page is there before a window begins
	l.stays = l.stays[:0]
	return l
}

// Take ends the stay before operation number and begins the next one. next is
// the number that would have continued the old stay.
//
//go:noinline
func (l *ValueLog) Take(next, number int64) {
	l.Finish(next)
	l.begun = number
	l.taken++
}

// Finish ends the last stay of a window.
func (l *ValueLog) Finish(next int64) {
	if l.begun != 0 && len(l.stays) < cap(l.stays) {
		l.stays = append(l.stays, stay{uint64(l.begun), next - l.begun})
	}
	l.begun = 0
}

// Reset forgets the last window.
func (l *ValueLog) Reset() { l.begun, l.taken, l.stays = 0, 0, l.stays[:0] }

// MergeValues puts the logs of a combined word's workers together. The order
// is exact: the operations have numbers from 1 to their total, each once.
func MergeValues(name string, cpus []int, logs []*ValueLog, ops int64, limit int) (probes.LineUse, probes.Strip) {
	runs, room := make([][]stay, len(logs)), 0
	for i, l := range logs {
		runs[i], room = l.stays, room+cap(l.stays)
	}
	scratch.Lock()
	defer scratch.Unlock()
	stays := slices.Grow(scratch.stays[:0], room)
	next := uint64(1)
	merge(runs, func(worker int, s stay) bool {
		if s.number != next {
			return false // from here on a log was full
		}
		next += uint64(s.ops)
		stays = append(stays, probes.Stay{CPU: cpus[worker], Ops: s.ops})
		return true
	})
	scratch.stays = stays
	use := probes.LineUse{Name: name, Ops: ops, Stays: summarize(stays), Handoffs: handoffs(stays, cpus, logs)}
	return use, strip(name, stays, limit)
}

// handoffs counts the hand-offs by both CPUs. Where a log was full, who lost
// the line after that is certain between two workers only; between more the
// loser is given as -1.
func handoffs(stays []probes.Stay, cpus []int, logs []*ValueLog) []probes.Handoff {
	counts := map[[2]int]int64{}
	for i := 1; i < len(stays); i++ {
		counts[[2]int{stays[i-1].CPU, stays[i].CPU}]++
	}
	var list []probes.Handoff
	for to, l := range logs {
		rest := l.taken
		if len(stays) > 0 && stays[0].CPU == cpus[to] {
			rest-- // the first stay came from nobody
		}
		for _, from := range cpus {
			rest -= counts[[2]int{from, cpus[to]}]
		}
		for from, cpu := range cpus {
			n := counts[[2]int{cpu, cpus[to]}]
			if len(cpus) == 2 && from != to {
				n, rest = n+rest, 0
			}
			if n > 0 {
				list = append(list, probes.Handoff{From: cpu, To: cpus[to], Count: n})
			}
		}
		if rest > 0 {
			list = append(list, probes.Handoff{From: -1, To: cpus[to], Count: rest})
		}
	}
	return list
}
