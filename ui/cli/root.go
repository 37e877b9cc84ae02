package cli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/pinning"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
	"linebounce/ui/tui"
)

func (s *shell) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "linebounce",
		Short: "Watch a cache line bounce between CPUs",
		Long: `Watch a cache line bounce between CPUs, and see what references to credentials cost.

On a terminal this opens the Lab. Without one it runs the default comparison for about 3 seconds and prints it as text.`,
		Args: cobra.ArbitraryArgs,
	}
	root.AddCommand(s.run(), s.sim(), s.record(), s.replay(), s.doctor(), s.kernel(), s.lessons(), s.latency(), s.scope())
	s.guide(root)
	still := root.Flags().Bool("reduce-motion", false, "open the Lab without animation")
	folder := lessonsFlag(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		s.failure = flagError(cmd, err)
		return nil
	})
	root.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("unknown command %q; accepted: %s", args[0], strings.Join(commands(cmd), ", "))
		}
		if s.screen() {
			return s.lab(ctx, *still, *folder)
		}
		s.course(*folder) // tells what is wrong with it, for no screen will
		return s.text(ctx)
	})
	return root
}

func commands(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}

// unable returns why nothing can bounce here, nil where it can.
func unable(m topology.Machine) error {
	cpus, err := m.Choose(2)
	if err != nil {
		return err
	}
	return pinning.Check(cpus...)
}

// lab opens the screen: live, or on the recording that the program brings
// where this machine has nothing live to show. The screen reads the lessons of a
// folder when it needs them; what is wrong with them is told when it is closed.
func (s *shell) lab(ctx context.Context, still bool, folder string) error {
	o := tui.Options{Machine: topology.Read(), Version: version(), ReduceMotion: still}
	if folder != "" {
		o.Folder = folder
		o.Lessons = func() lessons.Course {
			c, faults := and(lessons.Embedded(), folder)
			c.Faults = faults
			return c
		}
		defer s.course(folder)
	}
	why := unable(o.Machine)
	if why == nil {
		return tui.Run(ctx, o)
	}
	r, err := shipped()
	if err != nil {
		return err
	}
	o.Machine, o.Recording, o.Why = r.Machine, r, why.Error()
	err = tui.Run(ctx, o)
	if err != nil {
		return err
	}
	return why
}

// text runs the default comparison, or prints the recording that the program
// brings and returns why nothing was measured.
func (s *shell) text(ctx context.Context) error {
	m := topology.Read()
	if why := unable(m); why != nil {
		r, err := shipped()
		if err != nil {
			return err
		}
		if err := s.printRecording(ctx, r, r.Experiments(), output.Text); err != nil {
			return err
		}
		return why
	}
	e := catalog.All()[0]
	scenarios, notes, err := prepare(e, m, []probes.Scenario{e.Default, e.B})
	if err != nil {
		return err
	}
	return s.measure(ctx, e, m, scenarios, notes, duration(3*time.Second), output.Text)
}
