// Package workloads builds what the model runs: free-running counters, read locks,
// a spinlock with what it guards, rings of messages, messages over AF_UNIX and
// hackbench with the references that a version of Linux took for each, and semop
// with its locks. What a program touches lies at the byte
// offsets that it really had.
//
// Nothing here is fitted. What no source says is an Assumption, listed with its
// reason by the workload that makes it.
package workloads

import "linebounce/sim"

// Built is a workload ready for the model, with what it takes to read off what
// its tasks did.
type Built struct {
	sim.Workload
	Rounds []Round // by task
	Lines  []Line  // that tasks write and pass around
}

// Round is what one unit of a task's work amounts to: what it does from one
// Count to the next or, where it never counts, one run of its program.
type Round struct {
	Operations int // on counts and locks: what a rate of operations counts
	Sent       int // messages
	Received   int
}

// Line is a line worth watching.
type Line struct {
	Name string // "count", "pid", "cred", "lock" and the like, or with a number where there are several
	Addr int32  // of a byte on it
}

// Assumption is a value that a workload takes and that was not measured for it.
type Assumption struct {
	What, Value, Source string
}

func (b *Built) add(t sim.Task, r Round) {
	b.Tasks = append(b.Tasks, t)
	b.Rounds = append(b.Rounds, r)
}

// name gives a word its name for traces and pictures.
func (b *Built) name(addr int, name string) {
	if b.Names == nil {
		b.Names = map[int32]string{}
	}
	b.Names[int32(addr)] = name
}

// locked counts the locked adds of a program.
func locked(program []sim.Op) (n int) {
	for _, op := range program {
		if op.Kind == sim.Add {
			n++
		}
	}
	return n
}

// work is a computation of a mean length. None is none.
func work(t sim.Time) []sim.Op {
	if t <= 0 {
		return nil
	}
	return []sim.Op{{Kind: sim.Compute, Time: t, Jitter: true}}
}

func join(parts ...[]sim.Op) []sim.Op {
	var all []sim.Op
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}
