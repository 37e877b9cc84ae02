package lab

import (
	"math"
	"slices"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/live"
)

// pair is the two scenarios that are compared, A and B.
type pair [2]probes.Scenario

// experiment is what the screen knows of one experiment.
type experiment struct {
	catalog.Experiment
	arms    pair
	cells   [4]probes.Scenario // of its grid
	initial pair
	past    []pair // for undo, the newest last
	shown   live.Snapshot
	history history
	replays [2]replay
	tags    []tag
	secret  bool // its figures wait for the vote
	vote    int  // what the class said, 0 for nothing yet
	asked   pair // the arms that the model was asked about last
	model   Modelled
	wished  *wished // of a recording, nil for none
}

// deepest is how many steps can be undone.
const deepest = 100

func newExperiment(e catalog.Experiment, m topology.Machine, arms pair) *experiment {
	x := &experiment{Experiment: e, initial: prepared(e, m, arms)}
	x.use(x.initial)
	return x
}

// use makes arms the present ones.
func (e *experiment) use(arms pair) {
	e.arms, e.cells = arms, [4]probes.Scenario{}
	base := arms[0]
	if arms[1].Writers+arms[1].Readers > base.Writers+base.Readers {
		base = arms[1] // where one CPU is alone there is nothing to tell apart
	}
	if g := e.grid(); g != nil {
		e.cells = g.cells(base)
	}
}

// prepared names everything that is to be run. What cannot be prepared stays
// as it is, so that opening it says why.
func prepared(e catalog.Experiment, m topology.Machine, arms pair) pair {
	if arms[0] == (probes.Scenario{}) {
		arms[0] = e.Default
	}
	if arms[1] == (probes.Scenario{}) {
		arms[1] = e.B
	}
	for i := range arms {
		arms[i] = arms[i].Or(e.Default)
		if s, _, err := e.Prepare(m, arms[i]); err == nil {
			arms[i] = s
		}
	}
	return arms
}

// plan is what the pump is to run: A, B and the cells of the grid that neither
// is. There are always as many, so that a session can go on when the arms
// change; a cell too many repeats A.
func (e *experiment) plan() []probes.Scenario {
	plan := []probes.Scenario{e.arms[0], e.arms[1]}
	if e.grid() == nil {
		return plan
	}
	for _, cell := range e.cells {
		if cell != e.arms[0] && cell != e.arms[1] && cell != (probes.Scenario{}) {
			plan = append(plan, cell)
		}
	}
	for len(plan) < 2+besides {
		plan = append(plan, e.arms[0])
	}
	return plan
}

func (e *experiment) knows(word string) bool {
	return slices.Contains(e.Words, word)
}

// usual reports whether the arms differ as the headline says.
func (e *experiment) usual() bool {
	same := func(s, d probes.Scenario) bool { s.CPUs, d.CPUs = "", ""; return s == d }
	return same(e.arms[0], e.Default) && same(e.arms[1], e.B.Or(e.Default))
}

// history is the rates of A and B over the last half minute that ran.
type history struct {
	at   []time.Duration // by the screen's running clock, ascending
	rate [2][]float64    // beside each, NaN where there was none
}

// span is how far back the chart goes.
const span = 30 * time.Second

func (h *history) add(at time.Duration, a, b float64) {
	if math.IsNaN(a) && math.IsNaN(b) {
		return
	}
	h.at = append(h.at, at)
	h.rate[0], h.rate[1] = append(h.rate[0], a), append(h.rate[1], b)
	for len(h.at) > 0 && h.at[0] < at-span-time.Second {
		h.at, h.rate[0], h.rate[1] = h.at[1:], h.rate[0][1:], h.rate[1][1:]
	}
}

// columns deals the rates of one arm out to the columns of a chart: the newest
// of each column, and for a column without any what came at most a second before
// it. What is not yet has none.
func (h *history) columns(arm, n int, w window) []float64 {
	values := make([]float64, n)
	i, last, lastAt := 0, math.NaN(), time.Duration(math.MinInt64/2)
	for c := range values {
		end := w.from + w.span*time.Duration(c+1)/time.Duration(n)
		for ; i < len(h.at) && h.at[i] <= end; i++ {
			if rate := h.rate[arm][i]; !math.IsNaN(rate) {
				last, lastAt = rate, h.at[i]
			}
		}
		values[c] = math.NaN()
		if begin := w.from + w.span*time.Duration(c)/time.Duration(n); end-lastAt <= time.Second && begin < w.now {
			values[c] = last
		}
	}
	return values
}

// window is the stretch of time that a chart shows.
type window struct {
	from, span, now time.Duration
	first, last     string // its ends
}

// window is the last half minute, or the whole of a recording that is no longer.
func (m *Model) window(e *experiment) window {
	at, length := e.shown.Position, e.shown.Length
	switch {
	case !m.options.Recorded:
		return window{m.clock - span, span, m.clock, "30 s ago", "now"}
	case length > span || length == 0:
		return window{at - span, span, at, "30 s before", clock(at)}
	}
	return window{0, length, at, clock(0), clock(length)}
}

// column returns the column of a time in a chart with n.
func (w window) column(at time.Duration, n int) int {
	return n - 1 - int((w.from+w.span-at)*time.Duration(n)/w.span)
}

// tag is a key pressed, for the chart's axis.
type tag struct {
	at   time.Duration
	text string
}
