package calibration

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
	"linebounce/sim"
	"linebounce/sim/workloads"
)

// known is a machine of the model to calibrate on, so that the truth is known.
func known(locked, period, share float64) simulated.Model {
	m := topology.Machine{Model: "AMD known", LineBytes: 64, CPUs: []topology.CPU{{Number: 0, Core: 0}, {Number: 3, Core: 1}}}
	machine := sim.Machine{
		Name: "known", Protocol: sim.MOESI, Home: sim.Blocks, UnitBytes: 64, RequestShare: share,
		Topology: sim.Topology{Sockets: 1, L3s: 1, Cores: 2, Threads: 1},
		Latency:  sim.Latency{Clean: picoseconds(period), Hit: picoseconds(0.5), Locked: picoseconds(locked)},
	}
	machine.Latency.Transfer[sim.SameL3] = picoseconds(period)
	work := func(ns float64) simulated.Work {
		return simulated.Work{Work: workloads.Work{Sender: picoseconds(ns), Receiver: picoseconds(ns)}, Source: "the test"}
	}
	return simulated.Model{Machine: machine, Topology: m, Addition: 300, Ring: work(200), Socket: work(1500)}
}

// short shortens windows and ends a source after some rounds.
type short struct {
	simulated.Source
	runs int
}

func (s short) Open(ctx context.Context, p probes.Plan) (probes.Session, error) {
	p.Budget = probes.Budget{Window: 100 * time.Microsecond, Runs: s.runs}
	return s.Source.Open(ctx, p)
}

func bench(m simulated.Model) Bench {
	return Bench{
		Machine: m.Topology,
		Source: func(experiment string) (probes.Source, error) {
			s := short{simulated.Source{Model: m, Seed: 3}, 0}
			if experiment == "counters" {
				s.runs = 24
			}
			return s, nil
		},
		OneWay: func(context.Context, int, int) (probes.Interval, error) {
			return probes.Summarize([]float64{float64(m.Machine.Latency.Transfer[sim.SameL3]) / 1000}, probes.Confidence), nil
		},
	}
}

// On a machine that is itself the model, calibration finds what it was made
// of, and every prediction comes out.
func TestAKnownMachineIsFound(t *testing.T) {
	for _, c := range []struct{ locked, period, share float64 }{{6, 250, 0.5}, {8, 72, 0.4}} {
		m := known(c.locked, c.period, c.share)
		r, err := bench(m).Run(t.Context(), time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		found := r.Model.Machine.Latency
		near := func(name string, got sim.Time, want, slack float64) {
			if g := float64(got) / 1000; g < want-0.01*want || g > want+slack+0.01*want {
				t.Errorf("%s %.2f ns, want %.2f", name, g, want)
			}
		}
		near("locked add", found.Locked, c.locked, 0)
		near("load", found.Hit, 0.5, 0)
		near("transfer", found.Transfer[sim.SameL3], c.period-c.locked/2, c.locked)
		near("addition", r.Model.Addition, 0.3, 0.02)
		near("message", r.Model.Ring.Sender, 200, 30) // two ends that vary wait for each other
		if r.Model.Machine.Protocol != sim.MOESI || !reflect.DeepEqual(r.CPUs, []int{0, 3}) || len(r.Values) != 8 || r.SetAside != 0 {
			t.Errorf("%+v", r)
		}
		var cells, names []string
		for _, j := range r.Judged {
			names = append(names, j.Name)
			if j.Cell {
				cells = append(cells, j.Name)
			}
			if math.Abs(j.Error.Median) > 0.15 || !(j.Predicted.Median > 0) {
				t.Errorf("period %v: %s: predicted %.4g, measured %.4g, error %+.2f", c.period, j.Name, j.Predicted.Median, j.Measured.Median, j.Error.Median)
			}
			if l := j.Latency.Median; l < 0.99*(c.period-c.locked/2) || l > 1.01*(c.period+c.locked) {
				t.Errorf("%s: predicted with a latency of %.1f ns", j.Name, l)
			}
			if j.Taken != (j.Name == "one shared") {
				t.Errorf("%s: taken for the calibration %v", j.Name, j.Taken)
			}
		}
		slices.Sort(cells)
		if !slices.Equal(cells, []string{"each padded", "each shared", "one padded", "one shared"}) || len(names) != 12 {
			t.Errorf("cells %v, judged %v", cells, names)
		}
		if _, err := r.Machines(2); err != nil {
			t.Error(err)
		}
		one, err := r.Machines(1)
		if err != nil || one.Machine.CPUs() != 1 || one.Machine.Validate() != nil {
			t.Errorf("one CPU: %+v, %v", one, err)
		}
		var fault *machines.Fault
		if _, err := r.Machines(3); !errors.As(err, &fault) {
			t.Errorf("three CPUs of two: %v", err)
		}
	}
}

func TestWhatCannotBeCalibrated(t *testing.T) {
	var unable *probes.Unable
	b := bench(known(6, 250, 0.5))
	b.Machine.CPUs = b.Machine.CPUs[:1]
	if _, err := b.Run(t.Context(), time.Second); !errors.As(err, &unable) {
		t.Errorf("one CPU: %v", err)
	}
	b = bench(known(6, 250, 0.5))
	if _, err := b.Run(t.Context(), 0); !errors.As(err, &unable) {
		t.Errorf("no time: %v", err)
	}
	whole := b.Source
	b.Source = func(experiment string) (probes.Source, error) {
		if experiment == "sockets" {
			return refusing{}, nil
		}
		return whole(experiment)
	}
	r, err := b.Run(t.Context(), time.Hour)
	if err != nil || len(r.Values) != 7 || !slices.ContainsFunc(r.Notes, func(n string) bool { return len(n) > 20 && n[:12] == "The sockets " }) {
		t.Errorf("without sockets: %v, %v, %v", r.Values, r.Notes, err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := bench(known(6, 250, 0.5)).Run(ended, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// refusing is a source that this machine cannot run.
type refusing struct{}

func (refusing) Open(context.Context, probes.Plan) (probes.Session, error) {
	return nil, &probes.Unable{What: "no socketpair", Why: "the test says so"}
}

// A window in which a worker was kept from its CPU changes nothing.
func TestDisturbedWindowsDoNotCount(t *testing.T) {
	var g gathered
	var now state
	r := probes.Reading{Unit: probes.Window, CPUs: []probes.CPUWork{{Role: probes.Adder, Ops: 1e6, Elapsed: 5 * time.Millisecond}}}
	g.take(&now, "counters", measurement{part: alone}, probes.Scenario{}, r)
	if now.locked != 5 {
		t.Errorf("a locked add takes %v ns, want 5", now.locked)
	}
	r.CPUs[0].Ops = 1
	r.Warnings = []probes.Warning{{Kind: probes.Preempted}}
	g.take(&now, "counters", measurement{part: alone}, probes.Scenario{}, r)
	if now.locked != 5 || g.windows != 2 || g.setAside != 1 || len(g.samples) != 0 {
		t.Errorf("%+v, %+v", now, g)
	}
}

func TestARealMachineOnRegularPlaces(t *testing.T) {
	cpu := func(number, core, pkg, l3 int) topology.CPU {
		return topology.CPU{Number: number, Core: core, Package: pkg, Node: pkg, L3: l3}
	}
	for _, c := range []struct {
		name string
		cpus []topology.CPU
		want sim.Topology
		far  map[[2]int]sim.Distance // by index
	}{
		{"nothing known", []topology.CPU{cpu(0, -1, -1, -1), cpu(5, -1, -1, -1)}, sim.Topology{Sockets: 1, L3s: 1, Cores: 2, Threads: 1},
			map[[2]int]sim.Distance{{0, 1}: sim.SameL3}},
		{"two sockets with siblings", []topology.CPU{cpu(0, 0, 0, 0), cpu(1, 0, 1, 1), cpu(2, 0, 0, 0), cpu(3, 1, 0, 0)}, sim.Topology{Sockets: 2, L3s: 1, Cores: 2, Threads: 2},
			map[[2]int]sim.Distance{{0, 1}: sim.OtherSocket, {0, 2}: sim.Sibling, {0, 3}: sim.SameL3, {1, 3}: sim.OtherSocket}},
		{"two caches", []topology.CPU{cpu(0, 0, 0, 4), cpu(1, 1, 0, 4), cpu(2, 2, 0, 9)}, sim.Topology{Sockets: 1, L3s: 2, Cores: 2, Threads: 1},
			map[[2]int]sim.Distance{{0, 1}: sim.SameL3, {1, 2}: sim.OtherL3}},
	} {
		s := state{locked: 5, owned: 1.05e8, period: 102.5, hit: 1, addition: 1, ring: 100, socket: 100}
		m := s.model(topology.Machine{CPUs: c.cpus, LineBytes: 64}, scales{sim.OtherSocket: 3}).Machine
		if m.Topology != c.want || m.CPUs() != len(c.cpus) || m.Validate() != nil {
			t.Errorf("%s: %+v, %v", c.name, m, m.Validate())
		}
		for pair, want := range c.far {
			if got := m.Distance(pair[0], pair[1]); got != want {
				t.Errorf("%s: CPUs %v are %s, want %s", c.name, pair, got, want)
			}
			if got := pairs(m)[want]; m.Distance(got[0], got[1]) != want {
				t.Errorf("%s: the pair for %s is %v", c.name, want, got)
			}
		}
		if m.Latency.Transfer[sim.OtherSocket] != 300*sim.Nanosecond || m.Latency.Transfer[sim.Sibling] != 100*sim.Nanosecond || math.Abs(m.RequestShare-0.513) > 0.001 {
			t.Errorf("%s: %+v, share %v", c.name, m.Latency, m.RequestShare)
		}
	}
}
