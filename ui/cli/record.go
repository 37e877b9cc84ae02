package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/ui/wording"
)

// recordTime is how long a recording takes by default: more than a second for
// each of its parts.
const recordTime = 10 * time.Second

func (s *shell) record() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "record FILE [PART …]",
		Short: "Keep what is measured in a file, to show it elsewhere",
		Long: `Measure, and keep every reading in a new FILE that replay, compare and report read, on any machine.

Parts: ` + strings.Join(partNames(), ", ") + `.
Where none is named: ` + strings.Join(usualParts(), ", ") + `.
They share the time of --for equally, and each needs ` + shortest.String() + ` at least. Of these parts

  scope      captures a short burst about every half second,
  profile    needs the rights of linebounce kernel profile,
  scaling    runs A and B of counters, or -a and -b, on 1, 2, 4 CPUs and so on
             up to all, and needs ` + shortest.String() + ` for each of these,
  hackbench and seqpacket run once each, whatever time that takes.

Windows have 10 ms, longer ones where it would have more than 120000 of two CPUs, or half as many
of four, and so on: an hour stays below some 20 MB.

A FILE that ends in .gz is compressed. It can be read while it is written, so a recording
that was interrupted is not lost. For the same reason FILE cannot be - for standard output.`,
		Example: `linebounce record class.jsonl.gz --for 1m
linebounce record relaxed.jsonl counters -b 'op=plain'
sudo linebounce record all.jsonl.gz scaling scope latency profile --for 30s`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: behindFile(partNames),
	}
	chosen, length := armFlags(cmd), durationFlag(cmd)
	*length = duration(recordTime)
	cmd.Flags().Lookup("for").DefValue = length.String()
	force := cmd.Flags().Bool("force", false, "write over a FILE that exists")
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("record needs the FILE to write")
		}
		if args[0] == "-" {
			return usage(`"-" is no FILE to record to: whatever ends a recording must leave a file that can be read; record to a file and copy it`)
		}
		m := topology.Read()
		parts, err := s.parts(cmd, chosen, m, args[1:])
		if err != nil {
			return err
		}
		if least := leastTime(parts); time.Duration(*length) < least {
			return usagef("--for: %s is too short for %s; accepted: %s or longer", length, wording.Count(len(parts), "part"), least)
		}
		k := &keeping{path: args[0], force: *force, machine: m, parts: parts, named: len(args) > 1, length: *length}
		return s.keep(ctx, k)
	})
	return cmd
}

// partNames are the names of everything that can be recorded.
func partNames() []string {
	return append(catalog.Names(), scopePart, latencyPart, profilePart, scalingPart)
}

// usualParts are recorded where none is named: what screens show, without what
// needs rights or many CPUs.
func usualParts() []string { return append(shown(), scopePart, latencyPart) }

// leastTime is how long parts need that share a time equally.
func leastTime(parts []part) time.Duration {
	var most time.Duration
	for _, p := range parts {
		most = max(most, p.least)
	}
	return most * time.Duration(len(parts))
}

// behindFile completes the name of a file, and behind it words, each once.
func behindFile(words func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		var left []string
		for _, w := range words() {
			if !slices.Contains(args[1:], w) {
				left = append(left, w)
			}
		}
		return left, cobra.ShellCompDirectiveNoFileComp
	}
}

// parts makes ready what is to be recorded. A part that this machine cannot do is
// an error where it was named. Where none was, it is told and left out, unless
// nothing is left.
func (s *shell) parts(cmd *cobra.Command, chosen *arms, m topology.Machine, names []string) ([]part, error) {
	named := len(names) > 0
	if !named {
		names = usualParts()
	}
	if err := partWords(cmd, chosen, names); err != nil {
		return nil, err
	}
	var parts []part
	var lacking []string
	var why []error
	for _, name := range names {
		p, err := ready(cmd, chosen, m, name)
		if err != nil && named {
			return nil, err
		}
		if err != nil {
			lacking, why = append(lacking, name), append(why, err)
			continue
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return nil, why[0]
	}
	for i, name := range lacking {
		s.tell(name, why[i])
	}
	return parts, nil
}

// partWords holds the words that name parts against those there are.
func partWords(cmd *cobra.Command, chosen *arms, names []string) error {
	for i, name := range names {
		if !slices.Contains(partNames(), name) {
			return usagef("%q is nothing to record%s; accepted: %s", name, nearest(name, partNames()), strings.Join(partNames(), ", "))
		}
		if slices.Contains(names[:i], name) {
			return usagef("%q is named twice", name)
		}
	}
	if !chosen.given(cmd) {
		return nil
	}
	if accepted := append(catalog.Names(), scalingPart); len(names) > 1 || !slices.Contains(accepted, names[0]) {
		return usagef("-a and -b need the one experiment that they are scenarios of; accepted: %s", strings.Join(accepted, ", "))
	}
	return nil
}

// tell says that a part is missing or not whole, and why.
func (s *shell) tell(part string, err error) {
	fmt.Fprintf(s.err, "linebounce: %s was not recorded, or not to its end: %s\n", part, strings.Join(strings.Fields(err.Error()), " "))
}
