package latency

import (
	"fmt"
	"math"
	"slices"
)

// Check reports the first thing in which the map contradicts itself, in a
// sentence without its stop, and nil where there is none. A map that was measured
// passes; one that was read from a file must before its pairs are looked up.
func (m Map) Check() error {
	if !slices.Contains(Methods(), string(m.Method)) {
		return fmt.Errorf("the map's method is %q, which is none", m.Method)
	}
	n := len(m.CPUs)
	for i, cpu := range m.CPUs {
		if cpu < 0 || i > 0 && cpu <= m.CPUs[i-1] {
			return fmt.Errorf("the map's CPUs do not ascend at CPU %d", cpu)
		}
	}
	if want := n * (n - 1) / 2; n < 2 || len(m.Pairs) != want {
		return fmt.Errorf("the map has %d pairs of %d CPUs", len(m.Pairs), n)
	}
	if m.Visits < 0 || m.Starved < 0 || m.Starved > m.Visits {
		return fmt.Errorf("the map counts %d of %d stretches", m.Starved, m.Visits)
	}
	at := 0
	for i, a := range m.CPUs {
		for _, b := range m.CPUs[i+1:] {
			if err := m.Pairs[at].check(a, b); err != nil {
				return err
			}
			at++
		}
	}
	return nil
}

// check holds a pair's figures against one another, and against the CPUs whose
// place in the map it has.
func (p Pair) check(a, b int) error {
	if p.A != a || p.B != b {
		return fmt.Errorf("the map has CPUs %d and %d where %d and %d belong", p.A, p.B, a, b)
	}
	if p.Samples == 0 {
		return nil
	}
	figures := []float64{p.Min, p.P10, p.Median, p.P90, p.P99}
	for _, f := range figures {
		if p.Samples < 0 || !(f > 0) || math.IsInf(f, 0) {
			return fmt.Errorf("CPUs %d and %d have a latency of %g ns in %d samples", a, b, f, p.Samples)
		}
	}
	spread := []float64{p.Min, p.P10, p.P90, p.P99}
	if known := p.Known(); !slices.IsSorted(spread) || math.IsNaN(p.High) || known && !(p.Low > 0 && p.Low <= p.Median && p.Median <= p.High) {
		return fmt.Errorf("the latencies of CPUs %d and %d do not ascend", a, b)
	}
	return nil
}
