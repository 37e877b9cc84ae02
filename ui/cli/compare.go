package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"linebounce/ui/cli/output"
	"linebounce/ui/results"
)

func (s *shell) compareFiles() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compare FILE …",
		Short: "Hold results of different machines, days or settings side by side",
		Long: `Hold results side by side: recordings, and what run, sim, scope, latency and replay print as JSON, one
document in a file or several. A folder stands for the files in it that end in .json, .jsonl or .jsonl.gz.

What says the same kind of thing is one table. Words that all scenarios share are said once, those that differ have
columns, so a sweep is one table by its grid. Ratios of different machines may be held against one another, their
rates may not. What ran twice on one machine is held against itself: recordings by their windows, JSON documents no
further than whether intervals overlap.

bench prints all windows for benchstat, with the file, the CPU and the kernel as keys.`,
		Example: `linebounce compare laptop.jsonl server.jsonl.gz

# hundreds of machines, a file each
linebounce compare results/

# the windows of both, as benchstat compares them
linebounce compare before.jsonl after.jsonl --format bench | benchstat -col file -

# a sweep, to be drawn elsewhere
linebounce compare sweep/ --format csv >sweep.csv`,
		Args: cobra.ArbitraryArgs,
	}
	form := formatFlag(cmd, output.Formats()...)
	cmd.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("compare needs the FILEs or folders to hold side by side")
		}
		files, faults := results.Load(args)
		if len(files) == 0 {
			return s.unread(faults)
		}
		c := output.NewCompare(files)
		s.leaveOut(faults)
		for _, sentence := range c.Lacks(form.value) {
			s.leaveOut([]error{errors.New(sentence)})
		}
		return written(c.Write(s.out, form.value))
	})
	return cmd
}

// leaveOut prints what was left out, a line each.
func (s *shell) leaveOut(faults []error) {
	for _, fault := range faults {
		fmt.Fprintln(s.err, "linebounce: "+fault.Error())
	}
}

// unread says why nothing could be read: of one file the reason, of several each
// of theirs and then that it was all.
func (s *shell) unread(faults []error) error {
	if len(faults) == 1 {
		return faults[0]
	}
	s.leaveOut(faults)
	return errors.New("none of these files could be read")
}
