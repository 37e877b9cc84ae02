package rwlock

import (
	"fmt"
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/ownership"
)

// words returns how many words the lock has.
func (w *workload) words() int {
	if w.scenario.Counter == probes.CounterEach {
		return max(1, w.scenario.Readers)
	}
	return 1
}

// at returns where word i lies. A line's last word is left to name its owner.
func (w *workload) at(i int) (line, offset int) {
	if w.scenario.Line == probes.LinePadded {
		return i, 0
	}
	perLine := w.lineBytes/wordBytes - 1
	return i / perLine, i % perLine * wordBytes
}

// Lines returns how many lines the words take.
func (w *workload) Lines() int {
	last, _ := w.at(w.words() - 1)
	return last + 1
}

// Place lays the words out, the first at the beginning of the first line.
func (w *workload) Place(memory *lines.Memory) {
	w.memory, w.lineBytes = memory, memory.LineBytes()
	w.workers, w.lines = make([]worker, w.scenario.Readers), nil
	room := stayRoom / max(1, len(w.workers))
	byValue := w.words() == 1 // fetch-and-add on the one word returns the order
	if !byValue {
		w.trackLines(room)
	}
	for i := range w.workers {
		line, offset := w.at(min(i, w.words()-1))
		worker := &w.workers[i]
		worker.word = (*int64)(memory.At(line, offset))
		if byValue {
			worker.values = ownership.NewValueLog(room)
		} else {
			worker.owner = w.lines[line].Log(i)
		}
	}
	w.Reset(false)
}

// trackLines gives each line a word that names its last owner.
func (w *workload) trackLines(room int) {
	n := w.Lines()
	for line := range n {
		name := "lock"
		if n > 1 {
			name = fmt.Sprintf("lock %d", line)
		}
		word := (*atomic.Uint64)(w.memory.At(line, w.lineBytes-wordBytes))
		w.lines = append(w.lines, ownership.NewLine(name, word, len(w.workers), room))
	}
}
