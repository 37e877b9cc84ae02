package scope

import (
	"fmt"
	"slices"

	"linebounce/probes"
)

// What no burst exceeds, however large the machine. Beyond it sums would run over
// and tables by CPU number take up the memory.
const (
	mostNumber = 1 << 16 // of a CPU
	mostTime   = 1 << 42 // ns, over an hour
	mostCount  = 1 << 42 // operations or hand-offs
)

// Check reports the first thing in which the capture contradicts itself, in a
// sentence without its stop, and nil where there is none. A capture that was
// measured passes; one that was read from a file must before anything is summed
// up or drawn of it: everything else in this package relies on what Check holds.
func (c Capture) Check() error {
	if len(c.Lines) == 0 {
		return fmt.Errorf("the burst has no line")
	}
	if c.Length < 0 || c.Length > mostTime {
		return fmt.Errorf("the burst is %d ns long", c.Length)
	}
	if c.Method != probes.ByValue && c.Method != probes.ByOwner {
		return fmt.Errorf("the burst's order is known by %q, which is no way to know it", c.Method)
	}
	lineOf, err := c.checkCPUs()
	if err != nil {
		return err
	}
	var handoffs int64
	done := make([]int64, len(lineOf))
	for i, l := range c.Lines {
		if err := l.check(c.Length, func(cpu int) bool { return cpu >= 0 && cpu < len(lineOf) && lineOf[cpu] == i }); err != nil {
			return fmt.Errorf("line %d of the burst: %w", i+1, err)
		}
		for _, s := range l.Stays {
			done[s.CPU] += s.Ops
		}
		handoffs += int64(max(len(l.Stays)-1, 0))
	}
	for _, cpu := range c.CPUs {
		if cpu.Line >= 0 && cpu.Ops != done[cpu.CPU] {
			return fmt.Errorf("CPU %d of the burst has stays of %d operations, but did %d", cpu.CPU, done[cpu.CPU], cpu.Ops)
		}
	}
	if err := c.checkGaps(lineOf); err != nil {
		return err
	}
	return c.checkHandoffs(handoffs)
}

// watcher is the line of a CPU that works on none, nobody that of a number that
// no CPU of the burst has.
const (
	watcher = -1
	nobody  = -2
)

// checkCPUs returns the line of each CPU, by its number.
func (c Capture) checkCPUs() (lineOf []int, err error) {
	used := make([]bool, len(c.Lines))
	for _, cpu := range c.CPUs {
		switch {
		case cpu.CPU < 0 || cpu.CPU >= mostNumber:
			return nil, fmt.Errorf("the burst has a CPU %d", cpu.CPU)
		case cpu.Line < watcher || cpu.Line >= len(c.Lines):
			return nil, fmt.Errorf("CPU %d works on line %d of the burst, which has %d", cpu.CPU, cpu.Line+1, len(c.Lines))
		}
		for len(lineOf) <= cpu.CPU {
			lineOf = append(lineOf, nobody)
		}
		if lineOf[cpu.CPU] != nobody {
			return nil, fmt.Errorf("CPU %d is twice in the burst", cpu.CPU)
		}
		if lineOf[cpu.CPU] = cpu.Line; cpu.Line >= 0 {
			used[cpu.Line] = true
		}
	}
	if i := slices.Index(used, false); i >= 0 {
		return nil, fmt.Errorf("no CPU works on line %d of the burst", i+1)
	}
	return lineOf, nil
}

// check holds the stays and marks of a line against one another. worker says
// which CPUs work on it.
func (l Line) check(length int64, worker func(cpu int) bool) error {
	if l.Ops < 0 || l.Ops > mostCount {
		return fmt.Errorf("it has %d operations", l.Ops)
	}
	var ops, at int64
	for i, s := range l.Stays {
		switch {
		case !worker(s.CPU):
			return fmt.Errorf("stay %d is of CPU %d, which does not work on it", i+1, s.CPU)
		case s.First != ops || s.Ops < 1 || s.Ops > l.Ops-ops:
			return fmt.Errorf("stay %d has %d operations from %d on, after %d of %d", i+1, s.Ops, s.First, ops, l.Ops)
		case s.Begin < at || s.End < s.Begin || s.End > length:
			return fmt.Errorf("stay %d goes from %d to %d ns, after one that ended at %d, in a burst of %d", i+1, s.Begin, s.End, at, length)
		}
		ops, at = ops+s.Ops, s.End
	}
	if ops != l.Ops {
		return fmt.Errorf("its stays add up to %d operations, but it has %d", ops, l.Ops)
	}
	if len(l.Marks) == 0 || l.Marks[0] != (Mark{}) {
		return fmt.Errorf("its readings of the clock do not begin at 0")
	}
	for i, m := range l.Marks[1:] {
		if last := l.Marks[i]; m.Ops < last.Ops || m.Ops > l.Ops || m.At < last.At || m.At > length {
			return fmt.Errorf("the clock was read at operation %d and %d ns, after operation %d and %d ns", m.Ops, m.At, last.Ops, last.At)
		}
	}
	return nil
}

func (c Capture) checkGaps(lineOf []int) error {
	var since int64
	for i, g := range c.Gaps {
		switch {
		case g.CPU < 0 || g.CPU >= len(lineOf) || lineOf[g.CPU] < 0:
			return fmt.Errorf("gap %d of the burst is of CPU %d, which works on no line", i+1, g.CPU)
		case g.Begin < since || g.End < g.Begin || g.End > c.Length:
			return fmt.Errorf("gap %d of the burst goes from %d to %d ns, after one that began at %d, in a burst of %d", i+1, g.Begin, g.End, since, c.Length)
		case !slices.Contains([]Cause{Host, Task, Program, Unknown}, g.Cause):
			return fmt.Errorf("gap %d of the burst has the cause %q, which is none", i+1, g.Cause)
		case g.Missed < 0 || g.Missed > mostCount || g.Others < 0 || g.Others > mostCount:
			return fmt.Errorf("in gap %d of the burst %d operations are missing and others did %d", i+1, g.Missed, g.Others)
		}
		since = g.Begin
	}
	return nil
}

// checkHandoffs holds the counts from CPU to CPU against the hand-offs that the
// stays show.
func (c Capture) checkHandoffs(shown int64) error {
	known := make(map[int]bool, len(c.CPUs))
	for _, cpu := range c.CPUs {
		known[cpu.CPU] = true
	}
	var sum int64
	for _, h := range c.Handoffs {
		if !known[h.From] || !known[h.To] || h.Count < 0 || h.Count > mostCount {
			return fmt.Errorf("the burst has %d hand-offs from CPU %d to CPU %d", h.Count, h.From, h.To)
		}
		sum = min(sum+h.Count, mostCount)
	}
	if sum != shown {
		return fmt.Errorf("the burst counts %d hand-offs, but its stays have %d", sum, shown)
	}
	for _, n := range []*int64{c.HandoffsExact, c.HandoffsByOwner} {
		if n != nil && (*n < 0 || *n > mostCount) {
			return fmt.Errorf("the burst counts %d hand-offs", *n)
		}
	}
	return nil
}
