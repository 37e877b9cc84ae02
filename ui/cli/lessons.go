package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"linebounce/lessons"
	learner "linebounce/lessons/progress"
	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
)

func (s *shell) lessons() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lessons",
		Short: "List, show and check the course, write lessons of your own, and follow a presenter's notes",
		Long: `The course: predict what happens, run it, understand why. Its lessons are taken on the screen, in the room Lessons;
these commands list and print them, check those you write, and hold their claims against the model or this machine.`,
		Args: cobra.ArbitraryArgs,
	}
	cmd.AddCommand(s.lessonsList(), s.lessonsShow(), s.lessonsCheck(), s.lessonsVerify(), s.lessonsNew(), s.lessonsNotes())
	cmd.RunE = s.does(func(_ context.Context, cmd *cobra.Command, args []string) error {
		accepted := strings.Join(commands(cmd), ", ")
		if len(args) == 0 {
			return usagef("lessons needs a word more; accepted: %s", accepted)
		}
		return usagef("lessons knows no %q; accepted: %s", args[0], accepted)
	})
	return cmd
}

// lessonsFlag adds --lessons to a command.
func lessonsFlag(cmd *cobra.Command) *string {
	dir := cmd.Flags().String("lessons", "", "a folder of lessons that are added to the course")
	_ = cmd.MarkFlagDirname("lessons")
	return dir
}

// and returns a course with the lessons of a folder, and what is wrong with that
// folder's files.
func and(c lessons.Course, dir string) (lessons.Course, []lessons.Fault) {
	joined := c.And(lessons.Load(os.DirFS(dir)))
	var faults []lessons.Fault
	for _, f := range joined.Faults {
		// What is wanted may list the folder's lessons too.
		known := func(k lessons.Fault) bool { return k.File == f.File && k.Line == f.Line && k.Problem == f.Problem }
		if !slices.ContainsFunc(c.Faults, known) {
			f.File = filepath.Join(dir, f.File)
			faults = append(faults, f)
		}
	}
	return joined, faults
}

// course returns what there is to show: the course that the program brings, and
// the lessons of a folder where one is named. What is wrong with them is told on
// standard error, and the rest works.
func (s *shell) course(dir string) lessons.Course {
	c := lessons.Embedded()
	faults := c.Faults
	if dir != "" {
		var more []lessons.Fault
		c, more = and(c, dir)
		faults = append(faults, more...)
	}
	_ = writeFaults(s.err, faults) // whoever closed it does not want to know
	return c
}

// writeFaults prints faults one a line, as an editor can jump to them.
func writeFaults(w io.Writer, faults []lessons.Fault) error {
	for _, f := range faults {
		if _, err := fmt.Fprintln(w, f); err != nil {
			return err
		}
	}
	return nil
}

// knownLessons returns an error for the first id that no lesson has.
func knownLessons(c lessons.Course, ids []string) error {
	for _, id := range ids {
		if _, found := c.Find(id); !found {
			return usagef("%q is no lesson; accepted: %s", id, strings.Join(lessonIDs(c), ", "))
		}
	}
	return nil
}

func lessonIDs(c lessons.Course) []string {
	var ids []string
	for _, l := range c.Lessons {
		ids = append(ids, l.ID)
	}
	return ids
}

// completeLessons completes ids that were not typed yet, those of the folder too.
func completeLessons(dir *string, most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		c := lessons.Embedded()
		if *dir != "" {
			c, _ = and(c, *dir)
		}
		var list []cobra.Completion
		for _, l := range c.Lessons {
			if !slices.Contains(args, l.ID) {
				list = append(list, cobra.CompletionWithDesc(l.ID, l.Title))
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

func (s *shell) lessonsList() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the lessons, how far you got, and what this machine can show",
		Long: `List the lessons, how far you got, and what this machine can show. As JSON it also has each time the test was taken, answer by
answer: that is how a teacher gets results, for nothing is sent anywhere.`,
		Example: `linebounce lessons list
linebounce lessons list --lessons my-course --format json`,
		Args: cobra.ArbitraryArgs,
	}
	dir := lessonsFlag(cmd)
	form := formatFlag(cmd, string(output.Text), string(output.JSON))
	cmd.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("%q is a word too many; lessons list takes none", args[0])
		}
		book, note := learner.Open(learner.Path())
		list := output.Lessons{Machine: topology.Read()}
		if note != "" {
			list.Warnings = append(list.Warnings, note)
		}
		for _, l := range s.course(*dir).Lessons {
			list.Entries = append(list.Entries, output.LessonEntry{
				Lesson: l, State: book.State(l.ID), Done: book.Lesson(l.ID), Runs: book.Runs(l.ID), Why: unmeasurable(l, list.Machine),
			})
		}
		return written(list.Write(s.out, form.value))
	})
	return cmd
}

// unmeasurable says why a lesson cannot be measured here, "" where it can.
func unmeasurable(l lessons.Lesson, m topology.Machine) string {
	for _, n := range l.Needs {
		switch n {
		case lessons.TwoCPUs:
			if err := unable(m); err != nil {
				return err.Error()
			}
		case lessons.Linux:
			if m.OS != "linux" {
				return "it needs Linux, and this is " + probes.SystemName(m.OS)
			}
		}
	}
	return ""
}
