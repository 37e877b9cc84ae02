package simulator

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"linebounce/sim"
	"linebounce/ui/wording"
)

// Judged is one figure of this machine: what the model of it predicts, and what
// was measured beside.
type Judged struct {
	What                string
	Predicted, Measured float64 // operations, messages or hand-offs a second
	Error               float64 // share of the measured, over pairs of a prediction and a window
	Taken               bool    // the model was calibrated from it, so the error says nothing
}

// Measure calibrates the model on this machine and judges it there. It takes
// some seconds of two CPUs.
type Measure func(context.Context) ([]Judged, error)

// judged is what a measurement came to.
type judged struct {
	list []Judged
	err  error
}

// measure begins to measure here, or ends it. Meanwhile nothing else is
// computed and the picture stands still.
func (m *Model) measure() tea.Cmd {
	switch {
	case m.set.fault != sim.NoFault:
		m.note = "c: what is measured stands where the game is now. Press b until it is over."
		return nil
	case m.options.Measure == nil:
		m.note = "c: nothing can be measured here. " + wording.Sentence(m.options.Why)
		return nil
	case m.measuring:
		m.stop()
		return nil
	}
	m.stop() // a prediction that is under way comes again later
	m.running, m.measuring = false, true
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	m.note = "Measuring on two CPUs of this machine; the picture stands still for some seconds. c stops it."
	return func() tea.Msg {
		list, err := m.options.Measure(ctx)
		return judged{list, err}
	}
}

// hold keeps what was measured.
func (m *Model) hold(j judged) {
	m.measuring, m.stale = false, true
	m.stop()
	m.note = ""
	if len(j.list) > 0 {
		m.here = j.list
	}
	switch {
	case errors.Is(j.err, context.Canceled):
		m.note = "The measurement was stopped."
	case j.err != nil:
		m.note = wording.Sentence(j.err.Error())
	}
}
