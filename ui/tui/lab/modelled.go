package lab

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"linebounce/assets/machines"
	"linebounce/probes/simulated"
	"linebounce/sim/paths"
)

// modelMachine is the preset whose figure stands beside the real socket's: two
// CPUs hardly feel what sixteen do.
const modelMachine = "2011"

// Modelled is what the model says of two arms.
type Modelled struct {
	arms  pair
	ratio float64 // of messages a second, B over A
	cpus  int
	err   error
}

// predict has the model run the arms of the real socket, off the screen's
// path, where they are not those it ran last.
func (m *Model) predict() tea.Cmd {
	for _, e := range m.list {
		if e.Name != "sockets" || e.arms == e.asked {
			continue
		}
		arms := e.arms
		e.asked = arms
		return func() tea.Msg { return modelled(arms) }
	}
	return nil
}

func modelled(arms pair) Modelled {
	said := Modelled{arms: arms}
	preset, err := machines.Find(modelMachine)
	if err != nil {
		said.err = err
		return said
	}
	model := simulated.FromPreset(preset)
	said.cpus = model.Machine.CPUs()
	var rates [2]float64
	for i, s := range arms {
		if s.Path == "" {
			s.Path = paths.Modern // what the kernel does today
		}
		point, err := simulated.Predict(context.Background(), model, simulated.Hackbench(s))
		if err != nil {
			said.err = err
			return said
		}
		rates[i] = point.Rate
	}
	said.ratio = rates[1] / rates[0]
	return said
}

// hear keeps what the model said, if the arms are still the same.
func (m *Model) hear(said Modelled) {
	for _, e := range m.list {
		if e.asked == said.arms {
			e.model = said
			m.stale = true
		}
	}
}

// simulation returns the model's ratio for the arms as they are, and false
// where it has none.
func (e *experiment) simulation() (Modelled, bool) {
	return e.model, e.model.arms == e.arms && e.model.err == nil && e.model.ratio > 0
}

// modelLine says what the model says, in a row of the card and at length.
func (s Modelled) modelLine() (short, long string) {
	ratio := times(s.ratio)
	return fmt.Sprintf("model, %d CPUs %s", s.cpus, ratio),
		fmt.Sprintf("simulated, hackbench on the %d CPUs of 2011 with these references: B/A %s", s.cpus, ratio)
}
