package sim

import (
	"fmt"
	"io"
)

// What a trace's event says.
type What uint8

// The events of a trace.
const (
	Asked    What = iota // CPU misses on Line and asks for it, to write or to read
	Gave                 // Other (nobody: the home) lets go of Line for CPU; the data is under way
	Arrived              // the data is at CPU
	Changed              // CPU's copy of Line went from Old to New
	Operated             // CPU did an operation on a word
	Became               // CPU went from status Old to New
)

func (w What) String() string {
	return [...]string{"asks", "gives", "arrives", "state", "does", "status"}[w]
}

// Event is one step of a trace. It holds what came before as well as what came
// after, so that it can be taken back.
type Event struct {
	At       Time
	What     What
	Kind     Kind // of an operation
	Write    bool // of a request
	Old, New uint8
	CPU      int32
	Other    int32 // who gave the line, -1 for the home
	Line     int32
	Addr     int32
	Version  uint32 // of the data the operation saw: how many writes the line had had
}

// Trace keeps the events of a run, up to a limit.
type Trace struct {
	Events []Event
	Limit  int
}

// Full reports whether the limit is reached. Further events are not kept.
func (t *Trace) Full() bool { return len(t.Events) >= t.Limit }

// Keep starts to keep events, at most limit of them. Call it before the first
// step. The CPUs' first statuses are events too.
func (s *Sim) Keep(limit int) *Trace {
	s.trace = &Trace{Limit: limit}
	for c := range s.cpus {
		s.trace.add(Event{What: Became, CPU: int32(c), Line: nobody, New: uint8(s.cpus[c].status)})
	}
	return s.trace
}

func (t *Trace) add(e Event) {
	if !t.Full() {
		t.Events = append(t.Events, e)
	}
}

func (t *Trace) ask(s *Sim, c, number int, write bool) {
	t.add(Event{At: s.now, What: Asked, CPU: int32(c), Line: int32(number), Write: write, Other: nobody})
}

func (t *Trace) give(s *Sim, c, number int, from int32) {
	t.add(Event{At: s.now, What: Gave, CPU: int32(c), Line: int32(number), Write: s.cpus[c].write, Other: from})
}

func (t *Trace) arrive(s *Sim, c, number int, from int32) {
	t.add(Event{At: s.now, What: Arrived, CPU: int32(c), Line: int32(number), Write: s.cpus[c].write, Other: from})
}

func (t *Trace) state(s *Sim, c, number int, now State) {
	if old := s.copies[number*s.n+c].state; old != now {
		t.add(Event{At: s.now, What: Changed, CPU: int32(c), Line: int32(number), Old: uint8(old), New: uint8(now)})
	}
}

func (t *Trace) status(s *Sim, c int, now Status) {
	if old := s.cpus[c].status; old != now {
		t.add(Event{At: s.now, What: Became, CPU: int32(c), Line: nobody, Old: uint8(old), New: uint8(now)})
	}
}

func (t *Trace) op(s *Sim, c int, op *code, version uint32) {
	t.add(Event{At: s.now, What: Operated, Kind: op.Kind, CPU: int32(c), Line: op.line, Addr: op.Addr, Version: version})
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
		return line + fmt.Sprintf("gets line %d from %s", e.Line, giver(e.Other))
	case Arrived:
		return line + fmt.Sprintf("has line %d", e.Line)
	case Changed:
		return line + fmt.Sprintf("line %d %s to %s", e.Line, State(e.Old), State(e.New))
	case Operated:
		return line + fmt.Sprintf("%s at %d, after %d writes", e.Kind, e.Addr, e.Version)
	}
	return line + fmt.Sprintf("%s to %s", Status(e.Old), Status(e.New))
}

func giver(cpu int32) string {
	if cpu == nobody {
		return "the home"
	}
	return fmt.Sprintf("CPU %d", cpu)
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
