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
	begins    []int64 // of its stays
	ends      []int64
	before    []int64 // ns that it had the line before them
}

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
	at := map[int]int{}
	for hue, cpu := range c.CPUs {
		if cpu.Line >= 0 {
			at[cpu.CPU] = len(r.lanes)
			r.lanes = append(r.lanes, lane{cpu: cpu.CPU, line: cpu.Line, hue: hue})
		}
	}
	for _, l := range c.Lines {
		for _, s := range l.Stays {
			r.lanes[at[s.CPU]].add(s)
		}
	}
	return r
}

func (l *lane) add(s bursts.Stay) {
	var before int64
	if n := len(l.begins) - 1; n >= 0 {
		before = l.before[n] + l.ends[n] - l.begins[n]
	}
	l.begins, l.ends, l.before = append(l.begins, s.Begin), append(l.ends, s.End), append(l.before, before)
}

// until returns for how long the CPU had the line until a time.
func (l lane) until(t int64) int64 {
	i := sort.Search(len(l.begins), func(i int) bool { return l.begins[i] >= t }) - 1
	if i < 0 {
		return 0
	}
	return l.before[i] + min(t, l.ends[i]) - l.begins[i]
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
