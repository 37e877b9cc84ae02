package sim

import "fmt"

// Fault is a planted bug in the protocol, for people to find.
type Fault uint8

// The planted bugs.
const (
	NoFault          Fault = iota
	LostInvalidation       // a write leaves one sharer's copy valid
	StaleShared            // a reader is answered by the home although a cache is newer
	DirtyDropped           // a holder's newer data is lost when another asks for the line
)

func (f Fault) String() string {
	return [...]string{"no fault", "lost invalidation", "stale shared copy", "dirty line dropped"}[f]
}

// Plant puts a bug in, from the next event on.
func (s *Sim) Plant(f Fault) { s.fault = f }

// Invariant is one promise.
type Invariant uint8

// The promises, which hold after every event.
const (
	SingleWriter Invariant = iota // one writer or many readers
	LatestData                    // every valid copy holds what was written last
	NoLostUpdate                  // what was written last is somewhere where it lasts
	ServedInTime                  // every request is served
	OneHolder                     // a lock has one holder
	InRing                        // the ends of a ring keep their distance
)

func (i Invariant) String() string {
	return [...]string{"one writer or many readers", "every copy holds what was written last",
		"no update is lost", "every request is served", "a lock has one holder at most", "a ring is neither overfilled nor overtaken"}[i]
}

// Violation is a broken promise of the model. Line and CPU are -1 where none is
// to blame.
type Violation struct {
	Invariant Invariant
	Line, CPU int
	At        Time
	Text      string
}

func (v *Violation) Error() string { return v.Text }

// Check holds the state against the promises and returns a *Violation or nil.
// It looks at everything and is meant to be called after every event.
func (s *Sim) Check() error {
	for number := range s.lines {
		for _, check := range []func(int) *Violation{s.checkCopies, s.checkUpdates, s.checkData} {
			if v := check(number); v != nil {
				return v
			}
		}
	}
	for _, check := range []func() *Violation{s.checkRequests, s.checkLocks, s.checkRings} {
		if v := check(); v != nil {
			return v
		}
	}
	return nil
}

// checkCopies: one writer or many readers, one that answers for them, and the
// list of copies is right.
func (s *Sim) checkCopies(number int) *Violation {
	l := &s.lines[number]
	writer, holder, valid := nobody, nobody, int32(0)
	for c := range s.n {
		state := s.copy(number, c).state
		listed := s.sharers[number*s.words+c/64]>>(c%64)&1 == 1
		if listed != (state != Invalid) {
			return s.violation(SingleWriter, number, c, "the list of copies of line %d is wrong about CPU %d, which has it %s", number, c, state)
		}
		if state == Invalid {
			continue
		}
		valid++
		if state.writable() {
			writer = c
		}
		if state.supplies() {
			if holder != nobody {
				return s.violation(SingleWriter, number, c, "CPU %d and CPU %d both answer for line %d", holder, c, number)
			}
			holder = c
		}
	}
	switch {
	case writer != nobody && valid > 1:
		return s.violation(SingleWriter, number, writer, "CPU %d may write line %d, of which %d other CPUs have a copy", writer, number, valid-1)
	case valid != l.valid || holder != int(l.holder):
		return s.violation(SingleWriter, number, holder, "line %d has %d copies and CPU %d answers; on record are %d and %d", number, valid, holder, l.valid, l.holder)
	}
	return nil
}

// checkUpdates: what was written last is with a CPU that must pass it on, at the
// home, or on its way to a writer.
func (s *Sim) checkUpdates(number int) *Violation {
	l := &s.lines[number]
	latest := l.latest()
	if l.home == latest || l.given && s.cpus[l.serving].write && l.flight == latest {
		return nil
	}
	if l.holder != nobody {
		if held := s.copy(number, int(l.holder)); held.state.dirty() && held.version == latest {
			return nil
		}
	}
	return s.violation(NoLostUpdate, number, int(l.writer), "what CPU %d wrote last to line %d has been lost", l.writer, number)
}

// checkData: every copy, those under way too, holds what was written last.
func (s *Sim) checkData(number int) *Violation {
	l := &s.lines[number]
	for c := range s.n {
		if held := s.copy(number, c); held.state != Invalid && held.version != l.latest() {
			return s.violation(LatestData, number, c, "CPU %d's copy of line %d is %d writes old", c, number, l.latest()-held.version)
		}
	}
	if l.given && l.flight != l.latest() {
		return s.violation(LatestData, number, int(l.serving), "CPU %d is given line %d, %d writes old", l.serving, number, l.latest()-l.flight)
	}
	return nil
}

// checkRequests holds lines, CPUs and events against each other: a CPU that
// waits stands in just one queue and has not waited too long; whoever must go
// on has its event.
func (s *Sim) checkRequests() *Violation {
	due := s.events.subjects()
	moves, ready := due[:len(s.lines)], due[len(s.lines):]
	queued := make([]int, s.n)
	for number := range s.lines {
		l := &s.lines[number]
		events := 0
		if l.serving != nobody {
			events = 1
			queued[l.serving]++
		}
		for c := l.head; c != nobody; c = s.cpus[c].next {
			queued[c]++
		}
		if moves[number] != events || l.serving == nobody && l.head != nobody {
			return s.violation(ServedInTime, number, int(l.serving), "line %d serves CPU %d, and %d events are due", number, l.serving, moves[number])
		}
	}
	for c := range s.cpus {
		if v := s.checkCPU(c, ready[c], queued[c]); v != nil {
			return v
		}
	}
	return nil
}

func (s *Sim) checkCPU(c, ready, queued int) *Violation {
	cpu := &s.cpus[c]
	number := int(cpu.onLine)
	switch cpu.status {
	case Waiting:
		if queued != 1 || ready != 0 {
			return s.violation(ServedInTime, number, c, "CPU %d waits for line %d in %d queues", c, number, queued)
		}
		if s.now-cpu.issued > s.patience() {
			return s.violation(ServedInTime, number, c, "CPU %d has waited for line %d since %d ps", c, number, cpu.issued)
		}
	case Running:
		if queued != 0 || ready != 1 {
			return s.violation(ServedInTime, number, c, "CPU %d runs with %d events due, in %d queues", c, ready, queued)
		}
	default:
		if queued != 0 || ready != 0 {
			return s.violation(ServedInTime, number, c, "CPU %d is %s with %d events due, in %d queues", c, cpu.status, ready, queued)
		}
	}
	return nil
}

// patience bounds how long a request can wait: every other CPU goes first, each
// with the longest transfer and the longest operation.
func (s *Sim) patience() Time {
	longest := s.machine.Latency.Clean
	for _, t := range s.machine.Latency.Transfer {
		longest = max(longest, t)
	}
	return Time(s.n+1) * (longest + max(s.machine.Latency.Locked, s.machine.Latency.Hit))
}

func (s *Sim) violation(i Invariant, number, c int, format string, args ...any) *Violation {
	return &Violation{Invariant: i, Line: number, CPU: c, At: s.now, Text: i.String() + ": " + fmt.Sprintf(format, args...)}
}
