package cli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/probes/catalog"
	"linebounce/probes/pinning"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
)

func (s *shell) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "linebounce [EXPERIMENT]",
		Short: "Watch a cache line bounce between CPUs",
		Long: `Watch a cache line bounce between CPUs, and see what references to credentials cost.

On a terminal this opens the Lab, at an EXPERIMENT and its scenarios where they are named, by the words
that run takes. Without a terminal it runs that comparison for about 3 seconds and prints it as text.
With --plain, and on a terminal of the type dumb, every room is told in lines: help and enter lists the words.

Experiments: ` + strings.Join(shown(), ", ") + `.`,
		Example: `linebounce
linebounce messages -a 'path=always' -b 'path=always pid-ref=off cred-ref=off'
linebounce counters --cast class.cast && asciinema play class.cast
printf 'experiment ring\nstrip\n' | linebounce --plain`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: first(shown),
	}
	root.AddCommand(s.run(), s.sim(), s.record(), s.replay(), s.doctor(), s.kernel(), s.lessons(), s.latency(), s.scope(), s.compareFiles(), s.report(), s.theme())
	o := look{arms: armFlags(root)}
	root.Flags().Lookup("a").Usage = "scenario of arm A, such as 'line=shared'"
	root.Flags().BoolVar(&o.still, "reduce-motion", false, "open the Lab without animation")
	castFlag(root, &o.cast)
	plainFlag(root, &o.plain)
	theme := themeFlag(root)
	folder := lessonsFlag(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		s.failure = flagError(cmd, err)
		return nil
	})
	root.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		o.folder = *folder
		e, err := opened(cmd, args)
		if err != nil {
			return err
		}
		if o.theme, err = theme.choose(); err != nil {
			return err
		}
		if s.screen() && !o.plain {
			return s.lab(ctx, cmd, e, o)
		}
		if o.cast != "" {
			return errNoScreen("cast")
		}
		if o.plain || s.dumb() {
			return s.plainly(ctx, cmd, e, o)
		}
		s.course(o.folder) // tells what is wrong with it, for no screen will
		return s.text(ctx, cmd, e, o.arms)
	})
	s.guide(root)
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

// shown names the experiments that the Lab shows.
func shown() []string {
	var names []string
	for _, e := range catalog.Lab() {
		names = append(names, e.Name)
	}
	return names
}

// opened returns the experiment that the program is to open at, the first where
// no word names one.
func opened(root *cobra.Command, args []string) (catalog.Experiment, error) {
	if len(args) == 0 {
		return catalog.All()[0], nil
	}
	e, err := catalog.Find(args[0])
	switch {
	case err != nil:
		return e, usagef("%q is no command and no experiment%s; accepted: %s; or to open the Lab: %s",
			args[0], nearest(args[0], append(commands(root), shown()...)), strings.Join(commands(root), ", "), strings.Join(shown(), ", "))
	case len(args) > 1:
		return e, usagef("%q is a word too many; accepted: one of %s", args[1], strings.Join(shown(), ", "))
	case !e.Lab:
		return e, usagef("the Lab does not show %s; accepted: %s; to run it, type: %s", e.Name, strings.Join(shown(), ", "), instead(root, e))
	}
	return e, nil
}

// instead is what was typed as the command that runs an experiment.
func instead(root *cobra.Command, e catalog.Experiment) string {
	line := "linebounce run " + e.Name
	for _, arm := range []string{"a", "b"} {
		if f := root.Flags().Lookup(arm); f.Changed {
			line += " -" + arm + " '" + f.Value.String() + "'"
		}
	}
	return line
}

// nearest asks about the accepted word that a mistyped one is most like, "" where
// it is like none.
func nearest(typed string, accepted []string) string {
	words := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, w := range accepted {
		words.AddCommand(&cobra.Command{Use: w, Run: func(*cobra.Command, []string) {}})
	}
	found := words.SuggestionsFor(typed)
	if len(found) == 0 {
		return ""
	}
	return ", did you mean " + strings.Join(found, " or ") + "?"
}

// first completes the first word of a command only.
func first(words func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return words(), cobra.ShellCompDirectiveNoFileComp
	}
}

// unable returns why nothing can bounce here, nil where it can.
func unable(m topology.Machine) error {
	cpus, err := m.Choose(2)
	if err == nil {
		err = m.Pinnable()
	}
	if err != nil {
		return err
	}
	return pinning.Check(cpus...)
}

// text runs a comparison, or prints the recording that the program brings and
// returns why nothing was measured. Scenarios that somebody named are not in
// that recording.
func (s *shell) text(ctx context.Context, cmd *cobra.Command, e catalog.Experiment, chosen *arms) error {
	m := topology.Read()
	why := unable(m)
	if why != nil && !chosen.given(cmd) {
		r, err := shipped()
		if err != nil {
			return err
		}
		what := heldParts(r)
		if len(cmd.Flags().Args()) > 0 {
			what = []string{e.Name}
		}
		if err := s.printParts(ctx, r, what, output.Text); err != nil {
			return err
		}
		return why
	}
	scenarios, notes, err := chosen.choose(cmd, e, m)
	if err != nil {
		return err
	}
	return s.measure(ctx, e, m, scenarios, notes, duration(3*time.Second), output.Text)
}
