package scope

import (
	"cmp"
	"slices"
)

// What makes an absence a gap: it is longer than leastGap, which an interrupt
// stays below, and longer than farAbove times the median, where there are enough
// of them for one. An absence is the time from a CPU's stay to its next one, or a
// stretch between two readings of the clock, in which no CPU did more than the few
// operations of that stretch.
const (
	leastGap = 10_000 // ns
	farAbove = 20
	enough   = 16
)

// gaps finds the times in which the CPUs that work on the line were away from
// it, by CPU and time, without their causes.
func (l Line) gaps(cpus []int) []Gap {
	found := append(l.absences(cpus), l.silences(cpus)...)
	slices.SortFunc(found, func(a, b Gap) int { return cmp.Or(cmp.Compare(a.CPU, b.CPU), cmp.Compare(a.Begin, b.Begin)) })
	var joined []Gap
	for _, g := range found {
		if n := len(joined); n > 0 && joined[n-1].CPU == g.CPU && g.Begin <= joined[n-1].End {
			last := &joined[n-1]
			last.End, last.Others = max(last.End, g.End), max(last.Others, g.Others)
			continue
		}
		joined = append(joined, g)
	}
	return joined
}

// far returns how long an absence must be to be a gap, given all there were.
func far(lengths *tally) int64 {
	all := lengths.sample().Percentiles()
	if all.Count < enough {
		return leastGap
	}
	return max(leastGap, farAbove*all.P50)
}

// absences finds the gaps between a CPU's stays.
func (l Line) absences(cpus []int) (found []Gap) {
	var lengths tally
	l.absent(cpus, func(g Gap) { lengths.add(g.Length(), 1) })
	limit := far(&lengths)
	l.absent(cpus, func(g Gap) {
		if g.Length() > limit {
			found = append(found, g)
		}
	})
	return found
}

// absent calls yield for each time between two stays of a CPU. Before its first
// one, a CPU is absent from the beginning, after its last one to the end.
func (l Line) absent(cpus []int, yield func(Gap)) {
	type place struct{ at, ops int64 }
	at := indices(cpus)
	last := make([]place, len(cpus))
	until := func(cpu int, now place) {
		if since := last[at[cpu]]; now.ops > since.ops {
			yield(Gap{CPU: cpu, Begin: since.at, End: now.at, Others: now.ops - since.ops})
		}
	}
	for _, s := range l.Stays {
		until(s.CPU, place{s.Begin, s.First})
		last[at[s.CPU]] = place{s.End, s.First + s.Ops}
	}
	for _, cpu := range cpus {
		until(cpu, place{l.Length(), l.Ops})
	}
}

// indices returns where each CPU is in a list, by its number, and -1 for others
// up to the highest.
func indices(cpus []int) []int32 {
	var at []int32
	for i, cpu := range cpus {
		for len(at) <= cpu {
			at = append(at, -1)
		}
		at[cpu] = int32(i)
	}
	return at
}

// silences finds the stretches in which no CPU of the line got on.
func (l Line) silences(cpus []int) (found []Gap) {
	var lengths tally
	for i := 1; i < len(l.Marks); i++ {
		lengths.add(l.Marks[i].At-l.Marks[i-1].At, 1)
	}
	limit := far(&lengths)
	for i := 1; i < len(l.Marks); i++ {
		if l.Marks[i].At-l.Marks[i-1].At > limit {
			for _, cpu := range cpus {
				found = append(found, Gap{CPU: cpu, Begin: l.Marks[i-1].At, End: l.Marks[i].At})
			}
		}
	}
	return found
}

// times is what the system and the worker itself say of one CPU's burst, in ns.
type times struct {
	waited int64 // the thread could run and was not let
	lost   int64 // it neither ran nor waited nor had yielded
	yields []Gap
}

// explain gives the gaps of one CPU their causes. A gap in which the worker had
// mostly yielded is the program's. Of the others, the longest first, a gap has
// the one cause that had the time for it; where both had or neither, it is
// unknown.
func explain(gaps []Gap, t times, virtual bool) {
	order := make([]*Gap, len(gaps))
	for i := range gaps {
		order[i] = &gaps[i]
	}
	slices.SortStableFunc(order, func(a, b *Gap) int { return cmp.Compare(b.Length(), a.Length()) })
	for _, g := range order {
		most := g.Length() * 4 / 5
		byTask, byHost := t.waited >= most, t.lost >= most && virtual
		switch {
		case overlap(*g, t.yields) > g.Length()/2:
			g.Cause = Program
		case byTask && !byHost:
			g.Cause = Task
			t.waited -= g.Length()
		case byHost && !byTask:
			g.Cause = Host
			t.lost -= g.Length()
		default:
			g.Cause = Unknown
		}
	}
}

// overlap returns how much of the gap the others cover.
func overlap(g Gap, others []Gap) (sum int64) {
	for _, o := range others {
		sum += max(0, min(g.End, o.End)-max(g.Begin, o.Begin))
	}
	return sum
}
