package workloads

import (
	"fmt"

	"linebounce/sim"
)

// Spinlock is CPUs that add to one integer under one spinlock. Between two
// critical sections each does some work of its own, of half to one and a half
// times its mean: without that spread CPUs would march in step, and which of
// them gets the lock would hang on a nanosecond.
type Spinlock struct {
	Look   bool     // looks until the lock is free and only then exchanges, instead of exchanging all the time
	Padded bool     // the integer on another line than the lock
	Own    sim.Time // work between two sections, mean
	CPUs   []int
}

// guardedBeside is where the integer lies on the line of the lock.
const guardedBeside = 8

// Build lays lock and integer out on lines of a length.
func (s Spinlock) Build(lineBytes int) Built {
	guarded, lines := int32(guardedBeside), []Line{{"lock", 0}}
	if s.Padded {
		guarded = int32(stride * lineBytes)
		lines = append(lines, Line{"integer", guarded})
	}
	b := Built{Workload: sim.Workload{Bytes: (stride + 1) * lineBytes}, Lines: lines}
	b.name(0, "lock")
	b.name(int(guarded), "integer")
	take := sim.TAS
	if s.Look {
		take = sim.TTAS
	}
	program := join(
		[]sim.Op{{Kind: take}, {Kind: sim.Load, Addr: guarded}, {Kind: sim.Store, Addr: guarded}, {Kind: sim.Unlock}, {Kind: sim.Count}},
		work(s.Own),
	)
	for i, cpu := range s.CPUs {
		b.add(sim.Task{Name: fmt.Sprintf("adder %d", i), CPU: cpu, Program: program}, Round{Operations: 1})
	}
	return b
}
