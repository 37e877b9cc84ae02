package scope

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"linebounce/probes"
	"linebounce/probes/ownership"
	"linebounce/probes/ticks"
	"linebounce/probes/topology"
)

// capture reads the last window off. r is the reading that the window gave.
func (w *workload) capture(m topology.Machine, r probes.Reading) Capture {
	scale := ticks.NewScale(w.base, w.begin, w.end)
	c := Capture{
		Scenario: w.scenario, Origin: probes.Measured, Machine: m, Method: w.method,
		Clock: scale.Clock, Gaps: []Gap{}, Handoffs: []probes.Handoff{}, Warnings: []probes.Warning{},
	}
	for _, warning := range r.Warnings {
		if warning.Kind != probes.Preempted { // which is about more than the burst
			c.Warnings = append(c.Warnings, warning)
		}
	}
	c.Machine.CPUs = nil
	zero, end := int64(math.MaxInt64), int64(math.MaxInt64)
	for i, work := range r.CPUs {
		cpu, _ := m.Find(work.CPU)
		c.Machine.CPUs = append(c.Machine.CPUs, cpu)
		c.CPUs = append(c.CPUs, CPU{CPU: work.CPU, Role: work.Role, Line: -1, Ops: work.Ops,
			Elapsed: work.Elapsed, Busy: work.Busy, Waited: w.workers[i].waited, Pinned: work.Pinned})
		zero = min(zero, w.workers[i].start)
		end = min(end, w.workers[i].end)
	}
	slices.SortFunc(c.Machine.CPUs, func(a, b topology.CPU) int { return cmp.Compare(a.Number, b.Number) })
	if !scale.Clock.Checked {
		c.warn(scale.Clock.Why)
	}
	for _, group := range w.groups() {
		c.add(w, group, span{scale, zero, end})
	}
	c.finish(w)
	return c
}

// span is the time of a burst: from when the first worker began until the first
// was done.
type span struct {
	scale      ticks.Scale
	begin, end int64 // in ticks
}

// at converts a time to nanoseconds since the burst began.
func (s span) at(ticks int64) int64 { return s.scale.Nanoseconds(ticks - s.begin) }

// groups returns the workers of each line, in the order of lines: all on one
// where one word tells the order.
func (w *workload) groups() [][]int {
	var groups [][]int
	at := map[int]int{}
	for i, me := range w.workers[:w.writers] {
		line := me.place.Line
		if _, known := at[line]; !known {
			at[line] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[line]] = append(groups[at[line]], i)
	}
	return groups
}

// add reads one line off, and the gaps of its CPUs.
func (c *Capture) add(w *workload, group []int, burst span) {
	index := len(c.Lines)
	place := w.workers[group[0]].place.Line
	accounts := make([]account, len(group))
	cpus := make([]int, len(group))
	for i, worker := range group {
		c.CPUs[worker].Line = index
		cpus[i] = c.CPUs[worker].CPU
		accounts[i] = w.workers[worker].account(cpus[i], burst)
	}
	line := lay(w.name(place), w.turns(group), accounts)
	c.hold(w, group, cpus, line)
	line.end(burst.at(burst.end))
	for i, ops := range line.ops(cpus) {
		c.CPUs[group[i]].Ops = ops
	}
	gaps := line.gaps(cpus)
	for i, worker := range group {
		w.blame(c, worker, cpus[i], gaps, burst, line)
	}
	c.preempted(cpus, gaps, line.Length())
	c.Gaps = append(c.Gaps, gaps...)
	c.Handoffs = append(c.Handoffs, line.handoffs(cpus)...)
	c.Lines = append(c.Lines, line)
	c.Length = max(c.Length, line.Length())
}

// last returns the number of the last operation, from the word.
func (w *worker) last(both bool) int64 {
	if v := *w.word; both {
		return int64(uint32(v))
	}
	return ownership.HalvesNumber(*w.word)
}

// ops returns the operations of each CPU.
func (l Line) ops(cpus []int) []int64 {
	at := indices(cpus)
	sums := make([]int64, len(cpus))
	for _, s := range l.Stays {
		sums[at[s.CPU]] += s.Ops
	}
	return sums
}

// turns returns the order of a line, its workers by their index in the group.
func (w *workload) turns(group []int) []ownership.Turn {
	if w.method == probes.ByOwner {
		turns, _ := w.tracked[w.workers[group[0]].place.Line].Order()
		at := map[int]int{}
		for i, worker := range group {
			at[worker] = i
		}
		for i := range turns {
			turns[i].Worker = at[turns[i].Worker]
		}
		return turns
	}
	firsts := make([][]int64, len(group))
	var total int64
	for i, worker := range group {
		me := w.workers[worker]
		firsts[i] = me.firsts[:me.taken]
		total += me.ops
	}
	return order(firsts, total)
}

// account converts the worker's readings of the clock.
func (w *worker) account(cpu int, burst span) account {
	a := account{cpu: cpu, marks: make([]Mark, len(w.marks))}
	for i, m := range w.marks {
		a.marks[i] = Mark{Ops: m.ops, At: burst.at(m.ticks)}
	}
	return a
}

// hold holds the stays of a line against what its workers counted.
func (c *Capture) hold(w *workload, group, cpus []int, line Line) {
	for i, ops := range line.ops(cpus) {
		if did := c.CPUs[group[i]].Ops; ops != did {
			c.warn(fmt.Sprintf("the stays of CPU %d add up to %d operations, but it did %d: this burst is wrong", cpus[i], ops, did))
		}
	}
	if last := w.workers[group[0]].last(w.both); w.method == probes.ByValue && last != line.Ops {
		c.warn(fmt.Sprintf("the count of %s says %d operations, but there were %d: this burst is wrong", line.Name, last, line.Ops))
	}
	if line.skew > 0 {
		c.warn(fmt.Sprintf("the counters that tell the time are %d ns apart between two CPUs, so no time is more exact than that", line.skew))
	}
	for _, worker := range group {
		if me := w.workers[worker]; me.full && me.ops < w.limit && c.Overflow == nil {
			c.Overflow = &Overflow{CPU: c.CPUs[worker].CPU, Kept: me.ops, Asked: w.limit}
		}
	}
}

// finish sums up what concerns all lines.
func (c *Capture) finish(w *workload) {
	slices.SortStableFunc(c.Gaps, func(a, b Gap) int { return cmp.Compare(a.Begin, b.Begin) })
	var lengths tally
	for _, line := range c.Lines {
		for i := 1; i < len(line.Marks); i++ {
			lengths.add(line.Marks[i].At-line.Marks[i-1].At, 1)
		}
	}
	c.Resolution = lengths.sample().Percentiles().P50
	if c.Overflow == nil && !slices.ContainsFunc(w.workers[:w.writers], func(me *worker) bool { return me.ops+stretch > w.limit }) {
		c.warn(fmt.Sprintf("the burst ended after %v, before any CPU had done its %d operations", longest, w.limit))
	}
	if w.method == probes.ByOwner && slices.ContainsFunc(c.Lines, func(l Line) bool { return len(l.Stays) > 1 }) {
		c.warn("the order is that of an owner word: a CPU that loses the line again before it has put its name there is not seen, so short stays are missing")
	}
	total := count(c.Handoffs)
	if w.method == probes.ByValue {
		c.HandoffsExact = &total
	} else {
		c.HandoffsByOwner = &total
	}
	if w.both {
		var byOwner int64
		for _, me := range w.workers[:w.writers] {
			for _, n := range me.from[1:] {
				byOwner += n
			}
		}
		c.HandoffsByOwner = &byOwner
	}
}

func (c *Capture) warn(text string) {
	c.Warnings = append(c.Warnings, probes.Warning{Kind: probes.General, Text: text})
}

// handoffs counts the line's hand-offs from CPU to CPU.
func (l Line) handoffs(cpus []int) []probes.Handoff {
	at := indices(cpus)
	counts := make([]int64, len(cpus)*len(cpus)) // row from, column to
	for i := 1; i < len(l.Stays); i++ {
		counts[int(at[l.Stays[i-1].CPU])*len(cpus)+int(at[l.Stays[i].CPU])]++
	}
	list := []probes.Handoff{}
	for i, n := range counts {
		if n > 0 {
			list = append(list, probes.Handoff{From: cpus[i/len(cpus)], To: cpus[i%len(cpus)], Count: n})
		}
	}
	return list
}

func count(list []probes.Handoff) (n int64) {
	for _, h := range list {
		n += h.Count
	}
	return n
}
