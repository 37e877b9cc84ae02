package plain

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"linebounce/assets/machines"
	"linebounce/probes/simulated"
	tale "linebounce/ui/tui/simulator"
	"linebounce/ui/verdict"
	"linebounce/ui/wording"
)

// simulator is the room where the model runs, event by event.
type simulator struct {
	*session
	tale *tale.Tale // nil before the room was entered
}

func (m *simulator) name() string  { return "simulator" }
func (m *simulator) leave()        {}
func (m *simulator) settled() bool { return true }

func (m *simulator) enter() {
	if m.tale == nil {
		m.tale = tale.NewTale()
	}
	m.line("The Simulator: a model of cache coherence. Everything it says is simulated. step goes to the next event, back to the one before, run 20 tells twenty.")
	m.setting()
}

func (m *simulator) setting() {
	m.line(wording.Sentence(m.tale.Setting()))
	for _, text := range m.tale.Layout() {
		m.line(text)
	}
	m.line(m.tale.Game())
}

func (m *simulator) more() {
	m.setting()
	m.line(m.tale.Event())
	m.states("")
	if c := m.tale.Command(); c != "" {
		m.say("The same as a command: %s", c)
	}
}

func (m *simulator) words() []word {
	list := []word{
		{"step", "[N]", "goes an event on and tells it, or N events and tells each", []string{"right", "run"}, func(rest string) { m.step(rest, +1) }},
		{"back", "[N]", "goes an event back, or N", []string{"left"}, func(rest string) { m.step(rest, -1) }},
		{"states", "", "tells who has each line, and in which state", nil, m.states},
		{"experiment", "NAME", "shows one of " + strings.Join(m.experiments(), ", "), nil, m.change(m.tale.Choose)},
		{"next", "", "shows the next experiment", []string{"e"}, func(string) { m.press("e") }},
		{"machine", "NAME", "takes one of " + strings.Join(machines.Names(), ", "), nil, m.change(m.tale.Machine)},
		{"cpus", "N", "takes so many CPUs of the machine", nil, m.cpus},
		{"a", "WORDS", "changes words of the scenario, such as a path=request; alone it takes the next path", nil, func(rest string) {
			if rest == "" {
				m.press("a")
				return
			}
			m.change(m.tale.Set)(rest)
		}},
		{"break", "", "takes a protocol with a fault to find: X, Y, Z, and back; f, g, h and j name the promise that breaks", []string{"b"}, func(string) { m.press("b") }},
		{"predict", "", "predicts the run of 2011 by numbers of CPUs, beside what was published", nil, m.predict},
		{"undo", "", "takes the last change back", []string{"u"}, func(string) { m.press("u") }},
		{"reset", "", "goes back to how it began", []string{"r"}, func(string) { m.press("r") }},
	}
	return append(list, toggles(m.tale.Toggles(), list, m.press)...)
}

func (m *simulator) experiments() []string {
	return m.tale.Experiments()
}

// promises are the keys that name one in the game.
var promises = []string{"f", "g", "h", "j"}

func (m *simulator) answers(typed string) bool {
	if !slices.Contains(promises, typed) {
		return false
	}
	m.press(typed)
	return true
}

// press does what a key does and tells what changed.
func (m *simulator) press(key string) {
	said, changed := m.tale.Press(key)
	m.line(said)
	if changed {
		m.setting()
	}
}

// change does something to what is simulated, and tells what it is then.
func (m *simulator) change(do func(string) error) func(string) {
	return func(rest string) {
		if err := do(rest); err != nil {
			m.line(wording.Sentence(err.Error()))
			return
		}
		m.setting()
	}
}

func (m *simulator) cpus(rest string) {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		m.line("cpus needs a number, such as cpus 16.")
		return
	}
	m.change(func(string) error { return m.tale.CPUs(n) })("")
}

// mostSteps is how many events are told at once.
const mostSteps = 1000

func (m *simulator) step(rest string, by int) {
	n := 1
	if rest != "" {
		var err error
		if n, err = strconv.Atoi(rest); err != nil || n < 1 || n > mostSteps {
			m.say("%q is no number of events; accepted: 1 to %d.", rest, mostSteps)
			return
		}
	}
	for range n {
		said, moved := m.tale.Step(by)
		m.line(said)
		if !moved {
			return
		}
	}
}

func (m *simulator) states(string) {
	for _, text := range m.tale.States() {
		m.line(text)
	}
}

// curve is the numbers of CPUs that the scaling is predicted for.
var curve = []int{1, 2, 4, 8, 16, 32, 64}

// predict predicts the run of 2011.
func (m *simulator) predict(string) {
	m.begin("the prediction", func(ctx context.Context) (func(), error) {
		p, err := machines.Find(machines.Names()[0])
		if err != nil {
			return nil, err
		}
		rows, err := simulated.Scaling(ctx, simulated.Presets(p, machines.OneByOne), curve, simulated.Hackbench(simulated.Always), simulated.Hackbench(simulated.Request))
		if err != nil {
			return nil, err
		}
		return func() {
			m.say("hackbench of 2011, simulated on the machine %s: A takes references for every message, B only on request.", p.Name)
			for _, r := range rows {
				text := fmt.Sprintf("%s: B is %s times as fast as A", wording.Count(r.CPUs, "CPU"), verdict.Times(r.Ratio))
				if r.Extrapolated {
					text += ", extrapolated"
				}
				m.line(text + ".")
			}
			m.line(published2011("hackbench"))
		}, nil
	})
}
