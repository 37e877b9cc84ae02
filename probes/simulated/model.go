// Package simulated is the source of readings from the model: the same
// scenarios as on real CPUs, on a machine that need not be there, and the
// predictions of whole runs. It is deterministic: the same machine, scenario and
// seed give the same readings everywhere.
package simulated

import (
	"fmt"
	"slices"

	"linebounce/assets/machines"
	"linebounce/probes/topology"
	"linebounce/sim"
	"linebounce/sim/workloads"
)

// Model is a machine of the model, with what a scenario needs to know of it
// besides its caches.
type Model struct {
	Machine      sim.Machine
	Topology     topology.Machine // its CPUs in the model's order, numbered as scenarios name them
	Addition     sim.Time         // of two numbers in a register
	Ring, Socket Work             // of a message besides its references, by transport; a ring without is modelled line by line
	Extrapolated bool             // has more CPUs than the machine that its figures are of
}

// Work is a message's other work, and where the figure comes from.
type Work struct {
	workloads.Work
	Source string
}

// borrowed is the other work of a message on machines where nobody measured it.
var borrowed = Work{
	workloads.Work{Sender: workloads.BaseWork / 2, Receiver: workloads.BaseWork / 2},
	"assumption: 4228 ns, half on each side, as on the machine of 2011 after the repair (4.228 s of 16 CPUs for 16,000,000 messages)",
}

// FromPreset returns a preset with all its CPUs.
func FromPreset(p machines.Preset) Model {
	m := p.Machine()
	return Model{Machine: m, Topology: describe(m, p), Addition: sim.Time(p.Cycle.Value * float64(sim.Nanosecond)), Socket: borrowed}
}

// Machines returns the machine with any number of CPUs. Its errors say what
// number it cannot have.
type Machines func(cpus int) (Model, error)

// Presets returns a preset with any number of CPUs, filled as said.
func Presets(p machines.Preset, fill machines.Fill) Machines {
	return func(cpus int) (Model, error) {
		machine, extrapolated, err := p.With(cpus, fill)
		if err != nil {
			return Model{}, err
		}
		m := FromPreset(p)
		m.Machine, m.Topology, m.Extrapolated = machine, describe(machine, p), extrapolated
		return m, nil
	}
}

// describe puts a machine of the model into the words of a real one. Its CPUs
// are numbered from 0.
func describe(m sim.Machine, p machines.Preset) topology.Machine {
	d := topology.Machine{
		Model: p.Title, CPUs: make([]topology.CPU, m.CPUs()), Online: m.CPUs(), LineBytes: p.LineBytes, LineSource: topology.FromModel,
		CacheLevel: 3, SMT: "none", CanPin: true,
	}
	if m.Topology.Threads > 1 {
		d.SMT = "on"
	}
	t := m.Topology
	for c := range d.CPUs {
		place := c
		if m.Places != nil {
			place = m.Places[c]
		}
		core := place / t.Threads
		l3 := core / t.Cores
		d.CPUs[c] = topology.CPU{Number: c, Core: core, Package: l3 / t.L3s, Node: l3 / t.L3s, L3: l3}
	}
	return d
}

// index returns the model's number of the CPU that scenarios call by a number,
// -1 where there is none.
func (m Model) index(number int) int {
	return slices.IndexFunc(m.Topology.CPUs, func(c topology.CPU) bool { return c.Number == number })
}

func (m Model) numbers() string {
	all := m.Topology.Allowed()
	if n := len(all); n > 8 {
		return fmt.Sprintf("%d to %d", all[0], all[n-1])
	}
	return fmt.Sprint(all)
}
