package lessons

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/simulated"
)

// arms reads a stage's scenarios.
func (r *reader) arms(s *Stage, e catalog.Experiment, words []string, at int, said map[string]numbered) {
	for _, name := range []string{"A", "B"} {
		l, named := said[name]
		switch {
		case s.Experiment == Credentials && named:
			r.add(l.number, "no scenario", "the truth table asks every question there is, %s would change nothing", name)
		case s.Experiment == Credentials || name == "B" && !named || named && l.text == "":
		case !named:
			r.add(at, "A: and a scenario, such as "+example(e), "the stage has no arm A")
		default:
			s.Arms = append(s.Arms, r.scenario(s, e, words, name, l))
		}
	}
}

func example(e catalog.Experiment) string {
	if word := e.Words[0]; e.Default.Get(word) != "" {
		return word + "=" + e.Default.Get(word)
	}
	return e.Default.String()
}

// scenario reads an arm, word by word, so that all faults are named. Whether
// this machine can run it is not asked.
func (r *reader) scenario(s *Stage, e catalog.Experiment, words []string, arm string, l numbered) probes.Scenario {
	before := len(r.list)
	for word := range strings.FieldsSeq(l.text) {
		one, err := probes.Scenario{}.With(word)
		name, value, _ := strings.Cut(word, "=")
		switch {
		case err != nil:
		case !slices.Contains(words, name):
			err = &probes.ScenarioError{Word: name, Value: value, Problem: "means nothing in this experiment", Accepted: words}
		case s.CPUs > 0 && slices.Contains(placing, name):
			err = &probes.ScenarioError{Word: name, Value: value, Problem: "means nothing where every CPU of a machine has work"}
		}
		if err == nil {
			err = one.OneOf("mode", e.Modes...)
		}
		r.scenarioFault(l.number, arm, err)
	}
	if len(r.list) > before {
		return probes.Scenario{}
	}
	all, err := probes.ParseScenario(l.text)
	if err == nil && !slices.Equal(words, hackbenchWords) {
		full := all.Or(e.Default)
		err = full.Validate(e.Words, full.CPUs.Numbers())
	}
	r.scenarioFault(l.number, arm, err)
	return all
}

// scenarioFault names what is wrong with an arm, if anything is.
func (r *reader) scenarioFault(line int, arm string, err error) {
	if err == nil {
		return
	}
	if wrong, is := errors.AsType[*probes.ScenarioError](err); is {
		bare := *wrong
		bare.Accepted = nil
		r.add(line, strings.Join(wrong.Accepted, ", "), "%s: %s", arm, bare.Error())
		return
	}
	r.add(line, "", "%s: %s", arm, err)
}

// modelled checks that the machine that a stage of the Simulator is about can
// run its arms.
func (r *reader) modelled(s *Stage, said map[string]numbered) {
	if s.Screen != Simulator {
		return
	}
	p, m := machine(s.Machine)
	if s.CPUs > 0 {
		if _, _, err := p.With(s.CPUs, machines.OneByOne); err != nil {
			r.add(said["cpus"].number, "fewer CPUs, or another machine", "%s", err)
		}
	}
	for i, arm := range s.Arms {
		if arm == (probes.Scenario{}) {
			continue // its faults are named
		}
		name := string(rune('A' + i))
		r.scenarioFault(said[name].number, name, lay(m, s.Experiment, arm))
	}
}

// lay returns what keeps the model from running a scenario. Hackbench is laid
// out small: what matters takes no time then.
func lay(m simulated.Model, experiment string, arm probes.Scenario) error {
	if experiment == hackbench {
		arm.Groups, arm.Senders, arm.Receivers, arm.Loops = 1, 1, 1, 1
		_, err := simulated.Hackbench(arm)(m)
		return err
	}
	e, _ := find(experiment)
	_, err := m.Lay(experiment, arm.Or(e.Default))
	return err
}

// machine returns a preset by its name, the usual one for "", as the model runs
// it.
func machine(name string) (machines.Preset, simulated.Model) {
	if name == "" || name == usualMachine {
		return usual()
	}
	return preset(name)
}

// usual is the usual machine, made once.
var usual = sync.OnceValues(func() (machines.Preset, simulated.Model) { return preset(usualMachine) })

func preset(name string) (machines.Preset, simulated.Model) {
	p, err := machines.Find(name)
	if err != nil {
		return machines.Preset{}, simulated.Model{} // a name that is not known is a fault already
	}
	return p, simulated.FromPreset(p)
}
