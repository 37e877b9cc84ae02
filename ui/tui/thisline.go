package tui

import (
	"context"
	"errors"
	"slices"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/recorded"
	bursts "linebounce/probes/scope"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
	"linebounce/ui/tui/keeping"
	"linebounce/ui/tui/scope"
)

// thisLine says how the Scope comes by what it shows: by a recording, or by what
// is under the program, which the keeper gets too.
func thisLine(o Options, keeper *keeping.Keeper) scope.Options {
	made := scope.Options{
		Machine: func() topology.Machine { return o.Machine },
		Capture: func(ctx context.Context, s probes.Scenario, how bursts.Options) (bursts.Capture, error) {
			return bursts.Run(ctx, o.Machine, s, how)
		},
		Simulate: modelled,
		Map: func(ctx context.Context, method latency.Method, tell func(latency.Map, latency.Progress)) (latency.Map, error) {
			return latency.Measure(ctx, o.Machine, latency.Options{Method: method}, tell)
		},
		ReduceMotion: o.ReduceMotion,
	}
	if o.line != nil {
		made = *o.line
	}
	made.AtMap, made.Recorded, made.Keep, made.KeepMap = o.Map, taped(o.Recording), keeper.Burst, keeper.Map
	return made
}

// taped is what a recording holds for the Scope, nil where there is none.
func taped(r *recorded.Recording) *scope.Tape {
	if r == nil {
		return nil
	}
	return &scope.Tape{On: madeOn(r), Machine: r.Machine, Bursts: r.Bursts(), Burst: r.Burst, At: r.BurstAt, Maps: r.Maps()}
}

// modelledOps is enough operations of a strip for any screen.
const modelledOps = 4096

// modelled is the order that the model makes of a scenario, on the machine that
// the Simulator opens with, and with as many of its CPUs as workers.
func modelled(ctx context.Context, s probes.Scenario) (scope.Simulated, error) {
	p, err := machines.Find(machines.Names()[0])
	if err != nil {
		return scope.Simulated{}, err
	}
	source := simulated.Source{Model: simulated.FromPreset(p), Seed: 1}
	session, err := source.Open(ctx, probes.Plan{Experiment: "counters", Arms: []probes.Scenario{s}, Burst: modelledOps})
	if err != nil {
		return scope.Simulated{}, err
	}
	r, err := session.Next(ctx) // the first is a capture
	if err = errors.Join(err, session.Close()); err != nil {
		return scope.Simulated{}, err
	}
	found := scope.Simulated{Machine: p.Name}
	for i, strip := range r.Burst.Strips {
		stays := slices.Clone(strip.Stays)
		for j := range stays {
			stays[j].CPU = slices.IndexFunc(r.CPUs, func(w probes.CPUWork) bool { return w.CPU == stays[j].CPU })
		}
		strip.Stays = stays
		found.Strips, found.Stays = append(found.Strips, strip), append(found.Stays, r.Lines[i].Stays)
	}
	return found, nil
}
