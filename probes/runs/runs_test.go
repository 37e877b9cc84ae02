package runs

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"linebounce/probes"
)

var arms = []probes.Scenario{{Size: 1}, {Size: 2}}

func source(ran *[]int) Source {
	return Source{
		Check: func(s probes.Scenario) error {
			if s.Size == 13 {
				return &probes.ScenarioError{Word: "size", Value: "13", Problem: "is unlucky"}
			}
			return nil
		},
		Run: func(_ context.Context, s probes.Scenario, progress func(float64)) (probes.Reading, error) {
			*ran = append(*ran, s.Size)
			progress(0.5)
			return probes.Reading{Elapsed: time.Second}, nil
		},
	}
}

func all(t *testing.T, s probes.Session) (readings []probes.Reading) {
	t.Helper()
	for {
		r, err := s.Next(t.Context())
		if err == io.EOF {
			return readings
		}
		if err != nil {
			t.Fatal(err)
		}
		readings = append(readings, r)
	}
}

func TestPairsInARandomOrder(t *testing.T) {
	var ran []int
	var shares []float64
	s, err := source(&ran).Open(t.Context(), probes.Plan{Arms: arms, Budget: probes.Budget{Runs: 3}, Progress: func(x float64) { shares = append(shares, x) }})
	if err != nil {
		t.Fatal(err)
	}
	heads := []bool{true, false, true}
	s.(*session).coin = func() bool { h := heads[0]; heads = heads[1:]; return h }
	readings := all(t, s)
	if !slices.Equal(ran, []int{2, 1, 1, 2, 2, 1}) {
		t.Errorf("ran %v, want each arm three times in the order of the coin", ran)
	}
	for i, r := range readings {
		if r.Pair != i/2 || r.Unit != probes.Run || r.Origin != probes.Measured || r.Scenario != arms[r.Arm] || r.Scenario.Size != ran[i] {
			t.Errorf("reading %d: %+v", i, r)
		}
	}
	if !slices.IsSorted(shares) || shares[0] != 0.5/6 || shares[len(shares)-1] != 1 {
		t.Errorf("progress %v, want it to grow from a twelfth to 1", shares)
	}
}

func TestTheNumberOfRuns(t *testing.T) {
	for _, c := range []struct {
		budget probes.Budget
		runs   int // of the second arm
		want   int
	}{
		{probes.Budget{}, 0, 2 * usualRuns},
		{probes.Budget{}, 4, 8},
		{probes.Budget{Runs: 3}, 4, 6},
		{probes.Budget{For: time.Nanosecond}, 4, 2}, // a pair, however long it takes
		{probes.Budget{For: time.Hour, Runs: 2}, 0, 4},
	} {
		var ran []int
		s, err := source(&ran).Open(t.Context(), probes.Plan{Arms: []probes.Scenario{{Size: 1}, {Size: 2, Runs: c.runs}}, Budget: c.budget})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(all(t, s)); got != c.want {
			t.Errorf("budget %+v, runs=%d: %d runs, want %d", c.budget, c.runs, got, c.want)
		}
	}
}

func TestReplaceBeginsANewPair(t *testing.T) {
	var ran []int
	s, _ := source(&ran).Open(t.Context(), probes.Plan{Arms: arms, Budget: probes.Budget{Runs: 2}})
	first, _ := s.Next(t.Context())
	if err := s.Replace(1, probes.Scenario{Size: 13}); err == nil {
		t.Error("a scenario that cannot run was taken")
	}
	if err := s.Replace(1, probes.Scenario{Size: 3}); err != nil {
		t.Fatal(err)
	}
	rest := all(t, s)
	if len(rest) != 2 || rest[0].Pair == first.Pair || rest[0].Pair != rest[1].Pair {
		t.Errorf("after a replacement %+v, want one whole new pair", rest)
	}
}

func TestAFailedRunEndsTheSession(t *testing.T) {
	broken := errors.New("broken")
	src := Source{Check: func(probes.Scenario) error { return nil },
		Run: func(context.Context, probes.Scenario, func(float64)) (probes.Reading, error) {
			return probes.Reading{}, broken
		}}
	s, _ := src.Open(t.Context(), probes.Plan{Arms: arms})
	if _, err := s.Next(t.Context()); err != broken {
		t.Errorf("Next returned %v, want the run's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Next returned %v, want the context's", err)
	}
}
