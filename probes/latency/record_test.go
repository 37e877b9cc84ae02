package latency

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
)

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
