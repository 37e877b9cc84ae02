package cli

import (
	"context"

	"github.com/spf13/cobra"

	"linebounce/lessons"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/palette"
	"linebounce/ui/tui"
)

// look is how the screen opens, as far as flags say.
type look struct {
	arms   *arms
	still  bool
	folder string // of lessons
	cast   string
	plain  bool // in lines instead
	theme  palette.Choice
}

// errNoScreen says that a flag is about a screen that is not there.
func errNoScreen(flag string) error {
	return usagef("--%s is about the screen, and there is none: use it on a terminal, without --format, for what the screen shows", flag)
}

// castFlag adds --cast to a command that opens the screen.
func castFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "cast", "", "keep what the screen shows in a new file that asciinema plays")
	_ = cmd.MarkFlagFilename("cast", "cast")
}

// lab opens the screen: live, or on the recording that the program brings
// where this machine has nothing live to show. The screen reads the lessons of a
// folder when it needs them; what is wrong with them is told when it is closed.
func (s *shell) lab(ctx context.Context, cmd *cobra.Command, e catalog.Experiment, look look) error {
	o := tui.Options{Machine: topology.Read(), Experiment: e.Name, Version: version(), ReduceMotion: look.still, Cast: look.cast, Theme: look.theme}
	defer s.tellWeak(look.theme)
	why := unable(o.Machine)
	if why == nil {
		if err := look.arms.open(cmd, e, &o); err != nil {
			return err
		}
	}
	if look.folder != "" {
		o.Folder = look.folder
		o.Lessons = func() lessons.Course {
			c, faults := and(lessons.Embedded(), look.folder)
			c.Faults = faults
			return c
		}
		defer s.course(look.folder)
	}
	if err := room(); err != nil {
		return err
	}
	if why == nil {
		return tui.Run(ctx, o)
	}
	var err error
	if o.Recording, o.Why, err = insteadOfLive(why, cmd, look.arms); err != nil {
		return err
	}
	o.Machine = o.Recording.Machine
	if err := tui.Run(ctx, o); err != nil {
		return err
	}
	return why
}
