package calibration

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/latency"
	"linebounce/probes/topology"
)

// Bench is a machine to calibrate on, and how to measure there.
type Bench struct {
	Machine topology.Machine
	Source  func(experiment string) (probes.Source, error)
	OneWay  func(ctx context.Context, a, b int) (probes.Interval, error) // in nanoseconds
}

// Here measures on this machine.
func Here(m topology.Machine) Bench {
	return Bench{Machine: m, OneWay: latency.OneWay, Source: func(experiment string) (probes.Source, error) {
		e, err := catalog.Find(experiment)
		if err != nil {
			return nil, err
		}
		return e.Source(m), nil
	}}
}

// part is what a scenario is measured for.
type part int

const (
	judged   part = iota
	alone         // an uncontended locked add
	together      // one counter, two CPUs
	hit           // a load that hits
	addition      // in a register
	ring          // a message without references, over the ring
	socket        // the same, over a socketpair
)

// measurement is one scenario of a session.
type measurement struct {
	name, text string
	part       part
	cell       bool // one of the four of counter and line
	handoffs   bool // is judged by its hand-offs a second
}

// window is short, so that windows of the calibration and of what is judged
// lie close together, and few are disturbed.
const window = 5 * time.Millisecond

// batch is how many additions tell the cost of one.
const batch = 1024

// session is what is measured of one experiment. The first two scenarios run
// every round, the others one a round in turn: what the calibration needs most
// often comes first.
type session struct {
	experiment string
	turns      int // windows in a row, before the next experiment has its turn
	arms       []measurement
}

var sessions = []session{
	{"counters", 6, []measurement{
		{name: "alone", text: "counter=one line=padded writers=1", part: alone},
		{name: "one shared", text: "counter=one line=shared", part: together, cell: true},
		{name: "load alone", text: "op=load line=padded writers=1", part: hit},
		{name: "additions", text: fmt.Sprintf("line=padded writers=1 batch=%d", batch), part: addition},
		{name: "each shared", text: "counter=each line=shared", cell: true},
		{name: "each padded", text: "counter=each line=padded", cell: true},
		{name: "one padded", text: "counter=one line=padded", cell: true},
		{name: "observer beside", text: "counter=one line=shared writers=1 observers=1"},
		{name: "observer apart", text: "counter=one line=padded writers=1 observers=1"},
		{name: "each shared, hand-offs", text: "counter=each line=shared track=on", handoffs: true},
	}},
	{"messages", 3, []measurement{
		{name: "no references", text: "path=request", part: ring},
		{name: "always", text: "path=always"},
		{name: "noref", text: "path=noref"},
		{name: "always, padded", text: "path=always line=padded"},
		{name: "always, each padded", text: "path=always counter=each line=padded"},
	}},
	{"sockets", 2, []measurement{
		{name: "sockets, off", text: "passcred=off", part: socket},
		{name: "sockets, receiver", text: "passcred=receiver"},
	}},
}

// open prepares a session's scenarios for two CPUs and opens it.
func (b Bench) open(ctx context.Context, s session, cpus []int) (probes.Session, []probes.Scenario, error) {
	e, err := catalog.Find(s.experiment)
	if err != nil {
		return nil, nil, err
	}
	plan := probes.Plan{Experiment: s.experiment, Budget: probes.Budget{Window: window}, Burst: 1}
	for _, m := range s.arms {
		scenario, err := probes.ParseScenario(m.text)
		if err != nil {
			return nil, nil, err
		}
		scenario = scenario.Or(e.Default)
		scenario.CPUs = probes.NewCPUList(cpus[:scenario.Workers()]...)
		if scenario, _, err = e.Prepare(b.Machine, scenario); err != nil {
			return nil, nil, err
		}
		plan.Arms = append(plan.Arms, scenario)
	}
	source, err := b.Source(s.experiment)
	if err != nil {
		return nil, nil, err
	}
	opened, err := source.Open(ctx, plan)
	return opened, plan.Arms, err
}

// sample is one judged window with the calibration that was the newest then.
type sample struct {
	experiment string
	scenario   probes.Scenario
	measurement
	reading probes.Reading
	state   state
}

// gathered is all that was measured.
type gathered struct {
	samples  []sample
	states   []state // after each round, those that were complete
	windows  int
	setAside int
	left     []string // experiments that could not be measured here, and why
}

// gather measures until the time is over: rounds of windows of every
// experiment, again and again. When the context ends first, it returns what it
// has and the context's error.
func (b Bench) gather(ctx context.Context, cpus []int, limit time.Duration) (g gathered, err error) {
	began := time.Now()
	type opened struct {
		session
		probes.Session
		scenarios []probes.Scenario
	}
	var all []opened
	defer func() {
		for _, o := range all {
			err = errors.Join(err, o.Close())
		}
	}()
	for i, s := range sessions {
		running, scenarios, err := b.open(ctx, s, cpus)
		if unable := (*probes.Unable)(nil); i > 0 && errors.As(err, &unable) {
			g.left = append(g.left, fmt.Sprintf("The %s experiment is left out, for it could not be measured. %s", s.experiment, unable.Error()))
			continue
		}
		if err != nil {
			return g, err
		}
		all = append(all, opened{s, running, scenarios})
	}
	var now state
	for time.Since(began) < limit {
		for _, o := range all {
			for range o.turns {
				r, err := o.Next(ctx)
				if err == io.EOF {
					return g, nil
				}
				if err != nil {
					return g, err
				}
				g.take(&now, o.experiment, o.arms[r.Arm], o.scenarios[r.Arm], r)
			}
		}
		if now.complete() {
			g.states = append(g.states, now)
		}
	}
	return g, nil
}

// take enters one reading: into the calibration, or as a window to judge by it.
func (g *gathered) take(now *state, experiment string, m measurement, s probes.Scenario, r probes.Reading) {
	g.windows++
	if r.SetAside() {
		g.setAside++
		return
	}
	now.update(m.part, r)
	judge := m.part == judged || m.cell && r.Unit == probes.Window
	if judge && r.Unit == probes.Window && now.complete() {
		g.samples = append(g.samples, sample{experiment, s, m, r, *now})
	}
}
