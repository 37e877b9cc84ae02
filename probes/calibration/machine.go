package calibration

import (
	"fmt"
	"math"
	"strings"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
	"linebounce/sim"
	"linebounce/sim/workloads"
)

// Name is what a calibrated machine is called where presets have their names.
const Name = "this"

// places puts a real machine's CPUs on the places of a regular topology that
// is just large enough.
func places(m topology.Machine) (sim.Topology, []int) {
	type spot struct{ socket, l3, core, thread int }
	spots := make([]spot, len(m.CPUs))
	number := func(seen map[[3]int]int, parent [2]int, id int) int {
		key := [3]int{parent[0], parent[1], id}
		if n, known := seen[key]; known {
			return n
		}
		n := 0
		for other := range seen {
			if other[0] == key[0] && other[1] == key[1] {
				n++
			}
		}
		seen[key] = n
		return n
	}
	sockets, l3s, cores := map[[3]int]int{}, map[[3]int]int{}, map[[3]int]int{}
	threads := map[spot]int{}
	t := sim.Topology{Sockets: 1, L3s: 1, Cores: 1, Threads: 1}
	for i, c := range m.CPUs {
		s := spot{socket: number(sockets, [2]int{}, c.Package)}
		s.l3 = number(l3s, [2]int{s.socket}, c.L3)
		core := c.Core
		if core < 0 {
			core = -1 - c.Number // not known, so one of its own
		}
		s.core = number(cores, [2]int{s.socket, s.l3}, core)
		s.thread = threads[s]
		threads[spot{s.socket, s.l3, s.core, 0}]++
		spots[i] = s
		t = sim.Topology{
			Sockets: max(t.Sockets, s.socket+1), L3s: max(t.L3s, s.l3+1), Cores: max(t.Cores, s.core+1), Threads: max(t.Threads, s.thread+1),
		}
	}
	at := make([]int, len(spots))
	for i, s := range spots {
		at[i] = ((s.socket*t.L3s+s.l3)*t.Cores+s.core)*t.Threads + s.thread
	}
	return t, at
}

// pairs returns a pair of CPUs, as the model numbers them, for each distance
// that the machine has.
func pairs(m sim.Machine) map[sim.Distance][2]int {
	found := map[sim.Distance][2]int{}
	for a := range m.CPUs() {
		for b := a + 1; b < m.CPUs(); b++ {
			if d := m.Distance(a, b); found[d] == [2]int{} {
				found[d] = [2]int{a, b}
			}
		}
	}
	return found
}

// protocol is that of the maker's manuals.
func protocol(model string) (sim.Protocol, string) {
	switch {
	case strings.Contains(model, "AMD"):
		return sim.MOESI, "the AMD64 Architecture Programmer's Manual"
	case strings.Contains(model, "Intel"):
		return sim.MESIF, "Intel's description of QuickPath"
	}
	return sim.MESI, "nothing; it is the plainest"
}

// scales is how far each distance is, as a multiple of the calibrated pair's.
type scales map[sim.Distance]float64

// model makes a machine of the model from a state of calibration.
func (s state) model(m topology.Machine, far scales) simulated.Model {
	t, at := places(m)
	kind, _ := protocol(m.Model)
	machine := sim.Machine{
		Name: Name, Protocol: kind, Home: sim.Blocks, Topology: t, Places: at, RequestShare: s.request(), UnitBytes: m.LineBytes,
		Latency: sim.Latency{Clean: picoseconds(s.latency()), Hit: picoseconds(s.hit), Locked: picoseconds(s.locked)},
	}
	for d := range machine.Latency.Transfer {
		machine.Latency.Transfer[d] = picoseconds(s.latency())
		if factor, known := far[sim.Distance(d)]; known {
			machine.Latency.Transfer[d] = picoseconds(s.latency() * factor)
		}
	}
	return simulated.Model{
		Machine: machine, Topology: m, Addition: picoseconds(s.addition),
		Ring:   side(s.ring, "measured: a message over the ring without references, the same on both sides"),
		Socket: side(s.socket, "measured: a message over a socketpair without credentials, the same on both sides"),
	}
}

func side(ns float64, source string) simulated.Work {
	return simulated.Work{Work: workloads.Work{Sender: picoseconds(ns), Receiver: picoseconds(ns)}, Source: source}
}

func picoseconds(ns float64) sim.Time {
	return max(1, sim.Time(math.Round(ns*float64(sim.Nanosecond))))
}

// numbers returns this machine with any number of its CPUs, in the order in
// which experiments choose them.
func numbers(whole simulated.Model) simulated.Machines {
	return func(cpus int) (simulated.Model, error) {
		have := whole.Machine.CPUs()
		if cpus < 1 || cpus > have {
			return simulated.Model{}, &machines.Fault{File: Name, Problem: fmt.Sprintf("has %d CPUs, so it cannot have %d; a preset can", have, cpus)}
		}
		chosen, err := whole.Topology.Choose(cpus)
		if err != nil {
			return simulated.Model{}, err
		}
		part := whole
		part.Machine.Places, part.Topology.CPUs = nil, nil
		for i, c := range whole.Topology.CPUs {
			for _, number := range chosen {
				if c.Number == number {
					part.Topology.CPUs = append(part.Topology.CPUs, c)
					part.Machine.Places = append(part.Machine.Places, whole.Machine.Places[i])
				}
			}
		}
		return part, nil
	}
}

// far measures how far apart CPUs of each distance are, against the pair that
// is calibrated on. A distance that cannot be measured counts as that pair's.
func (b Bench) far(whole sim.Machine, calibrated probes.Interval, measure func(a, b int) (probes.Interval, error)) scales {
	far := scales{}
	for d, pair := range pairs(whole) {
		i, err := measure(b.Machine.CPUs[pair[0]].Number, b.Machine.CPUs[pair[1]].Number)
		if err == nil && calibrated.Median > 0 {
			far[d] = i.Median / calibrated.Median
		}
	}
	return far
}
