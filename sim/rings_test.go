package sim

import (
	"errors"
	"fmt"
	"testing"
)

// passing is a sender and a receiver of so many messages, each with other work of
// its own, over a ring whose slots lie from 128 on.
func passing(r Ring, messages int64, send, receive Time) Workload {
	w := Workload{Bytes: 128 + 8*r.Slots, Rings: []Ring{r}}
	for c, work := range []Time{send, receive} {
		t := Task{CPU: c, Rounds: messages / int64(r.Slots)}
		for slot := range r.Slots {
			if work > 0 {
				t.Program = append(t.Program, Op{Kind: Compute, Time: work, Jitter: true})
			}
			t.Program = append(t.Program, r.message(0, c == 0, int32(128+8*slot))...)
			t.Program = append(t.Program, Op{Kind: Count})
		}
		w.Tasks = append(w.Tasks, t)
	}
	return w
}

// turns holds that each slot is written and read in turn, in order: no message
// is overwritten before it was read, none read before it was written or twice.
func turns(events []Event, slots int) error {
	var written, read int
	for _, e := range events {
		if e.What != Operated || e.Addr < 128 {
			continue
		}
		slot := int(e.Addr-128) / 8
		switch e.Kind {
		case Store:
			if slot != written%slots || written-read >= slots {
				return fmt.Errorf("slot %d is written at %d ps, after %d messages, %d of them read", slot, e.At, written, read)
			}
			written++
		case Load:
			if slot != read%slots || read >= written {
				return fmt.Errorf("slot %d is read at %d ps, after %d messages, %d of them read", slot, e.At, written, read)
			}
			read++
		}
	}
	return nil
}

// Every message goes over once and in order, whichever end is slower, however
// few slots there are, and wherever the indices lie.
func TestRingsPassEveryMessage(t *testing.T) {
	for _, p := range Protocols() {
		for _, slots := range []int{1, 2, 8} {
			for _, received := range []int32{8, 64} {
				for _, cached := range []bool{false, true} {
					for _, work := range [][2]Time{{0, 0}, {200 * Nanosecond, 0}, {0, 200 * Nanosecond}, {50 * Nanosecond, 50 * Nanosecond}} {
						m := plainMachine(2)
						m.Protocol = p
						w := watch(must(t, m, passing(Ring{slots, 0, received, cached}, 96, work[0], work[1])))
						err := w.finishes()
						if err == nil {
							err = turns(w.trace.Events, slots)
						}
						if err != nil {
							t.Fatalf("%s, %d slots, index at %d, cached %v, work %v: %v", p, slots, received, cached, work, err)
						}
						if w.Done(0) != 96 || w.Done(1) != 96 {
							t.Errorf("%d sent, %d received, want 96", w.Done(0), w.Done(1))
						}
					}
				}
			}
		}
	}
}

// An end that keeps a copy of the other's index looks only where that says full,
// or empty: the slower end hardly ever. Without a copy it looks for every message.
func TestACachedIndexSavesLooks(t *testing.T) {
	looks := func(cached bool) (n [2]int) {
		s := must(t, plainMachine(2), passing(Ring{8, 0, 64, cached}, 800, 0, 100*Nanosecond))
		trace := s.Keep(1 << 20)
		s.Run(1 << 50)
		for _, e := range trace.Events {
			if e.What == Operated && e.Kind == Load && e.Addr < 128 {
				n[e.CPU]++
			}
		}
		return n
	}
	if n := looks(false); n[0] < 800 || n[1] < 800 {
		t.Errorf("without a copy the ends look %v times at 800 messages", n)
	}
	if n := looks(true); n[1] > 800/4 {
		t.Errorf("with a copy the slower end looks %d times at 800 messages", n[1])
	}
}

// Indices may wrap: what counts is how far they are apart.
func TestIndicesWrap(t *testing.T) {
	w := watch(must(t, plainMachine(2), passing(Ring{4, 0, 64, true}, 40, 0, 0)))
	r := &w.rings[0]
	r.sent, r.received, r.seen = 1<<32-6, 1<<32-6, [2]uint32{1<<32 - 6, 1<<32 - 6}
	if err := w.finishes(); err != nil || r.sent != 34 || r.received != 34 || turns(w.trace.Events, 4) != nil {
		t.Errorf("%v, %d sent and %d received", err, r.sent, r.received)
	}
}

// The checks of locks and rings find what is planted into them.
func TestSpoiltLocksAndRingsAreFound(t *testing.T) {
	for _, c := range []struct {
		name   string
		w      Workload
		breaks Invariant
		spoil  func(*Sim) bool // reports whether there was something to spoil
	}{
		{"a lock forgets its holder", critical(TAS, 8, 3, 10), OneHolder, func(s *Sim) bool {
			held := !s.locks[0].free()
			s.locks[0].next = s.locks[0].serving
			return held
		}},
		{"two go in at once", critical(TTAS, 64, 3, 10), OneHolder, func(s *Sim) bool {
			for c := range s.cpus {
				if s.cpus[c].status == Spinning && s.lines[0].serving == nobody {
					s.cpus[c].pc++
					return true
				}
			}
			return false
		}},
		{"a ticket is served too early", critical(Lock, 8, 3, 10), OneHolder, func(s *Sim) bool {
			waits := s.locks[0].next-s.locks[0].serving > 1
			if waits {
				s.locks[0].serving++
			}
			return waits
		}},
		{"a message too many", passing(Ring{2, 0, 64, false}, 20, 0, work), InRing, func(s *Sim) bool {
			full := s.rings[0].sent-s.rings[0].received == 2
			if full {
				s.rings[0].sent++
			}
			return full
		}},
		{"a message out of nothing", passing(Ring{2, 0, 64, false}, 20, work, 0), InRing, func(s *Sim) bool {
			s.rings[0].received++
			return true
		}},
		{"the sender believes in room", passing(Ring{2, 0, 64, true}, 20, 0, work), InRing, func(s *Sim) bool {
			s.rings[0].seen[sending] = s.rings[0].received + 1
			return true
		}},
		{"the receiver believes in a message", passing(Ring{2, 0, 64, true}, 20, work, 0), InRing, func(s *Sim) bool {
			s.rings[0].seen[receiving] = s.rings[0].sent + 1
			return true
		}},
	} {
		s := must(t, plainMachine(3), c.w)
		spoilt := false
		for !spoilt && s.Step() {
			spoilt = c.spoil(s)
		}
		var found *Violation
		if !spoilt || !errors.As(s.Check(), &found) || found.Invariant != c.breaks {
			t.Errorf("%s: spoilt %v, the check says %v, want %s", c.name, spoilt, found, c.breaks)
		}
	}
}
