package cli

import (
	"fmt"
	"slices"

	"linebounce/probes"
	"linebounce/probes/companion"
)

// beside says to other copies that a command measures here, until the returned
// function is called. That one tells on standard error which of them measured
// meanwhile, for results that have no place for it.
func (s *shell) beside(words string, cpus []int) func() {
	w := companion.Begin(words, cpus)
	return func() {
		for _, sentence := range w.Found() {
			fmt.Fprintln(s.err, "linebounce: "+sentence)
		}
		w.Close()
	}
}

// pinnedTo are the CPUs that the workers of scenarios are pinned to, nil where the
// scheduler places them.
func pinnedTo(scenarios []probes.Scenario) (cpus []int) {
	for _, s := range scenarios {
		cpus = append(cpus, s.CPUs.Numbers()...)
	}
	slices.Sort(cpus)
	return slices.Compact(cpus)
}
