package ticks

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestNowNeverGoesBackOnOneThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	last := Now()
	begin := last
	for range 200_000 {
		now := Now()
		if now < last {
			t.Fatalf("%d follows %d", now, last)
		}
		last = now
	}
	if last == begin {
		t.Errorf("the %s stood still for 200,000 readings", Which().Name)
	}
}

func TestWhyItIsTheClock(t *testing.T) {
	c := Which()
	if c.Invariant == (c.Why != "") || c.Invariant == (c.Name == "clock") {
		t.Errorf("%+v: want a counter, or the clock and why", c)
	}
	t.Logf("%+v", c)
}

// What the counter says of a stretch agrees with the system's clock, which was
// not asked in it.
func TestTheLengthOfAStretch(t *testing.T) {
	earlier := Read()
	for time.Since(base) < earlier.Clock+20*time.Millisecond {
	}
	begin := Read()
	for time.Since(base) < begin.Clock+20*time.Millisecond {
	}
	end := Read()
	s := NewScale(earlier, begin, end)
	if !s.Clock.Checked {
		t.Skipf("the clocks do not agree on this machine: %s", s.Clock.Why)
	}
	for time.Since(base) < end.Clock+10*time.Millisecond {
	}
	last := Read()
	got := s.Nanoseconds(last.Ticks - end.Ticks)
	want := (last.Clock - end.Clock).Nanoseconds()
	if allowed := 2*s.Clock.Within*float64(want) + float64(end.Within+last.Within); float64(got-want) > allowed || float64(want-got) > allowed {
		t.Errorf("%d ns by the %s, %d by the system's clock, more than %.0f apart", got, s.Clock.Name, want, allowed)
	}
}

func at(ticks int64, clock, within time.Duration) Mark {
	return Mark{Ticks: ticks, Clock: clock, Within: within}
}

func TestRatesAreHeldAgainstEachOther(t *testing.T) {
	was := chosen
	defer func() { chosen = was }()
	chosen = Clock{Name: "TSC", Invariant: true}
	const ms = time.Millisecond
	for _, c := range []struct {
		name                string
		earlier, begin, end Mark
		checked             bool
		length              int64 // of 2,000,000 ticks in ns
	}{
		{"one rate", at(0, 0, 50), at(20e6, 10*ms, 50), at(40e6, 20*ms, 50), true, 1e6},
		{"within the tolerance", at(0, 0, 50), at(20e6, 10*ms, 50), at(40_010_000, 20*ms, 50), true, 999_500},
		{"faster by a hundredth", at(0, 0, 50), at(20e6, 10*ms, 50), at(40_200_000, 20*ms, 50), false, 990_099},
		{"as much, but the readings were interrupted", at(0, 0, 50), at(20e6, 10*ms, 50), at(40_200_000, 20*ms, ms/5), true, 990_099},
		{"stood still", at(0, 0, 50), at(20e6, 10*ms, 50), at(20e6, 20*ms, 50), false, 2e6},
		{"no time before", at(20e6, 10*ms, 50), at(20e6, 10*ms, 50), at(40e6, 20*ms, 50), false, 2e6},
	} {
		s := NewScale(c.earlier, c.begin, c.end)
		if s.Clock.Checked != c.checked || s.Clock.Checked == (s.Clock.Why != "") {
			t.Errorf("%s: %+v, want it to agree: %v, or a reason", c.name, s.Clock, c.checked)
		}
		if got := s.Nanoseconds(2e6); got != c.length {
			t.Errorf("%s: 2,000,000 ticks are %d ns, want %d", c.name, got, c.length)
		}
	}
	chosen = Clock{Name: "clock", PerNanosecond: 1}
	if s := NewScale(at(0, 0, 0), at(0, 0, 0), at(0, 0, 0)); !s.Clock.Checked || s.Nanoseconds(77) != 77 {
		t.Errorf("the clock itself needs no check and no conversion: %+v", s)
	}
}

func BenchmarkNow(b *testing.B) {
	for b.Loop() {
		Now()
	}
}

func BenchmarkClock(b *testing.B) {
	for b.Loop() {
		_ = time.Since(base)
	}
}

func TestTheReasonIsASentence(t *testing.T) {
	if _, why := counter(); why != "" && !strings.HasSuffix(why, ".") {
		t.Errorf("%q is no sentence", why)
	}
}
