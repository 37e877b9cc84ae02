package profile

import (
	"cmp"
	"maps"
	"slices"

	"linebounce/probes"
)

// The arms, in the order of a pair.
const (
	Off = iota
	On
)

// Result is what a session came to so far.
type Result struct {
	Event    string // what is sampled: cycles or cpu-clock
	Rate     int    // samples a second asked for
	Arms     [2]probes.Scenario
	Pairs    int
	Samples  [2]int             // by arm, of the pairs that count
	Messages [2]probes.Interval // messages a second by arm, while being sampled
	Lost     int                // samples the kernel had no room for
	Symbols  []Symbol           // the largest difference first
	Counters []Counter          // lines that came from another cache, by the processor's own count
	Absent   string             // why there are no counters, a sentence; "" where there are
	Warnings []string
}

// Symbol is one kernel function's share of the samples, in percent of all
// samples of an arm, user space included.
type Symbol struct {
	Name       string
	Off, On    float64         // over all windows together
	Difference probes.Interval // of On - Off in percentage points, over blocks of pairs of windows; Samples is how many
}

// Moved reports whether the interval of the difference leaves 0 out.
func (s Symbol) Moved() bool {
	return s.Difference.Known() && (s.Difference.Low > 0 || s.Difference.High < 0)
}

// counts is the samples of one window by symbol.
type counts map[string]int

func (c counts) total() (n int) {
	for _, count := range c {
		n += count
	}
	return n
}

// pair is what was sampled in a pair of windows, or in a block of them, by arm.
type pair [2]counts

func (p pair) plus(q pair) pair {
	for arm := range p {
		sum := maps.Clone(p[arm])
		if sum == nil {
			sum = counts{}
		}
		for name, n := range q[arm] {
			sum[name] += n
		}
		p[arm] = sum
	}
	return p
}

func (p pair) samples() int { return p[Off].total() + p[On].total() }

// share is a symbol's, in percent of an arm's samples.
func (p pair) share(arm int, name string) float64 { return percent(p[arm][name], p[arm].total()) }

// tally gathers pairs of windows.
type tally struct {
	pairs []pair // neighbours are put together when there are very many
	added int
}

const manyPairs = 1024

func (t *tally) add(off, on counts) {
	t.added++
	t.pairs = append(t.pairs, pair{off, on})
	if len(t.pairs) < manyPairs {
		return
	}
	for i := range len(t.pairs) / 2 {
		t.pairs[i] = t.pairs[2*i].plus(t.pairs[2*i+1])
	}
	t.pairs = t.pairs[:len(t.pairs)/2]
}

func (t *tally) together() pair {
	var all pair
	for _, p := range t.pairs {
		all = all.plus(p)
	}
	return all
}

// A symbol of one percent is not in every window, and a median of mostly zeros
// says nothing. So pairs are taken together, in the order they came, into
// blocks of about equally many samples: so many blocks that each has enough,
// but not fewer than an interval needs.
const (
	blockSamples = 500 // of both arms
	fewestBlocks = 6
	mostBlocks   = 24
)

func (t *tally) blocks() []pair {
	total := t.together().samples()
	wanted := min(max(total/blockSamples, fewestBlocks), mostBlocks)
	var blocks []pair
	var block pair
	reached := 0
	for i, p := range t.pairs {
		block = block.plus(p)
		reached += p.samples()
		left := len(t.pairs) - i - 1
		if reached*wanted >= total*(len(blocks)+1) || left < fewestBlocks-len(blocks) {
			blocks = append(blocks, block)
			block = pair{}
		}
	}
	return blocks
}

// symbols returns all that was seen, the largest difference first.
func (t *tally) symbols() []Symbol {
	all, blocks := t.together(), t.blocks()
	names := maps.Clone(all[Off])
	maps.Copy(names, all[On])
	list := make([]Symbol, 0, len(names))
	differences := make([]float64, len(blocks))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		for i, b := range blocks {
			differences[i] = b.share(On, name) - b.share(Off, name)
		}
		list = append(list, Symbol{
			Name: name, Off: all.share(Off, name), On: all.share(On, name),
			Difference: probes.Summarize(differences, probes.Confidence),
		})
	}
	slices.SortStableFunc(list, func(a, b Symbol) int {
		return cmp.Or(cmp.Compare(b.Difference.Median, a.Difference.Median), cmp.Compare(b.On-b.Off, a.On-a.Off))
	})
	return list
}

func percent(n, total int) float64 {
	if total == 0 {
		return 0
	}
	return 100 * float64(n) / float64(total)
}
