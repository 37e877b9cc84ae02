// Package trial runs what a step of a lesson shows, on this machine or on the
// model, and holds the step's claims against it.
package trial

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"time"

	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/credentials"
	"linebounce/probes/latency"
	"linebounce/probes/topology"
)

const (
	// usual is how long a step is measured where nobody says.
	usual = 3 * time.Second

	// enough is how many pairs make a figure that can be judged. Where others
	// have the CPUs most windows do not count, so a step may take longest times
	// as long as it was given.
	enough  = 20
	longest = 3

	// burst makes a session count hand-offs.
	burst = 400

	// parts of a step's time have the latency measured between them, for a
	// virtual machine may move in the middle.
	parts = 4
)

// Step measures a step's stage on this machine for some seconds. Its errors are
// those of probes.Source: an *Unable where the machine cannot.
func Step(ctx context.Context, step lessons.Step, m topology.Machine) (*lessons.Figures, error) {
	return measure(ctx, step, m, usual)
}

func measure(ctx context.Context, step lessons.Step, m topology.Machine, per time.Duration) (*lessons.Figures, error) {
	stage := step.Stage
	switch {
	case stage.Experiment == lessons.Credentials:
		return ask(ctx)
	case stage.Screen == lessons.Simulator:
		return nil, &probes.Unable{What: "this step cannot be measured", Why: "it shows a machine of the model"}
	}
	e, err := catalog.Find(stage.Experiment)
	if err != nil {
		return nil, err
	}
	arms, err := prepare(e, m, stage.Arms)
	if err != nil {
		return nil, err
	}
	session, err := e.Source(m).Open(ctx, probes.Plan{
		Experiment: e.Name, Arms: arms, Burst: capturing(e), Budget: budget(e, per),
	})
	if err != nil {
		return nil, err
	}
	var c probes.Comparison
	var ways []float64
	err = gather(ctx, session, &c, per, func() error {
		if !mentions(step, lessons.Latency) {
			return nil
		}
		way, err := oneWay(ctx, arms)
		ways = append(ways, way)
		return err
	})
	if err = errors.Join(err, session.Close()); err != nil {
		return nil, err
	}
	f := lessons.FromComparison(&c)
	if len(ways) > 0 {
		f.Latency = probes.Summarize(ways, probes.Confidence).Median
	}
	return f, nil
}

// budget bounds a workload that runs to its end; others are ended by gather.
func budget(e catalog.Experiment, per time.Duration) probes.Budget {
	if e.Sized {
		return probes.Budget{For: per}
	}
	return probes.Budget{}
}

// capturing is the burst of a plan: none where no hand-offs can be counted.
func capturing(e catalog.Experiment) int {
	if slices.Contains(e.Words, "track") {
		return burst
	}
	return 0
}

func prepare(e catalog.Experiment, m topology.Machine, written []probes.Scenario) ([]probes.Scenario, error) {
	var arms []probes.Scenario
	for _, s := range written {
		ready, _, err := e.Prepare(m, s)
		if err != nil {
			return nil, err
		}
		arms = append(arms, ready)
	}
	return arms, nil
}

// gather takes readings in for as long as it was given, longer where few pairs
// count, and has the latency measured in between.
func gather(ctx context.Context, s probes.Session, c *probes.Comparison, per time.Duration, between func() error) error {
	began, part := time.Now(), 0
	for {
		passed := time.Since(began)
		if passed >= per && c.Pairs() >= enough || passed >= longest*per {
			return between()
		}
		if passed >= per*time.Duration(part)/parts {
			part++
			if err := between(); err != nil {
				return err
			}
		}
		r, err := s.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		c.Add(r)
	}
}

// oneWay measures the latency between the first two CPUs of the arms.
func oneWay(ctx context.Context, arms []probes.Scenario) (float64, error) {
	for _, arm := range arms {
		if cpus := arm.CPUs.Numbers(); len(cpus) > 1 {
			way, err := latency.OneWay(ctx, cpus[0], cpus[1])
			return way.Median, err
		}
	}
	return math.NaN(), nil
}

// ask puts the questions of the truth table to the kernel.
func ask(ctx context.Context) (*lessons.Figures, error) {
	rows, err := credentials.Run(ctx)
	if err != nil {
		return nil, err
	}
	f := &lessons.Figures{Origin: probes.Measured, Latency: math.NaN()}
	for _, row := range rows {
		if !row.Shown() {
			f.Notes = append(f.Notes, row.Why)
			continue
		}
		f.Asked = true
		if !row.Same() {
			f.Differing++
		}
	}
	return f, nil
}

// mentions reports whether a step speaks of a quantity, or needs it to be judged.
func mentions(step lessons.Step, q lessons.Quantity) bool {
	if step.Question != nil && step.Question.Kind == lessons.Number && step.Question.Asked.Quantity == q {
		return true
	}
	for _, c := range step.Claims {
		if c.Value.Quantity == q || q == lessons.Latency && c.State != lessons.AnyState {
			return true
		}
		for _, b := range []*lessons.Bound{c.Above, c.Below} {
			if b != nil && b.Of != nil && b.Of.Quantity == q {
				return true
			}
		}
	}
	return false
}
