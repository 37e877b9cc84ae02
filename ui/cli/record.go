package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

func (s *shell) record() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "record FILE [EXPERIMENT …]",
		Short: "Keep readings in a file",
		Long: `Run experiments, those of the Lab where none is named, and keep every reading in a new file. They share the time equally.
The file is whole up to its last line at any moment, so an interrupted recording can be shown too.`,
		Example: `linebounce record class.jsonl --for 30s
linebounce record relaxed.jsonl counters -b 'op=plain'`,
		Args: cobra.ArbitraryArgs,
	}
	chosen, length := armFlags(cmd), durationFlag(cmd)
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("record needs the FILE to write")
		}
		m := topology.Read()
		plans, err := chosen.plans(cmd, m, args[1:])
		if err != nil {
			return err
		}
		if limit := time.Duration(len(plans)) * shortest; time.Duration(*length) < limit {
			return usagef("--for: %s is too short for %d experiments; accepted: %s or longer", length, len(plans), limit)
		}
		return s.write(ctx, args[0], m, plans, *length)
	})
	return cmd
}

// plans returns what to record, by the experiments named.
func (f *arms) plans(cmd *cobra.Command, m topology.Machine, names []string) ([]probes.Plan, error) {
	if len(names) == 0 {
		for _, e := range catalog.Lab() {
			names = append(names, e.Name)
		}
	}
	if len(names) > 1 && (cmd.Flags().Changed("a") || cmd.Flags().Changed("b")) {
		return nil, usagef("-a and -b need the one experiment that they are scenarios of; accepted: %s", strings.Join(catalog.Names(), ", "))
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usagef("%q is named twice", name)
		}
	}
	var plans []probes.Plan
	for _, name := range names {
		e, err := experiment([]string{name})
		if err != nil {
			return nil, err
		}
		scenarios, _, err := f.choose(cmd, e, m)
		if err != nil {
			return nil, err
		}
		plans = append(plans, probes.Plan{Experiment: name, Arms: append(scenarios, beside(scenarios)...), Burst: keptBurst})
	}
	return plans, nil
}

// beside returns the cells of counter and line that a comparison leaves out,
// for the table of all four.
func beside(compared []probes.Scenario) []probes.Scenario {
	a := compared[0]
	if len(compared) < 2 || a.Counter == "" || a.Path != "" {
		return nil
	}
	var cells []probes.Scenario
	for _, counter := range []string{probes.CounterOne, probes.CounterEach} {
		for _, line := range []string{probes.LineShared, probes.LinePadded} {
			cell := a
			cell.Counter, cell.Line = counter, line
			if !slices.Contains(compared, cell) {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// write runs plans one after another into a new file, and says what is in it,
// also after it was interrupted.
func (s *shell) write(ctx context.Context, path string, m topology.Machine, plans []probes.Plan, d duration) error {
	header := recorded.Header{Made: time.Now().UTC().Truncate(time.Second), Program: version(), Machine: m}
	w, err := recorded.Create(path, header, false)
	if err != nil {
		return err
	}
	readings, failed := s.keep(ctx, w, m, plans, d)
	failed = errors.Join(failed, w.Close())
	if readings == 0 && failed != nil {
		return errors.Join(failed, os.Remove(path)) // it was made just now, and holds nothing
	}
	_, err = fmt.Fprintf(s.out, "%s: %d readings, measured\n", path, readings)
	return errors.Join(failed, written(err))
}

// keep hands every reading of the plans to a writer and counts them.
func (s *shell) keep(ctx context.Context, w *recorded.Writer, m topology.Machine, plans []probes.Plan, d duration) (readings int, err error) {
	p := newProgress(s.err, s.began, time.Duration(d))
	defer p.clear()
	each := s.budget(d) / time.Duration(len(plans))
	for _, plan := range plans {
		plan.Budget.For = each
		e, err := catalog.Find(plan.Experiment)
		if err != nil {
			return readings, err
		}
		err = collect(ctx, e.Source(m), plan, func(r probes.Reading) error {
			readings++
			p.show(fmt.Sprintf("%s, %d readings", plan.Experiment, readings))
			return w.Add(plan.Experiment, r)
		})
		if err != nil {
			return readings, err
		}
	}
	return readings, nil
}
