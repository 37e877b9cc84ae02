package scope

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"linebounce/probes/ownership"
)

// interrupted makes a line of two CPUs, 4 and 7, that hand it over after 4 operations
// of 25 ns, with one of them away in the middle: while CPU 4 is gone, CPU 7 does
// so many operations of 5 ns and reads the clock after each hundred. Then both
// are gone for some time.
func interrupted(alone int64, together int64) Line {
	var turns []ownership.Turn
	accounts := []account{{cpu: 4}, {cpu: 7}}
	var now int64
	done := []int64{0, 0}
	stay := func(worker int, ops, each int64) {
		turns = append(turns, ownership.Turn{Worker: worker, Ops: ops})
		for ops > 0 {
			some := min(ops, 100)
			ops -= some
			now += some * each
			done[worker] += some
			accounts[worker].marks = append(accounts[worker].marks, Mark{done[worker], now})
		}
	}
	for i := range 200 {
		stay(i%2, 4, 25)
	}
	stay(0, 4, 25)
	stay(1, alone, 5)
	stay(0, 4, 25)
	now += together
	for i := range 200 {
		stay((i+1)%2, 4, 25)
	}
	return lay("count", turns, accounts)
}

func TestGapsAreFound(t *testing.T) {
	const before = 201 * 100 // ns
	for _, c := range []struct {
		name            string
		alone, together int64
		want            []Gap
	}{
		{"nobody was away", 4, 0, nil},
		{"an absence of 9 µs may be an interrupt", 1800, 0, nil},
		{"one CPU was away", 4000, 0, []Gap{{CPU: 4, Begin: before, End: before + 20_000, Others: 4000}}},
		{"both were", 4, 30_000, []Gap{
			{CPU: 4, Begin: before + 120, End: before + 120 + 30_100}, {CPU: 7, Begin: before + 120, End: before + 120 + 30_100}}},
		{"one was away, then both", 4000, 30_000, []Gap{
			{CPU: 4, Begin: before, End: before + 20_000, Others: 4000},
			{CPU: 4, Begin: before + 20_100, End: before + 20_100 + 30_100},
			{CPU: 7, Begin: before + 20_100, End: before + 20_100 + 30_100}}},
	} {
		got := interrupted(c.alone, c.together).gaps([]int{4, 7})
		if len(got) != len(c.want) {
			t.Errorf("%s: gaps %+v, want %+v", c.name, got, c.want)
			continue
		}
		for i, g := range got {
			w := c.want[i]
			if g.CPU != w.CPU || g.Begin != w.Begin || g.End != w.End || w.Others > 0 && g.Others != w.Others {
				t.Errorf("%s: gap %+v, want %+v", c.name, g, w)
			}
		}
	}
}

// Where hand-offs are slow, an absence that is long elsewhere is usual.
func TestWhatIsFarDependsOnTheLine(t *testing.T) {
	usual := slices.Repeat([]int64{3000}, 50)
	for _, c := range []struct {
		lengths []int64
		want    int64
	}{
		{nil, leastGap},
		{slices.Repeat([]int64{80}, 50), leastGap},
		{usual, 60_000},
		{append([]int64{9e9}, usual...), 60_000},
		{slices.Repeat([]int64{1e6}, enough-1), leastGap}, // too few to call them usual
	} {
		var lengths tally
		for _, length := range c.lengths {
			lengths.add(length, 1)
		}
		if got := far(&lengths); got != c.want {
			t.Errorf("of %d absences: %d ns are far, want %d", len(c.lengths), got, c.want)
		}
	}
}

func TestACPUThatNeverCameIsAGap(t *testing.T) {
	line := lay("count", []ownership.Turn{{Worker: 0, Ops: 100}}, []account{{cpu: 0, marks: []Mark{{50, 20_000}, {100, 40_000}}}, {cpu: 1}})
	var away []Gap
	for _, g := range line.gaps([]int{0, 1}) {
		if g.CPU == 1 {
			away = append(away, g)
		}
	}
	if want := []Gap{{CPU: 1, Begin: 0, End: 40_000, Others: 100}}; !reflect.DeepEqual(away, want) {
		t.Errorf("gaps %+v, want %+v", away, want)
	}
}

func TestCausesOfGaps(t *testing.T) {
	gap := func(begin, length int64) Gap { return Gap{Begin: begin, End: begin + length} }
	const us = 1000
	long, short := gap(100*us, 900*us), gap(2000*us, 20*us)
	for _, c := range []struct {
		name  string
		gaps  []Gap
		t     times
		host  bool // the machine is virtual
		cause []Cause
	}{
		{"it waited", []Gap{long}, times{waited: 850 * us}, true, []Cause{Task}},
		{"it neither ran nor waited", []Gap{long}, times{lost: 905 * us}, true, []Cause{Host}},
		{"so, but there is no host", []Gap{long}, times{lost: 905 * us}, false, []Cause{Unknown}},
		{"it ran all along", []Gap{long}, times{}, true, []Cause{Unknown}},
		{"both had the time", []Gap{long}, times{waited: 900 * us, lost: 900 * us}, true, []Cause{Unknown}},
		{"the long one took the wait, the short one is the host's", []Gap{short, long}, times{waited: 905 * us, lost: 20 * us}, true, []Cause{Host, Task}},
		{"nothing is left for the short one", []Gap{short, long}, times{waited: 905 * us}, true, []Cause{Unknown, Task}},
		{"it had yielded", []Gap{short}, times{waited: 20 * us, yields: []Gap{gap(2001*us, 15*us)}}, true, []Cause{Program}},
		{"it had yielded for a small part of it", []Gap{long}, times{waited: 880 * us, yields: []Gap{gap(100*us, 30*us)}}, true, []Cause{Task}},
	} {
		gaps := slices.Clone(c.gaps)
		explain(gaps, c.t, c.host)
		for i, g := range gaps {
			if g.Cause != c.cause[i] {
				t.Errorf("%s: gap %d is caused by %q, want %q", c.name, i, g.Cause, c.cause[i])
			}
		}
	}
}

func TestGapsOfACPUDoNotOverlap(t *testing.T) {
	for alone := int64(1000); alone < 100_000; alone *= 3 {
		for together := int64(0); together < 100_000; together += 7001 {
			gaps := interrupted(alone, together).gaps([]int{4, 7})
			sorted := slices.IsSortedFunc(gaps, func(a, b Gap) int { return cmp.Or(cmp.Compare(a.CPU, b.CPU), cmp.Compare(a.Begin, b.Begin)) })
			for i, g := range gaps {
				if !sorted || g.Length() <= leastGap || i > 0 && gaps[i-1].CPU == g.CPU && g.Begin <= gaps[i-1].End {
					t.Fatal(fmt.Sprint(alone, together, gaps))
				}
			}
		}
	}
}
