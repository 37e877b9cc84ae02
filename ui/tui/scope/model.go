package scope

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"linebounce/probes"
)

// model is the order that the model makes of the scenario on the screen.
type model struct {
	wanted  bool
	of      probes.Scenario // what found and failed are about, its CPUs apart
	found   *Simulated
	failed  error
	running bool
	stop    context.CancelFunc
}

type modelled struct {
	of    probes.Scenario
	found Simulated
	err   error
}

// toggleModel shows the model's order or takes it away.
func (m *Model) toggleModel() {
	m.model.wanted = !m.model.wanted
	m.note = "s: without the model."
	if m.model.wanted {
		m.note = "s: below is the order that the model makes of the same scenario, simulated."
	}
}

// asked is the scenario that the model is asked for. Its CPUs are the model's.
func (m *Model) asked() probes.Scenario {
	s := m.scenario
	s.CPUs = ""
	return s
}

// simulate asks the model where its order is wanted and not known.
func (m *Model) simulate() tea.Cmd {
	s := m.asked()
	if !m.model.wanted || m.model.running || m.model.of == s && (m.model.found != nil || m.model.failed != nil) {
		return nil
	}
	m.model.of, m.model.found, m.model.failed, m.model.running = s, nil, nil, true
	ctx, stop := context.WithCancel(context.Background())
	m.model.stop = stop
	return func() tea.Msg {
		defer stop()
		found, err := m.options.Simulate(ctx, s)
		return modelled{s, found, err}
	}
}

// learn keeps what the model answered. What was cut short is asked for again.
func (m *Model) learn(a modelled) {
	m.model.running = false
	switch {
	case a.of != m.model.of || errors.Is(a.err, context.Canceled):
		m.model.of = probes.Scenario{}
	case a.err != nil:
		m.model.failed = a.err
	default:
		m.model.found = &a.found
	}
}
