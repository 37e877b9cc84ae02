package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"linebounce/ui/palette"
)

// themeVariable names the theme where --theme does not.
const themeVariable = "LINEBOUNCE_THEME"

// theme prints a theme that the program brings, for a user to change.
func (s *shell) theme() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "theme [NAME]",
		Short: "Print the colours of the screen, as a file to begin your own with",
		Long: `Print a theme, which is the colours of the screen, as a file to change and to give to --theme. Without a NAME,
list the names.

A theme is a JSON object with a text for each colour, such as "#56B4E9". A number behind it, as in
"#56B4E9 14", says which colour it is on a terminal of 16, and default that it is the colour of the terminal's
text; without either the nearest is taken.

  ground, text       of the terminal, which keeps its own where it has 16 colours
  dim, faint         words that explain; rails, ticks and borders
  chosen             under what is chosen, or reverse
  cpu-0              the first CPU's hue, as text and as blocks; to cpu-7
  fill-0, ink-0      the same under its digit, and the digit; to fill-7, ink-7
  heat-0, on-heat-0  under figures, from dark to light, and the figures; to heat-4, on-heat-4

The screen takes the theme that --theme names, else the one in ` + themeVariable + `, else dark or light by what
the terminal says of its ground or, where it says nothing, by COLORFGBG. high-contrast is one of the two by the
same. NO_COLOR goes before all.`,
		Example: `linebounce theme dark >mine.json
linebounce --theme mine.json`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: first(themeFiles),
	}
	cmd.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			_, err := fmt.Fprintln(s.out, strings.Join(themeFiles(), "\n"))
			return written(err)
		case len(args) > 1:
			return usagef("%q is a word too many; theme takes one NAME", args[1])
		}
		data, found := palette.Source(args[0])
		if !found {
			return usagef("%q is no theme that the program brings%s; accepted: %s", args[0], nearest(args[0], themeFiles()), strings.Join(themeFiles(), ", "))
		}
		_, err := s.out.Write(data)
		return written(err)
	})
	return cmd
}

// themeFiles names the themes that are a file of the program's.
func themeFiles() []string {
	var names []string
	for _, name := range palette.Names() {
		if _, found := palette.Source(name); found {
			names = append(names, name)
		}
	}
	return names
}

// themed is a flag that takes a theme.
type themed struct {
	name   string
	choice palette.Choice
}

func (t *themed) String() string { return t.name }
func (t *themed) Type() string   { return "NAME|FILE" }
func (t *themed) Set(name string) (err error) {
	t.name = name
	t.choice, err = palette.Find(name)
	return err
}

// themeFlag adds --theme to a command that opens the screen.
func themeFlag(cmd *cobra.Command) *themed {
	t := &themed{}
	cmd.Flags().Var(t, "theme", "colours of the screen: "+strings.Join(palette.Names()[:3], ", ")+", or a file such as linebounce theme prints")
	_ = cmd.RegisterFlagCompletionFunc("theme", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return palette.Names(), cobra.ShellCompDirectiveDefault
	})
	return t
}

// choose takes the environment's theme where the flag names none. It is to be asked
// before the screen opens.
func (t *themed) choose() (palette.Choice, error) {
	name := os.Getenv(themeVariable)
	if t.name != "" || name == "" {
		return t.choice, nil
	}
	if err := t.Set(name); err != nil {
		return t.choice, usagef("%s: %v", themeVariable, err)
	}
	return t.choice, nil
}

// tellWeak says what was hard to read on the screen: a user's colours are used as
// they are.
func (s *shell) tellWeak(choice palette.Choice) {
	for _, weak := range choice.Weak() {
		fmt.Fprintln(s.err, "linebounce: "+weak)
	}
}
