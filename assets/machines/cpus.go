package machines

import (
	"fmt"
	"math"
	"slices"

	"linebounce/sim"
)

// Fill says where CPUs sit when fewer than all take part.
type Fill string

// The ways to fill a machine. Either takes one thread of every core of an L3
// before it takes second ones.
const (
	OneByOne Fill = "one-by-one" // an L3 is full before the next is begun, a socket before the next
	Evenly   Fill = "evenly"     // sockets in turn, L3s in turn within each
)

// Machine returns the model's machine with all its CPUs, one on each place.
func (p Preset) Machine() sim.Machine {
	m := sim.Machine{
		Name: p.Name, Protocol: p.Protocol, Home: p.Home, Topology: p.Topology, RequestShare: p.RequestShare, UnitBytes: p.UnitBytes,
		Latency: sim.Latency{Clean: picoseconds(p.Clean.Value), Hit: picoseconds(p.Hit.Value), Locked: picoseconds(p.Locked.Value)},
	}
	for d, r := range map[sim.Distance]Range{
		sim.Sibling: p.Sibling, sim.SameL3: p.SameL3, sim.OtherL3: p.OtherL3, sim.OtherSocket: p.OtherSocket,
	} {
		m.Latency.Transfer[d] = picoseconds(p.transfer(r.Value))
	}
	if p.CPUs < p.Topology.CPUs() {
		m.Places = p.Order(OneByOne)[:p.CPUs]
		slices.Sort(m.Places)
	}
	return m
}

// transfer turns a latency into the time of the model's transfer, which is from
// a miss until the data is there with nobody else asking. Two CPUs that both ask
// all the time hand a line over once in such a time where the home serves one
// request at a time; where it pipelines, the next request travels while the data
// of the last one does, and the longer of the two ways counts.
func (p Preset) transfer(ns float64) float64 {
	if p.Means == PingPong && p.Home == sim.Pipelined {
		return ns / max(p.RequestShare, 1-p.RequestShare)
	}
	return ns
}

// With returns the machine with n CPUs, filled as said. More CPUs than it has
// are further sockets of the same kind, and the result is extrapolated. The
// error is a *Fault, for a number that this machine cannot have.
func (p Preset) With(n int, fill Fill) (m sim.Machine, extrapolated bool, err error) {
	fault := func(format string, args ...any) error {
		return &Fault{File: p.Name, Problem: fmt.Sprintf(format, args...)}
	}
	if n < 1 || n > sim.MaxCPUs {
		return m, false, fault("cannot have %d CPUs; accepted: 1 to %d", n, sim.MaxCPUs)
	}
	if n > p.CPUs {
		extrapolated = true
		if p.OtherSocket.Value == 0 {
			return m, true, fault("has %d CPUs and no known latency to another socket, so it cannot have %d", p.CPUs, n)
		}
		perSocket := p.Topology.CPUs() / p.Topology.Sockets
		p.Topology.Sockets = max(p.Topology.Sockets, (n+perSocket-1)/perSocket)
		p.CPUs = p.Topology.CPUs()
		if p.CPUs > sim.MaxCPUs {
			return m, true, fault("has %d CPUs in a socket, so it can have up to %d in whole ones", perSocket, sim.MaxCPUs/perSocket*perSocket)
		}
	}
	m = p.Machine()
	if n == p.Topology.CPUs() {
		return m, extrapolated, nil
	}
	m.Places = p.Order(fill)[:n]
	slices.Sort(m.Places)
	return m, extrapolated, nil
}

// Order returns the machine's places in the order in which they are filled.
func (p Preset) Order(fill Fill) []int {
	t := p.Topology
	var l3s []int // by their first place
	for i := range t.Sockets * t.L3s {
		if fill == Evenly {
			i = i%t.Sockets*t.L3s + i/t.Sockets
		}
		l3s = append(l3s, i*t.Cores*t.Threads)
	}
	var within []int
	for i := range t.Cores * t.Threads {
		within = append(within, i%t.Cores*t.Threads+i/t.Cores)
	}
	order := make([]int, 0, t.CPUs())
	for i := range t.CPUs() {
		l3, place := i/len(within), i%len(within)
		if fill == Evenly {
			l3, place = i%len(l3s), i/len(l3s)
		}
		order = append(order, l3s[l3]+within[place])
	}
	return order
}

func picoseconds(ns float64) sim.Time { return sim.Time(math.Round(ns * float64(sim.Nanosecond))) }
