package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// guide adds the manual page, help and completion, so that all know a wrong word
// when they see one.
func (s *shell) guide(root *cobra.Command) {
	help := &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say what a command does and which flags it takes",
		Args:  cobra.ArbitraryArgs,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			about, _, err := cmd.Root().Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return commands(about), cobra.ShellCompDirectiveNoFileComp
		},
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
	root.AddCommand(s.man())

	s.help = &watched{File: s.out}
	root.SetOut(s.help) // before the completions are made, which keep it
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
	tidy(root)
}

// tidy keeps shells from offering files where no file belongs: behind commands
// that take no words, and behind flags that nothing else is known of.
func tidy(cmd *cobra.Command) {
	if !strings.Contains(cmd.Use, " ") && cmd.ValidArgs == nil && cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[cobra.BashCompFilenameExt] == nil && f.Annotations[cobra.BashCompSubdirsInDir] == nil {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions) // refused where there is one already
		}
	})
	for _, c := range cmd.Commands() {
		tidy(c)
	}
}
