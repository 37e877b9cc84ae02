package scope

import (
	"maps"
	"math/bits"
	"slices"
)

// Sample is values that each count so often, ascending, each value once.
type Sample []Weighted

// Weighted is a value and how often it counts.
type Weighted struct{ Value, Weight int64 }

// Percentiles of a sample: each is the least value that so many percent of the
// sample do not exceed. All are 0 where Count is.
type Percentiles struct {
	P10   int64 `json:"p10"`
	P50   int64 `json:"p50"`
	P90   int64 `json:"p90"`
	Max   int64 `json:"max"`
	Count int64 `json:"count"`
}

// Bin counts the values from Low to below High.
type Bin struct {
	Low   int64 `json:"low"`
	High  int64 `json:"high"`
	Count int64 `json:"count"`
}

// StayLengths returns how many operations the line's stays had.
func (l Line) StayLengths() Sample {
	var counts tally
	for _, s := range l.Stays {
		counts.add(s.Ops, 1)
	}
	return counts.sample()
}

// Intervals returns the nanoseconds from one hand-off to the next. Where there
// are several hand-offs between two readings of the clock, each counts as their
// mean.
func (l Line) Intervals() Sample {
	var counts tally
	since, stays := int64(0), 1 // the first stay came from nobody
	for _, m := range l.Marks[min(1, len(l.Marks)):] {
		var n int64
		for stays < len(l.Stays) && l.Stays[stays].First < m.Ops {
			stays++
			n++
		}
		if n > 0 {
			counts.add((m.At-since+n/2)/n, n)
			since = m.At
		}
	}
	return counts.sample()
}

// tally counts values. Nearly all of a burst's are small, and sorting a million
// of them would hold a screen up.
type tally struct {
	small [4096]int64 // by value
	large map[int64]int64
}

func (t *tally) add(value, weight int64) {
	if uint64(value) < uint64(len(t.small)) {
		t.small[value] += weight
		return
	}
	if t.large == nil {
		t.large = map[int64]int64{}
	}
	t.large[value] += weight
}

func (t *tally) sample() Sample {
	var s Sample
	for value, weight := range t.small {
		if weight > 0 {
			s = append(s, Weighted{int64(value), weight})
		}
	}
	for _, value := range slices.Sorted(maps.Keys(t.large)) {
		s = append(s, Weighted{value, t.large[value]})
	}
	return s
}

// Percentiles sums the sample up.
func (s Sample) Percentiles() Percentiles {
	var p Percentiles
	for _, v := range s {
		p.Count += v.Weight
	}
	if p.Count == 0 {
		return p
	}
	p.P10, p.P50, p.P90, p.Max = s.quantile(p.Count, 10), s.quantile(p.Count, 50), s.quantile(p.Count, 90), s[len(s)-1].Value
	return p
}

func (s Sample) quantile(count, percent int64) int64 {
	var sum int64
	for _, v := range s {
		if sum += v.Weight; sum*100 >= count*percent {
			return v.Value
		}
	}
	return 0
}

// Histogram counts the sample in bins that double: 1, 2 to 3, 4 to 7 and so on,
// from the first to the last that has any. Values below 1 have a bin of their own.
func (s Sample) Histogram() []Bin {
	var bins []Bin
	for _, v := range s {
		low, high := int64(0), int64(1)
		if v.Value > 0 {
			low = 1 << (bits.Len64(uint64(v.Value)) - 1)
			high = 2 * low
		}
		for len(bins) > 0 && bins[len(bins)-1].High < high {
			last := bins[len(bins)-1]
			bins = append(bins, Bin{Low: last.High, High: 2 * last.High})
		}
		if len(bins) == 0 {
			bins = []Bin{{Low: low, High: high}}
		}
		bins[len(bins)-1].Count += v.Weight
	}
	return bins
}

// Longest returns the index of the stay with the most operations, the first of
// several, and -1 for a line without stays.
func (l Line) Longest() int {
	longest := -1
	for i, s := range l.Stays {
		if longest < 0 || s.Ops > l.Stays[longest].Ops {
			longest = i
		}
	}
	return longest
}

// NextGap returns the first gap that begins after a time, and false where there
// is none.
func (c Capture) NextGap(after int64) (Gap, bool) {
	i, _ := slices.BinarySearchFunc(c.Gaps, after, func(g Gap, t int64) int {
		if g.Begin > t {
			return 1
		}
		return -1
	})
	if i == len(c.Gaps) {
		return Gap{}, false
	}
	return c.Gaps[i], true
}

// Matrix returns the hand-offs from CPU to CPU, by their order in c.CPUs: row
// from, column to.
func (c Capture) Matrix() [][]int64 {
	at := map[int]int{}
	matrix := make([][]int64, len(c.CPUs))
	for i, cpu := range c.CPUs {
		at[cpu.CPU] = i
		matrix[i] = make([]int64, len(c.CPUs))
	}
	for _, h := range c.Handoffs {
		matrix[at[h.From]][at[h.To]] += h.Count
	}
	return matrix
}

// Trigger is what a burst must hold to be kept on a screen. A zero trigger holds
// for every burst, one with both for a burst with either.
type Trigger struct {
	StayOver int64 // a stay of more operations than this, 0 for any
	Gap      bool  // a gap
}

// Holds reports whether the capture holds what the trigger waits for.
func (t Trigger) Holds(c Capture) bool {
	if t == (Trigger{}) || t.Gap && len(c.Gaps) > 0 {
		return true
	}
	return t.StayOver > 0 && slices.ContainsFunc(c.Lines, func(l Line) bool {
		return slices.ContainsFunc(l.Stays, func(s Stay) bool { return s.Ops > t.StayOver })
	})
}
