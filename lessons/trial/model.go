package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"linebounce/assets/machines"
	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/simulated"
	"linebounce/sim"
)

const (
	// preset is the machine of the model where nobody names one: that of the
	// mail of 2011.
	preset = "2011"

	// pairs of windows of simulated time make a figure.
	pairs = 12

	// seed is that of every trial, so that it comes out the same again.
	seed = 1
)

// ModelStep runs a step's stage on the model: on the machine that the stage
// names, else on the preset named, else on that of 2011. It comes out the same
// every time. Its errors are a *machines.Fault for a preset, an *Unable for what
// the model does not know and those of scenarios.
func ModelStep(ctx context.Context, step lessons.Step, name string) (*lessons.Figures, error) {
	return simulate(ctx, step, name, lessons.AnyState)
}

// simulate runs a stage on CPUs that are in a state, where one is asked for.
func simulate(ctx context.Context, step lessons.Step, name string, state lessons.State) (*lessons.Figures, error) {
	stage := step.Stage
	if stage.Experiment == lessons.Credentials {
		return nil, &probes.Unable{What: "the model cannot say who receives which credentials", Why: "it models what references cost, not what they mean"}
	}
	p, partner, err := model(stage, name, state)
	if err != nil {
		return nil, err
	}
	if stage.Experiment == hackbench || stage.CPUs > 0 {
		return predict(ctx, p, stage)
	}
	m := simulated.FromPreset(p)
	arms, err := place(m, stage, partner)
	if err != nil {
		return nil, err
	}
	f, err := windows(ctx, m, stage.Experiment, arms)
	if err != nil {
		return nil, err
	}
	f.Latency = ownLatency(m, arms)
	f.Notes = append(f.Notes, "The model's machine: "+p.Title+".")
	return f, nil
}

// model finds the preset to run on, and where a state is asked for a partner of
// its CPU 0 that is as far from it as the state says, else 0.
func model(stage *lessons.Stage, name string, state lessons.State) (p machines.Preset, partner int, err error) {
	switch {
	case stage.Machine != "":
		name = stage.Machine
	case name == "":
		name = preset
	}
	if p, err = machines.Find(name); err != nil || state == lessons.AnyState {
		return p, 0, err
	}
	for _, other := range append([]string{name}, machines.Names()...) {
		if p, err = machines.Find(other); err != nil {
			return p, 0, err
		}
		m := simulated.FromPreset(p)
		for b := 1; b < m.Machine.CPUs(); b++ {
			if way := wayBetween(m, 0, b); state == lessons.Near && way < lessons.NearBelow || state == lessons.Far && way >= lessons.FarAbove {
				return p, b, nil
			}
		}
	}
	return p, 0, &probes.Unable{What: fmt.Sprintf("the model has no machine in the %s state", state), Why: "no preset has a line travel so long"}
}

// place prepares the arms for a machine of the model. Where CPU 0 has a partner,
// arms of two workers run on the two.
func place(m simulated.Model, stage *lessons.Stage, partner int) ([]probes.Scenario, error) {
	e, err := catalog.Find(stage.Experiment)
	if err != nil {
		return nil, err
	}
	arms, err := prepare(e, m.Topology, stage.Arms)
	for i := range arms {
		if partner > 0 && arms[i].Workers() == 2 {
			arms[i].CPUs = probes.NewCPUList(0, partner)
		}
	}
	return arms, err
}

// windows runs arms in pairs of windows, as on real CPUs.
func windows(ctx context.Context, m simulated.Model, experiment string, arms []probes.Scenario) (*lessons.Figures, error) {
	plan := probes.Plan{Experiment: experiment, Arms: arms, Budget: probes.Budget{Runs: pairs}, Burst: burst}
	session, err := simulated.Source{Model: m, Seed: seed}.Open(ctx, plan)
	if err != nil {
		return nil, err
	}
	var c probes.Comparison
	for {
		r, err := session.Next(ctx)
		if errors.Is(err, io.EOF) {
			return lessons.FromComparison(&c), session.Close()
		}
		if err != nil {
			return nil, errors.Join(err, session.Close())
		}
		c.Add(r)
	}
}

// ownLatency is that between the CPUs of the first arm with two.
func ownLatency(m simulated.Model, arms []probes.Scenario) float64 {
	for _, arm := range arms {
		if cpus := arm.CPUs.Numbers(); len(cpus) > 1 {
			return wayBetween(m, cpus[0], cpus[1])
		}
	}
	return math.NaN()
}

// wayBetween is how long a line takes from one CPU to the other, in ns.
func wayBetween(m simulated.Model, a, b int) float64 {
	return float64(m.Machine.Latency.Transfer[m.Machine.Distance(a, b)]) / float64(sim.Nanosecond)
}
