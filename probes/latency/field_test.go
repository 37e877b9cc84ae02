package latency

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

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
