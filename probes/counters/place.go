package counters

import (
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/windows"
)

// Place is where one worker of a scenario works, for probes that bring loops of
// their own.
type Place struct {
	Role       probes.Role
	Count      *int64
	Delta      int64          // what one operation adds
	Batch      int64          // operations gathered in a register first
	Line       int            // that Count lies on
	Owner      *atomic.Uint64 // the word of that line that may name its owner
	Neighbours [3]*int64      // level, nr and ns
	Beside     bool           // they are read after each operation

	worker *worker
}

// Places lays a valid scenario out on memory exactly as Build does.
func Places(memory *lines.Memory, s probes.Scenario) []Place {
	w := &workload{scenario: s}
	w.Place(memory)
	places := make([]Place, len(w.workers))
	for i := range w.workers {
		worker := &w.workers[i]
		places[i] = Place{
			Role: worker.role, Count: worker.count, Delta: worker.delta, Batch: worker.batch, Line: w.onLine[i],
			Owner:      (*atomic.Uint64)(memory.At(w.onLine[i], ownerOffset(w.onLine[i], memory.LineBytes()))),
			Neighbours: worker.neighbours, Beside: worker.beside, worker: worker,
		}
	}
	return places
}

// LinesOf returns how many lines of a length a scenario takes at most.
func LinesOf(s probes.Scenario, lineBytes int) int {
	return (&workload{scenario: s, lineBytes: lineBytes}).Lines()
}

// Run runs the experiment's own untracked loop and returns its operations.
func (p Place) Run(stop windows.Stop) int64 {
	p.worker.loop(p.worker, stop)
	return p.worker.ops
}
