package scope

import (
	"sort"

	"linebounce/probes"
	bursts "linebounce/probes/scope"
)

// ready is a burst with everything that a picture of it needs. It is made in a
// command, and nothing changes it later.
type ready struct {
	bursts.Capture
	lines   []line
	lanes   []lane
	busiest int // the line with the most stays
	matrix  [][]int64
	fires   bool // the trigger that it was captured for holds
}

// line is one line of a burst, summed up.
type line struct {
	bursts.Line
	view      *bursts.View
	stays     figures
	intervals figures
	longest   int // index of the longest stay
}

// figures sum a sample up.
type figures struct {
	bursts.Percentiles
	bins []bursts.Bin
}

func figuresOf(s bursts.Sample) figures { return figures{s.Percentiles(), s.Histogram()} }

// quiet reports whether the line never changed its owner.
func (l line) quiet() bool { return len(l.Stays) < 2 }

// lane is one CPU that works on a line: when it had it.
type lane struct {
	cpu, line int
	hue       int
	times     []owned // its stays, in order
}

// owned is a time in which a CPU had its line.
type owned struct{ begin, end, before int64 } // before: ns that it had it until then

// prepare sums a burst up.
func prepare(c bursts.Capture, t bursts.Trigger) *ready {
	r := &ready{Capture: c, matrix: c.Matrix(), fires: t.Holds(c)}
	for i, l := range c.Lines {
		r.lines = append(r.lines, line{
			Line: l, view: bursts.NewView(c, i), longest: l.Longest(),
			stays: figuresOf(l.StayLengths()), intervals: figuresOf(l.Intervals()),
		})
		if len(l.Stays) > len(c.Lines[r.busiest].Stays) {
			r.busiest = i
		}
	}
	var at []int // by CPU, its lane
	for hue, cpu := range c.CPUs {
		if cpu.Line >= 0 {
			for len(at) <= cpu.CPU {
				at = append(at, -1)
			}
			at[cpu.CPU] = len(r.lanes)
			r.lanes = append(r.lanes, lane{cpu: cpu.CPU, line: cpu.Line, hue: hue})
		}
	}
	stays := make([]int, len(r.lanes))
	for _, l := range c.Lines {
		for i := range l.Stays {
			stays[at[l.Stays[i].CPU]]++
		}
	}
	for i, n := range stays {
		r.lanes[i].times = make([]owned, 0, n)
	}
	for _, l := range c.Lines {
		for i := range l.Stays {
			r.lanes[at[l.Stays[i].CPU]].add(l.Stays[i])
		}
	}
	return r
}

func (l *lane) add(s bursts.Stay) {
	next := owned{begin: s.Begin, end: s.End}
	if n := len(l.times) - 1; n >= 0 {
		last := l.times[n]
		next.before = last.before + last.end - last.begin
	}
	l.times = append(l.times, next)
}

// until returns for how long the CPU had the line until a time.
func (l lane) until(t int64) int64 {
	i := sort.Search(len(l.times), func(i int) bool { return l.times[i].begin >= t }) - 1
	if i < 0 {
		return 0
	}
	s := l.times[i]
	return s.before + min(t, s.end) - s.begin
}

// hue returns the colour of a CPU: its place in the scenario.
func (r *ready) hue(cpu int) int {
	for i, c := range r.CPUs {
		if c.CPU == cpu {
			return i
		}
	}
	return 0
}

// stayAt returns the index of the stay in which an operation is, of those on the
// line counted from 0.
func (l line) stayAt(op int64) int {
	return max(sort.Search(len(l.Stays), func(i int) bool { return l.Stays[i].First > op })-1, 0)
}

// timeOf returns when an operation began, as far as is known.
func (l line) timeOf(op int64) int64 {
	if len(l.Stays) == 0 {
		return 0
	}
	s := l.Stays[l.stayAt(op)]
	return s.Begin + int64(float64(s.End-s.Begin)*float64(min(op-s.First, s.Ops))/float64(max(s.Ops, 1)))
}

// opAt returns how many operations were done at a time, as far as is known.
func (l line) opAt(t int64) int64 {
	i := sort.Search(len(l.Stays), func(i int) bool { return l.Stays[i].Begin > t }) - 1
	if i < 0 {
		return 0
	}
	s := l.Stays[i]
	return s.First + int64(float64(s.Ops)*float64(min(t, s.End)-s.Begin)/float64(max(s.End-s.Begin, 1)))
}

// owners returns who did n operations from one on, fewer at the end.
func (l line) owners(first int64, n int) []int {
	var cpus []int
	if len(l.Stays) == 0 {
		return nil
	}
	for i := l.stayAt(first); i < len(l.Stays) && len(cpus) < n; i++ {
		s := l.Stays[i]
		for op := max(first, s.First); op < s.First+s.Ops && len(cpus) < n; op++ {
			cpus = append(cpus, s.CPU)
		}
	}
	return cpus
}

// total is a sum of hand-offs.
func total(list []probes.Handoff) (n int64) {
	for _, h := range list {
		n += h.Count
	}
	return n
}
