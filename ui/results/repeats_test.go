package results

import (
	"math"
	"math/rand/v2"
	"testing"
)

// draw returns rates around a middle, by a seed.
func draw(seed uint64, n int, middle float64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	list := make([]float64, n)
	for i := range list {
		list[i] = middle * math.Exp(0.1*r.NormFloat64())
	}
	return list
}

// The interval says neither more nor less than benchmath's own test.
func TestTheIntervalIsTheTestsOwn(t *testing.T) {
	for seed := range uint64(60) {
		a, b := draw(seed, 4+int(seed%9), 100), draw(seed+1000, 4+int(seed%7), 100+float64(seed%5)*8)
		i := against(a, b)
		if differs, p := i.Differs(), test(a, b, 1); i.Known() && differs != (p <= 0.05) {
			t.Errorf("seed %d: interval %g to %g, but the test says p = %g", seed, i.Low, i.High, p)
		}
		if i.Median < i.Low || i.Median > i.High {
			t.Errorf("seed %d: median %g outside %g to %g", seed, i.Median, i.Low, i.High)
		}
	}
}

func TestTheIntervalHoldsTheTruth(t *testing.T) {
	within, wide := 0, 0.0
	const runs = 200
	for seed := range uint64(runs) {
		i := against(draw(seed, 30, 100), draw(seed+5000, 30, 150))
		if i.Low <= 1.5 && 1.5 <= i.High {
			within++
		}
		wide += (i.High - i.Low) / runs
	}
	if within < 182 || within > 198 || wide > 0.2 {
		t.Errorf("%d of %d intervals hold the true ratio, %.3f wide; want about 190, within 0.2", within, runs, wide)
	}
}

func TestTooFewWindowsGiveNoInterval(t *testing.T) {
	for _, n := range []int{0, 1, 3} {
		if i := against(draw(1, n, 100), draw(2, n, 900)); i.Known() {
			t.Errorf("%d windows each: %+v", n, i)
		}
	}
	if i := against(draw(1, 4, 100), draw(2, 4, 900)); !i.Differs() {
		t.Errorf("4 windows each, nine times as fast: %+v", i)
	}
	if i := against([]float64{0, 1, 2, 3}, []float64{1, 2, 3, 4}); i.Known() {
		t.Errorf("a window without work: %+v", i)
	}
}

func TestLongRunsAreComparedByTheirBlocks(t *testing.T) {
	i := against(draw(1, 120_000, 100), draw(2, 120_000, 102))
	if !i.Known() || !i.Differs() {
		t.Errorf("got %+v, want a difference", i)
	}
}
