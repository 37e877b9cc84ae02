package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/ui/cli/output"
	"linebounce/ui/tui"
)

func (s *shell) replay() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "replay FILE [EXPERIMENT]",
		Short: "Show a recording, on the screen or as text",
		Long: `Show a recording. On a terminal, and without --format, it opens in the Lab; elsewhere it is printed, one experiment
where one is named or the format is not text, else all that it holds.`,
		Example: `linebounce replay class.jsonl
linebounce replay class.jsonl counters --format json`,
		Args: cobra.ArbitraryArgs,
	}
	form := formatFlag(cmd, output.Formats()...)
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("replay needs the FILE to show")
		}
		if len(args) > 2 {
			return usagef("%q is a word too many; accepted: FILE and one experiment", args[2])
		}
		r, err := recorded.Open(args[0])
		if err != nil {
			return err
		}
		for _, warning := range r.Warnings {
			fmt.Fprintln(s.err, "linebounce: "+warning)
		}
		chosen, err := held(r, args[1:])
		if err != nil {
			return err
		}
		if s.screen() && !cmd.Flags().Changed("format") {
			return tui.Run(ctx, tui.Options{
				Machine: r.Machine, Experiment: chosen[0], Recording: r, Version: version(),
				Why: "This is the recording " + args[0] + ".",
			})
		}
		if form.value != output.Text {
			chosen = chosen[:1] // one document
		}
		return s.printRecording(ctx, r, chosen, form.value)
	})
	return cmd
}

// held returns the experiments to show of a recording: the one named, or all
// that it holds readings of.
func held(r *recorded.Recording, named []string) ([]string, error) {
	all := r.Experiments()
	if len(all) == 0 {
		return nil, fmt.Errorf("the recording was cut off before its first reading")
	}
	if len(named) == 0 {
		return all, nil
	}
	if r.Source(named[0]) == nil {
		return nil, usagef("%q is not in this recording; accepted: %s", named[0], strings.Join(all, ", "))
	}
	return named, nil
}

// printRecording prints experiments of a recording, as run prints what it
// measured.
func (s *shell) printRecording(ctx context.Context, r *recorded.Recording, experiments []string, f output.Format) error {
	for i, name := range experiments {
		e, err := catalog.Find(name)
		if err != nil {
			return fmt.Errorf("the recording is of another version: %w", err)
		}
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		scenarios := r.Scenarios(name)
		about := output.Session{
			Experiment: name, Origin: probes.Recorded, Made: r.Made, Machine: r.Machine, Quantity: e.Quantity,
			Scenarios: scenarios[:min(2, len(scenarios))],
		}
		if err := s.compare(ctx, r.Source(name), probes.Plan{Experiment: name}, about, f, &progress{}); err != nil {
			return err
		}
	}
	return nil
}
