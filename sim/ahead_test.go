package sim

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
)

// A CPU that goes on by itself between events leaves the same trace as one event
// for each operation, wherever the run is cut into pieces.
func TestRunsAheadAsStepByStep(t *testing.T) {
	for seed := range uint64(300) {
		d := randomDice(seed)
		m := drawMachine(&d)
		workload := drawWorkload(&d, m.CPUs())
		stepped, run := must(t, m, workload), must(t, m, workload)
		want, got := stepped.Keep(1<<20), run.Keep(1<<20)
		for stepped.Step() {
		}
		for pieces := Time(seed % 7 * 3000); run.Run(run.Now()+pieces+1) && !run.Stuck(); {
		}
		if !slices.Equal(got.Events, want.Events) {
			t.Fatalf("seed %d: the traces differ from event %d on", seed, differ(got.Events, want.Events))
		}
		if a, b := counts(stepped), counts(run); !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: step by step\n%v\nahead\n%v", seed, a, b)
		}
	}
}

func differ(a, b []Event) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// counts is all that a simulation counts.
func counts(s *Sim) []any {
	var all []any
	for c := range s.CPUs() {
		all = append(all, s.CPU(c))
	}
	for l := range s.Lines() {
		all = append(all, s.Line(l))
	}
	for task := range s.tasks {
		all = append(all, s.Done(task))
	}
	return all
}

// A run without a trace is the run that the trace tells of.
func TestATraceChangesNothing(t *testing.T) {
	for seed := range uint64(100) {
		d := randomDice(seed)
		m := drawMachine(&d)
		workload := drawWorkload(&d, m.CPUs())
		traced, plain := must(t, m, workload), must(t, m, workload)
		traced.Keep(1 << 20)
		for _, until := range []Time{50, 100, 1000, 100_000} {
			until *= Nanosecond
			if a, b := traced.Run(until), plain.Run(until); a != b || traced.Now() != plain.Now() {
				t.Fatalf("seed %d: %v at %d ps with a trace, %v at %d without", seed, a, traced.Now(), b, plain.Now())
			}
			if a, b := counts(traced), counts(plain); !reflect.DeepEqual(a, b) {
				t.Fatalf("seed %d at %d ps: with a trace\n%v\nwithout\n%v", seed, until, a, b)
			}
		}
	}
}

// The same seed gives the same trace, another seed another one.
func TestSeed(t *testing.T) {
	run := func(seed uint64) string {
		w := adders(3, 8)
		for i := range w.Tasks {
			w.Tasks[i].Program = append(w.Tasks[i].Program, Op{Kind: Compute, Time: 50 * Nanosecond, Jitter: true})
		}
		s, err := New(plainMachine(3), w, seed)
		if err != nil {
			t.Fatal(err)
		}
		trace := s.Keep(1 << 12)
		s.Run(10_000 * Nanosecond)
		return fmt.Sprint(trace.Events)
	}
	one, again, another := run(1), run(1), run(2)
	if one != again {
		t.Error("one seed, two traces")
	}
	if one == another {
		t.Error("two seeds, one trace")
	}
}

// What a trace begins with when it is kept from the middle of a run is what a
// trace from the beginning has come to.
func TestKeepFromTheMiddle(t *testing.T) {
	for seed := range uint64(50) {
		d := randomDice(seed)
		m := drawMachine(&d)
		s := must(t, m, drawWorkload(&d, m.CPUs()))
		early := s.Keep(1 << 20)
		s.Run(Time(seed) * 7 * Nanosecond)
		whole := NewCursor(early, s.Lines(), s.CPUs())
		whole.Seek(len(early.Events))
		late := NewCursor(s.Keep(1<<20), s.Lines(), s.CPUs())
		late.Seek(1 << 20)
		a, b := whole.Picture.Clone(), late.Picture.Clone()
		clear(a.Ops) // counted from the beginning of each trace
		clear(b.Ops)
		a.At, b.At = 0, 0
		if !a.Equal(b) {
			t.Fatalf("seed %d: from the beginning\n%+v\nfrom the middle\n%+v", seed, a, b)
		}
		late.Seek(0)
		if !late.Equal(NewCursor(nil, s.Lines(), s.CPUs()).Picture) {
			t.Fatalf("seed %d: back at the beginning\n%+v", seed, late.Picture)
		}
	}
}
