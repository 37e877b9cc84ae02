package sim

import (
	"fmt"
	"io"
)

// What a trace's event says.
type What uint8

// The events of a trace.
const (
	Asked     What = iota // CPU misses on Line and asks for it, to write or to read
	Gave                  // Other lets go of Line for CPU; the data is under way
	Arrived               // the data, or the right to write, is at CPU
	Changed               // CPU's copy of Line went from Old to New
	Operated              // CPU did an operation on a word; it has just begun
	Became                // CPU went from status Old to New
	WroteBack             // CPU sent the home its data of Line, of that Version
)

func (w What) String() string {
	return [...]string{"asks", "gives", "arrives", "state", "does", "status", "writes back"}[w]
}

// Event is one step of a trace. It holds what came before as well as what came
// after, so that it can be taken back.
type Event struct {
	At       Time
	What     What
	Kind     Kind  // of an operation; a CPU that waits for a lock or at a ring does Loads
	Write    bool  // of a request or an operation
	Failed   bool  // of an exchange: the spinlock was taken
	Old, New uint8 // a State or a Status
	CPU      int32
	Other    int32  // who gave the line: -1 the home, CPU itself where it only needed the right to write
	Line     int32  // -1 where there is none
	Addr     int32  // of an operation
	Version  uint32 // of the data that an operation saw or that was written back: how many writes the line had had
}

// Trace keeps the events of a run, up to a limit.
type Trace struct {
	Events []Event
	Limit  int
}

// Full reports whether the limit is reached. Further events are not kept.
func (t *Trace) Full() bool { return len(t.Events) >= t.Limit }

// Keep starts to keep events, at most limit of them. The first ones tell how
// things stand: each CPU's status and copies, and the requests under way.
func (s *Sim) Keep(limit int) *Trace {
	t := &Trace{Limit: limit}
	for c := range s.cpus {
		t.status(s, c, Idle, s.cpus[c].status)
	}
	for number := range s.lines {
		l := &s.lines[number]
		for c := range s.cpus {
			t.state(s, c, number, Invalid, s.copy(number, c).state)
		}
		if l.serving != nobody {
			t.ask(s, int(l.serving), number)
		}
		if l.given {
			t.give(s, int(l.serving), number, l.giver)
		}
		for c := l.head; c != nobody; c = s.cpus[c].next {
			t.ask(s, int(c), number)
		}
	}
	s.trace = t
	return t
}

func (t *Trace) add(e Event) {
	if !t.Full() {
		t.Events = append(t.Events, e)
	}
}

func (t *Trace) ask(s *Sim, c, number int) {
	t.add(Event{At: s.now, What: Asked, CPU: int32(c), Line: int32(number), Write: s.cpus[c].write, Other: nobody})
}

func (t *Trace) give(s *Sim, c, number int, from int32) {
	t.add(Event{At: s.now, What: Gave, CPU: int32(c), Line: int32(number), Write: s.cpus[c].write, Other: from})
}

func (t *Trace) arrive(s *Sim, c, number int, from int32) {
	t.add(Event{At: s.now, What: Arrived, CPU: int32(c), Line: int32(number), Write: s.cpus[c].write, Other: from})
}

func (t *Trace) state(s *Sim, c, number int, old, now State) {
	if old != now {
		t.add(Event{At: s.now, What: Changed, CPU: int32(c), Line: int32(number), Other: nobody, Old: uint8(old), New: uint8(now)})
	}
}

func (t *Trace) status(s *Sim, c int, old, now Status) {
	if old != now {
		t.add(Event{At: s.now, What: Became, CPU: int32(c), Line: nobody, Other: nobody, Old: uint8(old), New: uint8(now)})
	}
}

func (t *Trace) op(s *Sim, c int, op *code, kind Kind, version uint32) {
	t.add(Event{At: s.now, What: Operated, Kind: kind, Write: kind != Load, CPU: int32(c), Other: nobody,
		Line: op.line, Addr: op.Addr, Version: version, Failed: kind.spins() && !s.locks[op.lock].free()})
}

func (t *Trace) writeBack(s *Sim, c, number int, version uint32) {
	t.add(Event{At: s.now, What: WroteBack, CPU: int32(c), Line: int32(number), Other: nobody, Version: version})
}

// String writes an event as a line of a text trace.
func (e Event) String() string {
	line := fmt.Sprintf("%12d ps  CPU %-3d ", e.At, e.CPU)
	wants := "read"
	if e.Write {
		wants = "write"
	}
	switch e.What {
	case Asked:
		return line + fmt.Sprintf("asks for line %d to %s", e.Line, wants)
	case Gave:
		return line + fmt.Sprintf("is given line %d by %s", e.Line, e.giver())
	case Arrived:
		return line + fmt.Sprintf("has line %d from %s", e.Line, e.giver())
	case Changed:
		return line + fmt.Sprintf("line %d %s to %s", e.Line, State(e.Old), State(e.New))
	case Operated:
		outcome := ""
		if e.Failed {
			outcome = ", finds it taken"
		}
		return line + fmt.Sprintf("%s at %d, after %d writes%s", e.Kind, e.Addr, e.Version, outcome)
	case WroteBack:
		return line + fmt.Sprintf("writes line %d back, after %d writes", e.Line, e.Version)
	}
	return line + fmt.Sprintf("%s to %s", Status(e.Old), Status(e.New))
}

// giver names who gave the line.
func (e Event) giver() string {
	switch e.Other {
	case nobody:
		return "the home"
	case e.CPU:
		return "itself"
	}
	return fmt.Sprintf("CPU %d", e.Other)
}

// WriteTo writes the trace as text, an event a line.
func (t *Trace) WriteTo(w io.Writer) (n int64, err error) {
	for _, e := range t.Events {
		k, err := fmt.Fprintln(w, e)
		n += int64(k)
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
