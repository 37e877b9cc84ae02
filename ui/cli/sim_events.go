package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/sim"
	"linebounce/sim/traceevent"
	"linebounce/ui/cli/output"
)

const (
	manyEvents = 20000
	eachCPU    = 8                      // more for each CPU: how things stand at the beginning takes some
	settling   = 50000 * sim.Nanosecond // simulated before events are kept, so that they show how it goes on
	eventStep  = 200 * sim.Nanosecond   // simulated at a time, until there are enough
)

// writeEvents keeps the events of a short run of a scenario in a new file.
func writeEvents(ctx context.Context, path, experiment string, m simulated.Model, s probes.Scenario, load simulated.Load) (output.Events, error) {
	run, err := load(m)
	if err != nil {
		return output.Events{}, err
	}
	trace, err := events(ctx, m.Machine, run)
	if err != nil {
		return output.Events{}, err
	}
	about := traceevent.About{Machine: m.Machine, Names: run.Names, Notes: map[string]string{
		"source": string(probes.Simulated), "machine": m.Topology.Model, "experiment": experiment, "arm": "A", "scenario": s.String(),
		"program": "linebounce " + version(),
	}}
	err = writeWhole(path, func(w io.Writer) error { return traceevent.Write(w, trace, about) })
	e := output.Events{File: path, Arm: "A", Count: len(trace.Events)}
	if n := len(trace.Events); n > 0 {
		e.Nanoseconds = float64(trace.Events[n-1].At-trace.Events[0].At) / float64(sim.Nanosecond)
	}
	return e, err
}

// events runs a load and keeps what happens once it has settled.
func events(ctx context.Context, m sim.Machine, run simulated.Run) (*sim.Trace, error) {
	model, err := sim.New(m, run.Workload, seed)
	if err != nil {
		return nil, err
	}
	for model.Now() < settling {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		model.Run(model.Now() + settling/64)
	}
	trace := model.Keep(manyEvents + eachCPU*m.CPUs())
	for !trace.Full() && model.Run(model.Now()+eventStep) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return trace, nil
}

// free reports a file that is there already: none is written over.
func free(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists and is not written over: name another file, or remove it first", path)
	}
	return nil
}

// writeWhole writes a new file that is whole or not there at all. It is written
// under another name beside it.
func writeWhole(path string, write func(io.Writer) error) error {
	beside := fmt.Sprintf("%s.%d.part", path, os.Getpid())
	file, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return unwritten(path, err)
	}
	err = write(file)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = free(path)
		if err == nil {
			err = os.Rename(beside, path)
		}
	}
	if err != nil {
		_ = os.Remove(beside) // the first error is the one to tell
		return unwritten(path, err)
	}
	return nil
}

// unwritten says which file could not be written and why.
func unwritten(path string, err error) error {
	return unwritable(fmt.Sprintf("the events cannot be written to %s, so nothing of them is kept", path), path, err)
}
