package simulator

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"linebounce/sim"
)

const (
	traceLimit  = 100_000 // events
	chunkEvents = 4096
	chunkSteps  = 20_000 // where hardly a step leaves an event
)

// run is one run of the model, as far as it has come.
type run struct {
	stage      stage
	generation int // chunks of other ones are dropped
	producer   *producer
	producing  bool
	opened     bool // the cursor stands where a run opens
	trace      *sim.Trace
	cursor     *sim.Cursor
	until      sim.Time // simulated so far
	ended      bool
	broken     *breach
	now        sim.Time // of the picture, at the cursor or behind it
}

// keep takes in a chunk, and reports whether it is of this run.
func (r *run) keep(c chunk) bool {
	if c.generation != r.generation {
		return false
	}
	r.producing = false
	r.trace.Events, r.until, r.ended, r.broken = c.events, c.until, c.ended, c.broken
	return true
}

// producer runs the model ahead of the picture. One command at a time owns it.
type producer struct {
	model    *sim.Sim
	trace    *sim.Trace
	checking bool
	broken   *breach
}

// breach is the first broken promise of a trace: behind the event numbered From
// it held, at To, the last of the same step, it is broken.
type breach struct {
	*sim.Violation
	from, to int
}

// chunk is what a command brings: all events so far. The producer only ever
// appends to them, so what a chunk holds does not change.
type chunk struct {
	generation int
	events     []sim.Event
	until      sim.Time // simulated
	ended      bool     // nothing will follow
	broken     *breach
}

// newProducer makes a model ready. With a fault planted its promises are looked
// at after every event.
func newProducer(st stage, fault sim.Fault) (*producer, error) {
	model, err := sim.New(st.machine, st.built.Workload, seed)
	if err != nil {
		return nil, err
	}
	model.Plant(fault)
	return &producer{model: model, trace: model.Keep(traceLimit), checking: fault != sim.NoFault}, nil
}

// seed is that of every run, so that it comes out the same again.
const seed = 1

// next runs the model on for a chunk.
func (p *producer) next(generation int) tea.Cmd {
	return func() tea.Msg {
		goal, more := len(p.trace.Events)+chunkEvents, true
		for range chunkSteps {
			before := len(p.trace.Events)
			if before >= goal || p.trace.Full() {
				break
			}
			if more = p.model.Step(); !more {
				break
			}
			p.check(before)
		}
		n := len(p.trace.Events)
		return chunk{generation, p.trace.Events[:n:n], p.model.Now(), !more || p.trace.Full(), p.broken}
	}
}

func (p *producer) check(before int) {
	var v *sim.Violation
	if p.checking && errors.As(p.model.Check(), &v) {
		p.checking = false
		p.broken = &breach{v, before, len(p.trace.Events)}
	}
}
