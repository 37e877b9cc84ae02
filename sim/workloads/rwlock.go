package workloads

import (
	"fmt"

	"linebounce/sim"
)

// ReadLocks is CPUs that take a reader-writer lock to read and give it back,
// with nothing in between and no writer about. The lock's word counts its readers,
// so a reader writes it twice.
type ReadLocks struct {
	Each   bool // a word for each reader instead of one for all
	Padded bool // each word alone on a line instead of side by side
	CPUs   []int
}

// Build lays the words out on lines of a length. The last word of a line is left
// free, for that is where a measurement keeps the line's owner.
func (r ReadLocks) Build(lineBytes int) Built {
	words, perLine := 1, lineBytes/countBytes-1
	if r.Each {
		words = max(1, len(r.CPUs))
	}
	at := func(i int) int { return i/perLine*lineBytes + i%perLine*countBytes }
	if r.Padded {
		at = func(i int) int { return i * lineBytes }
	}
	last := at(words-1) / lineBytes
	b := Built{Workload: sim.Workload{Bytes: (last + 1) * lineBytes}}
	for i := range words {
		b.name(at(i), numbered("lock", i, words))
	}
	for line := range last + 1 {
		b.Lines = append(b.Lines, Line{numbered("lock", line, last+1), int32(line * lineBytes)})
	}
	for i, cpu := range r.CPUs {
		add := sim.Op{Kind: sim.Add, Addr: int32(at(min(i, words-1)))}
		b.add(sim.Task{Name: fmt.Sprintf("reader %d", i), CPU: cpu, Program: []sim.Op{add, add}}, Round{Operations: 1})
	}
	return b
}
