package counters

import (
	"fmt"

	"linebounce/probes"
	"linebounce/probes/ownership"
)

// Report fills in the operations of the last window and, where hand-offs were
// counted, what happened to the lines. It also holds the counts against the
// operations: a locked add is never lost.
func (w *workload) Report(r *probes.Reading) {
	var writers []int
	for i := range w.workers {
		r.CPUs[i].Ops = w.workers[i].ops
		if w.workers[i].role != probes.Observer {
			writers = append(writers, r.CPUs[i].CPU)
		}
	}
	if got, want := w.counted(), w.expected(); w.scenario.Op == probes.OpLock && got != want {
		r.Warnings = append(r.Warnings, probes.Warning{Kind: probes.General,
			Text: fmt.Sprintf("the counts add up to %d, but gets minus puts are %d: this window is wrong", got, want)})
	}
	if !w.tracking {
		if w.scenario.Op == probes.OpPlain {
			r.Lost = w.lost()
		}
		return
	}
	burst := &probes.Burst{Method: probes.ByOwner}
	if w.method != byOwner {
		burst.Method = probes.ByValue
		w.reportValues(r, burst, writers)
	}
	for _, line := range w.lines {
		use, strip := line.Merge(writers, w.burst)
		r.Lines = append(r.Lines, use)
		burst.Strips = append(burst.Strips, strip)
	}
	if w.burst > 0 && len(burst.Strips) > 0 {
		r.Burst = burst
	}
}

func (w *workload) reportValues(r *probes.Reading, burst *probes.Burst, writers []int) {
	var ops int64
	var logs []*ownership.ValueLog
	for i := range writers {
		ops += w.workers[i].ops
		logs = append(logs, w.workers[i].values)
	}
	use, strip := ownership.MergeValues("count", writers, logs, ops, w.burst)
	r.Lines = append(r.Lines, use)
	burst.Strips = append(burst.Strips, strip)
}

// counted returns the sum of all counts. Halves count operations, not
// references, so they are weighed by what an operation adds.
func (w *workload) counted() int64 {
	if w.tracking && w.method == byHalves {
		word := *w.workers[0].word
		return int64(uint32(word))*w.workers[0].delta + int64(uint64(word)>>32)*w.workers[1].delta
	}
	var sum int64
	seen := map[*int64]bool{}
	for i := range w.workers {
		count := w.workers[i].count
		switch {
		case w.workers[i].role == probes.Observer || seen[count]:
			continue
		case w.tracking && w.method == byValue:
			sum += ownership.References(*count)
		default:
			sum += *count
		}
		seen[count] = true
	}
	return sum
}

// expected returns gets minus puts.
func (w *workload) expected() int64 {
	var sum int64
	for i := range w.workers {
		if w.workers[i].role != probes.Observer {
			sum += w.workers[i].ops * w.workers[i].delta
		}
	}
	return sum
}

// lost returns how many additions are missing from the counts. Where takers
// and droppers share one, what they lose cancels out, and it is 0.
func (w *workload) lost() (n int64) {
	s := w.scenario
	if s.Counter == probes.CounterEach {
		for i := range w.workers {
			if worker := &w.workers[i]; worker.role != probes.Observer {
				n += worker.ops - *worker.count*worker.delta
			}
		}
		return n
	}
	if s.Writers > 0 && s.Readers > 0 {
		return 0
	}
	return (w.expected() - w.counted()) * w.workers[0].delta
}
