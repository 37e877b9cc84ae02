package simulated

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"linebounce/probes"
	"linebounce/sim/paths"
	"linebounce/sim/workloads"
)

// The experiments that the model runs, by their names in the catalog.
const (
	counters   = "counters"
	messages   = "messages"
	sockets    = "sockets"
	rwlock     = "rwlock"
	spinlock   = "spinlock"
	ring       = "ring"
	semaphores = "semaphores"
	lock       = "lock"
)

// Experiments lists them.
func Experiments() []string {
	return []string{counters, messages, sockets, rwlock, spinlock, ring, semaphores, lock}
}

// What queues hold, in messages: the ring's slots, and what the kernel means a
// socket's default buffer for (net/core/sock.c, _SK_MEM_PACKETS).
const (
	ringSlots    = 64
	messageBytes = 100 // in a slot, as hackbench sends them
	socketRoom   = 256
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
	known := Experiments()
	if !slices.Contains(known, experiment) {
		last := len(known) - 1
		return a, &probes.Unable{What: "the model cannot run " + experiment, Why: "it knows " + strings.Join(known[:last], ", ") + " and " + known[last] + " only"}
	}
	at, err := m.place(&a)
	if err != nil {
		return a, err
	}
	return a, map[string]func(*arm, []int) error{
		counters: m.counting, messages: m.messaging, sockets: m.overSockets, rwlock: m.reading, spinlock: m.spinning,
		ring: m.ringing, semaphores: m.semops, lock: m.locking,
	}[experiment](&a, at)
}

// place finds the scenario's CPUs in the model, and chooses them where it
// names none.
func (m Model) place(a *arm) (at []int, err error) {
	workers := a.scenario.Workers()
	if a.scenario.CPUs == "" {
		if have := m.Machine.CPUs(); workers > have {
			word, value := "writers", a.scenario.Writers
			if value == 0 {
				word, value = "readers", a.scenario.Readers
			}
			return nil, &probes.ScenarioError{Word: word, Value: strconv.Itoa(value),
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
		a.notes = append(a.notes, noStoreBuffers)
	}
	return nil
}

const noStoreBuffers = "The model has no store buffers: what real CPUs hide of plain stores it shows in full."

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

// overSockets is messages in the kernel of today.
func (m Model) overSockets(a *arm, at []int) error {
	s := a.scenario
	s.Transport = probes.TransportSocketpair
	if s.Path == "" {
		s.Path = paths.Modern
	}
	return m.passing(a, at, s, true)
}

func (m Model) messaging(a *arm, at []int) error { return m.passing(a, at, a.scenario, false) }

func (m Model) passing(a *arm, at []int, s probes.Scenario, today bool) error {
	if err := a.inPairs(); err != nil {
		return err
	}
	refs, err := references(s)
	if err != nil {
		return err
	}
	refs.Today = today
	if m.spins(s.Transport) && len(slices.Compact(slices.Sorted(slices.Values(at)))) < len(at) {
		return &probes.ScenarioError{Word: "transport", Value: probes.TransportRing,
			Problem: "needs a CPU for each end, for both spin", Accepted: []string{probes.TransportSocketpair}}
	}
	var note string
	a.Built, note = m.carry(refs, s.Transport, at)
	a.notes = append(a.notes, note)
	return nil
}

// spins reports whether the ends of a transport spin, as those of a ring do that
// is modelled line by line.
func (m Model) spins(transport string) bool {
	return transport != probes.TransportSocketpair && m.Ring.Source == ""
}

// carry has pairs of a sender and a receiver pass messages on, and says what a
// message's other work is. Over a ring that nobody measured it is what the ring's
// own lines take.
func (m Model) carry(refs workloads.References, transport string, at []int) (workloads.Built, string) {
	capacity, work := ringSlots, m.Ring
	if transport == probes.TransportSocketpair {
		capacity, work = socketRoom, m.Socket
	}
	if m.spins(transport) {
		return workloads.RingMessages{References: refs, Slots: ringSlots, SlotBytes: messageBytes, CPUs: at}.Build(m.Topology.LineBytes),
			"A message's work besides its references is what the ring's own lines take: its indices, and the slot that the message lies in."
	}
	return workloads.Messages{References: refs, Pairs: len(at) / 2, Capacity: capacity, Work: work.Work, CPUs: at}.Build(m.Topology.LineBytes),
		"A message's work besides its references: " + work.Source + "."
}

// inPairs makes the workers pairs of a sender and a receiver.
func (a *arm) inPairs() error {
	s := a.scenario
	if s.Writers != s.Readers || s.Observers > 0 {
		return &probes.ScenarioError{Word: "readers", Value: strconv.Itoa(s.Readers),
			Problem: "does not make pairs of a sender and a receiver", Accepted: []string{strconv.Itoa(s.Writers)}}
	}
	a.roles = slices.Repeat([]probes.Role{probes.Sender}, s.Writers)
	a.roles = append(a.roles, slices.Repeat([]probes.Role{probes.Receiver}, s.Readers)...)
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
