package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	presented "linebounce/ui/notes"
)

func (s *shell) lessonsNotes() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "notes",
		Short: "Follow the notes of a program that presents, in a second terminal",
		Long: `Follow a linebounce that presents a lesson in another terminal of the same user: the notes of its step, the time the lesson
runs, what comes next. It waits for one where none presents, and ends when that one does. Ctrl-C ends it before.
Without a terminal each step is printed as text.`,
		Example: `linebounce lessons notes
linebounce lessons notes | tee what-I-said.txt`,
		Args: cobra.ArbitraryArgs,
	}
	cmd.RunE = s.does(func(ctx context.Context, _ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("%q is a word too many; lessons notes takes none", args[0])
		}
		var size func() (int, int)
		if drawable(s.out) {
			size = s.size
		}
		return s.watching(func(out io.Writer) error { return presented.Follow(ctx, out, size) })
	})
	return cmd
}
