package simulated

import (
	"fmt"
	"slices"
	"strconv"

	"linebounce/probes"
	"linebounce/sim/paths"
	"linebounce/sim/workloads"
)

// The experiments that the model runs, by their names in the catalog.
const (
	counters = "counters"
	messages = "messages"
	sockets  = "sockets"
)

// What queues hold, in messages: the ring's slots, and what the kernel means a
// socket's default buffer for (net/core/sock.c, _SK_MEM_PACKETS).
const (
	ringSlots  = 64
	socketRoom = 256
)

// arm is a scenario made ready for the model.
type arm struct {
	workloads.Built
	scenario probes.Scenario
	cpus     []int // as the scenario names them, by task
	roles    []probes.Role
	notes    []string // what to know about the figures
}

// Build lays a scenario out for a simulation of one's own, such as one that
// keeps a trace. Its errors are those of Source.Open.
func (m Model) Build(experiment string, s probes.Scenario) (workloads.Built, error) {
	a, err := m.prepare(experiment, s)
	return a.Built, err
}

// prepare turns a scenario into a workload. Words that it does not name mean
// what the experiment's defaults say. Its errors are a *probes.ScenarioError, or
// a *probes.Unable for an experiment that the model does not know.
func (m Model) prepare(experiment string, s probes.Scenario) (arm, error) {
	a := arm{scenario: s}
	at, err := m.place(&a)
	if err != nil {
		return a, err
	}
	switch experiment {
	case counters:
		err = m.counting(&a, at)
	case messages, sockets:
		err = m.messaging(&a, at, experiment)
	default:
		err = &probes.Unable{What: "the model cannot run " + experiment, Why: "it knows counters, messages and sockets only"}
	}
	return a, err
}

// place finds the scenario's CPUs in the model, and chooses them where it
// names none.
func (m Model) place(a *arm) (at []int, err error) {
	workers := a.scenario.Workers()
	if a.scenario.CPUs == "" {
		if have := m.Machine.CPUs(); workers > have {
			return nil, &probes.ScenarioError{Word: "writers", Value: strconv.Itoa(a.scenario.Writers),
				Problem: fmt.Sprintf("makes %d workers, more than the %d CPUs of this machine", workers, have)}
		}
		chosen, err := m.Topology.Choose(workers)
		if err != nil {
			return nil, err
		}
		a.scenario.CPUs = probes.NewCPUList(chosen...)
	}
	a.cpus = a.scenario.CPUs.Numbers()
	for _, number := range a.cpus {
		i := m.index(number)
		if i < 0 {
			return nil, &probes.ScenarioError{Word: "cpus", Value: string(a.scenario.CPUs),
				Problem: fmt.Sprintf("names CPU %d, which this machine does not have", number), Accepted: []string{m.numbers()}}
		}
		at = append(at, i)
	}
	if len(at) != workers || workers < 1 {
		return nil, &probes.ScenarioError{Word: "cpus", Value: string(a.scenario.CPUs),
			Problem: fmt.Sprintf("names %d CPUs for %d workers", len(at), workers)}
	}
	return at, nil
}

func (m Model) counting(a *arm, at []int) error {
	s := a.scenario
	op := workloads.Op(s.Op)
	if op == "" {
		op = workloads.LockedAdd
	}
	if s.Batch > 1 && op != workloads.LockedAdd && op != workloads.PlainAdd {
		return &probes.ScenarioError{Word: "batch", Value: strconv.Itoa(s.Batch),
			Problem: "needs an operation that adds", Accepted: []string{"op=lock", "op=plain"}}
	}
	a.Built = workloads.Counters{
		Each: s.Counter == probes.CounterEach, Padded: s.Line == probes.LinePadded, Op: op, Batch: max(s.Batch, 1),
		Neighbours: s.Neighbours == probes.On, Writers: s.Writers + s.Readers, Observers: s.Observers, CPUs: at, Addition: m.Addition,
	}.Build(m.Topology.LineBytes)
	for i := range at {
		a.roles = append(a.roles, role(s, i))
	}
	if op != workloads.LockedAdd {
		a.notes = append(a.notes, "The model has no store buffers: what real CPUs hide of plain stores it shows in full.")
	}
	return nil
}

func role(s probes.Scenario, i int) probes.Role {
	switch {
	case i >= s.Writers+s.Readers:
		return probes.Observer
	case i >= s.Writers:
		return probes.Dropper
	case s.Readers > 0:
		return probes.Taker
	}
	return probes.Adder
}

func (m Model) messaging(a *arm, at []int, experiment string) error {
	s := a.scenario
	if s.Writers != s.Readers || s.Observers > 0 {
		return &probes.ScenarioError{Word: "readers", Value: strconv.Itoa(s.Readers),
			Problem: "does not make pairs of a sender and a receiver", Accepted: []string{strconv.Itoa(s.Writers)}}
	}
	if experiment == sockets {
		s.Transport = probes.TransportSocketpair
		if s.Path == "" {
			s.Path = paths.Modern
		}
	}
	refs, err := references(s)
	if err != nil {
		return err
	}
	refs.Today = experiment == sockets
	load := workloads.Messages{References: refs, Pairs: s.Writers, Capacity: ringSlots, Work: m.Ring.Work, CPUs: at}
	source := m.Ring.Source
	if s.Transport == probes.TransportSocketpair {
		load.Capacity, load.Work, source = socketRoom, m.Socket.Work, m.Socket.Source
	}
	a.Built = load.Build(m.Topology.LineBytes)
	a.roles = slices.Repeat([]probes.Role{probes.Sender}, s.Writers)
	a.roles = append(a.roles, slices.Repeat([]probes.Role{probes.Receiver}, s.Readers)...)
	a.notes = append(a.notes, "A message's work besides its references: "+source+".")
	return nil
}

// references says what a scenario's message costs in references.
func references(s probes.Scenario) (workloads.References, error) {
	path := s.Path
	if path == "" {
		path = paths.Always
	}
	program, err := paths.Lookup(path, paths.Options{
		SenderPassCred:   s.PassCred == probes.PassCredSender || s.PassCred == probes.PassCredBoth,
		ReceiverPassCred: s.PassCred == probes.PassCredReceiver || s.PassCred == probes.PassCredBoth,
		Explicit:         s.Send == probes.SendExplicit,
		Stream:           s.Socket == "" || s.Socket == probes.SocketStream,
	})
	if err != nil {
		return workloads.References{}, &probes.ScenarioError{Word: "send", Value: s.Send,
			Problem:  "has no known cost on path " + strconv.Quote(path),
			Accepted: []string{"send=plain", "path=" + paths.Request, "path=" + paths.Modern}}
	}
	return workloads.References{
		Program: program, NoPid: s.PidRef == probes.Off, NoCred: s.CredRef == probes.Off, NoReads: s.Neighbours == probes.Off,
		Each: s.Counter == probes.CounterEach, Padded: s.Line == probes.LinePadded,
	}, nil
}
