package cli

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/simulated"
	"linebounce/probes/topology/cpulist"
	"linebounce/sim/workloads"
)

// modelled is an experiment as the model runs it.
type modelled struct {
	name     string
	workload string   // what runs, "" where the scenarios say it all
	modes    []string // that the model knows, of the word mode
	unit     string   // what a rate counts
	quantity probes.Quantity
	a, b     probes.Scenario // arms where none are named; words that are not named mean what they mean in a
	words    []string
	machine  string // preset where none is named
	cpus     []int  // numbers where none are named, nil for all that the machine has

	load func(probes.Scenario) simulated.Load

	// everywhere puts workers on all CPUs of a machine. It is nil where the
	// load does so itself.
	everywhere func(probes.Scenario, []int) probes.Scenario

	// window is the simulated length of a window on so many CPUs, nil where
	// the model makes no windows of the experiment.
	window func(cpus int, s probes.Scenario) time.Duration
}

// modelledExperiments lists them in the order of the command line.
func modelledExperiments() []modelled {
	return []modelled{counting(), messaging(), reading(), spinning(), queueing(), hackbenching(), semaphoring()}
}

func modelledNames() []string {
	var names []string
	for _, e := range modelledExperiments() {
		names = append(names, e.name)
	}
	return names
}

// fromCatalog is an experiment that real CPUs run too, by the same words.
func fromCatalog(name, unit string) modelled {
	e, err := catalog.Find(name)
	if err != nil {
		panic(err) // the catalog has it
	}
	a, b := e.Default, e.B
	for _, arm := range []*probes.Scenario{&a, &b} {
		arm.Writers, arm.Readers, arm.Observers = 0, 0, 0 // all CPUs, or those that a scenario names
	}
	return modelled{
		name: e.Name, unit: unit, quantity: e.Quantity, a: a, b: b, words: e.Words, modes: e.Modes, machine: machine2011,
		load: func(s probes.Scenario) simulated.Load {
			return func(m simulated.Model) (simulated.Run, error) {
				built, err := m.Build(e.Name, s)
				return simulated.Run{Built: built}, err
			}
		},
	}
}

const machine2011 = "2011"

func counting() modelled {
	e := fromCatalog("counters", "operation")
	e.everywhere = func(s probes.Scenario, cpus []int) probes.Scenario {
		s.Writers, s.Readers, s.Observers, s.CPUs = len(cpus), 0, 0, probes.NewCPUList(cpus...)
		return s
	}
	e.window = unhindered
	return e
}

// unhindered is the window of CPUs that do nothing else: those that nobody hinders do
// some 150 operations a microsecond, so more of them get shorter windows.
func unhindered(cpus int, _ probes.Scenario) time.Duration {
	return min(max(1600*time.Microsecond/time.Duration(cpus), 20*time.Microsecond), 400*time.Microsecond)
}

func reading() modelled {
	e := fromCatalog("rwlock", "read section")
	e.everywhere = func(s probes.Scenario, cpus []int) probes.Scenario {
		s.Readers, s.CPUs = len(cpus), probes.NewCPUList(cpus...)
		return s
	}
	e.window = unhindered
	return e
}

func spinning() modelled {
	e := fromCatalog("spinlock", "critical section")
	e.everywhere = func(s probes.Scenario, cpus []int) probes.Scenario {
		s.Writers, s.CPUs = len(cpus), probes.NewCPUList(cpus...)
		return s
	}
	e.window = unhindered
	return e
}

func queueing() modelled {
	e := fromCatalog("ring", "message")
	e.workload = "a ring for every two CPUs, one of which pushes and the other pops; a CPU left over has nothing to do"
	e.everywhere = func(s probes.Scenario, cpus []int) probes.Scenario {
		pairs := len(cpus) / 2 // one CPU left over has nothing to do, for both ends spin
		var list []int
		for side := range 2 {
			for i := range pairs {
				list = append(list, cpus[2*i+side])
			}
		}
		s.Writers, s.Readers, s.CPUs = pairs, pairs, probes.NewCPUList(list...)
		return s
	}
	e.window = unhindered
	return e
}

func messaging() modelled {
	e := fromCatalog("messages", "message")
	e.everywhere = func(s probes.Scenario, cpus []int) probes.Scenario {
		pairs := (len(cpus) + 1) / 2
		if s.Transport != probes.TransportSocketpair {
			pairs = max(len(cpus)/2, 1) // one left over has nothing to do, for both ends spin
		}
		var list []int
		for side := range 2 {
			for i := range pairs {
				list = append(list, cpus[min(2*i+side, len(cpus)-1)])
			}
		}
		s.Writers, s.Readers, s.CPUs = pairs, pairs, probes.NewCPUList(list...)
		return s
	}
	e.window = func(cpus int, s probes.Scenario) time.Duration {
		if s.Transport == probes.TransportSocketpair {
			return 2 * time.Millisecond
		}
		return unhindered(cpus, s) // the ends of a ring do nothing else
	}
	return e
}

func hackbenching() modelled {
	h := workloads.Hackbench2011(workloads.References{})
	a := probes.Scenario{
		Path: simulated.Always.Path, Counter: probes.CounterOne, Line: probes.LineShared,
		PidRef: probes.On, CredRef: probes.On, Neighbours: probes.On, PassCred: probes.PassCredOff, Send: probes.SendPlain,
		Groups: h.Groups, Senders: h.Senders, Loops: h.Loops, Mode: probes.ModeThreads,
	}
	b := a
	b.Path = simulated.Request.Path
	return modelled{
		name: "hackbench", unit: "message", quantity: probes.MessagesPerSecond, a: a, b: b, machine: machine2011, modes: []string{probes.ModeThreads},
		words: []string{"path", "counter", "line", "pid-ref", "cred-ref", "neighbours", "passcred", "send",
			"groups", "senders", "receivers", "loops", "mode"},
		load: simulated.Hackbench,
	}
}

func semaphoring() modelled {
	return modelled{
		name: "semaphores", unit: "call", quantity: probes.OpsPerSecond,
		a: probes.Scenario{Mode: probes.ModeBefore}, b: probes.Scenario{Mode: probes.ModeAfter}, words: []string{"mode"},
		modes:    []string{probes.ModeBefore, probes.ModeAfter, probes.ModePacked, probes.ModeAligned, probes.ModeDouble, probes.ModeSingle},
		workload: "semop on an array of 256, a caller on every CPU, each with a semaphore of its own",
		machine:  "client-ring", cpus: []int{workloads.MailCPUs},
		load: func(s probes.Scenario) simulated.Load {
			if s.Mode == probes.ModeDouble || s.Mode == probes.ModeSingle {
				return simulated.SemaphoresToday(s.Mode == probes.ModeDouble, workloads.MailCPUs)
			}
			return simulated.Semaphores(workloads.SemLocks(s.Mode), workloads.MailCPUs)
		},
	}
}

// knows holds the words of a scenario against those that mean something here.
func (e modelled) knows(s probes.Scenario) error {
	for _, word := range probes.Words() {
		if value := s.Get(word); value != "" && !slices.Contains(e.words, word) {
			return &probes.ScenarioError{Word: word, Value: value, Problem: "means nothing in this experiment", Accepted: e.words}
		}
	}
	if s.Mode != "" && !slices.Contains(e.modes, s.Mode) {
		return &probes.ScenarioError{Word: "mode", Value: s.Mode, Problem: "is not known to the model", Accepted: e.modes}
	}
	return nil
}

// complete makes a scenario ready for a machine. It names its CPUs where the
// experiment has any; shown is the same without those that nobody chose, for
// all take part.
func (e modelled) complete(typed probes.Scenario, m simulated.Model) (ready, shown probes.Scenario, notes []string, err error) {
	ready = typed.Or(e.a)
	if e.everywhere == nil {
		return ready, ready, nil, nil
	}
	c, err := catalog.Find(e.name)
	if err != nil {
		return ready, ready, nil, err
	}
	for _, cpu := range typed.CPUs.Numbers() {
		if _, has := m.Topology.Find(cpu); !has {
			return ready, ready, nil, &probes.ScenarioError{Word: "cpus", Value: string(typed.CPUs),
				Problem: fmt.Sprintf("names CPU %d, which this machine does not have", cpu), Accepted: []string{cpulist.Format(m.Topology.Allowed())}}
		}
	}
	if typed.CPUs == "" && typed.Workers() == 0 {
		ready = e.everywhere(ready, m.Topology.Allowed())
		if ready.Workers() == 0 {
			return ready, ready, nil, usagef("--cpus %d leaves %s without a pair of CPUs; accepted: 2 or more", len(m.Topology.CPUs), e.name)
		}
		shown = ready
		shown.CPUs = ""
		return ready, shown, nil, ready.Validate(c.Words, m.Topology.Allowed())
	}
	ready = ready.Or(c.Default)
	if workers, have := ready.Workers(), len(m.Topology.CPUs); workers > have {
		word, value := "writers", ready.Writers
		if value == 0 {
			word, value = "readers", ready.Readers
		}
		return ready, ready, nil, &probes.ScenarioError{Word: word, Value: strconv.Itoa(value),
			Problem: fmt.Sprintf("makes %d workers, more than the %d CPUs of this machine", workers, have)}
	}
	ready, notes, err = c.Prepare(m.Topology, ready)
	return ready, ready, notes, err
}
