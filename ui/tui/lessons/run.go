package lessons

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"linebounce/lessons"
	"linebounce/probes"
)

// run is a stage that one command measures or simulates to its end.
type run struct {
	ctx      context.Context
	stop     context.CancelFunc
	claimed  atomic.Bool // by the command, or by whoever ended it before
	over     chan struct{}
	measures bool
	began    time.Time
}

// came is what a run came to.
type came struct {
	run     *run
	figures *lessons.Figures
	reason  string // why the figures are the model's, "" where they are as wanted
	err     error
}

// start runs the stage of the step that is shown, on this machine unless a reason
// says why not.
func (m *Model) start(reason string) tea.Cmd {
	s := m.play.step()
	ctx, stop := context.WithCancel(context.Background())
	r := &run{ctx: ctx, stop: stop, over: make(chan struct{}), measures: s.Stage.Screen != lessons.Simulator && reason == "", began: m.now()}
	m.run = r
	m.runs = slices.DeleteFunc(m.runs, (*run).ended)
	earlier := slices.Clone(m.runs)
	m.runs = append(m.runs, r)
	o, content, machine := m.options, s.Step, m.machine
	return func() tea.Msg {
		if !r.claimed.CompareAndSwap(false, true) {
			return came{run: r, err: context.Canceled}
		}
		defer close(r.over)
		defer stop()
		for _, e := range earlier { // they were given up, and clean up behind themselves
			e.wait()
		}
		c := came{run: r, reason: reason}
		if r.measures {
			c.figures, c.err = o.Measure(ctx, content, machine)
			unable, is := errors.AsType[*probes.Unable](c.err)
			if !is {
				return c
			}
			c.reason = unable.Error()
		}
		c.figures, c.err = o.Model(ctx, content, machine)
		return c
	}
}

// ended reports whether nothing of the run is left.
func (r *run) ended() bool {
	select {
	case <-r.over:
		return true
	default:
		return false
	}
}

// wait returns when the run has ended, or at once where it never began.
func (r *run) wait() {
	if !r.claimed.CompareAndSwap(false, true) {
		<-r.over
	}
}

// take keeps what a run came to, unless it was given up.
func (m *Model) take(c came) tea.Cmd {
	if c.run != m.run || c.run.ctx.Err() != nil && errors.Is(c.err, context.Canceled) {
		return nil
	}
	m.run, m.stale = nil, true
	s := m.play.step()
	s.reason = c.reason
	if c.err != nil {
		s.failed = c.err
		return m.settle()
	}
	s.figures = c.figures
	return m.settle()
}
