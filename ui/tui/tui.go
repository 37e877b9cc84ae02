// Package tui is the screen: one root model, a package for each room, widgets
// and a theme. Bubble Tea does not leave this folder and ui/live.
package tui

import (
	"context"
	"errors"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// Options say what the screen opens with.
type Options struct {
	Machine    topology.Machine
	Experiment string          // the one that fills the screen, "" for the first
	A, B       probes.Scenario // its arms; words they do not name get the experiment's defaults

	// Recorded gives each experiment's recording where nothing can be measured
	// here, and is nil when the readings are live. It may return nil for an
	// experiment without a recording.
	Recorded     func(experiment string) probes.Source
	Why          string // why it is not live, one sentence
	Version      string
	ReduceMotion bool // no animation, and a picture every second
}

// Run shows the screen until the user quits or ctx ends. It needs a terminal
// on standard input and output and leaves it as it was, whatever happens. The
// error is ctx's where that ended the screen.
func Run(ctx context.Context, o Options) error {
	return errors.New("the screen is not built")
}
