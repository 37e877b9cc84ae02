package scope

import (
	"reflect"
	"runtime"
	"sync"
	"testing"
	"testing/quick"

	"linebounce/probes/counters"
	"linebounce/probes/ownership"
)

// written returns what the workers write down when they add in the order of
// turns, and the stays that this makes.
func written(workers int, turns []int) (firsts [][]int64, want []ownership.Turn) {
	firsts = make([][]int64, workers)
	for i, worker := range turns {
		if n := len(want); n > 0 && want[n-1].Worker == worker {
			want[n-1].Ops++
			continue
		}
		firsts[worker] = append(firsts[worker], int64(i)+1)
		want = append(want, ownership.Turn{Worker: worker, Ops: 1})
	}
	return firsts, want
}

func TestAnyOrderIsFoundAgain(t *testing.T) {
	found := func(workers uint8, draws []byte) bool {
		n := int(workers)%7 + 1
		turns := make([]int, len(draws))
		for i, d := range draws {
			turns[i] = int(d) % n
		}
		firsts, want := written(n, turns)
		got := order(firsts, int64(len(turns)))
		return len(got) == len(want) && (len(want) == 0 || reflect.DeepEqual(got, want))
	}
	if err := quick.Check(found, nil); err != nil {
		t.Error(err)
	}
}

// The loops themselves, on goroutines that come in any order: each operation is
// in exactly one stay.
func TestEachValueIsInOneStay(t *testing.T) {
	for _, halves := range []bool{false, true} {
		const stretches = 60
		workers := 3
		if halves {
			workers = 2
		}
		var word int64
		logs := make([]*worker, workers)
		var running sync.WaitGroup
		for i := range logs {
			me := &worker{word: &word, ticket: 1, place: counters.Place{}}
			if halves {
				me.ticket = ownership.HalfTicket(i)
			}
			me.logs(stretches*stretch+len(slots{}), 0)
			logs[i] = me
			running.Go(func() {
				var next int64
				for range stretches {
					var more uint64
					more, next = stretchOf(me, (*slots)(me.firsts[me.taken:]), next)
					me.taken += int(more)
					runtime.Gosched()
				}
			})
		}
		running.Wait()
		firsts := make([][]int64, workers)
		for i, me := range logs {
			firsts[i] = me.firsts[:me.taken]
		}
		sums := make([]int64, workers)
		last := -1
		for _, turn := range order(firsts, int64(workers)*stretches*stretch) {
			if turn.Ops < 1 || turn.Worker == last {
				t.Fatalf("halves %v: %+v follows a stay of worker %d", halves, turn, last)
			}
			sums[turn.Worker] += turn.Ops
			last = turn.Worker
		}
		for i, sum := range sums {
			if sum != stretches*stretch {
				t.Errorf("halves %v: the stays of worker %d add up to %d operations, it did %d", halves, i, sum, stretches*stretch)
			}
		}
	}
}

// constructed is a burst of two CPUs, 4 and 7: its clock was read after their
// 3rd, 5th and 6th, and after their 2nd and 4th operation.
func constructed() Line {
	turns := []ownership.Turn{{Worker: 0, Ops: 2}, {Worker: 1, Ops: 3}, {Worker: 0, Ops: 4}, {Worker: 1, Ops: 1}}
	return lay("count", turns, []account{
		{cpu: 4, marks: []Mark{{3, 120}, {5, 160}, {6, 200}}},
		{cpu: 7, marks: []Mark{{2, 90}, {4, 210}}},
	})
}

func TestAConstructedLog(t *testing.T) {
	want := Line{
		Name: "count", Ops: 10,
		// Own operations 3, 5 and 6 of CPU 4 are 6, 8 and 9 on the line, 2 and 4 of CPU 7 are 4 and 10.
		Marks: []Mark{{0, 0}, {4, 90}, {6, 120}, {8, 160}, {9, 200}, {10, 210}},
		Stays: []Stay{
			{CPU: 4, First: 0, Ops: 2, Begin: 0, End: 45},
			{CPU: 7, First: 2, Ops: 3, Begin: 45, End: 105},
			{CPU: 4, First: 5, Ops: 4, Begin: 105, End: 200},
			{CPU: 7, First: 9, Ops: 1, Begin: 200, End: 210},
		},
	}
	if got := constructed(); !reflect.DeepEqual(got, want) {
		t.Errorf("the line is\n%+v, want\n%+v", got, want)
	}
}

// A CPU taken away between an operation and the reading after it reads late.
// The operation was done before the next one at the latest.
func TestALateReadingIsPutRight(t *testing.T) {
	line := lay("count", []ownership.Turn{{Worker: 0, Ops: 2}, {Worker: 1, Ops: 2}}, []account{
		{cpu: 0, marks: []Mark{{2, 9000}}}, {cpu: 1, marks: []Mark{{1, 30}, {2, 40}}}})
	if want := []Mark{{0, 0}, {2, 30}, {3, 30}, {4, 40}}; !reflect.DeepEqual(line.Marks, want) {
		t.Errorf("marks %v, want %v", line.Marks, want)
	}
	if line.skew != 0 {
		t.Errorf("one late reading makes counters that are %d ns apart", line.skew)
	}
}

func TestCountersThatAreApartAreNoticed(t *testing.T) {
	const behind = 5000
	var turns []ownership.Turn
	accounts := []account{{cpu: 0}, {cpu: 1}}
	for i := range int64(100) {
		turns = append(turns, ownership.Turn{Worker: int(i) % 2, Ops: 1})
		a := &accounts[i%2]
		a.marks = append(a.marks, Mark{Ops: i/2 + 1, At: 100*(i+1) - behind*(i%2)})
	}
	if line := lay("count", turns, accounts); line.skew != behind-100 {
		t.Errorf("the counters are found to be %d ns apart, want %d", line.skew, behind-100)
	}
}

func TestTheEndLeavesOutWhatCameAfter(t *testing.T) {
	for _, c := range []struct {
		at    int64
		ops   int64
		stays []Stay
		last  Mark
	}{
		{300, 10, []Stay{{4, 0, 2, 0, 45}, {7, 2, 3, 45, 105}, {4, 5, 4, 105, 200}, {7, 9, 1, 200, 300}}, Mark{10, 300}},
		{200, 9, []Stay{{4, 0, 2, 0, 45}, {7, 2, 3, 45, 105}, {4, 5, 4, 105, 200}}, Mark{9, 200}},
		{140, 7, []Stay{{4, 0, 2, 0, 45}, {7, 2, 3, 45, 105}, {4, 5, 2, 105, 140}}, Mark{7, 140}},
		{0, 0, nil, Mark{0, 0}},
	} {
		line := constructed()
		line.end(c.at)
		if line.Ops != c.ops || len(line.Stays) != len(c.stays) || len(c.stays) > 0 && !reflect.DeepEqual(line.Stays, c.stays) {
			t.Errorf("until %d: %d operations in %v, want %d in %v", c.at, line.Ops, line.Stays, c.ops, c.stays)
		}
		if last := line.Marks[len(line.Marks)-1]; last != c.last {
			t.Errorf("until %d: the last mark is %v, want %v", c.at, last, c.last)
		}
	}
}
