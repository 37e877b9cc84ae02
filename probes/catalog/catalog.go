// Package catalog is the one list of experiments.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// Experiment is one thing to run: a comparison of two arms with one headline.
type Experiment struct {
	Name     string // in commands, scenarios' files and on its card
	Headline string // what the ratio B/A says, such as "padded over shared line"
	Note     string // the card's second line
	Question string // what the class votes on before it sees the result
	Quantity probes.Quantity
	Default  probes.Scenario // arm A, and what unnamed words of either arm mean
	B        probes.Scenario // arm B where nobody names one
	Words    []string        // the words that mean something here
	Modes    []string        // the values of mode that do
	Source   func(topology.Machine) probes.Source

	Lab   bool // the Lab shows it, live
	Sized bool // it has a size and runs to its end, whatever time that takes
}

// All returns every experiment, those of the Lab first.
func All() []Experiment {
	return []Experiment{counting(), messaging(), socketing(), reading(), spinning(), queueing(), hackbenching(), packeting(), semaphoring(), locking()}
}

// Lab returns the experiments in the order the Lab shows them.
func Lab() []Experiment {
	return slices.DeleteFunc(All(), func(e Experiment) bool { return !e.Lab })
}

// Names returns the names of all in the same order.
func Names() []string {
	var names []string
	for _, e := range All() {
		names = append(names, e.Name)
	}
	return names
}

// Find returns the experiment of that name, or an error that lists the names.
func Find(name string) (Experiment, error) {
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
	}
	return Experiment{}, fmt.Errorf("%q is no experiment; accepted: %s", name, strings.Join(Names(), ", "))
}

// Prepare makes a scenario ready for a machine: words it does not name get the
// experiment's defaults, and CPUs that it does not name are chosen. The
// warnings say what is wrong with the chosen CPUs. Errors are a
// *probes.ScenarioError or an *probes.Unable.
func (e Experiment) Prepare(m topology.Machine, s probes.Scenario) (probes.Scenario, []string, error) {
	s = s.Or(e.Default)
	if err := s.Validate(e.Words, m.Allowed()); err != nil {
		return s, nil, err
	}
	if err := s.OneOf("mode", e.Modes...); err != nil {
		return s, nil, err
	}
	if !slices.Contains(e.Words, "cpus") {
		return s, nil, nil // the scheduler places its threads
	}
	if s.CPUs != "" {
		return s, m.Warnings(s.CPUs.Numbers()), nil
	}
	cpus, err := m.Choose(s.Workers())
	if err != nil {
		return s, nil, err
	}
	s.CPUs = probes.NewCPUList(cpus...)
	return s, m.Warnings(cpus), nil
}
