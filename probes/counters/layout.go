package counters

import (
	"fmt"
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/ownership"
)

// stayRoom is how many stays the logs of a window hold together: some
// milliseconds' worth at the fastest hand-off rates seen.
const stayRoom = 1 << 16

// counts returns how many counters there are.
func (w *workload) counts() int {
	if w.scenario.Counter == probes.CounterEach {
		return max(1, w.scenario.Writers+w.scenario.Readers)
	}
	return 1
}

// at returns where counter i lies.
func (w *workload) at(i int) (line, offset int) {
	if w.scenario.Line == probes.LineShared {
		return sharedSlot(i, w.lineBytes)
	}
	return i, 0
}

// Lines returns how many lines the counters and the neighbours take at most.
func (w *workload) Lines() int {
	last, _ := w.at(w.counts() - 1)
	return last + 2
}

// Place lays counters, owner words and neighbours out and gives each worker
// the addresses and the loop of its role.
//
//	shared line: counters side by side, the neighbours on the first line
//	padded:      each counter alone on a line, the neighbours on a further one
//
// More counters than fit beside the neighbours go on on further shared lines.
func (w *workload) Place(memory *lines.Memory) {
	s, counters := w.scenario, w.counts()
	w.memory, w.lineBytes = memory, memory.LineBytes()
	last, _ := w.at(counters - 1)
	neighbours, shift := last+1, LevelOffset
	if s.Line == probes.LineShared {
		neighbours, shift = 0, 0
	}
	w.workers = make([]worker, s.Workers())
	w.onLine = make([]int, s.Workers())
	for i := range w.workers {
		worker := &w.workers[i]
		line, offset := w.at(min(i, counters-1))
		w.onLine[i] = line
		worker.role, worker.count = role(s, i), (*int64)(w.memory.At(line, offset))
		worker.batch, worker.delta = int64(s.Batch), 1
		if worker.role == probes.Dropper {
			worker.delta = -1
		}
		for j, offset := range []int{LevelOffset, NrOffset, NsOffset} {
			worker.neighbours[j] = (*int64)(w.memory.At(neighbours, offset-shift))
		}
		worker.beside = s.Neighbours == probes.On
		worker.loop = loopOf(s, worker.role)
	}
	w.track(last + 1)
}

// track prepares the capture of hand-offs. Where locked adds return the order
// it is told from their values, which slows the loop least; elsewhere by an
// owner word on each line that is written. Loads change no owner.
func (w *workload) track(lines int) {
	s := w.scenario
	w.lines = nil
	writers := s.Writers + s.Readers
	if writers == 0 || s.Op == probes.OpLoad {
		return
	}
	if s.Op == probes.OpLock && s.Batch == 1 {
		switch {
		case s.Counter == probes.CounterOne:
			w.method = byValue
		case s.Line == probes.LineShared && writers == 2:
			w.method = byHalves
		}
	}
	room := stayRoom / writers
	if w.method == byOwner {
		for line := range lines {
			word := (*atomic.Uint64)(w.memory.At(line, ownerOffset(line, w.lineBytes)))
			w.lines = append(w.lines, ownership.NewLine(lineName(line, lines), word, writers, room))
		}
	}
	for i := range writers {
		worker := &w.workers[i]
		worker.tracked, worker.word = trackedLoop(s, w.method), w.workers[0].count
		switch w.method {
		case byOwner:
			worker.owner = w.lines[w.onLine[i]].Log(i)
		case byValue:
			worker.values, worker.ticket = ownership.NewValueLog(room), ownership.Ticket(worker.delta)
		case byHalves:
			worker.values, worker.ticket = ownership.NewValueLog(room), ownership.HalfTicket(i)
		}
	}
}

func lineName(line, lines int) string {
	if lines == 1 {
		return "count"
	}
	return fmt.Sprintf("count %d", line)
}

// sharedSlot returns where counter i lies when counters share lines: before
// the neighbours on the first line, then on as many whole lines as it takes.
// One word of each line is left to the owner word.
func sharedSlot(i, lineBytes int) (line, offset int) {
	const first = firstOwnerOffset / CounterBytes
	if i < first {
		return 0, i * CounterBytes
	}
	perLine := lineBytes/CounterBytes - 1
	i -= first
	return 1 + i/perLine, i % perLine * CounterBytes
}

// firstOwnerOffset is where the first line keeps the word that names its last
// owner: between the counters and the neighbours.
const firstOwnerOffset = LevelOffset - 8

// ownerOffset returns where a line keeps its owner word.
func ownerOffset(line, lineBytes int) int {
	if line == 0 {
		return firstOwnerOffset
	}
	return lineBytes - 8
}

func role(s probes.Scenario, i int) probes.Role {
	switch {
	case i >= s.Writers+s.Readers:
		return probes.Observer
	case i >= s.Writers:
		return probes.Dropper
	case s.Readers > 0:
		return probes.Taker
	default:
		return probes.Adder
	}
}
