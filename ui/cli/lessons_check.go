package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"linebounce/lessons"
	"linebounce/ui/wording"
)

func (s *shell) lessonsCheck() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [DIR]",
		Short: "Find every fault in a folder of lessons",
		Long: `Find every fault in a folder of lessons: what is written wrong, ids that are taken, lessons that build on none, claims
that name what their step does not show. Its lessons may build on the course's. Without DIR the course itself is checked.
One fault a line, as FILE:LINE: what is wrong; wanted: what instead. The exit code is 1 where there is any.`,
		Example: `linebounce lessons new my-lesson
linebounce lessons check .`,
		Args: cobra.ArbitraryArgs,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	dir := lessonsFlag(cmd)
	cmd.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usagef("%q is a word too many; lessons check takes one DIR", args[1])
		}
		c := lessons.Embedded()
		faults, count := c.Faults, len(c.Lessons)
		if folders := slices.DeleteFunc(append([]string{*dir}, args...), func(dir string) bool { return dir == "" }); len(folders) > 0 {
			count = 0
			for _, folder := range folders {
				joined, more := and(c, folder)
				count += len(joined.Lessons) - len(c.Lessons)
				c, faults = joined, append(faults, more...)
			}
		}
		if err := written(writeFaults(s.out, faults)); err != nil {
			return err
		}
		if len(faults) > 0 {
			return errors.New(wording.Count(len(faults), "fault"))
		}
		_, err := fmt.Fprintf(s.out, "%s without a fault.\n", wording.Count(count, "lesson"))
		return written(err)
	})
	return cmd
}

func (s *shell) lessonsNew() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Write a lesson to begin with",
		Long: `Write NAME.md in this folder: a lesson that runs, with a word about each of its parts. NAME becomes its id: lower-case
words joined by hyphens. Nothing is overwritten.`,
		Example: `mkdir my-course && cd my-course
linebounce lessons new false-sharing
linebounce lessons check .
linebounce --lessons .`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usagef("lessons new takes one NAME, such as false-sharing; there are %d", len(args))
		}
		name := args[0]
		text := []byte(lessons.Template(name))
		if _, faults := lessons.Parse(name+".md", text); len(faults) > 0 {
			return usagef("%q is no name of a lesson; accepted: lower-case words joined by hyphens, such as false-sharing", name)
		}
		if err := writeNew(name+".md", text); err != nil {
			return err
		}
		_, err := fmt.Fprintf(s.out, "%s.md: a lesson that runs. Change it, find its faults with: linebounce lessons check .\n", name)
		return mention(name+".md", err)
	})
	return cmd
}

// writeNew writes a file that is not there yet.
func writeNew(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already and stays as it is; name another", path)
	}
	if err != nil {
		return unwritable(path+" cannot be made", path, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(unwritable(path+" cannot be written", path, err), os.Remove(path)) // it was made just now
	}
	return nil
}
