package kernel

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"
)

// ladder is the numbers of CPUs that the model is asked for, besides the number
// of this machine.
var ladder = []int{2, 4, 8, 16, 32}

const (
	then        = 16 // CPUs of the machine of 2011
	mostModeled = 64 // more CPUs take the model too long
)

// rungs is the ladder with this machine on it.
func (m *Model) rungs() []int {
	list := slices.Clone(ladder)
	if n := m.here.CPUs; n > 0 && n <= mostModeled && !slices.Contains(list, n) {
		list = append(list, n)
		slices.Sort(list)
	}
	return list
}

// unpredicted is what is still to be computed: what is asked most of first.
func (m *Model) unpredicted() []int {
	list := slices.DeleteFunc(m.rungs(), func(n int) bool {
		_, known := m.predicted[n]
		return known
	})
	for _, first := range []int{then, m.here.CPUs} {
		if i := slices.Index(list, first); i > 0 {
			list = append([]int{first}, slices.Delete(list, i, i+1)...)
		}
	}
	return list
}

// predict returns the next prediction to compute, nil where there is none, or
// where it would disturb a measurement.
func (m *Model) predict() tea.Cmd {
	if !m.shown || m.job != nil || m.predicting || len(m.todo) == 0 {
		return nil
	}
	m.predicting = true
	ctx, stop := context.WithCancel(context.Background())
	m.still = stop
	cpus := m.todo[0]
	return func() tea.Msg {
		defer stop()
		row, err := m.options.Predict(ctx, cpus)
		return foretold{cpus, row, err}
	}
}

// learn keeps a prediction. One that was cut short is computed again later.
func (m *Model) learn(f foretold) {
	m.predicting = false
	if errors.Is(f.err, context.Canceled) {
		return
	}
	m.todo = slices.DeleteFunc(m.todo, func(n int) bool { return n == f.cpus })
	if f.err == nil {
		m.predicted[f.cpus] = f.row
	}
}
