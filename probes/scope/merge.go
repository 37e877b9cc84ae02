package scope

import (
	"cmp"
	"slices"

	"linebounce/probes/ownership"
)

// order puts the logs of an order by values together: firsts[i] are the values,
// ascending, at which worker i took the line over, and total is the number of the
// last operation. From one such value to the next all operations are the same
// worker's.
func order(firsts [][]int64, total int64) []ownership.Turn {
	runs := make([][]uint64, len(firsts))
	for worker, list := range firsts {
		runs[worker] = make([]uint64, len(list))
		for i, v := range list {
			runs[worker][i] = uint64(ownership.HalvesNumber(v))<<32 | uint64(worker)
		}
	}
	merged := mergeRuns(runs)
	turns := make([]ownership.Turn, len(merged))
	for i, entry := range merged {
		end := total + 1
		if i+1 < len(merged) {
			end = int64(merged[i+1] >> 32)
		}
		turns[i] = ownership.Turn{Worker: int(uint32(entry)), Ops: end - int64(entry>>32)}
	}
	return turns
}

// mergeRuns merges ascending runs, two at a time, into one.
func mergeRuns(runs [][]uint64) []uint64 {
	for len(runs) > 1 {
		var next [][]uint64
		for pair := range slices.Chunk(runs, 2) {
			if len(pair) == 1 {
				next = append(next, pair[0])
				continue
			}
			next = append(next, mergeTwo(pair[0], pair[1]))
		}
		runs = next
	}
	if len(runs) == 0 {
		return nil
	}
	return runs[0]
}

func mergeTwo(a, b []uint64) []uint64 {
	merged := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			merged, a = append(merged, a[0]), a[1:]
		} else {
			merged, b = append(merged, b[0]), b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// account is one worker's part of a line: its CPU, and the readings of the clock
// in nanoseconds since the burst began, by its own operations.
type account struct {
	cpu   int
	marks []Mark
}

// lay lays turns out in time. accounts are those of the workers that turns name.
func lay(name string, turns []ownership.Turn, accounts []account) Line {
	line := Line{Name: name, Stays: make([]Stay, len(turns)), Marks: []Mark{{}}}
	done := make([]int64, len(accounts)) // own operations, by worker
	next := make([]int, len(accounts))   // its next mark
	whose := []int{-1}                   // by mark
	for i, t := range turns {
		a := &accounts[t.Worker]
		line.Stays[i] = Stay{CPU: a.cpu, First: line.Ops, Ops: t.Ops}
		for m := next[t.Worker]; m < len(a.marks) && a.marks[m].Ops <= done[t.Worker]+t.Ops; m++ {
			line.Marks = append(line.Marks, Mark{Ops: line.Ops + a.marks[m].Ops - done[t.Worker], At: a.marks[m].At})
			whose = append(whose, t.Worker)
			next[t.Worker] = m + 1
		}
		done[t.Worker] += t.Ops
		line.Ops += t.Ops
	}
	line.skew = skew(line.Marks, whose)
	line.straighten()
	line.time()
	return line
}

// skew returns by how many nanoseconds, at least, the counters of two CPUs are
// apart: an operation that comes later has the earlier time as a rule. Marks that
// only now and then are the wrong way round were read late.
func skew(marks []Mark, whose []int) (most int64) {
	between := map[[2]int][]int64{}
	for i := 1; i < len(marks); i++ {
		if pair := [2]int{whose[i-1], whose[i]}; pair[0] >= 0 && pair[0] != pair[1] {
			between[pair] = append(between[pair], marks[i].At-marks[i-1].At)
		}
	}
	for _, lengths := range between {
		if slices.Sort(lengths); len(lengths) >= enough {
			most = max(most, -lengths[len(lengths)/2])
		}
	}
	return most
}

// straighten makes the marks ascend. An operation was done when the clock was
// read after it at the latest, and also when it was read after a later one:
// between an operation and its reading a CPU may be taken away.
func (l *Line) straighten() {
	for i := len(l.Marks) - 2; i >= 0; i-- {
		l.Marks[i].At = max(0, min(l.Marks[i].At, l.Marks[i+1].At))
	}
}

// time gives the stays their beginnings and ends.
func (l *Line) time() {
	m := 0
	at := int64(0)
	for i := range l.Stays {
		s := &l.Stays[i]
		s.Begin = at
		for end := s.First + s.Ops; m+1 < len(l.Marks) && l.Marks[m+1].Ops < end; {
			m++
		}
		at = l.between(m, s.First+s.Ops)
		s.End = at
	}
}

// between returns when so many operations were done, which is in the stretch
// after mark m, or at the last mark where there is none.
func (l *Line) between(m int, ops int64) int64 {
	from := l.Marks[m]
	if m+1 == len(l.Marks) {
		return from.At
	}
	to := l.Marks[m+1]
	return from.At + int64(float64(to.At-from.At)*float64(ops-from.Ops)/float64(to.Ops-from.Ops))
}

// end makes the line end at a time. What was done after it is left out: a CPU
// that was away when the burst ended comes back and finishes its stretch alone.
func (l *Line) end(at int64) {
	last := len(l.Marks) - 1
	if l.Marks[last].At <= at {
		l.Marks = append(l.Marks, Mark{Ops: l.Ops, At: at})
		if n := len(l.Stays); n > 0 {
			l.Stays[n-1].End = at
		}
		return
	}
	m, _ := slices.BinarySearchFunc(l.Marks, at, func(m Mark, t int64) int { return cmp.Compare(m.At, t+1) })
	from, to := l.Marks[m-1], l.Marks[m]
	l.Ops = from.Ops + int64(float64(to.Ops-from.Ops)*float64(at-from.At)/float64(to.At-from.At))
	l.Marks = append(l.Marks[:m], Mark{Ops: l.Ops, At: at})
	n, _ := slices.BinarySearchFunc(l.Stays, l.Ops, func(s Stay, n int64) int { return cmp.Compare(s.First, n) })
	if l.Stays = l.Stays[:n]; n > 0 {
		l.Stays[n-1].Ops, l.Stays[n-1].End = l.Ops-l.Stays[n-1].First, at
	}
}

// Length returns when the line's last operation was done.
func (l Line) Length() int64 { return l.Marks[len(l.Marks)-1].At }
