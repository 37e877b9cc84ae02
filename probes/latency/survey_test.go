package latency

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"linebounce/probes/topology"
)

// What the schedule does for a large machine, on a clock of its own: all pairs
// once by the end of the first pass, and all of it under three minutes, whether
// pairs settle or never do.
func TestAMapOf576CPUsEndsWithinThreeMinutes(t *testing.T) {
	if testing.Short() {
		t.Skip("a long computation")
	}
	slow := func(visit) float64 { return 2000 }
	for name, c := range map[string]struct {
		m      topology.Machine
		oneWay func(visit) float64
		spread float64
	}{
		"one thread a core, quiet":          {machine(2, 288, 1), sockets(machine(2, 288, 1)), 0.01},
		"two threads a core, slow and loud": {machine(2, 144, 2), slow, 0.5},
	} {
		t.Run(name, func(t *testing.T) {
			f := newField(c.oneWay, c.spread)
			first := tournament(cores(c.m, c.m.Allowed()), 576)
			var coarseAt, estimate time.Duration
			var late Progress
			got := f.measure(t, c.m, Options{}, func(m Map, p Progress) {
				if estimate == 0 {
					estimate = p.Elapsed + p.Left
				}
				if !p.Coarse && coarseAt == 0 {
					coarseAt = p.Elapsed
				}
				if f.rounds > leastVisits*len(first) && late.Elapsed == 0 {
					late = p
				}
				f.clock += 100 * time.Millisecond // what a snapshot of so many pairs may well take
			})
			for r, round := range f.log[:len(first)] {
				if len(round) != len(first[r]) || round[0].samples != coarse {
					t.Fatalf("round %d has %d visits of %d samples, want the coarse map's %d", r, len(round), round[0].samples, len(first[r]))
				}
			}
			if f.clock >= 3*time.Minute {
				t.Errorf("it took %v", f.clock)
			}
			if !got.Complete || len(got.Pairs) != 576*575/2 || len(f.played) != len(got.Pairs) {
				t.Errorf("%d of %d pairs were measured, complete %v", len(f.played), len(got.Pairs), got.Complete)
			}
			if coarseAt == 0 || coarseAt > f.clock/2 {
				t.Errorf("the coarse map was there after %v of %v", coarseAt, f.clock)
			}
			if estimate <= 0 || estimate > 3*time.Minute {
				t.Errorf("after the first round the whole was thought to take %v", estimate)
			}
			if whole := late.Elapsed + late.Left; late.Elapsed > 0 && (whole < f.clock*3/4 || whole > f.clock*4/3) {
				t.Errorf("when most was known the whole was thought to take %v, and it took %v", whole, f.clock)
			}
			t.Logf("%v in %d rounds, the coarse map after %v, thought at first to take %v", f.clock.Round(time.Second), f.rounds, coarseAt.Round(time.Second), estimate.Round(time.Second))
		})
	}
}

func TestTheTimeThatIsGivenIsKept(t *testing.T) {
	for _, limit := range []time.Duration{time.Second, 10 * time.Second} {
		m := machine(2, 32, 1)
		f := newField(sockets(m), 0.5)
		got := f.measure(t, m, Options{For: limit}, nil)
		if f.clock > limit+50*time.Millisecond || f.clock < limit*9/10 {
			t.Errorf("given %v, a map that never gets tight took %v", limit, f.clock)
		}
		if !got.Complete {
			t.Errorf("given %v, pairs are missing", limit)
		}
	}
	m := machine(2, 32, 1)
	f := newField(sockets(m), 0.01)
	got := f.measure(t, m, Options{For: 100 * time.Millisecond}, nil)
	missing := 0
	for _, p := range got.Pairs {
		if !p.Measured() {
			missing++
			if p.Why == "" {
				t.Fatalf("nothing says why CPUs %d and %d have no figures", p.A, p.B)
			}
		}
	}
	if got.Complete || missing == 0 || missing == len(got.Pairs) {
		t.Errorf("in a tenth of a second %d of %d pairs are missing, complete %v", missing, len(got.Pairs), got.Complete)
	}
}

func TestTwoCPUsTakeTwoSecondsAtMost(t *testing.T) {
	m := machine(1, 2, 1)
	f := newField(sockets(m), 0.5)
	f.measure(t, m, Options{}, nil)
	if f.clock > 2*time.Second {
		t.Errorf("a pair that never gets tight took %v", f.clock)
	}
	f = newField(sockets(m), 0.001)
	got := f.measure(t, m, Options{}, nil)
	if p := got.Pairs[0]; f.clock < leastTime || f.clock > leastTime+50*time.Millisecond || !p.Tight() {
		t.Errorf("a quiet pair took %v: %+v", f.clock, p)
	}
}

func TestASerialMapHasOnePairAtATime(t *testing.T) {
	m := machine(1, 9, 2)
	f := newField(sockets(m), 0.1)
	got := f.measure(t, m, Options{Serial: true}, nil)
	if f.most != 1 || !got.Serial || !got.Complete {
		t.Errorf("%d pairs at a time, %+v", f.most, got.Complete)
	}
	g := newField(sockets(m), 0.1)
	g.measure(t, m, Options{}, nil)
	if g.most < 4 { // of 9 cores one rests
		t.Errorf("at most %d pairs at a time, want 4", g.most)
	}
}

func TestOnlyLoosePairsAreVisitedAgain(t *testing.T) {
	m := machine(1, 6, 1)
	f := newField(sockets(m), 0.001)
	noisy := index(1, 4, 6)
	f.oneWay = func(v visit) float64 {
		if v.pair == noisy {
			return 50 * (1 + f.coin.Float64())
		}
		return 50
	}
	last := map[int]time.Duration{}
	play := f.oneWay
	f.oneWay = func(v visit) float64 { last[v.pair] = f.clock; return play(v) }
	got := f.measure(t, m, Options{For: 2 * leastTime}, nil)
	for i, p := range got.Pairs {
		if loose := last[i] > leastTime+50*time.Millisecond; loose != (i == noisy) {
			t.Errorf("pair %d was last visited after %v: %+v", i, last[i], p)
		}
	}
}

func TestAnEndedMapKeepsWhatItHas(t *testing.T) {
	m := machine(1, 8, 1)
	ctx, stop := context.WithCancel(t.Context())
	f := newField(sockets(m), 0.001)
	last := Progress{}
	got, err := conduct(ctx, newSurvey(m, Options{Method: Store, CPUs: m.Allowed()}), f.now, f.play, func(_ Map, p Progress) {
		if last = p; f.rounds == 3 {
			stop()
		}
	})
	measured := 0
	for _, p := range got.Pairs {
		if p.Measured() {
			measured++
		}
	}
	if !errors.Is(err, context.Canceled) || got.Complete || measured != 3*4 || got.Method != Store {
		t.Errorf("%v; %d pairs, complete %v", err, measured, got.Complete)
	}
	if last.Left != 0 || last.Measured != measured {
		t.Errorf("the last that is told: %+v", last)
	}
}

func TestASnapshotDoesNotChange(t *testing.T) {
	m := machine(1, 4, 1)
	f := newField(sockets(m), 0.2)
	var maps []Map
	var then []string
	f.measure(t, m, Options{For: 300 * time.Millisecond}, func(m Map, _ Progress) {
		maps, then = append(maps, m), append(then, fmt.Sprint(m))
	})
	for i := range maps {
		if fmt.Sprint(maps[i]) != then[i] {
			t.Fatalf("snapshot %d was %s and became %v", i, then[i], maps[i])
		}
	}
	if len(maps) != f.rounds+1 {
		t.Errorf("%d snapshots of %d rounds and the end", len(maps), f.rounds)
	}
}

// Telling of a large map must not take the time of measuring.
func TestTellingTakesLittleOfTheTime(t *testing.T) {
	m := machine(1, 16, 1)
	f := newField(sockets(m), 0.5)
	told := time.Duration(0)
	f.measure(t, m, Options{For: 20 * time.Second}, func(Map, Progress) {
		f.clock += 50 * time.Millisecond
		told += 50 * time.Millisecond
	})
	if told > f.clock/15 || told < f.clock/40 {
		t.Errorf("telling took %v of %v", told, f.clock)
	}
}

func BenchmarkTakeARoundOf576CPUs(b *testing.B) {
	m := machine(2, 288, 1)
	f := newField(sockets(m), 0.5)
	s := newSurvey(m, Options{Method: CAS, CPUs: m.Allowed(), For: time.Hour})
	for b.Loop() {
		b.StopTimer()
		round := s.next(0)
		outcomes := f.play(b.Context(), round)
		b.StartTimer()
		s.take(round, outcomes, time.Millisecond)
	}
}

func BenchmarkSnapshotOf576CPUs(b *testing.B) {
	m := machine(2, 288, 1)
	s := newSurvey(m, Options{Method: CAS, CPUs: m.Allowed()})
	for b.Loop() {
		s.snapshot()
		s.progress(0)
	}
}
