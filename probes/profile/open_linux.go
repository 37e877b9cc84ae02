package profile

import (
	"context"
	"os"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// window is short, so that whatever else the machine does touches both windows
// of a pair.
const window = 20 * time.Millisecond

// scenarios are the two arms on two CPUs: hackbench's messages.
func scenarios(cpus []int) []probes.Scenario {
	off := probes.Scenario{
		Transport: probes.TransportSocketpair, PassCred: probes.PassCredOff, Send: probes.SendPlain,
		Socket: probes.SocketStream, Size: 100, Track: probes.Off, CPUs: probes.NewCPUList(cpus...), Writers: 1, Readers: 1,
	}
	on := off
	on.PassCred = probes.PassCredReceiver
	return []probes.Scenario{off, on}
}

// Open starts a sender and a receiver on two CPUs of the machine. The budget
// is for the whole session, 0 for one without an end. Its error is a
// *probes.Unable where the machine, its settings or a sandbox forbid a profile.
func Open(ctx context.Context, m topology.Machine, budget time.Duration) (*Session, error) {
	began := time.Now()
	cpus, err := m.Choose(2)
	if err == nil {
		err = m.Pinnable()
	}
	if err != nil {
		return nil, err
	}
	root := os.DirFS("/")
	how, err := choose(root, Rate)
	if err != nil {
		return nil, err
	}
	symbols, err := readTable(root)
	if err != nil {
		return nil, err
	}
	with := method{sampling: how, symbols: symbols}
	var absent string
	if with.counters, absent = thisProcessor().available(root); absent == "" {
		with.counters, absent = openable(with.counters)
	}
	var arms []*sampled
	source := windows.Source{Machine: m, Build: func(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
		load, err := build(m, s, burst, with)
		if err != nil {
			return nil, err
		}
		arms = append(arms, load)
		return load, nil
	}}
	plan := probes.Plan{Experiment: "profile", Arms: scenarios(cpus), Budget: probes.Budget{Window: window}}
	if budget > 0 {
		plan.Budget.For = max(budget-time.Since(began), window)
	}
	inner, err := source.Open(ctx, plan)
	if err != nil {
		return nil, err
	}
	s := &Session{inner: inner, result: Result{Event: how.name, Rate: int(how.attr.Sample), Arms: [2]probes.Scenario(plan.Arms), Absent: absent}}
	for _, c := range with.counters {
		s.result.Counters = append(s.result.Counters, Counter{Name: c.name, Counts: c.counts})
	}
	s.take = func(arm int) (*seen, error) { return arms[arm].tallied, arms[arm].failed() }
	return s, nil
}
