package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/latency"
	"linebounce/probes/pinning"
	"linebounce/probes/profile"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
)

// What a recording can hold besides experiments.
const (
	scopePart   = "scope"
	latencyPart = "latency"
	profilePart = "profile"
	scalingPart = "scaling"
)

// part is one thing to record, made ready for this machine.
type part struct {
	name  string
	least time.Duration // that it needs
	run   func(ctx context.Context, k *keeping, share time.Duration) error
}

// ready makes a part ready. Its errors are those of a catalog's Prepare and of
// what the part needs of this machine.
func ready(cmd *cobra.Command, chosen *arms, m topology.Machine, name string) (part, error) {
	switch name {
	case scopePart:
		return readyScope(m)
	case latencyPart:
		return part{name, shortest, recordLatency}, unable(m)
	case profilePart:
		return part{name, shortest, recordProfile}, errors.Join(unable(m), profile.Check())
	case scalingPart:
		return readyScaling(cmd, chosen, m)
	}
	e, err := catalog.Find(name)
	if err != nil {
		return part{}, err
	}
	scenarios, _, err := chosen.choose(cmd, e, m)
	if err != nil {
		return part{}, err
	}
	if err := pinnable(m, scenarios); err != nil {
		return part{}, err
	}
	plan := probes.Plan{Experiment: name, Arms: append(scenarios, beside(scenarios)...), Burst: keptBurst}
	return part{name, shortest, func(ctx context.Context, k *keeping, share time.Duration) error {
		return k.experiment(ctx, e, plan, share)
	}}, nil
}

// pinnable returns why a thread cannot be pinned to a CPU of some scenarios.
func pinnable(m topology.Machine, scenarios []probes.Scenario) error {
	cpus := pinnedTo(scenarios)
	if len(cpus) == 0 {
		return nil
	}
	if err := m.Pinnable(); err != nil {
		return err
	}
	return pinning.Check(cpus...)
}

// beside returns the cells of counter and line that a comparison leaves out,
// for the table of all four.
func beside(compared []probes.Scenario) []probes.Scenario {
	a := compared[0]
	if len(compared) < 2 || a.Counter == "" || a.Path != "" {
		return nil
	}
	var cells []probes.Scenario
	for _, counter := range []string{probes.CounterOne, probes.CounterEach} {
		for _, line := range []string{probes.LineShared, probes.LinePadded} {
			cell := a
			cell.Counter, cell.Line = counter, line
			if !slices.Contains(compared, cell) {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// experiment records what a plan of an experiment shows.
func (k *keeping) experiment(ctx context.Context, e catalog.Experiment, plan probes.Plan, share time.Duration) error {
	plan.Budget.For, plan.Budget.Window = share, k.window(plan.Arms)
	return collect(ctx, e.Source(k.machine), plan, func(r probes.Reading) error {
		return k.kept(plan.Experiment, "reading", k.to.Add(plan.Experiment, r))
	})
}

// readyScaling chooses the CPUs of each point: 1, 2, 4 and so on, and all.
func readyScaling(cmd *cobra.Command, chosen *arms, m topology.Machine) (part, error) {
	e := catalog.All()[0]
	named, err := chosen.named(cmd, e)
	if err != nil {
		return part{}, err
	}
	for _, s := range named {
		if s != withoutCPUs(s) && s != e.Default && s != e.B {
			return part{}, usagef("%q names CPUs, which scaling chooses: leave out cpus, writers, readers and observers", s)
		}
	}
	if err := unable(m); err != nil {
		return part{}, err
	}
	var plans []probes.Plan
	for _, n := range sizes(len(m.Allowed())) {
		sized := slices.Clone(named)
		for i := range sized {
			sized[i] = withoutCPUs(sized[i])
			sized[i].Writers = n
		}
		scenarios, _, err := prepare(e, m, sized)
		if err != nil {
			return part{}, err
		}
		plans = append(plans, probes.Plan{Experiment: scalingPart, Arms: scenarios})
	}
	return part{scalingPart, time.Duration(len(plans)) * shortest, func(ctx context.Context, k *keeping, share time.Duration) error {
		until := time.Now().Add(share)
		for i, plan := range plans {
			each := time.Until(until) / time.Duration(len(plans)-i)
			if err := k.experiment(ctx, e, plan, max(each, shortest/2)); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

// withoutCPUs returns a scenario without the words that say how many CPUs it has
// and which.
func withoutCPUs(s probes.Scenario) probes.Scenario {
	s.CPUs, s.Writers, s.Readers, s.Observers = "", 0, 0, 0
	return s
}

// sizes are 1, 2, 4 and so on up to n, and n.
func sizes(n int) (list []int) {
	for size := 1; size < n; size *= 2 {
		list = append(list, size)
	}
	return append(list, n)
}

const (
	// burstOps is how many operations of each CPU a burst in a file has: some
	// thousand stays, where the Scope itself captures ten times as many.
	burstOps = 20_000

	// burstEvery is how often there is one.
	burstEvery = 500 * time.Millisecond
)

func readyScope(m topology.Machine) (part, error) {
	scenario, _, err := bursts.Prepare(m, bursts.Default)
	if err == nil {
		err = pinnable(m, []probes.Scenario{scenario})
	}
	return part{scopePart, shortest, func(ctx context.Context, k *keeping, share time.Duration) error {
		return k.bursts(ctx, scenario, share)
	}}, err
}

// bursts records a burst now and then until the time is over, one at least.
func (k *keeping) bursts(ctx context.Context, scenario probes.Scenario, share time.Duration) (err error) {
	until := time.Now().Add(share)
	session, err := bursts.Open(ctx, k.machine, scenario, bursts.Options{Ops: burstOps})
	if err != nil {
		return cause(ctx, err)
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	next := time.NewTicker(burstEvery)
	defer next.Stop()
	over := time.NewTimer(time.Until(until))
	defer over.Stop()
	for {
		c, err := session.Next(ctx)
		if err != nil {
			return cause(ctx, err)
		}
		if err := k.kept(scopePart, "burst", k.to.Burst(c)); err != nil {
			return err
		}
		select {
		case <-next.C:
		case <-over.C:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// recordLatency maps, and keeps a map that was ended early too.
func recordLatency(ctx context.Context, k *keeping, share time.Duration) error {
	found, failed := latency.Measure(ctx, k.machine, latency.Options{For: share}, func(_ latency.Map, how latency.Progress) {
		k.progress.show(fmt.Sprintf("latency, %d of %d pairs known", how.Settled, how.Pairs))
	})
	if failed == nil || slices.ContainsFunc(found.Pairs, latency.Pair.Measured) {
		if err := k.kept(latencyPart, "map", k.to.Map(found)); err != nil {
			return err
		}
	}
	if failed != nil {
		return cause(ctx, failed)
	}
	return nil
}

// recordProfile samples the kernel, and keeps what was sampled until it was ended
// early too.
func recordProfile(ctx context.Context, k *keeping, share time.Duration) (err error) {
	session, err := profile.Open(ctx, k.machine, share)
	if err != nil {
		return cause(ctx, err)
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	failed := error(nil)
	for failed == nil {
		failed = session.Next(ctx)
		k.progress.show(fmt.Sprintf("profile, %d pairs", session.Pairs()))
	}
	if failed == io.EOF {
		failed = nil
	}
	if failed == nil || session.Pairs() > 0 {
		if err := k.kept(profilePart, "profile", k.to.Profile(session.Result())); err != nil {
			return err
		}
	}
	if failed != nil {
		return cause(ctx, failed)
	}
	return nil
}
