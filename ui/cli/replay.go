package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/probes/recorded"
	"linebounce/ui/cli/output"
	"linebounce/ui/tui"
)

func (s *shell) replay() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "replay FILE [PART]",
		Short: "Show a recording, on the screen or as text",
		Long: `Show a recording, from a file or, where FILE is -, from standard input.

On a terminal it opens in the Lab, or in the Scope for a PART that is shown there. Elsewhere, with --format,
and for other parts, it is printed as the command prints that measures it: one part where one is named or
the format is not text, else all.

Parts: those that were recorded, of ` + strings.Join(partNames(), ", ") + `.`,
		Example: `linebounce replay class.jsonl.gz
linebounce replay class.jsonl.gz counters --format json
linebounce replay class.jsonl.gz latency --format csv
linebounce replay class.jsonl.gz --at 1:20 --cast class.cast`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: partsOfFile,
	}
	form, cast, lines := formatFlag(cmd, output.Formats()...), "", false
	castFlag(cmd, &cast)
	plainFlag(cmd, &lines)
	theme := themeFlag(cmd)
	at := moment(0)
	cmd.Flags().Var(&at, "at", "where the screen begins in the experiment that it opens at, such as 1:20 or 80s")
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("replay needs the FILE to show")
		}
		if len(args) > 2 {
			return usagef("%q is a word too many; accepted: FILE and one part", args[2])
		}
		colours, err := theme.choose()
		if err != nil {
			return err
		}
		r, err := s.open(args[0])
		if err != nil {
			return err
		}
		for _, warning := range r.Warnings {
			fmt.Fprintln(s.err, "linebounce: "+warning)
		}
		chosen, err := chosenParts(r, args[1:])
		if err != nil {
			return err
		}
		o := tui.Options{Machine: r.Machine, Recording: r, At: time.Duration(at), Version: version(), Cast: cast, Theme: colours, Why: "This is the recording " + args[0] + "."}
		formatted := cmd.Flags().Changed("format")
		switch {
		case lines && formatted:
			return usage("--plain tells a recording in words and --format prints it: use one of them")
		case (lines || s.dumb()) && cast == "" && !formatted && onScreen(chosen, &o):
			return s.replayed(ctx, args[0], r, o)
		case s.screen() && !lines && !formatted && onScreen(chosen, &o):
			defer s.tellWeak(colours)
			if err := room(); err != nil {
				return err
			}
			return tui.Run(ctx, o)
		}
		for _, name := range []string{"cast", "at"} {
			if cmd.Flags().Changed(name) {
				return errNoScreen(name)
			}
		}
		if form.value != output.Text {
			chosen = chosen[:1] // one document
		}
		return s.printParts(ctx, r, chosen, form.value)
	})
	return cmd
}

// onScreen reports whether the screen shows any of the parts, and where it then
// opens.
func onScreen(chosen []string, o *tui.Options) bool {
	for _, name := range chosen {
		if slices.Contains(shown(), name) {
			o.Experiment = name
			return true
		}
	}
	o.Map = slices.Contains(chosen, latencyPart) && !slices.Contains(chosen, scopePart)
	o.Scope = slices.Contains(chosen, scopePart) || o.Map
	return o.Scope
}

// moment is a flag that takes a time within a recording.
type moment time.Duration

func (m *moment) String() string { return time.Duration(*m).String() }
func (m *moment) Type() string   { return "TIME" }
func (m *moment) Set(text string) error {
	total, fields := time.Duration(0), strings.Split(text, ":")
	for _, field := range fields {
		n, err := strconv.ParseUint(field, 10, 16)
		if err != nil {
			total = -1
			break
		}
		total = 60*total + time.Duration(n)*time.Second
	}
	if len(fields) == 1 || len(fields) > 3 || total < 0 {
		var err error
		if total, err = time.ParseDuration(text); err != nil || total < 0 {
			return usagef("%q is no time in a recording; accepted: minutes and seconds such as 1:20, or 80s", text)
		}
	}
	*m = moment(total)
	return nil
}

// open reads a recording from a file, or from standard input.
func (s *shell) open(path string) (*recorded.Recording, error) {
	if path != "-" {
		return recorded.Open(path)
	}
	r, err := recorded.Read(s.in)
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return r, nil
}

// heldParts names what a recording holds. Experiments that this program does not
// know come last.
func heldParts(r *recorded.Recording) []string {
	parts := slices.DeleteFunc(slices.Clone(r.Experiments()), func(name string) bool { return name == scalingPart })
	for _, p := range []struct {
		name string
		held bool
	}{
		{scalingPart, r.Source(scalingPart) != nil}, {scopePart, r.Bursts() > 0},
		{latencyPart, len(r.Maps()) > 0}, {profilePart, len(r.Profiles()) > 0},
	} {
		if p.held {
			parts = append(parts, p.name)
		}
	}
	slices.SortStableFunc(parts, func(a, b string) int { return cmp.Compare(strange(a), strange(b)) })
	return parts
}

// strange is 1 for a part that this program does not know, else 0.
func strange(name string) int {
	if slices.Contains(partNames(), name) {
		return 0
	}
	return 1
}

// chosenParts returns what to show of a recording: the part named, or all that it
// holds.
func chosenParts(r *recorded.Recording, named []string) ([]string, error) {
	all := heldParts(r)
	switch {
	case len(all) == 0:
		return nil, errors.New("the recording has nothing to show: no reading, burst, map or profile in it is whole")
	case len(named) == 0:
		return all, nil
	case !slices.Contains(all, named[0]):
		return nil, usagef("%q is not in this recording; accepted: %s", named[0], strings.Join(all, ", "))
	}
	return named, nil
}

// partsOfFile completes the name of a file, and behind it the parts that the file
// holds.
func partsOfFile(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return nil, cobra.ShellCompDirectiveDefault
	case 1:
		if r, err := recorded.Open(args[0]); err == nil {
			return heldParts(r), cobra.ShellCompDirectiveNoFileComp
		}
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}
