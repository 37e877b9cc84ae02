package cli

import (
	"fmt"
	"slices"

	"linebounce/probes"
	"linebounce/probes/companion"
	"linebounce/probes/disturbance"
	"linebounce/probes/topology"
)

// beside says to other copies that a command measures here, until the returned
// function is called. That one tells on standard error what came in the way
// meanwhile, for results that have no place for it.
func (s *shell) beside(words string, m topology.Machine, cpus []int) func() {
	w := meanwhile(words, m, cpus)
	return func() {
		for _, sentence := range w.found() {
			fmt.Fprintln(s.err, "linebounce: "+sentence)
		}
		w.close()
	}
}

// watch sees what comes in the way of figures: other copies of this program, and
// what the system and its host do.
type watch struct {
	copies *companion.Watch
	system *disturbance.Watch
}

// meanwhile begins to watch for a command's words and the CPUs that its workers are
// pinned to, nil where the scheduler places them on any that the machine has.
func meanwhile(words string, m topology.Machine, cpus []int) watch {
	on := cpus
	if on == nil {
		on = m.Allowed()
	}
	return watch{companion.Begin(words, cpus), disturbance.Begin(disturbance.Own(), on)}
}

// found returns a sentence on each thing that came in the way so far.
func (w watch) found() []string { return append(w.copies.Found(), w.system.Found()...) }

func (w watch) close() { w.copies.Close() }

// pinnedTo are the CPUs that the workers of scenarios are pinned to, nil where the
// scheduler places them.
func pinnedTo(scenarios []probes.Scenario) (cpus []int) {
	for _, s := range scenarios {
		cpus = append(cpus, s.CPUs.Numbers()...)
	}
	slices.Sort(cpus)
	return slices.Compact(cpus)
}
