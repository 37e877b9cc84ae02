package lessons

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/simulated"
	"linebounce/sim"
)

const (
	// usualMachine is the preset where a stage names none: that of the mail of
	// 2011.
	usualMachine = "2011"

	hackbench = "hackbench"
)

var (
	// kernelRuns are the experiments that the Kernel room shows.
	kernelRuns = []string{hackbench, "seqpacket", "semaphores", "sockets", Credentials}

	// wholeMachine are those that the model runs on every CPU of a machine.
	wholeMachine = []string{hackbench, "counters", "messages"}

	// hackbenchWords are what hackbench's scenarios may say where the model
	// runs it: references too, which the kernel of today has not.
	hackbenchWords = []string{"path", "counter", "line", "pid-ref", "cred-ref", "neighbours", "passcred", "send",
		"groups", "senders", "receivers", "loops", "mode"}

	// placing are the words that say who works where.
	placing = []string{"cpus", "writers", "readers", "observers"}

	stageWords = []string{"experiment", "A", "B", "machine", "cpus"}
)

// stage reads a fence whose word is a room.
func (r *reader) stage(screen Screen, at int, lines []numbered) *Stage {
	s := &Stage{Screen: screen, Line: at}
	said := map[string]numbered{}
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		name, value, found := pair(l.text)
		before, again := said[name]
		switch {
		case !found:
			r.add(l.number, "word: value", "%q is not a word with its value", short(l.text))
		case !slices.Contains(stageWords, name):
			r.add(l.number, strings.Join(stageWords, ", "), "%q is not a word of a stage", short(name))
		case again:
			r.add(l.number, "", "%s stands on line %d already", name, before.number)
		default:
			if value == "" {
				r.add(l.number, name+": and its value", "%s has no value", name)
			}
			said[name] = numbered{l.number, value}
		}
	}
	s.Experiment = said["experiment"].text
	r.onMachine(s, said)
	if words, e, ok := r.experiment(s, at, said); ok {
		r.arms(s, e, words, at, said)
		r.modelled(s, said)
	}
	return s
}

// onMachine reads which machine of the model a stage is about.
func (r *reader) onMachine(s *Stage, said map[string]numbered) {
	for _, name := range []string{"machine", "cpus"} {
		if l := said[name]; l.text != "" && s.Screen != Simulator {
			r.add(l.number, "no such word in the other rooms", "%s is of the Simulator", name)
			return
		}
	}
	if l := said["machine"]; l.text != "" {
		if s.Machine = l.text; !slices.Contains(machines.Names(), l.text) {
			r.add(l.number, strings.Join(machines.Names(), ", "), "machine %q is not known", short(l.text))
			s.Machine = ""
		}
	}
	if l := said["cpus"]; l.text != "" {
		n, err := strconv.Atoi(l.text)
		if err != nil || n < 1 || n > sim.MaxCPUs {
			r.add(l.number, fmt.Sprintf("a whole number from 1 to %d", sim.MaxCPUs), "cpus is %q", short(l.text))
			return
		}
		s.CPUs = n
		if !slices.Contains(wholeMachine, s.Experiment) {
			r.add(l.number, strings.Join(wholeMachine, ", "), "the model cannot give %s to every CPU of a machine", s.Experiment)
		}
	}
}

// experiment finds a stage's experiment and the words of its scenarios.
func (r *reader) experiment(s *Stage, at int, said map[string]numbered) (words []string, e catalog.Experiment, ok bool) {
	accepted := shownIn(s.Screen)
	l, named := said["experiment"]
	switch {
	case !named:
		r.add(at, "experiment: "+strings.Join(accepted, ", "), "the stage names no experiment")
		return nil, e, false
	case l.text == "": // named as a fault already
		return nil, e, false
	case !slices.Contains(accepted, l.text):
		r.add(l.number, strings.Join(accepted, ", "), "experiment %q is not shown in the room %s", short(l.text), s.Screen)
		return nil, e, false
	case l.text == Credentials:
		return nil, e, true
	}
	e, _ = find(l.text)
	if s.Screen == Simulator && l.text == hackbench {
		return hackbenchWords, e, true
	}
	return e.Words, e, true
}

// experiments are those of the catalog, made once.
var experiments = sync.OnceValue(catalog.All)

func find(name string) (catalog.Experiment, bool) {
	i := slices.IndexFunc(experiments(), func(e catalog.Experiment) bool { return e.Name == name })
	if i < 0 {
		return catalog.Experiment{}, false
	}
	return experiments()[i], true
}

// shownIn lists the experiments of a room.
func shownIn(screen Screen) []string {
	var names []string
	for _, e := range experiments() {
		if screen == Lab && e.Lab || screen == Simulator && known(e) {
			names = append(names, e.Name)
		}
	}
	if screen == Kernel {
		return kernelRuns
	}
	return names
}

// known reports whether the model runs an experiment.
func known(e catalog.Experiment) bool {
	if e.Name == hackbench {
		return true
	}
	_, err := usual().Lay(e.Name, e.Default)
	return e.Default.Workers() > 0 && err == nil
}

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
	if s.Screen != Simulator || s.Experiment == hackbench && s.CPUs == 0 {
		return
	}
	p, m := machine(s.Machine)
	if s.CPUs > 0 {
		if _, _, err := p.With(s.CPUs, machines.OneByOne); err != nil {
			r.add(said["cpus"].number, "fewer CPUs, or another machine", "%s", err)
		}
		return
	}
	e, _ := find(s.Experiment)
	for i, arm := range s.Arms {
		if arm == (probes.Scenario{}) {
			continue // its faults are named
		}
		name := string(rune('A' + i))
		_, err := m.Lay(s.Experiment, arm.Or(e.Default))
		r.scenarioFault(said[name].number, name, err)
	}
}

// machine returns a preset by its name, the usual one for "", as the model runs
// it.
func machine(name string) (machines.Preset, simulated.Model) {
	if name == "" {
		name = usualMachine
	}
	p, err := machines.Find(name)
	if err != nil {
		return machines.Preset{}, simulated.Model{} // named a fault where it was read
	}
	return p, simulated.FromPreset(p)
}

// usual is the usual machine, made once.
var usual = sync.OnceValue(func() simulated.Model {
	_, m := machine("")
	return m
})
