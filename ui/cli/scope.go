package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"linebounce/probes"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
)

func (s *shell) scope() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "scope",
		Short: "Capture in which exact order CPUs had a cache line, and for how long",
		Long: `Capture in which exact order CPUs had a cache line, for how many operations and when: bursts of some hundred thousand
operations, one after another. With one counter, the values that fetch-and-add returned are the order; elsewhere an owner word on the
line tells it. Times in which a CPU was taken away are marked as gaps, with their cause as far as it is known.

A first burst counts hand-offs both ways, to hold one against the other. CSV has the stays of the last burst.`,
		Example: `linebounce scope
linebounce scope -a 'counter=each line=padded' --for 3s --format json
linebounce scope --format csv >stays.csv`,
		Args: cobra.ArbitraryArgs,
	}
	text, ops := "", 0
	cmd.Flags().StringVarP(&text, "a", "a", "", "scenario, such as 'counter=each line=shared'; words that it does not name: "+bursts.Default.String())
	cmd.Flags().IntVar(&ops, "ops", bursts.DefaultOps, fmt.Sprintf("operations of each CPU in a burst at most, %d to %d", bursts.LeastOps, bursts.MostOps))
	length, form := durationFlag(cmd), tableFormats(cmd)
	*length = duration(time.Second)
	cmd.Flags().Lookup("for").DefValue = length.String()
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("%q is a word too many; scope takes none", args[0])
		}
		if ops < bursts.LeastOps || ops > bursts.MostOps {
			return usagef("--ops: %d is out of range; accepted: %d to %d", ops, bursts.LeastOps, bursts.MostOps)
		}
		scenario, err := probes.ParseScenario(text)
		if err != nil {
			return err
		}
		m := topology.Read()
		if scenario, _, err = bursts.Prepare(m, scenario); err != nil {
			return err
		}
		return s.bursts(ctx, m, scenario, ops, *length, form.value)
	})
	return cmd
}

// bursts captures bursts for a time and prints what they came to, also after it was
// interrupted.
func (s *shell) bursts(ctx context.Context, m topology.Machine, scenario probes.Scenario, ops int, d duration, f output.Format) error {
	again := fmt.Sprintf("linebounce scope -a '%s' --for %s", scenario, &d)
	if ops != bursts.DefaultOps {
		again += " --ops " + strconv.Itoa(ops)
	}
	out := &output.Scope{Machine: m, Again: again}
	defer s.beside("scope", m, scenario.CPUs.Numbers())()
	failed := s.capture(ctx, out, m, scenario, ops, d)
	if failed != nil && ctx.Err() == nil {
		return failed
	}
	if failed != nil {
		failed = cause(ctx, failed)
		out.End()
	}
	return errors.Join(written(out.Write(s.out, f)), failed)
}

// capture hands bursts to out: one that counts both ways, then others until the
// time is over, one at least.
func (s *shell) capture(ctx context.Context, out *output.Scope, m topology.Machine, scenario probes.Scenario, ops int, d duration) (err error) {
	left, began := s.budget(d), time.Now()
	p := newProgress(s.err, s.began, time.Duration(d))
	defer p.clear()
	both, err := bursts.Run(ctx, m, scenario, bursts.Options{Ops: ops, Owner: true})
	if err != nil {
		return err
	}
	out.Both(both)
	session, err := bursts.Open(ctx, m, scenario, bursts.Options{Ops: ops})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	for {
		c, err := session.Next(ctx)
		if err != nil {
			return err
		}
		out.Add(c)
		p.show(fmt.Sprintf("%d bursts", out.Bursts()))
		if time.Since(began) >= left {
			return nil
		}
	}
}
