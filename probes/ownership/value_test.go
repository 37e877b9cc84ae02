package ownership

import (
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"testing/quick"

	"linebounce/probes"
)

// tally drives one worker's side of the combined word as a tracked loop does.
type tally struct {
	log  *ValueLog
	next int64
}

func (t *tally) add(word *int64, delta int64) {
	number := Number(atomic.AddInt64(word, Ticket(delta)))
	if number != t.next {
		t.log.Take(t.next, number)
	}
	t.next = number + 1
}

// playValues has workers add in the order that turns give and merges their logs.
func playValues(cpus, turns []int, room, limit int) (probes.LineUse, probes.Strip) {
	var word int64
	workers := make([]tally, len(cpus))
	logs := make([]*ValueLog, len(cpus))
	for i := range workers {
		logs[i] = NewValueLog(room)
		workers[i].log = logs[i]
	}
	for _, worker := range turns {
		workers[worker].add(&word, 1)
	}
	for i := range workers {
		logs[i].Finish(workers[i].next)
	}
	return MergeValues("count", cpus, logs, int64(len(turns)), limit)
}

func TestTheCombinedWordNumbersOperationsAboveAndBelowZero(t *testing.T) {
	var word int64
	deltas := []int64{-1, -1, +1, -1, +1, +1, +1, -1, -1}
	var references int64
	for i, delta := range deltas {
		word += Ticket(delta)
		references += delta
		if Number(word) != int64(i)+1 || References(word) != references {
			t.Fatalf("after %d operations: number %d, references %d; want %d and %d", i+1, Number(word), References(word), i+1, references)
		}
	}
}

// Where both methods see the same turns, they tell the same story. The owner
// word leaves out the stay that the window cut off, values know its end.
func TestValuesAndOwnerWordAgree(t *testing.T) {
	cpus := []int{3, 5, 8}
	agree := func(draws []byte) bool {
		turns := make([]int, len(draws))
		for i, d := range draws {
			turns[i] = int(d) % len(cpus)
		}
		line := NewLine("count", new(atomic.Uint64), len(cpus), 1<<12)
		want := play(line, cpus, turns)
		byOwner, ownerStrip := line.Merge(cpus, 1<<20)
		byValue, valueStrip := playValues(cpus, turns, 1<<12, 1<<20)
		if len(want) > 1 && !reflect.DeepEqual(ownerStrip.Stays, valueStrip.Stays[:len(want)-1]) {
			return false
		}
		return byOwner.Total() == byValue.Total() && (len(want) == 0 || reflect.DeepEqual(valueStrip.Stays, want))
	}
	if err := quick.Check(agree, nil); err != nil {
		t.Error(err)
	}
}

func TestHandoffsAreCountedBeyondAFullLog(t *testing.T) {
	turns := []int{0, 1, 0, 1, 0, 1, 0, 1}
	use, _ := playValues([]int{0, 1}, turns, 2, 100)
	want := []probes.Handoff{{From: 1, To: 0, Count: 3}, {From: 0, To: 1, Count: 4}}
	if !reflect.DeepEqual(use.Handoffs, want) {
		t.Errorf("two workers: %v, want %v", use.Handoffs, want)
	}
	use, _ = playValues([]int{0, 1, 2}, append(turns, 2, 1, 2), 2, 100)
	unknown := int64(0)
	for _, h := range use.Handoffs {
		if h.From == -1 {
			unknown += h.Count
		}
	}
	if use.Total() != 10 || unknown == 0 {
		t.Errorf("three workers: %v, want 10 hand-offs, those after the full log from -1", use.Handoffs)
	}
}

// What a merge returned does not change with the next one.
func TestAMergeKeepsNothingOfTheNext(t *testing.T) {
	first := []int{0, 0, 1, 0, 1, 1, 0, 1}
	_, strip := playValues([]int{0, 1}, first, 16, 100)
	before := slices.Clone(strip.Stays)
	line := NewLine("count", new(atomic.Uint64), 2, 16)
	play(line, []int{0, 1}, []int{1, 0, 1, 0, 1, 0, 1, 0, 1})
	_, owned := line.Merge([]int{0, 1}, 100)
	ownedBefore := slices.Clone(owned.Stays)
	for range 4 {
		playValues([]int{7, 8}, []int{1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1}, 16, 100)
	}
	if !slices.Equal(strip.Stays, before) || !slices.Equal(owned.Stays, ownedBefore) {
		t.Errorf("%v became %v, and %v %v", before, strip.Stays, ownedBefore, owned.Stays)
	}
}
