package sim

import (
	"errors"
	"slices"
	"testing"

	"linebounce/sim/internal/oracle"
)

// mixed is a workload in which every CPU reads and adds to one line.
func mixed(n int) Workload {
	w := Workload{Bytes: 128}
	for c := range n {
		own := int32(8 * c)
		w.Tasks = append(w.Tasks, Task{CPU: c, Rounds: 20, Program: []Op{
			{Kind: Compute, Time: 40 * Nanosecond, Jitter: true}, {Kind: Load, Addr: own}, {Kind: Load},
			{Kind: Compute, Time: 100 * Nanosecond, Jitter: true}, {Kind: Add, Addr: own}, {Kind: Load, Addr: 64},
		}})
	}
	return w
}

// Each planted bug is found by the model's own check, as the promise that it
// breaks, and by the oracle; without it neither finds anything.
func TestPlantedBugsAreFound(t *testing.T) {
	for _, c := range []struct {
		fault  Fault
		breaks Invariant
		rule   string
	}{
		{LostInvalidation, SingleWriter, oracle.Coherence},
		{StaleShared, LatestData, oracle.Protocol},
		{DirtyDropped, NoLostUpdate, oracle.Protocol},
	} {
		for _, p := range Protocols() {
			m := plainMachine(3)
			m.Protocol = p
			s := must(t, m, mixed(3))
			trace := s.Keep(1 << 16)
			s.Plant(c.fault)
			var found *Violation
			for s.Step() && found == nil {
				errors.As(s.Check(), &found)
			}
			if found == nil || found.Invariant != c.breaks || found.Line != 0 {
				t.Errorf("%s, %s: the check says %v, want %s on line 0", p, c.fault, found, c.breaks)
			}
			for s.Step() { // the oracle may need to see what comes of it
			}
			var complaint *oracle.Complaint
			if !errors.As(verdict(judge(s), trace.Events), &complaint) || complaint.Rule != c.rule {
				t.Errorf("%s, %s: the oracle says %v, want %s", p, c.fault, complaint, c.rule)
			}
		}
	}
}

// A stale copy that only its data betrays: the home answers as if nobody else
// did, and the trace names a giver that has newer data.
func TestTheOracleFollowsTheData(t *testing.T) {
	for _, fault := range []Fault{StaleShared, DirtyDropped} {
		s := must(t, plainMachine(3), mixed(3))
		trace := s.Keep(1 << 16)
		s.Plant(fault)
		for s.Step() {
		}
		j := judge(s)
		var complaint *oracle.Complaint
		for _, e := range trace.Events {
			if e.What == Gave && e.Other == nobody {
				e.Other = rightful(trace.Events, e)
			}
			step, some := told(e)
			if some && errors.As(j.Step(step), &complaint) {
				break
			}
		}
		if complaint == nil || complaint.Rule != oracle.Data && complaint.Rule != oracle.Lasting {
			t.Errorf("%s with givers put right: the oracle says %v", fault, complaint)
		}
	}
}

// rightful returns the CPU that had to answer at an event of a trace.
func rightful(events []Event, until Event) int32 {
	answers := int32(nobody)
	for _, e := range events {
		if e == until {
			break
		}
		if e.What == Changed && e.Line == until.Line {
			if State(e.New).supplies() {
				answers = e.CPU
			} else if answers == e.CPU {
				answers = nobody
			}
		}
	}
	return answers
}

// A mutation spoils a good trace at the first event that it applies to.
type mutation struct {
	name     string
	protocol Protocol
	rule     string
	spoil    func(events []Event, i int) ([]Event, bool)
}

// drop leaves the event out if it is one of those meant.
func drop(meant func(Event) bool) func([]Event, int) ([]Event, bool) {
	return func(events []Event, i int) ([]Event, bool) {
		if !meant(events[i]) {
			return events, false
		}
		return slices.Delete(events, i, i+1), true
	}
}

// alter changes the event if it is one of those meant.
func alter(meant func(Event) bool, change func(*Event)) func([]Event, int) ([]Event, bool) {
	return func(events []Event, i int) ([]Event, bool) {
		if !meant(events[i]) {
			return events, false
		}
		change(&events[i])
		return events, true
	}
}

func changed(old, now State) func(Event) bool {
	return func(e Event) bool { return e.What == Changed && State(e.Old) == old && State(e.New) == now }
}

var mutations = []mutation{
	{"a write-back is dropped", MESI, oracle.Lasting, drop(func(e Event) bool { return e.What == WroteBack })},
	{"a write-back sends old data", MESI, oracle.Data,
		alter(func(e Event) bool { return e.What == WroteBack }, func(e *Event) { e.Version-- })},
	{"a sharer is not invalidated", MESI, oracle.Coherence, drop(changed(Shared, Invalid))},
	{"an owner keeps its copy", MOESI, oracle.Coherence, drop(changed(Owned, Invalid))},
	{"a reader becomes a second owner", MOESI, oracle.Protocol,
		alter(changed(Invalid, Shared), func(e *Event) { e.New = uint8(Owned) })},
	{"a reader gets E while another has S", MESI, oracle.Protocol,
		alter(changed(Invalid, Shared), func(e *Event) { e.New = uint8(Exclusive) })},
	{"Forward is duplicated", MESIF, oracle.Coherence, drop(changed(Forward, Shared))},
	{"Forward is lost", MESIF, oracle.Protocol,
		alter(changed(Invalid, Forward), func(e *Event) { e.New = uint8(Shared) })},
	{"a dirty copy becomes clean by itself", MOESI, oracle.Protocol,
		alter(changed(Modified, Owned), func(e *Event) { e.New = uint8(Shared) })},
	{"the home answers although a cache must", MOESI, oracle.Protocol,
		alter(func(e Event) bool { return e.What == Gave && e.Other >= 0 && e.Other != e.CPU }, func(e *Event) { e.Other = nobody })},
	{"an upgrade builds on an old version", MESI, oracle.Data, func(events []Event, i int) ([]Event, bool) {
		if i < 2 || events[i].What != Operated || !changed(Shared, Modified)(events[i-1]) && !changed(Shared, Modified)(events[i-2]) {
			return events, false
		}
		events[i].Version--
		return events, true
	}},
	{"two writes build on one version", MESI, oracle.Data, func(events []Event, i int) ([]Event, bool) {
		if e := events[i]; e.What == Operated && e.Write {
			return slices.Insert(events, i, e), true
		}
		return events, false
	}},
	{"a write is forgotten", MESI, oracle.Data, drop(func(e Event) bool { return e.What == Operated && e.Write })},
	{"a reader keeps reading a lost copy", MESI, oracle.Coherence, func(events []Event, i int) ([]Event, bool) {
		if !changed(Shared, Invalid)(events[i]) {
			return events, false
		}
		return slices.Insert(events, i+1, Event{At: events[i].At, What: Operated, Kind: Load, CPU: events[i].CPU}), true
	}},
	{"the second in the queue is served first", MESI, oracle.Service, func(events []Event, i int) ([]Event, bool) {
		for k := i + 1; k < len(events) && events[i].What == Asked && events[k].What != Gave; k++ {
			if events[k].What == Asked && events[k].Line == events[i].Line {
				events[i], events[k] = events[k], events[i]
				return events, true
			}
		}
		return events, false
	}},
	{"a request is served too late", MESI, oracle.Service, func(events []Event, i int) ([]Event, bool) {
		for k := i; k < len(events) && events[i].What == Asked; k++ {
			events[k].At += 1e9
		}
		events[i].At -= 1e9
		return events, events[i].What == Asked
	}},
	{"a request is never served", MESI, oracle.Service, func(events []Event, i int) ([]Event, bool) {
		last := len(events) - 1 - i // from the end
		if events[last].What != Asked {
			return events, false
		}
		return events[:last+1], true
	}},
}

// The oracle finds nothing in a good trace and each mutation of it.
func TestMutationsAreFound(t *testing.T) {
	for _, c := range mutations {
		m := plainMachine(3)
		m.Protocol = c.protocol
		w := watch(must(t, m, mixed(3)))
		if err := w.finishes(); err != nil {
			t.Fatal(err)
		}
		events, applied := slices.Clone(w.trace.Events), false
		for i := 0; i < len(events) && !applied; i++ {
			events, applied = c.spoil(events, i)
		}
		j := judge(w.Sim)
		err := verdict(j, events)
		if err == nil {
			err = j.End()
		}
		var complaint *oracle.Complaint
		if !applied || !errors.As(err, &complaint) || complaint.Rule != c.rule {
			t.Errorf("%s: applied %v, the oracle says %v, want %s", c.name, applied, err, c.rule)
		}
	}
}
