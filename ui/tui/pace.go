package tui

import (
	"context"
	"os"
	"slices"
	"time"

	"linebounce/probes/topology"
	"linebounce/ui/live"
	"linebounce/ui/tui/cast"
	"linebounce/ui/tui/guardian"
)

// Where the workers take every CPU, a picture that is drawn in the middle of a
// window costs that window: a worker loses more of its CPU than may be lost.
// So there the pump asks for each picture between two windows and waits until
// it is on the terminal.

// flushes is how often a second a changed picture may go to the terminal.
const flushes = 60

// crowded reports whether the workers of shows need every CPU.
func crowded(m topology.Machine, shows []live.Show) bool {
	most := 0
	for _, show := range shows {
		for _, arm := range show.Arms {
			if !show.Recorded {
				most = max(most, arm.Workers())
			}
		}
	}
	return most > 0 && most >= len(m.CPUs)
}

// picture asks for one picture at a time.
type picture struct {
	send  func(any)
	wrote <-chan struct{}
}

// draw returns when the picture is on the terminal, or when there is none to
// wait for because nothing changed.
func (p picture) draw(ctx context.Context) {
	select {
	case <-p.wrote: // an earlier one
	default:
	}
	p.send(frame{time.Now()})
	timer := time.NewTimer(time.Second / flushes)
	defer timer.Stop()
	select {
	case <-p.wrote:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// output is a terminal that says when something was written to it, and has it
// written down where the session is.
type output struct {
	*os.File
	wrote chan struct{}
	tape  *cast.Writer
	line  *line
	gone  func() // is told that the terminal cannot be written to, nil for nobody

	guardian *guardian.Guardian // of the terminal
}

func newOutput(f *os.File, tape *cast.Writer) output {
	return output{File: f, wrote: make(chan struct{}, 1), tape: tape}
}

func (o output) Write(b []byte) (int, error) {
	began := time.Now()
	n, err := o.guardian.Write(o.File, b)
	o.line.wrote(n, began, time.Now())
	if err != nil && o.gone != nil {
		o.gone()
	}
	_, _ = o.tape.Write(b[:n])
	select {
	case o.wrote <- struct{}{}:
	default:
	}
	return n, err
}

// pinnedTo are the CPUs that the workers of live shows are pinned to.
func pinnedTo(shows []live.Show) (cpus []int) {
	for _, show := range shows {
		for _, arm := range show.Arms {
			cpus = append(cpus, arm.CPUs.Numbers()...)
		}
	}
	slices.Sort(cpus)
	return slices.Compact(cpus)
}
