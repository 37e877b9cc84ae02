package lessons

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/probes/catalog"
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
		e.Modes = []string{probes.ModeThreads}
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
	switch screen {
	case Kernel:
		return kernelRuns
	case Simulator:
		return modelRuns()
	}
	return named(func(e catalog.Experiment) bool { return e.Lab })
}

// modelRuns are the experiments that the model runs. They are asked for once.
var modelRuns = sync.OnceValue(func() []string { return named(known) })

// named lists the experiments of a kind.
func named(is func(catalog.Experiment) bool) []string {
	var names []string
	for _, e := range experiments() {
		if is(e) {
			names = append(names, e.Name)
		}
	}
	return names
}

// known reports whether the model runs an experiment.
func known(e catalog.Experiment) bool {
	if e.Name == hackbench {
		return true
	}
	_, m := machine("")
	_, err := m.Lay(e.Name, e.Default)
	return e.Default.Workers() > 0 && err == nil
}
