package simulated

import (
	"context"
	"fmt"
	"strconv"

	"linebounce/probes"
	"linebounce/sim"
	"linebounce/sim/paths"
	"linebounce/sim/workloads"
)

// Load is what a prediction runs on all CPUs of a machine.
type Load func(Model) (Run, error)

// Run is a load laid out for one machine.
type Run struct {
	workloads.Built
	Messages    int64 // of the whole workload, 0 where it has no size
	Assumptions []workloads.Assumption
}

// Point is what a run comes to.
type Point struct {
	Rate      float64 // messages a second, or operations where the load sends none
	Seconds   float64 // of the whole workload, 0 where it has no size
	Transfers float64 // of lines, for a message or an operation
}

// Hackbench is hackbench with the references and the size of a scenario; where
// that names no size it is "hackbench 20 thread 2000". Its time is computed from
// the rate of a steady stretch.
func Hackbench(s probes.Scenario) Load {
	return func(m Model) (Run, error) {
		if s.Counter == probes.CounterEach {
			return Run{}, &probes.ScenarioError{Word: "counter", Value: s.Counter,
				Problem: "does not fit hackbench, whose threads run on any CPU", Accepted: []string{probes.CounterOne}}
		}
		refs, err := references(s)
		if err != nil {
			return Run{}, err
		}
		h := sized(s, workloads.Hackbench2011(refs))
		if pairs := h.Groups * h.Senders * h.Receivers; pairs > mostPairs {
			return Run{}, &probes.ScenarioError{Word: "groups", Value: strconv.Itoa(h.Groups),
				Problem:  fmt.Sprintf("makes %d pairs of a sender and a receiver", pairs),
				Accepted: []string{fmt.Sprintf("groups times senders times receivers up to %d", mostPairs)}}
		}
		h.Work = m.Socket.Work
		return Run{h.Short().Build(m.Topology.LineBytes), h.Messages(), h.Assumptions(m.Socket.Source)}, nil
	}
}

// mostPairs bounds hackbench: each takes some kilobytes.
const mostPairs = 100000

// sized gives hackbench the size that a scenario names.
func sized(s probes.Scenario, h workloads.Hackbench) workloads.Hackbench {
	if s.Senders > 0 {
		h.Senders, h.Receivers = s.Senders, s.Senders
	}
	for _, word := range []struct {
		named int
		size  *int
	}{{s.Groups, &h.Groups}, {s.Receivers, &h.Receivers}, {s.Loops, &h.Loops}} {
		if word.named > 0 {
			*word.size = word.named
		}
	}
	return h
}

// Counters is the scenario with a writer on every CPU.
func Counters(s probes.Scenario) Load {
	return everywhere(counters, s, func(all *probes.Scenario, cpus []int) {
		all.Writers, all.Readers, all.Observers = len(cpus), 0, 0
		all.CPUs = probes.NewCPUList(cpus...)
	})
}

// everywhere is a scenario of an experiment with its workers on all CPUs.
func everywhere(experiment string, s probes.Scenario, staff func(all *probes.Scenario, cpus []int)) Load {
	return func(m Model) (Run, error) {
		all := s
		staff(&all, m.Topology.Allowed())
		a, err := m.prepare(experiment, all)
		return Run{Built: a.Built}, err
	}
}

// ReadLocks is the scenario of rwlock with a reader on every CPU.
func ReadLocks(s probes.Scenario) Load {
	return everywhere(rwlock, s, func(all *probes.Scenario, cpus []int) {
		all.Readers, all.CPUs = len(cpus), probes.NewCPUList(cpus...)
	})
}

// Spinlocks is the scenario of spinlock with a writer on every CPU.
func Spinlocks(s probes.Scenario) Load {
	return everywhere(spinlock, s, func(all *probes.Scenario, cpus []int) {
		all.Writers, all.CPUs = len(cpus), probes.NewCPUList(cpus...)
	})
}

// Rings is the scenario of ring with a pair on every two CPUs. One left over is
// idle, for both ends spin; on one CPU alone there is no pair, which is an error.
func Rings(s probes.Scenario) Load {
	return everywhere(ring, s, func(all *probes.Scenario, cpus []int) {
		all.Writers, all.Readers = len(cpus)/2, len(cpus)/2
		var list []int
		for side := range 2 {
			for i := range len(cpus) / 2 {
				list = append(list, cpus[2*i+side])
			}
		}
		all.CPUs = probes.NewCPUList(list...)
	})
}

// Messages is the scenario with a pair of a sender and a receiver on every two
// CPUs. One left over has a pair to itself, where the ends sleep; over a ring they
// spin, so that it is idle, and one CPU alone is an error.
func Messages(s probes.Scenario) Load {
	return func(m Model) (Run, error) {
		all := len(m.Topology.Allowed())
		pairs := (all + 1) / 2
		if m.spins(s.Transport) {
			if pairs = all / 2; pairs == 0 {
				return Run{}, &probes.ScenarioError{Word: "transport", Value: probes.TransportRing,
					Problem: "needs a CPU for each end, for both spin", Accepted: []string{probes.TransportSocketpair}}
			}
		}
		refs, err := references(s)
		if err != nil {
			return Run{}, err
		}
		var cpus []int
		for side := range 2 {
			for i := range pairs {
				cpus = append(cpus, min(2*i+side, all-1))
			}
		}
		built, _ := m.carry(refs, s.Transport, cpus)
		return Run{Built: built}, nil
	}
}

// Semaphores is semop on an array of 256, a caller on every CPU. A call takes
// what it took in 2013 if the machine of then had so many CPUs.
func Semaphores(locks workloads.SemLocks, mail int) Load {
	return semop(workloads.Semaphores{Locks: locks}, mail)
}

// SemaphoresToday is the same with the locks of today: with two operations a
// call the array's, with one that of the semaphore.
func SemaphoresToday(twice bool, mail int) Load { return semop(today(twice), mail) }

func semop(w workloads.Semaphores, mail int) Load {
	return func(m Model) (Run, error) {
		w.Array, w.Time, w.CPUs = usualArray, workloads.SemopTime2013(mail), nil
		for c := range m.Machine.CPUs() {
			w.CPUs = append(w.CPUs, c)
		}
		return Run{w.Build(m.Topology.LineBytes), 0, w.Assumptions()}, nil
	}
}

// What a stretch must hold, in units of work: messages sent and received, or
// operations. It gives a rate to within half a percent of a long run's.
const (
	messageUnits   = 64000
	operationUnits = 16000
	warmShare      = 4 // so much less is enough to warm up
)

// seed is that of every prediction, so that it comes out the same again.
const seed = 1

// Predict runs a load on a machine until its rate is known.
func Predict(ctx context.Context, m Model, load Load) (Point, error) {
	run, err := load(m)
	if err != nil {
		return Point{}, err
	}
	model, err := sim.New(m.Machine, run.Workload, seed)
	if err != nil {
		return Point{}, err
	}
	cpus, enough := m.Machine.CPUs(), int64(operationUnits)
	if len(run.Queues)+len(run.Rings) > 0 {
		enough = messageUnits
	}
	warm, err := run.until(ctx, model, cpus, enough/warmShare)
	if err != nil {
		return Point{}, err
	}
	end, err := run.until(ctx, model, cpus, units(warm)+enough)
	if err != nil {
		return Point{}, err
	}
	steady := end.Since(warm)
	p := Point{Rate: steady.PerSecond(units(steady)), Transfers: float64(steady.Transfers) / float64(units(steady))}
	if steady.Sent > 0 {
		p.Rate /= 2 // each message is a unit on both sides
		p.Transfers *= 2
	}
	if run.Messages > 0 {
		p.Seconds = float64(run.Messages) / p.Rate
	}
	return p, nil
}

// units is how much a run has done.
func units(c workloads.Count) int64 {
	if c.Sent+c.Received > 0 {
		return c.Sent + c.Received
	}
	return c.Operations
}

// until goes on until so many units of work are done.
func (r Run) until(ctx context.Context, model *sim.Sim, cpus int, enough int64) (workloads.Count, error) {
	const step = 20 * 1000 * sim.Nanosecond
	parts := sim.Time(1 + cpus/64) // so that a machine of thousands can be interrupted too
	for {
		for range parts {
			if err := ctx.Err(); err != nil {
				return workloads.Count{}, err
			}
			model.Run(model.Now() + step/parts)
		}
		if done := r.Count(model, cpus); units(done) >= enough {
			return done, nil
		}
	}
}

// Row is one number of CPUs in a scaling table.
type Row struct {
	CPUs         int
	Extrapolated bool
	A, B         Point
	Ratio        float64 // of the rates, B/A
}

// Scaling predicts two loads on a machine with each number of CPUs.
func Scaling(ctx context.Context, machines Machines, cpus []int, a, b Load) ([]Row, error) {
	models := make([]Model, len(cpus))
	for i, n := range cpus {
		var err error
		if models[i], err = machines(n); err != nil {
			return nil, err // before anything is run
		}
	}
	rows := make([]Row, len(cpus))
	err := each(ctx, len(cpus), func(i int) (err error) {
		rows[i], err = compare(ctx, models[i], a, b)
		return err
	})
	return rows, err
}

func compare(ctx context.Context, m Model, a, b Load) (Row, error) {
	r := Row{CPUs: m.Machine.CPUs(), Extrapolated: m.Extrapolated}
	var err error
	if r.A, err = Predict(ctx, m, a); err != nil {
		return r, err
	}
	if r.B, err = Predict(ctx, m, b); err != nil {
		return r, err
	}
	r.Ratio = r.B.Rate / r.A.Rate
	return r, nil
}

// Scenarios of the run of 2011, and of its first repair.
var (
	Always  = probes.Scenario{Path: paths.Always}
	Noref   = probes.Scenario{Path: paths.Noref}
	Request = probes.Scenario{Path: paths.Request}
)
