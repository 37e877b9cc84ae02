package workloads

import (
	"fmt"

	"linebounce/sim"
)

// Op is what a worker does to its count.
type Op string

// The operations on a count.
const (
	LockedAdd Op = "lock"
	PlainAdd  Op = "plain" // reads, adds, writes back
	StoreOnly Op = "store"
	LoadOnly  Op = "load"
)

// Counters is free-running reference counts: writers work on a count,
// observers only read a field that lies beside it.
type Counters struct {
	Each       bool // a count for each writer instead of one for all
	Padded     bool // each count alone on a line instead of together with the fields
	Op         Op
	Batch      int  // additions gathered in a register before one operation on the line, 1 for none
	Neighbours bool // writers read the fields after each operation
	Writers    int
	Observers  int
	CPUs       []int    // of the writers, then of the observers
	Addition   sim.Time // in a register, of a batch
}

// The layout of a shared line: counts side by side from 0, the read-mostly
// fields where struct pid of Linux 3.0 has nr and ns, with level before them.
// The word before them is left free, for that is where a measurement keeps the
// line's owner.
const (
	countBytes  = 8
	firstFree   = 32
	levelOffset = 40
	nrOffset    = 48
	nsOffset    = 56
)

// Build lays the counts out on lines of a length.
func (c Counters) Build(lineBytes int) Built {
	counts := 1
	if c.Each {
		counts = max(1, c.Writers)
	}
	at := func(i int) int { return i * lineBytes }
	if !c.Padded {
		at = func(i int) int { return sharedCount(i, lineBytes) }
	}
	last := at(counts-1) / lineBytes
	fields := [3]int{levelOffset, nrOffset, nsOffset}
	if c.Padded {
		for i := range fields {
			fields[i] += (last+1)*lineBytes - levelOffset
		}
	}
	b := Built{Workload: sim.Workload{Bytes: (last + 2) * lineBytes}}
	for i, name := range []string{"level", "nr", "ns"} {
		b.name(fields[i], name)
	}
	for i := range counts {
		b.name(at(i), numbered("count", i, counts))
	}
	for line := range last + 1 {
		b.Lines = append(b.Lines, Line{numbered("count", line, last+1), int32(line * lineBytes)})
	}
	for i := range c.Writers {
		b.add(sim.Task{
			Name: fmt.Sprintf("writer %d", i), CPU: c.CPUs[i], Program: c.writer(at(min(i, counts-1)), fields),
		}, Round{Operations: max(c.Batch, 1)})
	}
	for i := range c.Observers {
		b.add(sim.Task{
			Name: fmt.Sprintf("observer %d", i), CPU: c.CPUs[c.Writers+i], Program: []sim.Op{{Kind: sim.Load, Addr: int32(fields[0])}},
		}, Round{Operations: 1})
	}
	return b
}

func (c Counters) writer(count int, fields [3]int) []sim.Op {
	access := func(k sim.Kind, addr int) sim.Op { return sim.Op{Kind: k, Addr: int32(addr)} }
	var program []sim.Op
	if c.Batch > 1 {
		program = append(program, sim.Op{Kind: sim.Compute, Time: c.Addition * sim.Time(c.Batch)})
	}
	switch c.Op {
	case LockedAdd:
		program = append(program, access(sim.Add, count))
	case PlainAdd:
		program = append(program, access(sim.Load, count), access(sim.Store, count))
	case StoreOnly:
		program = append(program, access(sim.Store, count))
	case LoadOnly:
		program = append(program, access(sim.Load, count))
	}
	if c.Neighbours && c.Batch <= 1 && (c.Op == LockedAdd || c.Op == PlainAdd) {
		for _, f := range fields {
			program = append(program, access(sim.Load, f))
		}
	}
	return program
}

// sharedCount returns where count i lies when counts share lines: before the
// fields on the first line, then on as many further lines as it takes, each with
// its last word left free.
func sharedCount(i, lineBytes int) int {
	const first = firstFree / countBytes
	if i < first {
		return i * countBytes
	}
	i -= first
	perLine := lineBytes/countBytes - 1
	return (1+i/perLine)*lineBytes + i%perLine*countBytes
}

// numbered is the name of one of several, or of the only one.
func numbered(name string, i, of int) string {
	if of == 1 {
		return name
	}
	return fmt.Sprintf("%s %d", name, i)
}
