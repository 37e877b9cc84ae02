package latency

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// field is a machine that exists only as figures: it knows how long each pair
// takes, and its clock moves by what its rounds take.
type field struct {
	clock   time.Duration
	oneWay  func(v visit) float64 // ns
	spread  float64               // of the visits, as a share
	coin    *rand.Rand
	errors  [1 << 12]float64 // of single samples, drawn once
	played  map[int]int      // visits by pair
	log     [][]visit
	rounds  int
	mishaps func(v visit) *played // in place of a visit, nil for none
	most    int                   // visits at a time
}

func newField(oneWay func(v visit) float64, spread float64) *field {
	f := &field{oneWay: oneWay, spread: spread, coin: rand.New(rand.NewPCG(3, 4)), played: map[int]int{}}
	for i := range f.errors {
		f.errors[i] = 1 + 0.02*f.coin.NormFloat64()
	}
	return f
}

func (f *field) now() time.Duration { return f.clock }

// dispatch is what sending threads off to a round is taken to cost.
const dispatch = 4 * time.Millisecond

func (f *field) play(_ context.Context, round []visit) []played {
	f.rounds++
	f.log = append(f.log, round)
	f.most = max(f.most, len(round))
	list := make([]played, len(round))
	longest := time.Duration(0)
	for i, v := range round {
		if f.mishaps != nil {
			if o := f.mishaps(v); o != nil {
				list[i] = *o
				continue
			}
		}
		f.played[v.pair]++
		ns := f.oneWay(v) * (1 + f.spread*f.coin.NormFloat64())
		o := played{pinned: true, down: -1, samples: make([]float32, v.samples)}
		first := f.coin.IntN(len(f.errors))
		for s := range o.samples {
			o.samples[s] = float32(ns * f.errors[(first+s)%len(f.errors)])
		}
		list[i] = o
		longest = max(longest, time.Duration(ns*2*tripsASample*float64(v.samples+warmUp)))
	}
	f.clock += longest + dispatch
	return list
}

func (f *field) measure(t *testing.T, m topology.Machine, o Options, tell func(Map, Progress)) Map {
	t.Helper()
	if o.Method == "" {
		o.Method = CAS
	}
	o.CPUs = m.Allowed()
	got, err := conduct(t.Context(), newSurvey(m, o), f.now, f.play, tell)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// sockets has 50 ns within a socket and 200 across.
func sockets(m topology.Machine) func(visit) float64 {
	return func(v visit) float64 {
		if m.Nearness(v.a, v.b) == topology.OtherSocket {
			return 200
		}
		return 50
	}
}

// What the schedule does for a large machine, on a clock of its own: all pairs
// once by the end of the first pass, and all of it under three minutes, whether
// pairs settle or never do.
func TestAMapOf576CPUsEndsWithinThreeMinutes(t *testing.T) {
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

// Samples of one visit are alike. An interval over samples would be tight after
// one visit; over visits it is as wide as they differ.
func TestTheIntervalIsOverVisits(t *testing.T) {
	m := machine(1, 2, 1)
	inside, maps := 0, 200
	for seed := range maps {
		f := newField(func(visit) float64 { return 100 }, 0.1)
		f.coin = rand.New(rand.NewPCG(uint64(seed), 9))
		p := f.measure(t, m, Options{For: 200 * time.Millisecond}, nil).Pairs[0]
		if !p.Known() {
			t.Fatalf("%+v", p)
		}
		if p.Low <= 100 && 100 <= p.High {
			inside++
		}
	}
	if inside < maps*85/100 { // it stops when it is tight, which costs some of the 95
		t.Errorf("the interval held the true median in %d of %d maps", inside, maps)
	}
}

func TestTheCoarseMakesWayForTheSharp(t *testing.T) {
	m := machine(1, 2, 1)
	f := newField(func(v visit) float64 {
		if v.samples == coarse {
			return 1000
		}
		return 50
	}, 0.001)
	var first Pair
	got := f.measure(t, m, Options{}, func(m Map, _ Progress) {
		if first.Samples == 0 {
			first = m.Pairs[0]
		}
	})
	if first.Samples != coarse || first.Median < 900 || first.Known() {
		t.Errorf("after the first pass: %+v", first)
	}
	if p := got.Pairs[0]; p.P99 > 100 {
		t.Errorf("in the end: %+v", p)
	}
}

func TestUnpinnedSamplesMakeWayForPinnedOnes(t *testing.T) {
	m := machine(1, 2, 1)
	s := newSurvey(m, Options{Method: CAS, CPUs: m.Allowed()})
	play := func(ns float32, pinned bool) Pair {
		round := []visit{{pair: 0, a: 0, b: 1, samples: sharp}}
		s.take(round, []played{{samples: slices.Repeat([]float32{ns}, sharp), pinned: pinned, down: -1}}, time.Millisecond)
		return s.snapshot().Pairs[0]
	}
	if p := play(10, false); p.Pinned || p.Median != 10 {
		t.Errorf("a first visit, unpinned: %+v", p)
	}
	if p := play(50, true); !p.Pinned || p.Min != 50 || p.Samples != sharp {
		t.Errorf("then a pinned one: %+v", p)
	}
	if p := play(10, false); !p.Pinned || p.Min != 50 || p.Samples != sharp {
		t.Errorf("then an unpinned one: %+v", p)
	}
}

func TestACPUThatGoesAwayTakesOnlyItsRow(t *testing.T) {
	m := machine(1, 6, 1)
	for name, after := range map[string]int{"before its first pair": 0, "in the first pass": 2, "after it": 9} {
		f := newField(sockets(m), 0.001)
		visits := 0
		f.mishaps = func(v visit) *played {
			if v.a != 3 && v.b != 3 {
				return nil
			}
			if visits++; visits <= after {
				return nil
			}
			return &played{down: 3, err: &probes.Unable{What: "a thread could not be pinned to CPU 3", Why: "it is offline", Advice: "Bring it back."}}
		}
		got := f.measure(t, m, Options{}, nil)
		if len(got.Dropped) != 1 || got.Dropped[0] != (Drop{3, "it is offline"}) || got.Complete {
			t.Errorf("%s: dropped %v, complete %v", name, got.Dropped, got.Complete)
		}
		kept := 0
		for _, p := range got.Pairs {
			switch {
			case p.A != 3 && p.B != 3:
				if !p.Tight() || p.Why != "" {
					t.Errorf("%s: another pair suffered: %+v", name, p)
				}
			case p.Measured():
				kept++
			case !strings.Contains(p.Why, "CPU 3 dropped out: it is offline"):
				t.Errorf("%s: the row does not say why: %+v", name, p)
			}
		}
		if kept != min(after, 5) {
			t.Errorf("%s: %d of its pairs kept their figures, want %d", name, kept, min(after, 5))
		}
		if text := strings.Join(got.Warnings(m), " "); !strings.Contains(text, "CPU 3 dropped out: it is offline.") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func TestAPairWhoseThreadsAreKeptAwayIsGivenUp(t *testing.T) {
	m := machine(1, 4, 1)
	f := newField(sockets(m), 0.001)
	tries := 0
	f.mishaps = func(v visit) *played {
		if v.a != 0 || v.b != 1 {
			return nil
		}
		tries++
		return &played{down: -1, err: errors.New("no thread got its CPU")}
	}
	got := f.measure(t, m, Options{}, nil)
	if p := got.Between(1, 0); tries != mostMisses || p.Measured() || p.Why != "no thread got its CPU" {
		t.Errorf("after %d tries: %+v", tries, p)
	}
	if p := got.Between(2, 0); !p.Tight() || got.Complete {
		t.Errorf("the rest: %+v, complete %v", p, got.Complete)
	}
}

func TestNothingMeasuredIsUnable(t *testing.T) {
	m := machine(1, 2, 1)
	f := newField(sockets(m), 0)
	f.mishaps = func(visit) *played { return &played{down: -1, err: errors.New("no thread got its CPU")} }
	_, err := conduct(t.Context(), newSurvey(m, Options{Method: CAS, CPUs: m.Allowed()}), f.now, f.play, nil)
	var unable *probes.Unable
	if !errors.As(err, &unable) || unable.Why != "no thread got its CPU" {
		t.Errorf("error %v", err)
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

func TestQuantilesAreInOrder(t *testing.T) {
	m := machine(1, 8, 1)
	for _, p := range newField(sockets(m), 0.1).measure(t, m, Options{}, nil).Pairs {
		if !ordered(p) {
			t.Errorf("%+v", p)
		}
	}
	if got := quantile([]float32{1, 2, 4}, 0.25); math.Abs(got-1.5) > 1e-9 {
		t.Errorf("a quantile between 1 and 2: %v", got)
	}
	if got := merge([]float32{1, 3, 5}, []float32{2, 3, 9}); !slices.Equal(got, []float32{1, 2, 3, 3, 5, 9}) {
		t.Errorf("merged %v", got)
	}
}

func ordered(p Pair) bool {
	return p.Min > 0 && p.Min <= p.P10 && p.P10 <= p.Median && p.Median <= p.P90 && p.P90 <= p.P99 && p.Low <= p.Median && p.Median <= p.High
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
