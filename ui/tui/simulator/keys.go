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
	{"e", "experiment", "messages on a path, counters, a read lock, a spinlock, a ring"},
	{"m", "machine", "the next machine"},
	{"a", "path", "which version of Linux counts the references"},
	{"n", "counter", "one counter or lock word for all CPUs, or each its own"},
	{"l", "line", "what is written on one line with its neighbours, or each alone on a line"},
	{"t", "mode", "how a spinlock is taken: by looking until it is free and then trying (ttas), or by trying all the time (tas)"},
	{"x", "index", "a ring's two indices on one line, or each on a line of its own"},
	{"k", "cached", "whether each end of a ring keeps a copy of the other's index"},
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
		bind("space", "run, pause"), bind("← →", "one event back, one on"), bind("[ ]", "half a picture back, or on; so do page up and page down"),
		bind("< >", "slower, faster; also , and ."), bind("u", "undo the last change"), bind("r", "back to how it began"),
		bind("y", "copy what is simulated as a command"),
	)
}

func bind(k, does string) key.Binding { return key.NewBinding(key.WithKeys(k), key.WithHelp(k, does)) }

// word is the word of a scenario that a key changes, "" where it is none.
var word = map[string]string{"a": "path", "n": "counter", "l": "line", "t": "mode", "x": "index", "k": "cached"}

// knows reports whether an experiment has what a key changes.
func (e experiment) knows(k string) bool {
	if changes := word[k]; changes != "" {
		return e.has(changes)
	}
	return k != "w" || e.name == counters
}

// wants says, where an experiment lacks what a key changes, why and which has
// it.
var wants = map[string]string{
	"a": "no messages are sent here, so no path counts references. Press e for messages.",
	"n": "here nothing is counted of which each CPU could have its own. Press e for counters.",
	"l": "here no line can be chosen. Press e for counters.",
	"t": "there is no spinlock here. Press e for the spinlock.",
	"x": "there is no ring here. Press e for the ring.",
	"k": "there is no ring here. Press e for the ring.",
	"w": "only beside counters can a CPU do nothing but look. Press e for counters.",
}

// refuses says why a toggle does nothing as things are, "" where it does
// something.
func (s settings) refuses(k string) string {
	e := s.of()
	changes := word[k]
	if s.fault != sim.NoFault && (changes != "" || k == "e" || k == "w") {
		return k + ": the fault shows in this workload. Press b until it is over."
	}
	references := e.has("path")
	switch {
	case e.name == ring && (k == "n" || k == "l"):
		return k + ": in a ring it is the indices that lie on one line or two. Press x."
	case !e.knows(k):
		return k + ": " + wants[k]
	case k == "w" && s.cpus == 1:
		return "w: one CPU alone has nobody to watch. Press + for more."
	case (k == "n" || k == "l") && references && !s.counts():
		return fmt.Sprintf("%s: a message on path %s takes no reference, so no count lies anywhere. Press a for another.", k, s.scenario.Path)
	case (k == "o" || k == "i") && references && !s.counts():
		return fmt.Sprintf("%s: on path %s no CPU touches these lines. Press a for another.", k, s.scenario.Path)
	case k == "o" && s.onlyAdds():
		return "o: locked adds look alike under every protocol; a reader tells them apart. " + map[bool]string{true: "Press w for one.", false: "Press e for counters."}[e.name == counters]
	case k == "i" && s.onlyAdds() && s.scenario.Counter == probes.CounterEach && s.scenario.Line == probes.LinePadded:
		return "i: each line has one CPU, so the home is not asked. Press l for a shared line."
	}
	return ""
}

// onlyAdds reports whether CPUs do nothing but locked adds.
func (s settings) onlyAdds() bool {
	plain := s.scenario.Op != "" && s.scenario.Op != probes.OpLock
	reads := s.scenario.Observers > 0 || s.scenario.Neighbours == probes.On
	return s.experiment == rwlock || s.experiment == counters && !plain && !reads
}

// counts reports whether a message takes references.
func (s settings) counts() bool {
	p, err := paths.Lookup(s.scenario.Path, paths.Options{
		Stream: true, Explicit: s.scenario.Send == probes.SendExplicit,
		SenderPassCred:   s.scenario.PassCred == probes.PassCredSender || s.scenario.PassCred == probes.PassCredBoth,
		ReceiverPassCred: s.scenario.PassCred == probes.PassCredReceiver || s.scenario.PassCred == probes.PassCredBoth,
	})
	return err == nil && len(p.Sender.Before)+len(p.Sender.After)+len(p.Receiver.Before)+len(p.Receiver.After) > 0
}

// values are what a key goes through, in the order of the presses.
func (e experiment) values(word string) []string {
	switch word {
	case "path":
		return paths.Names()
	case "mode":
		return e.modes
	}
	return probes.Values(word)
}

// toggled returns the settings after one press of a key that is not refused.
func (m *Model) toggled(k string) settings {
	s := m.set
	switch e := s.of(); k {
	case "e":
		s = s.loosened()
		s.experiment, s.scenario = e.next().name, e.next().scenario
		s = s.resized(s.preset(m.presets), s.cpus)
	case "m":
		i := slices.IndexFunc(m.presets, func(p machines.Preset) bool { return p.Name == s.machine })
		p := m.presets[(i+1)%len(m.presets)]
		s.machine, s.protocol, s.home = p.Name, p.Protocol, p.Home
		if now := s.fit(p, s.cpus); now < s.cpus || !s.exact {
			s = s.resized(p, s.cpus)
		}
	case "w":
		s = s.loosened()
		s.scenario.Observers = s.watchers()
	case "o":
		s.protocol = (s.protocol + 1) % sim.Protocol(len(sim.Protocols()))
	case "i":
		s.home = sim.Pipelined - s.home
	default:
		values := e.values(word[k])
		at := slices.Index(values, s.scenario.Get(word[k]))
		s.scenario, _ = s.scenario.Set(word[k], values[(at+1)%len(values)]) // one of those it accepts
	}
	return s
}

// loosened returns the settings with work for every CPU.
func (s settings) loosened() settings {
	s.exact = false
	s.scenario.CPUs, s.scenario.Writers, s.scenario.Readers = "", 0, 0
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
	if s.of().cast == pairs {
		return max(cpus/2*2, 2)
	}
	return cpus
}

// resized returns the settings with so many CPUs, as far as they can be had.
func (s settings) resized(p machines.Preset, cpus int) settings {
	s = s.loosened()
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
