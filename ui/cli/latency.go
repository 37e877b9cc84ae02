package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/probes/latency"
	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
	"linebounce/ui/cli/output"
)

// cpuNumbers is a flag that takes CPUs by number.
type cpuNumbers []int

func (c *cpuNumbers) String() string { return cpulist.Format(*c) }
func (c *cpuNumbers) Type() string   { return "LIST" }
func (c *cpuNumbers) Set(text string) error {
	cpus, err := cpulist.Parse(text)
	if err != nil || len(cpus) == 0 {
		return usagef("%q is no list of CPUs; accepted: numbers such as 0,1 or 0-3,8", text)
	}
	*c = cpus
	return nil
}

// method is a flag that takes one of the map's methods.
type method latency.Method

func (m *method) String() string { return string(*m) }
func (m *method) Type() string   { return "METHOD" }
func (m *method) Set(text string) error {
	if !slices.Contains(latency.Methods(), text) {
		return usagef("%q is no method; accepted: %s", text, strings.Join(latency.Methods(), ", "))
	}
	*m = method(text)
	return nil
}

func (s *shell) latency() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "latency",
		Short: "Map how long a cache line takes from each CPU to each other",
		Long: `Map how long a cache line takes from each CPU to each other, one way: two threads pinned to two CPUs play ping-pong
with a line, for every pair of CPUs that this process may use. First all pairs coarsely, then again and again until the median of each
is known to 5% or the time is over. Pairs that share no core play at the same time, unless --serial is given.

Methods: cas, both change one word by compare-and-swap; store, each stores into a word of its own and waits for the other's.
CSV is the matrix that notebooks for core-to-core-latency read: medians below the diagonal.`,
		Example: `linebounce latency
linebounce latency --method store --cpus 0,1 --format json
linebounce latency --serial --format csv >latency.csv`,
		Args: cobra.ArbitraryArgs,
	}
	o, chosen, cpus := latency.Options{}, method(latency.CAS), cpuNumbers(nil)
	cmd.Flags().Var(&chosen, "method", "how a line is sent to and fro: "+strings.Join(latency.Methods(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("method", cobra.FixedCompletions(latency.Methods(), cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().BoolVar(&o.Serial, "serial", false, "measure one pair at a time")
	cmd.Flags().Var(&cpus, "cpus", "the CPUs to map, such as 0-3,8; default: all that this process may use")
	length, form := durationFlag(cmd), tableFormats(cmd)
	cmd.Flags().Lookup("for").DefValue = ""
	cmd.Flags().Lookup("for").Usage = "how long the whole command takes at most; default: by the number of CPUs, 2s for two and under 3m for any, longer with --serial"
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("%q is a word too many; latency takes none", args[0])
		}
		if !cmd.Flags().Changed("for") {
			*length = 0
		}
		o.Method, o.CPUs, o.For = latency.Method(chosen), cpus, s.budget(*length)
		return s.latencies(ctx, o, *length, form.value)
	})
	return cmd
}

// latencies maps and prints what there is, also after it was interrupted.
func (s *shell) latencies(ctx context.Context, o latency.Options, d duration, f output.Format) error {
	m := topology.Read()
	cpus := o.CPUs
	if cpus == nil {
		cpus = m.Allowed()
	}
	defer s.beside("latency", m, cpus)()
	p := newBar(s.err, s.began)
	found, failed := latency.Measure(ctx, m, o, func(_ latency.Map, how latency.Progress) {
		if how.Elapsed+how.Left <= progressFrom {
			return
		}
		if p.what = fmt.Sprintf("%d of %d pairs known", how.Settled, how.Pairs); how.Coarse {
			p.what = fmt.Sprintf("first look at %d of %d pairs", how.Measured, how.Pairs)
		}
		p.portion(how.Share())
	})
	p.clear()
	if failed != nil && (ctx.Err() == nil || len(found.Pairs) == 0) {
		return cause(ctx, failed)
	}
	if failed != nil {
		failed = cause(ctx, failed)
	}
	l := output.Latency{Machine: m, Map: found, Again: latencyAgain(o, d)}
	return errors.Join(written(l.Write(s.out, f)), failed)
}

// latencyAgain is the command line that maps once more.
func latencyAgain(o latency.Options, d duration) string {
	text := "linebounce latency --method " + string(o.Method)
	if o.Serial {
		text += " --serial"
	}
	if o.CPUs != nil {
		cpus := slices.Sorted(slices.Values(o.CPUs))
		text += " --cpus " + cpulist.Format(cpus)
	}
	if d > 0 {
		text += fmt.Sprintf(" --for %s", time.Duration(d))
	}
	return text
}
