package trial

import (
	"context"
	"errors"
	"slices"
	"time"

	"linebounce/assets/machines"
	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/topology"
)

// Claimed is what became of one claim of a course.
type Claimed struct {
	Lesson  string // its id
	Step    int    // from 1
	Outcome lessons.Outcome
}

// Model holds the claims of lessons, all where ids are empty, against the model
// on a preset, "" for the usual one, and tells each as it comes. What the model
// cannot run is skipped with the reason. It ends early with the context's error,
// or a *machines.Fault for an unknown preset, and what there is by then.
func Model(ctx context.Context, c lessons.Course, ids []string, name string, tell func(Claimed)) ([]Claimed, error) {
	if name != "" {
		if _, err := machines.Find(name); err != nil {
			return nil, err
		}
	}
	return verify(ctx, c, ids, probes.Simulated, tell, func(step lessons.Step, state lessons.State) (*lessons.Figures, error) {
		return simulate(ctx, step, name, state)
	})
}

// Here holds them against this machine, each step measured for as long as said.
func Here(ctx context.Context, m topology.Machine, c lessons.Course, ids []string, per time.Duration, tell func(Claimed)) ([]Claimed, error) {
	return verify(ctx, c, ids, probes.Measured, tell, func(step lessons.Step, _ lessons.State) (*lessons.Figures, error) {
		return measure(ctx, step, m, per)
	})
}

// run brings the figures of a step in a state.
type run func(lessons.Step, lessons.State) (*lessons.Figures, error)

func verify(ctx context.Context, c lessons.Course, ids []string, source probes.Origin, tell func(Claimed), run run) ([]Claimed, error) {
	var all []Claimed
	for _, l := range c.Lessons {
		if len(ids) > 0 && !slices.Contains(ids, l.ID) {
			continue
		}
		before := make([]*lessons.Figures, len(l.Steps))
		for i, step := range l.Steps {
			judged, err := judge(step, before[:i], named(l, i+1), source, run)
			before[i] = judged.figures
			for _, o := range judged.outcomes {
				claimed := Claimed{l.ID, i + 1, o}
				all = append(all, claimed)
				tell(claimed)
			}
			if err != nil {
				return all, err
			}
			if err := ctx.Err(); err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

// named reports whether a claim of a lesson names a step's figures.
func named(l lessons.Lesson, step int) bool {
	for _, s := range l.Steps {
		for _, c := range s.Claims {
			for _, b := range []*lessons.Bound{c.Above, c.Below} {
				if b != nil && b.Step == step {
					return true
				}
			}
		}
	}
	return false
}

// judged is what a step came to.
type judged struct {
	outcomes []lessons.Outcome
	figures  *lessons.Figures // in any state, nil where it did not run so
}

// judge runs a step once for each state that its claims are of and holds them
// against what came. A later step that names its figures wants them in any state.
func judge(step lessons.Step, before []*lessons.Figures, later bool, source probes.Origin, run run) (j judged, err error) {
	came := map[lessons.State]*lessons.Figures{}
	cannot := map[lessons.State]string{}
	bring := func(s lessons.State) error {
		if came[s] != nil || cannot[s] != "" {
			return nil
		}
		figures, err := run(step, s)
		if unable, is := errors.AsType[*probes.Unable](err); is {
			cannot[s] = unable.Error()
			return nil
		}
		came[s] = figures
		return err
	}
	if later {
		if err := bring(lessons.AnyState); err != nil {
			return j, err
		}
	}
	for _, c := range step.Claims {
		if c.On != "" && c.On != source {
			j.outcomes = append(j.outcomes, lessons.Outcome{Claim: c, Source: source, Skip: "it is a claim about " + string(c.On) + " figures"})
			continue
		}
		state := c.State
		if source == probes.Measured {
			state = lessons.AnyState // a machine is in the state it is in
		}
		if err := bring(state); err != nil {
			return j, err
		}
		if why := cannot[state]; why != "" {
			j.outcomes = append(j.outcomes, lessons.Outcome{Claim: c, Source: source, Skip: why})
			continue
		}
		j.outcomes = append(j.outcomes, c.Judge(came[state], before))
	}
	j.figures = came[lessons.AnyState]
	return j, nil
}
