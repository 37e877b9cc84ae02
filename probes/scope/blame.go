package scope

import (
	"fmt"
	"slices"

	"linebounce/probes"
)

// mostAway is the share of a burst for which a CPU may be away without a warning,
// as of windows.
const mostAway = 0.05

// blame gives the gaps of one CPU, which are consecutive, their causes and
// their price.
func (w *workload) blame(c *Capture, worker, cpu int, all []Gap, burst span, line Line) {
	begin := slices.IndexFunc(all, func(g Gap) bool { return g.CPU == cpu })
	if begin < 0 {
		return
	}
	end := begin
	var away int64
	for ; end < len(all) && all[end].CPU == cpu; end++ {
		away += all[end].Length()
	}
	me, work := w.workers[worker], c.CPUs[worker]
	t := times{waited: me.waited.Nanoseconds()}
	if work.Busy > 0 {
		t.lost = (work.Elapsed - work.Busy - me.waited).Nanoseconds()
	}
	for _, p := range me.pauses {
		y := Gap{Begin: burst.at(p.begin), End: burst.at(p.end)}
		t.yields = append(t.yields, y)
		t.lost -= y.Length()
	}
	explain(all[begin:end], t, c.Machine.Hypervisor)
	for i := begin; i < end; i++ {
		if there := line.Length() - away; there > 0 {
			all[i].Missed = int64(float64(work.Ops) / float64(there) * float64(all[i].Length()))
		}
	}
}

// preempted warns of CPUs that were away for more than windows allow.
func (c *Capture) preempted(cpus []int, gaps []Gap, length int64) {
	for _, cpu := range cpus {
		var away int64
		for _, g := range gaps {
			if g.CPU == cpu {
				away += g.Length()
			}
		}
		if share := float64(away) / float64(length); share > mostAway {
			c.Warnings = append(c.Warnings, probes.Warning{Kind: probes.Preempted, CPU: cpu,
				Text: fmt.Sprintf("CPU %d was taken away for %.0f%% of the burst", cpu, 100*share)})
		}
	}
}
