package latency

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// A map that was measured passes whole, cut short and before its first visit;
// what contradicts itself is named.
func TestCheckNamesWhatIsWrong(t *testing.T) {
	m := machine(1, 4, 1)
	s := newSurvey(m, Options{Method: Store, CPUs: m.Allowed()})
	if err := s.finish(false).Check(); err != nil {
		t.Errorf("before its first visit: %v", err)
	}
	f := newField(sockets(m), 0.001)
	whole, err := conduct(t.Context(), s, f.now, f.play, func(found Map, _ Progress) {
		if err := found.Check(); err != nil {
			t.Errorf("after %d visits: %v", found.Visits, err)
		}
	})
	if err != nil || !whole.Complete {
		t.Fatalf("%v, complete %v", err, whole.Complete)
	}
	for want, damage := range map[string]func(*Map){
		`method is "ring"`:                 func(m *Map) { m.Method = "ring" },
		"do not ascend at CPU 1":           func(m *Map) { m.CPUs[2] = 1 },
		"do not ascend at CPU -1":          func(m *Map) { m.CPUs[0] = -1 },
		"5 pairs of 4 CPUs":                func(m *Map) { m.Pairs = m.Pairs[:5] },
		"0 pairs of 0 CPUs":                func(m *Map) { m.CPUs, m.Pairs = nil, nil },
		"counts 9 of 3 stretches":          func(m *Map) { m.Starved, m.Visits = 9, 3 },
		"CPUs 0 and 3 where 0 and 1":       func(m *Map) { m.Pairs[0], m.Pairs[2] = m.Pairs[2], m.Pairs[0] },
		"0 and 2 have a latency of 0 ns":   func(m *Map) { m.Pairs[1].Median = 0 },
		"1 and 2 have a latency of NaN ns": func(m *Map) { m.Pairs[3].Min = math.NaN() },
		"2 and 3 have a latency of +Inf":   func(m *Map) { m.Pairs[5].P99 = math.Inf(1) },
		"in -3 samples":                    func(m *Map) { m.Pairs[0].Samples = -3 },
		"CPUs 0 and 1 do not ascend":       func(m *Map) { m.Pairs[0].P90 = m.Pairs[0].P10 / 2 },
		"CPUs 0 and 2 do not ascend":       func(m *Map) { m.Pairs[1].Low = m.Pairs[1].High + 1 },
		"CPUs 0 and 3 do not ascend":       func(m *Map) { m.Pairs[2].High = math.NaN() },
	} {
		m := whole
		m.CPUs, m.Pairs = slices.Clone(whole.CPUs), slices.Clone(whole.Pairs)
		damage(&m)
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the fault is %v, want one with %q", err, want)
		}
	}
}
