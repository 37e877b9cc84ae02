package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/ui/cli/output"
	"linebounce/ui/quote"
)

// simFlags are what sim is told besides its experiment.
type simFlags struct {
	*arms
	machine string
	cpus    counts
	events  string
	form    *format
	named   [2]bool // -a and -b
}

func (s *shell) sim() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim [EXPERIMENT]",
		Short: "Predict scenarios by the model, on a machine that need not be there",
		Long: `Predict scenarios by the model, on a machine that need not be there.

Experiments: ` + strings.Join(modelledNames(), ", ") + `.
Machines: ` + strings.Join(machines.Names(), ", ") + `, the path of a machine file, or this.
Scenarios are those of run; semaphores has mode=` + strings.Join(semaphoring().modes, "|") + `.

Without any words it is hackbench on the machine of the mail of 2011, credentials always against on request.
With --machine this it is counters: the model is calibrated here, and judged by what is measured beside it.
All CPUs take part unless a scenario names its workers; those that a machine does not have are further sockets.`,
		Example: `# the run of 2011 from one CPU to 64
linebounce sim --cpus 1,2,4,8,16,32,64

# two cores and a lock: where does the integer go that it guards?
linebounce sim spinlock --machine client-ring --cpus 2,4,8

# would it hurt on a desktop?
linebounce sim messages --machine two-ccx --cpus 2,8,16

# the model of this machine, and how far it is off
linebounce sim --machine this --format json

# every event of a short run, for ui.perfetto.dev
linebounce sim counters --machine client-ring --cpus 4 --events bounce.json`,
		ValidArgs: modelledNames(),
		Args:      cobra.ArbitraryArgs,
	}
	f := &simFlags{arms: armFlags(cmd)}
	cmd.Flags().StringVar(&f.machine, "machine", "", "a preset, a machine file, or this")
	cmd.Flags().Var(&f.cpus, "cpus", "how many CPUs the machine has; a list makes a table")
	cmd.Flags().StringVar(&f.events, "events", "", "write the events of a short run of arm A to a new file")
	_ = cmd.MarkFlagFilename("events", "json")
	_ = cmd.RegisterFlagCompletionFunc("machine", cobra.FixedCompletions(append(machines.Names(), here), cobra.ShellCompDirectiveDefault))
	f.form = formatFlag(cmd, output.Formats()...)
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		e, err := f.experiment(args)
		if err != nil {
			return err
		}
		typed, err := f.typed(cmd, e)
		if err != nil {
			return err
		}
		if f.events != "" {
			if err := free(f.events); err != nil {
				return err
			}
		}
		return s.predict(ctx, f, e, typed)
	})
	return cmd
}

// experiment returns the one that the arguments name, or the machine's own.
func (f *simFlags) experiment(args []string) (modelled, error) {
	list := modelledExperiments()
	switch {
	case len(args) > 1:
		return modelled{}, usagef("%q is a word too many; accepted: one of %s", args[1], strings.Join(modelledNames(), ", "))
	case len(args) == 0 && f.machine == here:
		args = []string{"counters"}
	case len(args) == 0:
		args = []string{"hackbench"}
	}
	i := slices.IndexFunc(list, func(e modelled) bool { return e.name == args[0] })
	if i < 0 {
		return modelled{}, usagef("%q is no experiment of the model; accepted: %s", args[0], strings.Join(modelledNames(), ", "))
	}
	return list[i], nil
}

// typed returns the scenarios to predict, A first, with no more words than were
// typed.
func (f *simFlags) typed(cmd *cobra.Command, e modelled) ([]probes.Scenario, error) {
	scenarios := []probes.Scenario{e.a, e.b}
	f.named = [2]bool{cmd.Flags().Changed("a"), cmd.Flags().Changed("b")}
	if f.named[0] && !f.named[1] {
		scenarios = scenarios[:1]
	}
	for i, named := range f.named {
		if !named {
			continue
		}
		s, err := probes.ParseScenario([]string{f.a, f.b}[i])
		if err == nil {
			err = e.knows(s)
		}
		if err != nil {
			return nil, err
		}
		scenarios[i] = s
	}
	return scenarios, nil
}

// predict predicts the scenarios and prints what came out, also after it was
// interrupted or failed with something to show.
func (s *shell) predict(ctx context.Context, f *simFlags, e modelled, typed []probes.Scenario) error {
	m := s.newMeter()
	defer m.stop()
	p, err := s.newPrediction(ctx, f, e, typed, m)
	if err != nil && p == nil {
		return err
	}
	if err == nil {
		err = p.run(ctx, m)
	}
	m.stop()
	_, interrupted := errors.AsType[interruption](err)
	if err != nil && !interrupted && len(p.out.Rows) == 0 {
		return err
	}
	return errors.Join(written(p.out.Write(s.out, f.form.value)), err)
}

// againSim is the command line that predicts the same once more. A machine that
// is calibrated comes out a little different each time.
func againSim(f *simFlags, e modelled, machine string, scenarios []probes.Scenario) string {
	var b strings.Builder
	fmt.Fprintf(&b, "linebounce sim %s --machine %s", e.name, quote.Word(machine))
	if len(f.cpus) > 0 {
		fmt.Fprintf(&b, " --cpus %s", &f.cpus)
	}
	for i, s := range scenarios {
		if f.named[i] {
			fmt.Fprintf(&b, " -%c '%s'", 'a'+i, s)
		}
	}
	return b.String()
}
