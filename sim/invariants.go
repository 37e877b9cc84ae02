package sim

import "fmt"

// Fault is a planted bug in the protocol, for people to find.
type Fault uint8

// The planted bugs.
const (
	NoFault          Fault = iota
	LostInvalidation       // a write leaves one sharer's copy valid
	StaleShared            // a reader is answered by the home although a cache is newer
	DirtyDropped           // a holder's newer data is lost when it gives the line away
)

// Plant puts a bug in.
func (s *Sim) Plant(f Fault) { s.fault = f }

// Violation is a broken promise of the model.
type Violation struct {
	Invariant Invariant
	Line, CPU int
	At        Time
	Text      string
}

func (v *Violation) Error() string { return v.Text }

// Invariant is one promise.
type Invariant uint8

// The promises, which hold after every event.
const (
	SingleWriter Invariant = iota // one writer or many readers
	LatestData                    // every valid copy holds what was written last
	NoLostUpdate                  // every write builds on the one before
	ServedInTime                  // every request is served
)

func (i Invariant) String() string {
	return [...]string{"one writer or many readers", "every copy holds what was written last",
		"no update is lost", "every request is served"}[i]
}

// Check holds the state against the promises and returns a *Violation or nil.
// It looks at everything and is meant to be called after every event.
func (s *Sim) Check() error {
	for number := range s.lines {
		if err := s.checkLine(number); err != nil {
			return err
		}
	}
	return s.checkRequests()
}

func (s *Sim) checkLine(number int) error {
	l := &s.lines[number]
	writers, valid, special := 0, 0, 0
	for c := range s.n {
		held := s.copies[number*s.n+c]
		listed := s.holders[number*s.words+c/64]>>(c%64)&1 == 1
		if listed != (held.state != Invalid) {
			return s.violation(SingleWriter, number, c, "the list of copies and CPU %d's %s of line %d disagree", c, held.state, number)
		}
		if held.state == Invalid {
			continue
		}
		valid++
		if held.state.writable() {
			writers++
		}
		if held.state.supplies() {
			special++
		}
		if held.version != l.latest {
			return s.violation(LatestData, number, c, "CPU %d's copy of line %d is %d writes old", c, number, l.latest-held.version)
		}
	}
	if writers > 0 && valid > 1 || special > 1 {
		return s.violation(SingleWriter, number, int(l.holder), "line %d has %d copies although a CPU may write it", number, valid)
	}
	if (special == 1) != (l.holder != nobody) {
		return s.violation(SingleWriter, number, int(l.holder), "line %d has %d copies that answer, and its holder is %d", number, special, l.holder)
	}
	if l.serving == nobody && special == 0 && l.home != l.latest {
		return s.violation(NoLostUpdate, number, nobody, "line %d: the home is %d writes behind and no cache has them", number, l.latest-l.home)
	}
	return nil
}

// checkRequests holds the queues against the CPUs: each that waits stands in
// just one queue, or its event is pending.
func (s *Sim) checkRequests() error {
	queued := make([]int, s.n)
	for number := range s.lines {
		l := &s.lines[number]
		if l.serving != nobody {
			queued[l.serving]++
		}
		for c := l.head; c != nobody; c = s.cpus[c].next {
			queued[c]++
		}
		if l.serving == nobody && l.head != nobody {
			return s.violation(ServedInTime, number, int(l.head), "CPU %d waits for line %d, which serves nobody", l.head, number)
		}
	}
	for c := range s.cpus {
		cpu := &s.cpus[c]
		if (cpu.status == Waiting) != (queued[c] == 1) {
			return s.violation(ServedInTime, int(cpu.onLine), c, "CPU %d stands in %d queues", c, queued[c])
		}
		if cpu.status == Waiting && s.now-cpu.issued > s.patience() {
			return s.violation(ServedInTime, int(cpu.onLine), c, "CPU %d has waited for line %d since %d ps", c, cpu.onLine, cpu.issued)
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
	return Time(s.n+1) * (longest + s.machine.Latency.Locked + s.machine.Latency.Hit)
}

func (s *Sim) violation(i Invariant, number, c int, format string, args ...any) error {
	return &Violation{Invariant: i, Line: number, CPU: c, At: s.now, Text: i.String() + ": " + fmt.Sprintf(format, args...)}
}
