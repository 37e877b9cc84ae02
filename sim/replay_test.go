package sim

import (
	"math/rand/v2"
	"testing"
)

// longTrace is a run of four CPUs on two lines with locks and messages.
func longTrace(t testing.TB, events int) *Cursor {
	w := Workload{Bytes: 128, Queues: []Queue{{Capacity: 2}}}
	for c := range 4 {
		program := []Op{
			{Kind: Add, Addr: int32(8 * c)}, {Kind: Load, Addr: 64}, {Kind: Compute, Time: 50 * Nanosecond, Jitter: true},
			{Kind: Lock, Addr: 96}, {Kind: Store, Addr: int32(64 + 8*c)}, {Kind: Unlock, Addr: 96}, {Kind: Load},
		}
		if c%2 == 0 {
			program = append(program, Op{Kind: Send})
		} else {
			program = append(program, Op{Kind: Receive})
		}
		w.Tasks = append(w.Tasks, Task{CPU: c, Program: program})
	}
	m := plainMachine(4)
	m.Protocol = MOESI
	s := must(t, m, w)
	trace := s.Keep(events)
	for !trace.Full() {
		s.Run(s.Now() + 1000*Nanosecond)
	}
	return NewCursor(trace, s.Lines(), s.CPUs())
}

// Stepping back returns exactly the pictures that stepping forward left, from
// the end of a trace to its beginning.
func TestStepBackReturnsWhatStepForwardLeft(t *testing.T) {
	const events = 100_000
	c := longTrace(t, events)
	pictures := []Picture{c.Picture.Clone()}
	for c.Forward() {
		pictures = append(pictures, c.Picture.Clone())
	}
	if len(pictures) != events+1 || c.Position() != events {
		t.Fatalf("%d pictures of %d events", len(pictures), events)
	}
	kinds := map[What]int{}
	for i := events - 1; i >= 0; i-- {
		e, _ := c.Event()
		kinds[e.What]++
		if !c.Back() || c.Position() != i || !c.Equal(pictures[i]) {
			t.Fatalf("back to event %d\n%+v\nforward it was\n%+v", i, c.Picture, pictures[i])
		}
	}
	if c.Back() {
		t.Error("there is something before the beginning")
	}
	for what := Asked; what <= Became; what++ {
		if kinds[what] == 0 {
			t.Errorf("no event of the trace %s", what)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		at := r.IntN(events + 1)
		if c.Seek(at); c.Position() != at || !c.Equal(pictures[at]) {
			t.Fatalf("sought event %d: at %d\n%+v\nforward it was\n%+v", at, c.Position(), c.Picture, pictures[at])
		}
	}
	c.Seek(-5)
	if c.Position() != 0 {
		t.Errorf("sought -5, at %d", c.Position())
	}
}

// The cursor's picture is the model's own state, at every event.
func TestPictureIsTheState(t *testing.T) {
	for seed := range uint64(40) {
		d := randomDice(seed)
		m := drawMachine(&d)
		s := must(t, m, drawWorkload(&d, m.CPUs()))
		c := NewCursor(s.Keep(1<<20), s.Lines(), s.CPUs())
		for s.Step() {
			for c.Forward() {
			}
			for cpu := range s.cpus {
				waits := s.cpus[cpu].status == Waiting
				if c.Status[cpu] != s.cpus[cpu].status || c.Asks[cpu].Waits != waits || c.Ops[cpu] != s.CPU(cpu).Ops {
					t.Fatalf("seed %d at %d ps: CPU %d is %s with %d operations in the picture, %+v", seed, s.Now(), cpu, c.Status[cpu], c.Ops[cpu], s.cpus[cpu])
				}
				for line := range s.lines {
					if got, want := c.States[line][cpu], s.copy(line, cpu).state; got != want {
						t.Fatalf("seed %d at %d ps: CPU %d has line %d %s in the picture, %s in the model", seed, s.Now(), cpu, line, got, want)
					}
				}
			}
		}
	}
}

// A jump to a random place in a trace of 100,000 events and a step back there.
func BenchmarkBackAnywhere(b *testing.B) {
	const events = 100_000
	c := longTrace(b, events)
	r := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		c.Seek(1 + r.IntN(events))
		c.Back()
	}
}

// One step back and one forward.
func BenchmarkBackAndForward(b *testing.B) {
	c := longTrace(b, 100_000)
	c.Seek(50_000)
	for b.Loop() {
		c.Back()
		c.Forward()
	}
}
