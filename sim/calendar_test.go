package sim

import (
	"math/rand/v2"
	"testing"
)

// A calendar gives events back in order of time, and those of one time in the
// order in which they were added, whether they lie days or many turns ahead.
func TestCalendarKeepsOrder(t *testing.T) {
	type entry struct {
		at      Time
		subject int
	}
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		const subjects = 60
		k := newCalendar(subjects)
		var list []entry // in order
		now, taken, added := Time(0), 0, 0
		add := func(subject int) {
			at := now
			switch r.IntN(6) {
			case 0: // at once
			case 1:
				at += Time(r.IntN(20)) * 1000 // equal times
			case 2:
				at += Time(r.IntN(days * 2 << dayBits)) // this turn or the next
			case 3:
				at += Time(r.IntN(1000)) * days << dayBits // the same day of the ring
			case 4:
				at += Time(r.Int64N(1e13))
			case 5:
				at += Time(r.IntN(100_000))
			}
			i := len(list)
			for i > 0 && list[i-1].at > at {
				i--
			}
			list = append(list[:i], append([]entry{{at, subject}}, list[i:]...)...)
			k.add(at, subject)
			added++
		}
		for subject := range subjects {
			add(subject)
		}
		for len(list) > 0 {
			want := list[0]
			if k.pending != len(list) || k.next != want.at {
				t.Fatalf("seed %d, taken %d: %d events, the next at %d; want %d, at %d", seed, taken, k.pending, k.next, len(list), want.at)
			}
			now = k.next
			if got := k.take(); got != want.subject {
				t.Fatalf("seed %d, taken %d: subject %d at %d, want %d", seed, taken, got, now, want.subject)
			}
			list = list[1:]
			if taken++; added < 3000 && r.IntN(20) > 0 {
				add(want.subject)
			}
		}
		if k.next != never {
			t.Fatalf("seed %d: an empty calendar has an event at %d", seed, k.next)
		}
	}
}
