package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
)

func (s *shell) run() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run [EXPERIMENT]",
		Short: "Compare two scenarios without the screen",
		Long: "Compare two scenarios without the screen.\n\nExperiments: " + strings.Join(catalog.Names(), ", ") + `.
hackbench and seqpacket have a size: they run to their end, and --for limits how many runs there are only where it is given.
A scenario is a list of word=value pairs; words it does not name keep the experiment's default. Words: ` + strings.Join(probes.Words(), ", ") + ".",
		Example: `# false sharing and its cure, as JSON
linebounce run counters --format json

# what pid and cred references cost a message
linebounce run messages -a 'path=always' -b 'path=always pid-ref=off cred-ref=off'

# the real socket, with intervals by benchstat
linebounce run sockets --for 10s --format bench

# hackbench as rt-tests runs it, by processes
linebounce run hackbench -a 'groups=1 loops=500 mode=processes passcred=off'`,
		ValidArgs: catalog.Names(),
		Args:      cobra.ArbitraryArgs,
	}
	chosen, length, form := armFlags(cmd), durationFlag(cmd), formatFlag(cmd, output.Formats()...)
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		e, err := experiment(args)
		if err != nil {
			return err
		}
		m := topology.Read()
		scenarios, notes, err := chosen.choose(cmd, e, m)
		if err != nil {
			return err
		}
		if e.Sized && !cmd.Flags().Changed("for") {
			*length = 0
		}
		return s.measure(ctx, e, m, scenarios, notes, *length, form.value)
	})
	return cmd
}

// measure runs scenarios on this machine and prints what they came to.
func (s *shell) measure(ctx context.Context, e catalog.Experiment, m topology.Machine, scenarios []probes.Scenario, notes []string, d duration, f output.Format) error {
	plan := probes.Plan{Experiment: e.Name, Arms: scenarios, Budget: probes.Budget{For: s.budget(d)}}
	if slices.Contains(e.Words, "track") {
		plan.Burst = burst
	}
	p := newProgress(s.err, s.began, time.Duration(d))
	if e.Sized {
		p = newBar(s.err, s.began)
		plan.Progress = p.portion
	}
	about := output.Session{
		Experiment: e.Name, Origin: probes.Measured, Machine: m, Quantity: e.Quantity,
		Scenarios: scenarios, Warnings: notes, Again: again(e.Name, scenarios, d),
	}
	w := meanwhile("run "+e.Name, m, pinnedTo(scenarios))
	defer w.close()
	return s.compare(ctx, e.Source(m), plan, about, f, p, w.found)
}
