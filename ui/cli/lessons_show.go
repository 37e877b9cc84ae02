package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"linebounce/lessons"
	"linebounce/ui/cli/output"
)

// usualWidth is that of text which goes elsewhere than to a terminal.
const usualWidth = 80

func (s *shell) lessonsShow() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Print a lesson as text, answers included",
		Long: `Print a lesson as text: each step with what runs beside it, its question, and below the mark "answer" what the screen
tells only after the answer. lessons list names the ids.`,
		Example: `linebounce lessons show two-cpus
linebounce lessons show two-cpus --notes | lpr`,
		Args: cobra.ArbitraryArgs,
	}
	dir := lessonsFlag(cmd)
	withNotes := cmd.Flags().Bool("notes", false, "print the notes for whoever presents too")
	cmd.ValidArgsFunction = completeLessons(dir, 1)
	cmd.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		c := s.course(*dir)
		if len(args) == 0 {
			return usagef("lessons show needs the ID of a lesson; accepted: %s", strings.Join(lessonIDs(c), ", "))
		}
		if len(args) > 1 {
			return usagef("%q is a word too many; lessons show takes one ID", args[1])
		}
		if err := knownLessons(c, args); err != nil {
			return err
		}
		l, _ := c.Find(args[0])
		width, _ := s.size()
		return written(output.Lesson{Lesson: l, Width: width, Notes: *withNotes, Again: againStage}.Write(s.out))
	})
	return cmd
}

// size returns the columns and rows of standard output, usual ones where it is
// no terminal.
func (s *shell) size() (width, height int) {
	width, height, err := term.GetSize(s.out.Fd())
	if err != nil || width < 1 || height < 1 {
		return usualWidth, 24
	}
	return width, height
}

// againStage is the command line that runs what a step shows, "" where there is
// none.
func againStage(stage *lessons.Stage) string {
	if stage.Experiment == lessons.Credentials {
		return "linebounce kernel credentials"
	}
	if stage.Screen != lessons.Simulator {
		return again(stage.Experiment, stage.Arms, 0)
	}
	if !slices.Contains(modelledNames(), stage.Experiment) {
		return ""
	}
	machine := stage.Machine
	if machine == "" {
		machine = usualPreset
	}
	text := fmt.Sprintf("linebounce sim %s --machine %s", stage.Experiment, machine)
	if stage.CPUs > 0 {
		text += fmt.Sprintf(" --cpus %d", stage.CPUs)
	}
	for i, arm := range stage.Arms {
		text += fmt.Sprintf(" -%c '%s'", 'a'+i, arm)
	}
	return text
}
