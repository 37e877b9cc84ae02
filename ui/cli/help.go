package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
)

// guide adds help and completion, so that both know a wrong word when they see
// one.
func (s *shell) guide(root *cobra.Command) {
	help := &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say what a command does and which flags it takes",
		Args:  cobra.ArbitraryArgs,
	}
	help.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		about, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return usagef("no command %q; accepted: %s", strings.Join(args, " "), strings.Join(commands(root), ", "))
		}
		about.InitDefaultHelpFlag()
		return about.Help()
	})
	root.SetHelpCommand(help)

	root.InitDefaultCompletionCmd()
	for _, completion := range root.Commands() {
		if completion.Name() != "completion" {
			continue
		}
		completion.Args = cobra.ArbitraryArgs
		completion.RunE = s.does(func(_ context.Context, cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown shell %q; accepted: %s", args[0], strings.Join(commands(cmd), ", "))
			}
			return cmd.Help()
		})
	}
}
