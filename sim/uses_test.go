package sim

import (
	"errors"
	"slices"
	"testing"

	"linebounce/sim/internal/oracle"
)

func kindIs(k Kind) func(Event) bool {
	return func(e Event) bool { return e.What == Operated && e.Kind == k }
}

// The oracle finds nothing in a good trace of locks and rings, and what each
// mutation makes of it.
func TestMisuseIsFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		w     Workload
		rule  string
		spoil func([]Event, int) ([]Event, bool)
	}{
		{"a lock that is held is taken", critical(TAS, 8, 3, 5), oracle.Exclusion,
			alter(func(e Event) bool { return e.Failed }, func(e *Event) { e.Failed = false })},
		{"a lock that is free is not", critical(TTAS, 8, 3, 5), oracle.Exclusion,
			alter(func(e Event) bool { return kindIs(TTAS)(e) && !e.Failed }, func(e *Event) { e.Failed = true })},
		{"a lock is not given back", critical(TAS, 64, 3, 5), oracle.Exclusion, alter(kindIs(Unlock), func(e *Event) { e.Kind = Store })},
		{"a lock is given back twice", critical(Lock, 8, 3, 5), oracle.Exclusion,
			alter(func(e Event) bool { return kindIs(Store)(e) && e.Addr == 8 }, func(e *Event) { e.Kind, e.Addr = Unlock, 0 })},
		{"a ticket is not drawn", critical(Lock, 8, 3, 5), oracle.Exclusion, alter(kindIs(Lock), func(e *Event) { e.Kind = Add })},
		{"the sender does not look", passing(Ring{2, 0, 64, false}, 20, 0, work), oracle.Distance,
			drop(func(e Event) bool { return kindIs(Load)(e) && e.Addr == 64 && e.At > 500*Nanosecond })},
		{"the receiver does not look", passing(Ring{2, 0, 64, true}, 20, work, 0), oracle.Distance,
			drop(func(e Event) bool { return kindIs(Load)(e) && e.Addr == 0 && e.Version > 0 })},
		{"two messages in one slot", passing(Ring{1, 0, 64, false}, 20, 0, work), oracle.Distance,
			alter(func(e Event) bool { return kindIs(Store)(e) && e.At > 500*Nanosecond }, func(e *Event) { e.Kind, e.Addr = Advance, 0 })},
	} {
		m := plainMachine(3)
		w := watch(must(t, m, c.w))
		if err := w.finishes(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		events, applied := slices.Clone(w.trace.Events), false
		for i := 0; i < len(events) && !applied; i++ {
			events, applied = c.spoil(events, i)
		}
		var complaint *oracle.Complaint
		if err := verdict(judge(w.Sim), events); !applied || !errors.As(err, &complaint) || complaint.Rule != c.rule {
			t.Errorf("%s: applied %v, the oracle says %v, want %s", c.name, applied, err, c.rule)
		}
	}
}
