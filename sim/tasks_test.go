package sim

import (
	"fmt"
	"slices"
	"testing"
)

const work = 100 * Nanosecond

// A task ends when its last operation has ended, and takes as long as its
// operations.
func TestTaskTakesItsTime(t *testing.T) {
	for _, c := range []struct {
		name    string
		program []Op
		rounds  int64
		want    Time
	}{
		{"one computation", []Op{{Kind: Compute, Time: work}}, 1, work},
		{"three rounds", []Op{{Kind: Compute, Time: work}, {Kind: Count}}, 3, 3 * work},
		{"a miss and four hits", []Op{{Kind: Add}}, 5, 40*Nanosecond + 5*6*Nanosecond},
		{"a store after a load", []Op{{Kind: Load}, {Kind: Store}}, 1, 40*Nanosecond + 2*Nanosecond},
		{"a lock that is free", []Op{{Kind: Lock}, {Kind: Unlock}}, 1, 40*Nanosecond + 6*Nanosecond + 1*Nanosecond},
		{"a tas lock that is free", []Op{{Kind: TAS}, {Kind: Unlock}}, 1, 40*Nanosecond + 6*Nanosecond + 1*Nanosecond},
		{"a ttas lock that is free", []Op{{Kind: TTAS}, {Kind: Unlock}}, 1, 40*Nanosecond + 1*Nanosecond + 6*Nanosecond + 1*Nanosecond},
	} {
		s := must(t, plainMachine(2), Workload{Bytes: 64, Tasks: []Task{{Program: c.program, Rounds: c.rounds}}})
		if s.Run(1 << 40) {
			t.Errorf("%s: still not done", c.name)
		}
		if s.Now() != c.want {
			t.Errorf("%s: done at %d ps, want %d", c.name, s.Now(), c.want)
		}
	}
}

// Tasks of one CPU take turns at it in order, each until it blocks or is done;
// tasks of any CPU go to the lowest idle one.
func TestTasksTakeTurns(t *testing.T) {
	step := []Op{{Kind: Compute, Time: work}, {Kind: Count}}
	s := must(t, plainMachine(3), Workload{Tasks: []Task{
		{Name: "pinned", CPU: 1, Program: step, Rounds: 2},
		{Name: "behind it", CPU: 1, Program: step, Rounds: 1},
		{Name: "free", CPU: -1, Program: step, Rounds: 3},
		{Name: "free too", CPU: -1, Program: step, Rounds: 1},
		{Name: "last", CPU: -1, Program: step, Rounds: 1},
	}})
	var done [][]int64
	for s.Run(s.Now() + work) {
		done = append(done, []int64{s.Done(0), s.Done(1), s.Done(2), s.Done(3), s.Done(4)})
	}
	want := [][]int64{
		{1, 0, 1, 1, 0}, // CPU 1 pinned, CPU 0 free, CPU 2 free too
		{2, 0, 2, 1, 1}, // CPU 2 last
	}
	if !slices.EqualFunc(done, want, slices.Equal) {
		t.Errorf("done after each %d ps: %v, want %v", work, done, want)
	}
	if s.Now() != 3*work {
		t.Errorf("all done at %d ps, want %d", s.Now(), 3*work)
	}
}

// A task of any CPU that is woken goes to the lowest idle CPU, wherever it ran
// before.
func TestWokenTaskTakesTheLowestIdleCPU(t *testing.T) {
	s := must(t, plainMachine(4), Workload{Queues: []Queue{{1}}, Tasks: []Task{
		{CPU: 0, Rounds: 1, Program: []Op{{Kind: Compute, Time: 2 * work}, {Kind: Send}, {Kind: Compute, Time: work}}},
		{CPU: 1, Rounds: 1, Program: []Op{{Kind: Compute, Time: work}}},
		{CPU: 2, Rounds: 1, Program: []Op{{Kind: Compute, Time: work}}},
		{CPU: -1, Rounds: 1, Program: []Op{{Kind: Receive}, {Kind: Compute, Time: 10 * work}}}, // begins on CPU 3
	}})
	var got []Time
	s.Run(1 << 40)
	for c := range s.CPUs() {
		got = append(got, s.CPU(c).Computed)
	}
	if want := []Time{3 * work, 11 * work, work, 0}; !slices.Equal(got, want) {
		t.Errorf("computed %v ps, want %v", got, want)
	}
}

// A ring of tasks that outnumber the CPUs passes every message on, whatever CPU
// they run on.
func TestMessagesArrive(t *testing.T) {
	for _, pinned := range []bool{false, true} {
		const tasks, messages = 40, 25
		w := Workload{}
		for i := range tasks {
			w.Queues = append(w.Queues, Queue{Capacity: 1 + i%3})
			cpu := -1
			if pinned {
				cpu = i % 4
			}
			program := []Op{{Kind: Compute, Time: work, Jitter: true}, {Kind: Receive, Object: int32(i)}, {Kind: Count}, {Kind: Send, Object: int32((i + 1) % tasks)}}
			if i == 0 {
				program = []Op{{Kind: Send, Object: 1}, {Kind: Compute, Time: work, Jitter: true}, {Kind: Receive, Object: 0}, {Kind: Count}}
			}
			w.Tasks = append(w.Tasks, Task{CPU: cpu, Program: program, Rounds: messages})
		}
		s := must(t, plainMachine(4), w)
		for s.Step() {
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
		}
		if s.Stuck() {
			t.Fatalf("pinned %v: stuck at %d ps", pinned, s.Now())
		}
		for i := range tasks {
			if s.Done(i) != messages {
				t.Errorf("pinned %v: task %d received %d messages, want %d", pinned, i, s.Done(i), messages)
			}
		}
	}
}

// A bounded queue holds its sender up: it is never more than the capacity ahead.
func TestQueueIsBounded(t *testing.T) {
	s := must(t, plainMachine(2), Workload{Queues: []Queue{{Capacity: 3}}, Tasks: []Task{
		{CPU: 0, Program: []Op{{Kind: Send}, {Kind: Count}}, Rounds: 50},
		{CPU: 1, Program: []Op{{Kind: Receive}, {Kind: Count}, {Kind: Compute, Time: work}}, Rounds: 50},
	}})
	most := int64(0)
	for s.Step() {
		ahead := s.Done(0) - s.Done(1)
		if most = max(most, ahead); ahead < 0 || ahead > 3+1 { // one is received and not yet counted
			t.Fatalf("%d messages sent, %d received, room for 3", s.Done(0), s.Done(1))
		}
	}
	if most < 3 || s.Done(1) != 50 {
		t.Errorf("at most %d messages ahead, %d received", most, s.Done(1))
	}
}

// Two tasks that wait for each other are stuck, which is not the end.
func TestStuck(t *testing.T) {
	s := must(t, plainMachine(2), Workload{Queues: []Queue{{1}, {1}}, Tasks: []Task{
		{Program: []Op{{Kind: Receive, Object: 0}, {Kind: Send, Object: 1}}, Rounds: 1},
		{Program: []Op{{Kind: Receive, Object: 1}, {Kind: Send, Object: 0}}, CPU: 1, Rounds: 1},
	}})
	if s.Stuck() || !s.Run(work) || !s.Stuck() || s.Now() != work {
		t.Errorf("stuck %v at %d ps", s.Stuck(), s.Now())
	}
}

// One task at a time is inside a lock of any kind; tickets are served in the
// order in which they were drawn.
func TestLocksExclude(t *testing.T) {
	for _, p := range Protocols() {
		for _, take := range []Kind{Lock, TAS, TTAS} {
			for _, apart := range []int32{8, 64} { // what the lock guards, on its line and not
				m := plainMachine(5)
				m.Protocol = p
				watched := watch(must(t, m, critical(take, apart, 5, 30)))
				if err := watched.finishes(); err != nil {
					t.Fatalf("%s %s: %v", p, take, err)
				}
				if err := exclude(watched.trace.Events, take, apart); err != nil {
					t.Fatalf("%s %s: %v", p, take, err)
				}
				var failed int64
				for c := range 5 {
					if watched.Done(c) != 30 {
						t.Errorf("%s %s: CPU %d went in %d times, want 30", p, take, c, watched.Done(c))
					}
					failed += watched.CPU(c).Failed
				}
				if fails := take != Lock; fails != (failed > 0) {
					t.Errorf("%s %s: %d exchanges failed", p, take, failed)
				}
			}
		}
	}
}

// critical is tasks that go into one lock again and again, work there, and work
// outside.
func critical(take Kind, apart int32, cpus int, rounds int64) Workload {
	w := Workload{Bytes: 128}
	for c := range cpus {
		w.Tasks = append(w.Tasks, Task{CPU: c, Rounds: rounds, Program: []Op{
			{Kind: take}, {Kind: Load, Addr: apart}, {Kind: Compute, Time: 30 * Nanosecond, Jitter: true}, {Kind: Store, Addr: apart},
			{Kind: Unlock}, {Kind: Count}, {Kind: Compute, Time: work, Jitter: true},
		}})
	}
	return w
}

// exclude holds a trace of critical against what the guarded word saw.
func exclude(events []Event, take Kind, apart int32) error {
	var taken []int32 // by whom, in order
	holder := int32(nobody)
	for _, e := range events {
		switch {
		case e.What != Operated:
		case e.Kind == take && !e.Failed:
			if taken = append(taken, e.CPU); take != Lock && len(taken) > 1 {
				return fmt.Errorf("CPU %d takes what CPU %d has", e.CPU, taken[0])
			}
		case e.Kind == Load && e.Addr == apart:
			if holder != nobody || len(taken) == 0 || e.CPU != taken[0] {
				return fmt.Errorf("CPU %d is inside, CPU %d was, taken by %v", e.CPU, holder, taken)
			}
			holder = e.CPU
		case e.Kind == Unlock:
			if e.CPU != holder {
				return fmt.Errorf("CPU %d gives back what CPU %d holds", e.CPU, holder)
			}
			holder, taken = nobody, taken[1:]
		}
	}
	return nil
}
