package rwlock

import (
	"fmt"

	"linebounce/probes"
	"linebounce/probes/ownership"
)

// Report fills in the read sections of the last window and, where hand-offs
// were counted, what happened to the lines. It also looks whether every reader
// has left: a locked add is never lost.
func (w *workload) Report(r *probes.Reading) {
	var cpus []int
	for i := range w.workers {
		r.CPUs[i].Ops = w.workers[i].ops
		cpus = append(cpus, r.CPUs[i].CPU)
	}
	if held := w.held(); held != 0 {
		r.Warnings = append(r.Warnings, probes.Warning{Kind: probes.General,
			Text: fmt.Sprintf("after all readers have left the lock counts %d of them: this window is wrong", held)})
	}
	if !w.tracking {
		return
	}
	burst := &probes.Burst{Method: probes.ByOwner}
	add := func(use probes.LineUse, strip probes.Strip) {
		r.Lines = append(r.Lines, use)
		burst.Strips = append(burst.Strips, strip)
	}
	for _, line := range w.lines {
		add(line.Merge(cpus, w.burst))
	}
	if len(w.lines) == 0 {
		burst.Method = probes.ByValue
		add(w.mergeValues(cpus))
	}
	if w.burst > 0 {
		r.Burst = burst
	}
}

func (w *workload) mergeValues(cpus []int) (probes.LineUse, probes.Strip) {
	var sections int64
	var logs []*ownership.ValueLog
	for i := range w.workers {
		sections += w.workers[i].ops
		logs = append(logs, w.workers[i].values)
	}
	return ownership.MergeValues("lock", cpus, logs, 2*sections, w.burst)
}

// held returns how many readers the lock's words count together, without the
// numbers that a tracked window keeps in the high half.
func (w *workload) held() int64 {
	var sum int64
	seen := map[*int64]bool{}
	for i := range w.workers {
		if word := w.workers[i].word; !seen[word] {
			seen[word] = true
			sum += ownership.References(*word)
		}
	}
	return sum
}
