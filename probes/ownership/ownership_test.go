package ownership

import (
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/quick"
	"unsafe"

	"linebounce/probes"
)

// play has workers touch the line in the order that turns give, one operation
// each, and returns the stays that this makes.
func play(l *Line, cpus []int, turns []int) []probes.Stay {
	var want []probes.Stay
	for _, worker := range turns {
		l.Log(worker).Touch()
		if n := len(want); n > 0 && want[n-1].CPU == cpus[worker] {
			want[n-1].Ops++
			continue
		}
		want = append(want, probes.Stay{CPU: cpus[worker], Ops: 1})
	}
	return want
}

func TestTheExactSequence(t *testing.T) {
	cpus := []int{4, 2, 9}
	turns := []int{0, 0, 0, 1, 2, 2, 0, 1, 1, 1, 1, 2}
	l := NewLine("pid", new(atomic.Uint64), 3, 100)
	want := play(l, cpus, turns)
	use, s := l.Merge(cpus, 1000)
	if complete := want[:len(want)-1]; !reflect.DeepEqual(s.Stays, complete) {
		t.Errorf("stays %v, want %v", s.Stays, complete)
	}
	handoffs := []probes.Handoff{{From: 4, To: 2, Count: 2}, {From: 2, To: 9, Count: 2}, {From: 9, To: 4, Count: 1}}
	if !reflect.DeepEqual(use.Handoffs, handoffs) {
		t.Errorf("hand-offs %v, want %v", use.Handoffs, handoffs)
	}
	if use.Ops != int64(len(turns)) || use.Name != "pid" || s.Line != "pid" {
		t.Errorf("line %q, strip of %q, %d operations; want pid, pid, %d", use.Name, s.Line, use.Ops, len(turns))
	}
	if stays := (probes.StayStats{Logged: 5, P10: use.Stays.P10, Median: 2, P90: use.Stays.P90, Mean: 11.0 / 5}); use.Stays != stays {
		t.Errorf("stays %+v, want %+v", use.Stays, stays)
	}

	l.Reset()
	if use, s := l.Merge(cpus, 1000); use.Ops != 0 || use.Total() != 0 || len(s.Stays) != 0 {
		t.Errorf("after a reset: %+v %+v", use, s)
	}
}

func TestAnyOrderIsFoundAgain(t *testing.T) {
	cpus := []int{0, 1, 2, 3}
	l := NewLine("count", new(atomic.Uint64), 4, 1<<12)
	found := func(draws []byte) bool {
		turns := make([]int, len(draws))
		for i, d := range draws {
			turns[i] = int(d) % 4
		}
		l.Reset()
		want := play(l, cpus, turns)
		if len(want) > 1 {
			want = want[:len(want)-1]
		}
		return reflect.DeepEqual(l.sequence(cpus, nil), want)
	}
	if err := quick.Check(found, nil); err != nil {
		t.Error(err)
	}
}

// The order has every operation, those of the last stay too, up to where a log
// was full.
func TestTheOrderHasEveryStay(t *testing.T) {
	cpus := []int{7, 5, 3}
	for _, room := range []int{1 << 12, 5} {
		l := NewLine("count", new(atomic.Uint64), len(cpus), room)
		found := func(draws []byte) bool {
			turns := make([]int, len(draws))
			taken := map[int]int{}
			for i, d := range draws {
				turns[i] = int(d) % len(cpus)
			}
			l.Reset()
			want := play(l, cpus, turns)
			kept := len(want)
			for i, s := range want {
				taken[s.CPU]++
				if lost := taken[s.CPU] - room; lost > 0 && i < kept && slices.ContainsFunc(want[i+1:], func(later probes.Stay) bool { return later.CPU == s.CPU }) {
					kept = i
				}
			}
			order, whole := l.Order()
			if whole != (kept == len(want)) || len(order) != kept {
				return false
			}
			for i, o := range order {
				if cpus[o.Worker] != want[i].CPU || o.Ops != want[i].Ops {
					return false
				}
			}
			return true
		}
		if err := quick.Check(found, nil); err != nil {
			t.Errorf("room for %d stays: %v", room, err)
		}
	}
	l := NewLine("count", new(atomic.Uint64), 1, 3)
	if order, whole := l.Order(); len(order) != 0 || !whole || l.Log(0).Room() != 3 {
		t.Errorf("of nothing: %v, whole %v, room for %d", order, whole, l.Log(0).Room())
	}
}

func TestAFullLogKeepsCounting(t *testing.T) {
	cpus := []int{0, 1}
	l := NewLine("count", new(atomic.Uint64), 2, 3)
	var turns []int
	for range 50 {
		turns = append(turns, 0, 1, 1)
	}
	want := play(l, cpus, turns)
	use, s := l.Merge(cpus, 1000)
	if use.Total() != 99 || use.Ops != 150 {
		t.Errorf("%d hand-offs in %d operations, want 99 in 150", use.Total(), use.Ops)
	}
	if !reflect.DeepEqual(s.Stays, want[:6]) || use.Stays.Logged != 6 {
		t.Errorf("kept %v, want %v", s.Stays, want[:6])
	}
}

func TestALineOfOneOwner(t *testing.T) {
	l := NewLine("count 3", new(atomic.Uint64), 2, 3)
	play(l, []int{3, 5}, make([]int, 80))
	use, s := l.Merge([]int{3, 5}, 50)
	if want := []probes.Stay{{CPU: 3, Ops: 50}}; !reflect.DeepEqual(s.Stays, want) || s.PerCPU[3] != 50 {
		t.Errorf("strip %+v, want %v", s, want)
	}
	if use.Total() != 0 || use.Stays.Mean != 80 || use.Stays.Logged != 1 {
		t.Errorf("line %+v, want no hand-off and one stay of 80", use)
	}
}

func TestAStripIsAStretchAroundTheMiddle(t *testing.T) {
	stays := []probes.Stay{{CPU: 0, Ops: 5}, {CPU: 1, Ops: 900}, {CPU: 0, Ops: 7}, {CPU: 1, Ops: 3}}
	for _, c := range []struct {
		limit int
		want  []probes.Stay
	}{
		{0, nil},
		{8, []probes.Stay{{CPU: 1, Ops: 4}, {CPU: 0, Ops: 4}}},
		{20, []probes.Stay{{CPU: 1, Ops: 10}, {CPU: 0, Ops: 7}, {CPU: 1, Ops: 3}}},
		{30, []probes.Stay{{CPU: 1, Ops: 20}, {CPU: 0, Ops: 7}, {CPU: 1, Ops: 3}}},
		{913, []probes.Stay{{CPU: 0, Ops: 3}, {CPU: 1, Ops: 900}, {CPU: 0, Ops: 7}, {CPU: 1, Ops: 3}}},
		{5000, stays},
	} {
		s := strip("count", stays, c.limit)
		if !reflect.DeepEqual(s.Stays, c.want) {
			t.Errorf("limit %d: %v, want %v", c.limit, s.Stays, c.want)
		}
		if sum := s.PerCPU[0] + s.PerCPU[1]; sum != min(total(stays), int64(c.limit)) {
			t.Errorf("limit %d: %d operations", c.limit, sum)
		}
	}
	if s := strip("count", stays[:1], 3); !reflect.DeepEqual(s.Stays, []probes.Stay{{CPU: 0, Ops: 3}}) {
		t.Errorf("of one stay: %v", s.Stays)
	}
}

// Real workers: no stay is lost or numbered twice, and every operation is in
// exactly one of them.
func TestConcurrentLogsHaveNoHoles(t *testing.T) {
	const workers, ops = 3, 20000
	cpus := []int{0, 1, 2}
	line := new(struct {
		count atomic.Int64
		owner atomic.Uint64
	})
	l := NewLine("count", &line.owner, workers, workers*ops)
	var wg sync.WaitGroup
	for w := range workers {
		log := l.Log(w)
		wg.Go(func() {
			for i := range ops {
				line.count.Add(1)
				log.Touch()
				if i%100 == w {
					runtime.Gosched()
				}
			}
		})
	}
	wg.Wait()

	use, _ := l.Merge(cpus, 100)
	last := line.owner.Load() >> ownerWidth
	if use.Total()+1 != int64(last) {
		t.Errorf("%d hand-offs, but the last stay is number %d", use.Total(), last)
	}
	if use.Total() < workers-1 {
		t.Errorf("%d hand-offs between %d workers", use.Total(), workers)
	}
	stays := l.sequence(cpus, nil)
	if len(stays)+1 != int(last) {
		t.Errorf("%d complete stays, want %d", len(stays), last-1)
	}
	var open int64
	for _, log := range l.logs {
		if log.stay == last {
			open = log.ops - log.begun
		}
	}
	if sum := total(stays) + open; sum != workers*ops || use.Ops != sum || line.count.Load() != sum {
		t.Errorf("stays add up to %d, logs to %d, count to %d; want %d", sum, use.Ops, line.count.Load(), workers*ops)
	}
	for i := 1; i < len(stays); i++ {
		if stays[i].CPU == stays[i-1].CPU {
			t.Fatalf("stays %d and %d are of the same CPU", i, i+1)
		}
	}
}

func TestLogsShareNoLine(t *testing.T) {
	if size := unsafe.Sizeof(Log{}); size != 256 {
		t.Errorf("a log has %d bytes, want 256", size)
	}
	l := NewLine("count", new(atomic.Uint64), 2, 1)
	for w := range 2 {
		if at := uintptr(unsafe.Pointer(l.Log(w))); at%256 != 0 {
			t.Errorf("log %d at %#x", w, at)
		}
	}
}

func BenchmarkTouch(b *testing.B) {
	log := NewLine("count", new(atomic.Uint64), 1, 1).Log(0)
	for b.Loop() {
		log.Touch()
	}
}
