package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/tui"
)

// arms are the flags that name the scenarios to run.
type arms struct{ a, b string }

func armFlags(cmd *cobra.Command) *arms {
	var f arms
	cmd.Flags().StringVarP(&f.a, "a", "a", "", "scenario of arm A, such as 'line=shared'; alone it runs without a ratio")
	cmd.Flags().StringVarP(&f.b, "b", "b", "", "scenario of arm B; alone it is held against the default arm A")
	return &f
}

// choose returns the scenarios to run, A first, complete for this machine, and
// what is to be known about their CPUs.
func (f *arms) choose(cmd *cobra.Command, e catalog.Experiment, m topology.Machine) ([]probes.Scenario, []string, error) {
	chosen, err := f.named(cmd, e)
	if err != nil {
		return nil, nil, err
	}
	return prepare(e, m, chosen)
}

// named returns the scenarios to run as they were named, A first, and the
// experiment's own in the place of those that were not.
func (f *arms) named(cmd *cobra.Command, e catalog.Experiment) ([]probes.Scenario, error) {
	chosen := []probes.Scenario{e.Default, e.B}
	givenA, givenB := cmd.Flags().Changed("a"), cmd.Flags().Changed("b")
	if givenA && !givenB {
		chosen = chosen[:1]
	}
	for i, given := range []bool{givenA, givenB} {
		if !given {
			continue
		}
		s, err := probes.ParseScenario([]string{f.a, f.b}[i])
		if err != nil {
			return nil, err
		}
		chosen[i] = s
	}
	return chosen, nil
}

// given reports whether either scenario was named.
func (f *arms) given(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("a") || cmd.Flags().Changed("b")
}

// prepare makes scenarios ready for a machine and says what is to be known about
// their CPUs.
func prepare(e catalog.Experiment, m topology.Machine, chosen []probes.Scenario) ([]probes.Scenario, []string, error) {
	var notes []string
	for i, s := range chosen {
		ready, warnings, err := e.Prepare(m, s)
		if err != nil {
			return nil, nil, err
		}
		chosen[i] = ready
		for _, w := range warnings {
			notes = note(notes, w)
		}
	}
	return chosen, notes, nil
}

// note adds a sentence that is not there yet.
func note(notes []string, text string) []string {
	if slices.Contains(notes, text) {
		return notes
	}
	return append(notes, text)
}

// again is the command line that runs scenarios once more.
func again(experiment string, scenarios []probes.Scenario, d duration) string {
	line := "linebounce run " + experiment + armWords(scenarios)
	if d > 0 {
		line += " --for " + d.String()
	}
	return line
}

// armWords are the flags that name scenarios.
func armWords(scenarios []probes.Scenario) string {
	var b strings.Builder
	for i, s := range scenarios {
		fmt.Fprintf(&b, " -%c '%s'", 'a'+i, s)
	}
	return b.String()
}

// experiment returns the one that the arguments name, the first of the
// catalog where they name none.
func experiment(args []string) (catalog.Experiment, error) {
	if len(args) == 0 {
		return catalog.All()[0], nil
	}
	if len(args) > 1 {
		return catalog.Experiment{}, usagef("%q is a word too many; accepted: one of %s", args[1], strings.Join(catalog.Names(), ", "))
	}
	e, err := catalog.Find(args[0])
	if err != nil {
		return catalog.Experiment{}, usage(err.Error())
	}
	return e, nil
}

// open makes the scenarios what the screen opens with, after the same checks as
// elsewhere. Of an arm that is not named the screen has the experiment's own.
func (f *arms) open(cmd *cobra.Command, e catalog.Experiment, o *tui.Options) error {
	if !f.given(cmd) {
		return nil
	}
	scenarios, _, err := f.choose(cmd, e, o.Machine)
	if err != nil {
		return err
	}
	o.A = scenarios[0]
	if len(scenarios) > 1 {
		o.B = scenarios[1]
	}
	return nil
}
