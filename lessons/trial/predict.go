package trial

import (
	"context"
	"fmt"
	"math"

	"linebounce/assets/machines"
	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/simulated"
)

// hackbench is the workload that the model predicts as a whole.
const hackbench = "hackbench"

// loads are what keeps every CPU of a machine at work, by experiment.
var loads = map[string]func(probes.Scenario) simulated.Load{
	hackbench:  simulated.Hackbench,
	"counters": simulated.Counters,
	"messages": simulated.Messages,
}

// predict runs a stage with work for every CPU of a machine.
func predict(ctx context.Context, p machines.Preset, stage *lessons.Stage) (*lessons.Figures, error) {
	load, known := loads[stage.Experiment]
	if !known {
		return nil, &probes.Unable{What: "the model cannot run " + stage.Experiment + " on every CPU of a machine", Why: "it knows hackbench, counters and messages only"}
	}
	cpus := stage.CPUs
	if cpus == 0 {
		cpus = p.CPUs
	}
	m, err := simulated.Presets(p, machines.OneByOne)(cpus)
	if err != nil {
		return nil, err
	}
	f := &lessons.Figures{Origin: probes.Simulated, Quantity: probes.MessagesPerSecond, Latency: math.NaN()}
	if stage.Experiment == "counters" {
		f.Quantity = probes.OpsPerSecond
	}
	for _, s := range stage.Arms {
		point, err := simulated.Predict(ctx, m, load(s))
		if err != nil {
			return nil, err
		}
		arm := lessons.ArmFigures{Scenario: s, OpsPerStay: math.NaN(), LostShare: math.NaN()}
		if f.Quantity == probes.OpsPerSecond {
			arm.Ops = single(point.Rate)
		} else {
			arm.Messages = single(point.Rate)
		}
		f.Arms = append(f.Arms, arm)
	}
	f.Ratio = probes.Summarize(nil, probes.Confidence)
	if len(f.Arms) == 2 {
		a, b := f.Arms[0], f.Arms[1]
		f.Ratio = single((b.Ops.Median + b.Messages.Median) / (a.Ops.Median + a.Messages.Median)) // one of the two is 0
	}
	f.Notes = []string{fmt.Sprintf("The model's machine: %s, with %d CPUs at work.", p.Title, cpus)}
	return f, nil
}

// single is a figure of one long stretch: without an interval.
func single(x float64) probes.Interval {
	return probes.Interval{Median: x, Low: math.Inf(-1), High: math.Inf(1), Samples: 1}
}
