package cli

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"linebounce/ui/cli/output"
)

// shortest is the shortest run that leaves time for a window of each arm.
const shortest = 200 * time.Millisecond

// duration is a flag that takes how long a command may run.
type duration time.Duration

func (d *duration) String() string { return time.Duration(*d).String() }
func (d *duration) Type() string   { return "DURATION" }
func (d *duration) Set(text string) error {
	value, err := time.ParseDuration(text)
	if err != nil {
		return usagef("%q is no duration; accepted: %s or longer, such as 3s or 1m30s", text, shortest)
	}
	if value < shortest {
		return usagef("%s is too short; accepted: %s or longer, such as 3s or 1m30s", text, shortest)
	}
	*d = duration(value)
	return nil
}

// format is a flag that takes one of a command's formats.
type format struct {
	value    output.Format
	accepted []string
}

func (f *format) String() string { return string(f.value) }
func (f *format) Type() string   { return "FORMAT" }
func (f *format) Set(text string) error {
	if !slices.Contains(f.accepted, text) {
		return usagef("%q is no format; accepted: %s", text, strings.Join(f.accepted, ", "))
	}
	f.value = output.Format(text)
	return nil
}

// formatFlag adds --format to a command.
func formatFlag(cmd *cobra.Command, accepted ...string) *format {
	f := &format{output.Text, accepted}
	cmd.Flags().Var(f, "format", "print as "+strings.Join(accepted, ", "))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(accepted, cobra.ShellCompDirectiveNoFileComp))
	return f
}

// durationFlag adds --for to a command.
func durationFlag(cmd *cobra.Command) *duration {
	d := duration(3 * time.Second)
	cmd.Flags().Var(&d, "for", "how long the whole command takes, warm-up included")
	return &d
}

// flagError puts what pflag found wrong into one line that names the accepted
// words.
func flagError(cmd *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := "--" + e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			name = "-" + e.GetSpecifiedName()[:1]
		}
		return usagef("unknown flag %q; accepted: %s", name, strings.Join(flagNames(cmd), ", "))
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return usagef("%s needs a value: %s", dashed(e.GetFlag()), e.GetFlag().Usage)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return usagef("%s: %v", dashed(e.GetFlag()), e.Unwrap())
	}
	return usage(err.Error())
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, dashed(f)) })
	return names
}

// dashed writes a flag as it is typed. Those named by one letter are typed
// with one dash.
func dashed(f *pflag.Flag) string {
	if len(f.Name) == 1 {
		return "-" + f.Name
	}
	return "--" + f.Name
}
