package cli

import (
	"context"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"linebounce/lessons"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
	"linebounce/ui/plain"
	"linebounce/ui/tui"
)

// plainFlag adds --plain to a command that opens the screen.
func plainFlag(cmd *cobra.Command, wanted *bool) {
	cmd.Flags().BoolVar(wanted, "plain", false, "tell every room in lines of text, for a screen reader or a terminal that draws nothing; words are typed with enter, or come from a file")
}

// dumb reports whether there is a terminal that can only take one line after the
// other.
func (s *shell) dumb() bool {
	return os.Getenv("TERM") == "dumb" && term.IsTerminal(s.in.Fd()) && term.IsTerminal(s.out.Fd())
}

// plainly tells the rooms in lines: live, or from the recording that the program
// brings where this machine has nothing live to tell, and then returns why.
func (s *shell) plainly(ctx context.Context, cmd *cobra.Command, e catalog.Experiment, look look) error {
	m := topology.Read()
	course := s.course(look.folder) // tells what is wrong with it
	o := plain.Options{Machine: m, Here: m, Experiment: e.Name, Lessons: func() lessons.Course { return course }}
	why := unable(m)
	if why == nil {
		var chosen tui.Options
		chosen.Machine = m
		if err := look.arms.open(cmd, e, &chosen); err != nil {
			return err
		}
		o.A, o.B = chosen.A, chosen.B
		return s.inLines(ctx, o)
	}
	var err error
	if o.Recording, o.Why, err = insteadOfLive(why, cmd, look.arms); err != nil {
		return err
	}
	o.Machine = o.Recording.Machine
	if err := s.inLines(ctx, o); err != nil {
		return err
	}
	return why
}

// replayed tells a recording in lines.
func (s *shell) replayed(ctx context.Context, file string, r *recorded.Recording, t tui.Options) error {
	return s.inLines(ctx, plain.Options{
		Machine: r.Machine, Here: topology.Read(), Experiment: t.Experiment, Recording: r, At: t.At, Scope: t.Scope,
		Why: "This is the recording " + file + ".",
	})
}

// inLines runs the program in lines, on standard input and output.
func (s *shell) inLines(ctx context.Context, o plain.Options) error {
	o.Version = version()
	o.Interactive, o.Unicode = term.IsTerminal(s.in.Fd()), unicodeLocale(os.Getenv)
	return s.watching(func(out io.Writer) error { return plain.Run(ctx, o, s.in, out) })
}

// unicodeLocale reports whether the locale has letters outside ASCII; one that
// says nothing has.
func unicodeLocale(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToLower(env(name)); value != "" {
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return true
}
