package simulator

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/topology/cpulist"
	"linebounce/sim"
)

// Tale is the Simulator without a picture: the same runs and keys, told event by
// event. The model runs as far as it is told, at once. Its methods are called
// from one goroutine.
type Tale struct{ room *Model }

// NewTale begins with what the room opens with, before its first event.
func NewTale() *Tale {
	t := &Tale{New(Options{ReduceMotion: true})}
	t.begin()
	return t
}

// begin stands before the first event.
func (t *Tale) begin() {
	t.ahead()
	t.room.seek(0)
	t.room.cursor.Seek(0)
}

// ahead simulates until there are events to step to.
func (t *Tale) ahead() {
	m := t.room
	for !m.ended && (!m.opened || len(m.trace.Events)-m.cursor.Position() < chunkEvents/2) {
		before := m.until
		m.take(m.producer.next(m.generation)().(chunk))
		if m.opened && m.until == before {
			return
		}
	}
}

// Toggles are the keys that change what is simulated, with what they change.
func (t *Tale) Toggles() [][2]string {
	var list [][2]string
	for _, toggle := range toggles {
		list = append(list, [2]string{toggle.key, toggle.does})
	}
	return append(list, [2]string{"+", "more CPUs"}, [2]string{"-", "fewer CPUs"})
}

// typed are arrow keys as words to type.
var typed = strings.NewReplacer("→", "step", "←", "back")

// Press does what a key of the screen does to what is simulated and returns what
// that says, "" where it says nothing. changed reports whether another run began.
func (t *Tale) Press(key string) (said string, changed bool) {
	runs := t.room.runs
	t.room.press(key)
	said, t.room.note = typed.Replace(strings.TrimSpace(t.room.note+" "+t.room.verdict)), ""
	if changed = runs != t.room.runs; changed {
		t.begin()
	}
	return said, changed
}

// Choose shows an experiment, from its beginning.
func (t *Tale) Choose(name string) error {
	e, known := find(name)
	if !known {
		return fmt.Errorf("the Simulator shows no experiment %q; accepted: %s", name, strings.Join(t.Experiments(), ", "))
	}
	s := t.room.set.loosened()
	s.experiment, s.scenario, s.fault = e.name, e.scenario, sim.NoFault
	return t.use(s.resized(s.preset(t.room.presets), s.cpus))
}

// Experiments are those that can be shown.
func (t *Tale) Experiments() []string { return names()[1:] }

// Machine takes a preset by its name.
func (t *Tale) Machine(name string) error {
	i := slices.IndexFunc(t.room.presets, func(p machines.Preset) bool { return p.Name == name })
	if i < 0 {
		return fmt.Errorf("the Simulator has no machine %q; accepted: %s", name, strings.Join(machines.Names(), ", "))
	}
	p, s := t.room.presets[i], t.room.set
	s.machine, s.protocol, s.home = p.Name, p.Protocol, p.Home
	return t.use(s.resized(p, s.cpus))
}

// CPUs takes so many of the machine's, the nearest number that it can have.
func (t *Tale) CPUs(n int) error {
	s := t.room.set
	return t.use(s.resized(s.preset(t.room.presets), max(n, 1)))
}

// Set changes words of the scenario.
func (t *Tale) Set(words string) error {
	named, err := probes.ParseScenario(words)
	if err != nil {
		return err
	}
	s := t.room.set
	if s.fault != sim.NoFault {
		return fmt.Errorf("the fault shows in this workload; b goes on until it is over")
	}
	e := s.of()
	for _, word := range probes.Words() {
		value := named.Get(word)
		if value == "" {
			continue
		}
		if !e.has(word) {
			return fmt.Errorf("%s means nothing in %s here; accepted: %s", word, e.name, strings.Join(e.words, ", "))
		}
		if !slices.Contains(e.values(word), value) {
			return fmt.Errorf("%s=%s is not known in %s; accepted: %s", word, value, e.name, strings.Join(e.values(word), ", "))
		}
		if s.scenario, err = s.scenario.Set(word, value); err != nil {
			return err
		}
	}
	return t.use(s)
}

// use simulates other settings from the beginning.
func (t *Tale) use(s settings) error {
	before := t.room.runs
	t.room.apply(s)
	said := t.room.note
	t.room.note = ""
	if t.room.runs == before {
		return fmt.Errorf("%s", strings.TrimSuffix(said, "."))
	}
	t.begin()
	return nil
}

// Setting says what is simulated.
func (t *Tale) Setting() string {
	m := t.room
	s := m.set
	text := fmt.Sprintf("%s on %s of the machine %s (%s)", s.experiment, plural(s.cpus, "CPU"), s.machine, shape(m.stage.machine.Topology))
	if m.stage.extrapolated {
		text += ", extrapolated"
	}
	for _, word := range s.of().words {
		if value := s.scenario.Get(word); value != "" {
			text += fmt.Sprintf(", %s %s", word, value)
		}
	}
	if n := s.scenario.Observers; n > 0 {
		text += ", " + plural(n, "observer")
	}
	if s.fault != sim.NoFault {
		return text + fmt.Sprintf(", protocol %s, which is %s with a fault", alias(s.fault), s.protocol)
	}
	return text + fmt.Sprintf(", protocol %s, home %s", s.protocol, s.home)
}

// Layout names the lines with their fields, and the CPUs with what they do.
func (t *Tale) Layout() []string {
	var list []string
	for _, l := range t.room.stage.lines {
		var fields []string
		for _, f := range l.fields {
			does := "read"
			switch {
			case f.Context:
				does = "not used here"
			case f.Written:
				does = "written"
			}
			fields = append(fields, fmt.Sprintf("%s at byte %d, %s", f.Name, f.Offset, does))
		}
		list = append(list, capital(l.called)+": "+strings.Join(fields, "; ")+".")
	}
	cpus := map[string][]int{}
	var roles []string
	for cpu, role := range t.room.stage.roles {
		if cpus[role] == nil {
			roles = append(roles, role)
		}
		cpus[role] = append(cpus[role], cpu)
	}
	for _, role := range roles {
		list = append(list, fmt.Sprintf("%ss: %s.", capital(role), cpulist.Name(cpus[role])))
	}
	return list
}

// Step goes one event on, or with -1 back, and tells the one that it then stands
// behind. It returns false where there is no further one, and says why.
func (t *Tale) Step(by int) (said string, moved bool) {
	m := t.room
	t.ahead()
	if by > 0 {
		moved = m.cursor.Forward()
	} else {
		moved = m.cursor.Back()
	}
	switch {
	case !moved && by < 0:
		return "This is the beginning.", false
	case !moved && len(m.trace.Events) == 0:
		return "No CPU asks for these lines.", false
	case !moved:
		return fmt.Sprintf("The trace is full: it keeps %s events. reset begins again.", grouped(int64(len(m.trace.Events)))), false
	}
	m.settle()
	return t.Event(), true
}

// Event tells the event behind which the tale stands.
func (t *Tale) Event() string {
	m := t.room
	e, some := m.cursor.Event()
	if !some {
		return "Nothing has happened yet. step goes to the first event."
	}
	return fmt.Sprintf("Event %s, at %s nanoseconds: %s", grouped(int64(m.cursor.Position())), grouped(int64(e.At/sim.Nanosecond)), m.stage.tell(e, m.cursor.Picture)+m.made(e))
}

// stateNames are the letters of states in words.
var stateNames = [...]string{
	sim.Shared: "shared", sim.Exclusive: "exclusive", sim.Modified: "modified", sim.Owned: "owned", sim.Forward: "forward",
}

// States says who has each line, and in which state.
func (t *Tale) States() []string {
	var list []string
	m := t.room
	for _, l := range m.stage.lines {
		var parts []string
		for c, s := range m.cursor.States[l.number] {
			if s != sim.Invalid {
				parts = append(parts, fmt.Sprintf("CPU %d %s", c, stateNames[s]))
			}
		}
		if to := m.travels(l.number); to >= 0 {
			parts = append(parts, fmt.Sprintf("on its way to CPU %d", to))
		}
		if len(parts) == 0 {
			parts = []string{"in no cache"}
		}
		list = append(list, capital(l.called)+": "+strings.Join(parts, ", ")+".")
	}
	return list
}

// Game says what is to be found in a protocol with a fault, "" where there is
// none.
func (t *Tale) Game() string {
	f := t.room.set.fault
	if f == sim.NoFault {
		return ""
	}
	var list []string
	for promise, key := range answerKeys {
		list = append(list, key+" for "+sim.Invariant(promise).String())
	}
	return fmt.Sprintf("Protocol %s has a fault. Step to the first event at which a promise breaks, and name the promise: %s.", alias(f), strings.Join(list, ", "))
}

// Command is what is simulated as a command, "" where there is none.
func (t *Tale) Command() string {
	text, _ := t.room.command()
	return text
}
