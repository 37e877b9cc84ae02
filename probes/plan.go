package probes

import (
	"context"
	"errors"
	"time"
)

// Plan is what a source is asked to run.
//
// Arms 0 and 1 are compared: they run in pairs of windows, in random order
// within the pair. Further arms run one window each in turn, one after each
// pair, so that their figures stay fresh beside the comparison.
type Plan struct {
	Experiment string
	Arms       []Scenario
	Budget     Budget
	Burst      int // operations to capture for a strip, 0 for no bursts

	// Progress, where not nil, hears which share of the plan is done, from 0
	// to 1, while Next runs a workload that has a size.
	Progress func(share float64)
}

// Budget limits a plan. Zero values leave the choice to the source.
type Budget struct {
	Window time.Duration // length of one window, 10 to 20 ms is usual
	For    time.Duration // the whole session, warm-up included
	Runs   int           // whole runs of a workload that has a size
}

// Source is where readings come from.
type Source interface {
	// Open makes everything ready: workers pinned, memory placed, warmed up.
	// Its errors are a *ScenarioError for a plan that asks for nonsense and an
	// *Unable for one that this machine cannot run.
	Open(context.Context, Plan) (Session, error)
}

// Session is an opened plan. It is used from one goroutine.
type Session interface {
	// Next runs the next window and returns its reading. It returns io.EOF
	// when the budget is spent, a run-to-completion workload ends or a
	// recording is over, and the context's error when that ends first.
	Next(context.Context) (Reading, error)

	// Replace changes one arm from the next window on. It returns ErrFixed
	// where the readings are recorded, and the errors of Open; after an error
	// the arm is as it was.
	Replace(arm int, s Scenario) error

	// Close stops the workers and waits until none is left.
	Close() error
}

// ErrFixed says that a recording cannot be changed.
var ErrFixed = errors.New("these readings are recorded, so no switch can change them")

// Unable says that this machine cannot do what was asked, why, and what helps.
type Unable struct {
	What, Why, Advice string
}

func (u *Unable) Error() string {
	text := u.What + ": " + u.Why + "."
	if u.Advice != "" {
		text += " " + u.Advice
	}
	return text
}
