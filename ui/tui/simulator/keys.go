package simulator

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/sim"
	"linebounce/sim/paths"
)

// sizes are the numbers of CPUs that the keys go through.
var sizes = []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64}

// toggle is a key that changes the settings.
type toggle struct{ key, label, does string }

var toggles = []toggle{
	{"e", "experiment", "counters, or messages on a path"},
	{"m", "machine", "the next machine"},
	{"a", "path", "which version of Linux counts the references"},
	{"n", "counter", "one counter for all CPUs, or each its own"},
	{"l", "line", "counters and neighbours on one line, or each counter alone"},
	{"w", "observers", "CPUs that only read the fields beside the count"},
	{"o", "protocol", "MESI, MOESI or MESIF, whatever the machine has"},
	{"i", "home", "whether the home of a line serves one request at a time or forwards at once"},
	{"b", "break it", "a protocol with a fault to find: X, Y, Z, and back"},
}

// Keys lists every key of the Simulator with what it does, for the help.
func Keys() []key.Binding {
	var all []key.Binding
	for _, t := range toggles {
		all = append(all, bind(t.key, t.does))
	}
	return append(all,
		bind("f g h j", "in break it: which promise breaks"), bind("+ -", "more CPUs, fewer"),
		bind("c", "calibrate the model on this machine, and judge it by what is measured beside"),
		bind("space", "run, pause"), bind("← →", "one event back, one on"), bind("[ ]", "half a picture back, or on"),
		bind("< >", "slower, faster; also , and ."), bind("u", "undo the last change"), bind("r", "back to how it began"),
		bind("y", "copy what is simulated as a command"), bind("?", "this help"), bind("q", "quit"),
	)
}

func bind(k, does string) key.Binding { return key.NewBinding(key.WithKeys(k), key.WithHelp(k, does)) }

// refuses says why a toggle does nothing as things are, "" where it does
// something.
func (s settings) refuses(k string) string {
	counting, broken := s.experiment == counters, s.fault != sim.NoFault
	switch k {
	case "e", "a", "n", "l", "w":
		if broken {
			return k + ": the fault shows in this workload. Press b until it is over."
		}
	}
	switch {
	case k == "a" && counting:
		return "a: counters send no messages, so no path counts references. Press e for messages."
	case k == "w" && !counting:
		return "w: a message's path says who reads what. Press e for counters."
	case k == "w" && s.cpus == 1:
		return "w: one CPU alone has nobody to watch. Press + for more."
	case (k == "n" || k == "l") && !counting && !s.counts():
		return fmt.Sprintf("%s: a message on path %s takes no reference, so no count lies anywhere. Press a for another.", k, s.scenario.Path)
	case (k == "o" || k == "i") && !counting && !s.counts():
		return fmt.Sprintf("%s: on path %s no CPU touches these lines. Press a for another.", k, s.scenario.Path)
	case k == "o" && counting && s.scenario.Observers == 0:
		return "o: locked adds look alike under every protocol; a reader tells them apart. Press w for one."
	case k == "i" && counting && s.scenario.Observers == 0 && s.scenario.Counter == probes.CounterEach && s.scenario.Line == probes.LinePadded:
		return "i: each line has one CPU, so the home is not asked. Press l for a shared line."
	}
	return ""
}

// counts reports whether a message takes references.
func (s settings) counts() bool {
	p, err := paths.Lookup(s.scenario.Path, paths.Options{Stream: true})
	return err == nil && len(p.Sender.Before)+len(p.Sender.After)+len(p.Receiver.Before)+len(p.Receiver.After) > 0
}

// toggled returns the settings after one press of a key that is not refused.
func (m *Model) toggled(k string) settings {
	s := m.set
	turn := func(value string, values ...string) string {
		return values[(slices.Index(values, value)+1)%len(values)]
	}
	switch k {
	case "e":
		s.experiment = turn(s.experiment, messages, counters)
		s.scenario = scenarios[s.experiment]
		s = s.resized(s.preset(m.presets), s.cpus)
	case "m":
		i := slices.IndexFunc(m.presets, func(p machines.Preset) bool { return p.Name == s.machine })
		p := m.presets[(i+1)%len(m.presets)]
		s.machine, s.protocol, s.home = p.Name, p.Protocol, p.Home
		s = s.resized(p, s.cpus)
	case "a":
		s.scenario.Path = turn(s.scenario.Path, paths.Names()...)
	case "n":
		s.scenario.Counter = turn(s.scenario.Counter, probes.CounterOne, probes.CounterEach)
	case "l":
		s.scenario.Line = turn(s.scenario.Line, probes.LineShared, probes.LinePadded)
	case "w":
		s.scenario.Observers = s.watchers()
	case "o":
		s.protocol = (s.protocol + 1) % sim.Protocol(len(sim.Protocols()))
	case "i":
		s.home = sim.Pipelined - s.home
	}
	return s
}

// watchers is the next number of observers: none, one, half of the CPUs.
func (s settings) watchers() int {
	switch {
	case s.scenario.Observers == 0:
		return 1
	case s.scenario.Observers < s.cpus/2:
		return s.cpus / 2
	}
	return 0
}

// fit returns the nearest number of CPUs down that the experiment and the
// machine can have, or else the least.
func (s settings) fit(p machines.Preset, cpus int) int {
	if p.OtherSocket.Value == 0 { // else there can be further sockets
		cpus = min(cpus, p.CPUs)
	}
	if s.experiment == messages {
		return max(cpus/2*2, 2)
	}
	return cpus
}

// resized returns the settings with so many CPUs, as far as they can be had.
func (s settings) resized(p machines.Preset, cpus int) settings {
	s.cpus = s.fit(p, cpus)
	s.scenario.Observers = min(s.scenario.Observers, s.cpus/2)
	return s
}

// sized returns the settings with the next number of CPUs up or down, and false
// at the end.
func (s settings) sized(p machines.Preset, step int) (settings, bool) {
	i, found := slices.BinarySearch(sizes, s.cpus)
	if !found && step > 0 {
		i--
	}
	for i += step; i >= 0 && i < len(sizes); i += step {
		if next := s.resized(p, sizes[i]); next.cpus == sizes[i] {
			return next, true
		}
	}
	return s, false
}
