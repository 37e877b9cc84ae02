package live

import (
	"context"
	"slices"
	"time"

	"linebounce/probes"
)

// Refused says that a session would not take the arms it was asked for.
type Refused struct {
	Experiment string
	Err        error
	Arms       []probes.Scenario // as they stand
}

// Broken says that the pump itself failed and that nothing runs any more.
type Broken struct{ Err error }

// wishes are what the screen asked for and the pump has not done yet.
type wishes struct {
	chosen string
	judged string // the experiment whose snapshots bring figures, "" for none
	idle   bool
	speed  float64                  // of recordings, 1 for as they were made
	seeks  map[string]time.Duration // where recordings are to play on
	arms   map[string][]probes.Scenario
	again  map[string]bool // open anew what failed
}

// Choose gives most windows to one experiment, and tries it again if it failed.
func (p *Pump) Choose(experiment string) {
	p.wish(func(w *wishes) {
		w.chosen = experiment
		w.again[experiment] = true
	})
}

// Arms replaces the arms of an experiment from its next window on. As many as
// it was started with are wanted. A refusal comes as Refused.
func (p *Pump) Arms(experiment string, arms []probes.Scenario) {
	arms = slices.Clone(arms)
	p.wish(func(w *wishes) { w.arms[experiment] = arms })
}

// Judge makes the snapshots of one experiment bring figures, those of all others
// none; "" is no experiment.
func (p *Pump) Judge(experiment string) { p.wish(func(w *wishes) { w.judged = experiment }) }

// Idle stops all workers after the window that runs, or lets them go on.
func (p *Pump) Idle(idle bool) { p.wish(func(w *wishes) { w.idle = idle }) }

// Seek makes a recording play on from a time on its timeline, the beginning or
// the end where that lies outside. Its figures then are those of the readings
// before. It does nothing to an experiment that is live.
func (p *Pump) Seek(experiment string, to time.Duration) {
	p.wish(func(w *wishes) { w.seeks[experiment] = to })
}

// Speed makes recordings play so many times as fast as they were made. A factor
// that is not above 0 changes nothing.
func (p *Pump) Speed(factor float64) {
	if factor > 0 {
		p.wish(func(w *wishes) { w.speed = factor })
	}
}

func (p *Pump) wish(change func(*wishes)) {
	p.mu.Lock()
	change(&p.wishes)
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default: // it is about to look anyway
	}
}

// grant takes the wishes over and reports whether the pump is to stand still.
func (p *Pump) grant(ctx context.Context) (idle bool) {
	p.mu.Lock()
	w := p.wishes
	p.wishes.arms, p.wishes.again, p.wishes.seeks = map[string][]probes.Scenario{}, map[string]bool{}, map[string]time.Duration{}
	p.mu.Unlock()
	p.speed = w.speed
	if w.chosen != p.chosen.Name {
		p.choose(w.chosen)
	}
	for _, l := range p.lanes {
		if judge := l.Name == w.judged; judge != l.judged {
			l.judged, l.news = judge, l.news || judge
		}
		if w.again[l.Name] || w.arms[l.Name] != nil {
			l.err = nil
		}
		if wanted := w.arms[l.Name]; wanted != nil {
			if err := l.replace(wanted); err != nil {
				p.deliver(Refused{Experiment: l.Name, Err: err, Arms: slices.Clone(l.Arms)})
			}
		}
		if to, wanted := w.seeks[l.Name]; wanted && l.Recorded && l.err == nil {
			l.seek(ctx, to, p.now())
		}
	}
	return w.idle
}
