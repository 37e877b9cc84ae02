package tui

import (
	"context"
	"fmt"
	"sync"

	"linebounce/assets/machines"
	"linebounce/probes/catalog"
	"linebounce/probes/credentials"
	profiling "linebounce/probes/profile"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
	"linebounce/ui/tui/keeping"
	"linebounce/ui/tui/kernel"
)

// thisKernel says how the Kernel room comes by what it shows. The kernel under
// the program can be measured also where the Lab shows a recording, which may be
// of another machine.
func thisKernel(o Options, keeper *keeping.Keeper) kernel.Options {
	machine := func() topology.Machine { return o.Machine }
	if o.Recording != nil {
		machine = sync.OnceValue(topology.Read)
	}
	made := kernel.Options{
		Here: func() kernel.Machine {
			m := machine()
			return kernel.Machine{Kernel: m.Kernel, CPUs: max(m.Online, len(m.CPUs))}
		},
		Credentials: credentials.Run,
		Measure:     map[string]kernel.Measure{},
		Profilable:  profiling.Check,
		Profile: func(ctx context.Context, tell func(float64)) (profiling.Result, error) {
			p, err := profiling.Run(ctx, machine(), kernel.ProfileFor, tell)
			if err == nil {
				keeper.Profile(p)
			}
			return p, err
		},
		Predict: predict2011,
	}
	for _, w := range kernel.Workloads() {
		if e, err := catalog.Find(w.Name); err == nil {
			made.Measure[w.Name] = kernel.Of(e, machine, w.A, w.B, w.For)
		}
	}
	return made
}

// predict2011 predicts the run of the mail of 2011 on so many CPUs of its
// machine.
func predict2011(ctx context.Context, cpus int) (simulated.Row, error) {
	p, err := machines.Find("2011")
	if err != nil {
		return simulated.Row{}, err
	}
	rows, err := simulated.Scaling(ctx, simulated.Presets(p, machines.OneByOne), []int{cpus},
		simulated.Hackbench(simulated.Always), simulated.Hackbench(simulated.Request))
	if err != nil {
		return simulated.Row{}, fmt.Errorf("the model cannot run with %d CPUs: %w", cpus, err)
	}
	return rows[0], nil
}
