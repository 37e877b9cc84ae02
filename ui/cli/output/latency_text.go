package output

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"linebounce/probes/latency"
	"linebounce/ui/wording"
)

const (
	// acrossBlock is how many CPUs stand side by side in a block of the matrix,
	// which then fits 80 columns.
	acrossBlock = 12

	// fewPairs is up to how many pairs the text has all figures of.
	fewPairs = 10
)

func (l Latency) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "latency, %s on %s\n\n", told(l.Origin, l.Made), Describe(l.Machine))
	fmt.Fprintf(&b, "ns that a line takes one way between two CPUs, median, by %s\n\n", methodText(l.Map.Method))
	for from := 0; from < len(l.Map.CPUs)-1; from += acrossBlock {
		l.block(&b, from)
	}
	l.legend(&b)
	l.groups(&b)
	if len(l.Map.Pairs) <= fewPairs {
		l.pairs(&b)
	}
	for _, text := range append(l.notes(), l.warnings()...) {
		fmt.Fprintf(&b, "note: %s\n", text)
	}
	if l.Again != "" {
		fmt.Fprintf(&b, "again: %s\n", l.Again)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func methodText(m latency.Method) string {
	if m == latency.Store {
		return "store and load (store)"
	}
	return "compare-and-swap (cas)"
}

// block prints the part of the matrix below the diagonal whose columns begin
// with the CPU at from.
func (l Latency) block(b *strings.Builder, from int) {
	cpus := l.Map.CPUs
	to := min(from+acrossBlock, len(cpus)-1)
	b.WriteString("  CPU")
	for j := from; j < to; j++ {
		fmt.Fprintf(b, "%5d", cpus[j])
		if j < to-1 {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('\n')
	for i := from + 1; i < len(cpus); i++ {
		var row strings.Builder
		fmt.Fprintf(&row, "%5d", cpus[i])
		for j := from; j < min(to, i); j++ {
			row.WriteString(pairText(l.Map.Between(i, j)))
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	b.WriteByte('\n')
}

// The marks behind a figure of the matrix.
const (
	looseMark    = "~"
	unpinnedMark = "*"
)

func pairText(p latency.Pair) string {
	switch {
	case !p.Measured():
		return "    - "
	case !p.Pinned:
		return fmt.Sprintf("%5s", inNs(p.Median)) + unpinnedMark
	case !p.Tight():
		return fmt.Sprintf("%5s", inNs(p.Median)) + looseMark
	}
	return fmt.Sprintf("%5s ", inNs(p.Median))
}

// inNs writes a latency with three digits or so.
func inNs(ns float64) string {
	switch {
	case math.IsNaN(ns):
		return "-"
	case ns < 99.95:
		return strconv.FormatFloat(ns, 'f', 1, 64)
	}
	return strconv.FormatFloat(ns, 'f', 0, 64)
}

// legend explains the marks that the matrix has.
func (l Latency) legend(b *strings.Builder) {
	loose, unpinned, missing := false, false, false
	for _, p := range l.Map.Pairs {
		missing = missing || !p.Measured()
		unpinned = unpinned || p.Measured() && !p.Pinned
		loose = loose || p.Measured() && p.Pinned && !p.Tight()
	}
	if loose {
		fmt.Fprintf(b, "%s the interval of the median is wider than %.0f%%, or not known yet\n", looseMark, 100*latency.Tight)
	}
	if unpinned {
		fmt.Fprintf(b, "%s unpinned: a thread was not on its CPU all the time\n", unpinnedMark)
	}
	if missing {
		b.WriteString("- not measured\n")
	}
	if loose || unpinned || missing {
		b.WriteByte('\n')
	}
}

// groups sums the matrix up by kind of neighbours.
func (l Latency) groups(b *strings.Builder) {
	t := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "neighbours\tpairs\tmedian of medians\tlowest\thighest")
	for _, g := range l.Map.Groups() {
		count := strconv.Itoa(g.Pairs)
		if g.Measured < g.Pairs {
			count = fmt.Sprintf("%d of %d", g.Measured, g.Pairs)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", g.Label, count, inNs(g.Median), inNs(g.Lowest), inNs(g.Highest))
	}
	_ = t.Flush() // into memory
	b.WriteByte('\n')
}

// pairs prints everything there is on each pair.
func (l Latency) pairs(b *strings.Builder) {
	t := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "CPUs\tmedian\t95% interval\tmin\tp10\tp90\tp99\tsamples")
	for _, p := range l.Map.Pairs {
		if !p.Measured() {
			fmt.Fprintf(t, "%d and %d\t-\t-\t-\t-\t-\t-\t0\n", p.A, p.B)
			continue
		}
		span := "too few"
		if p.Known() {
			span = inNs(p.Low) + " to " + inNs(p.High)
		}
		fmt.Fprintf(t, "%d and %d\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", p.A, p.B, inNs(p.Median), span,
			inNs(p.Min), inNs(p.P10), inNs(p.P90), inNs(p.P99), p.Samples)
	}
	_ = t.Flush() // into memory
	b.WriteByte('\n')
}

// notes is how to read the figures, and why some are missing where that is not
// said of their CPU.
func (l Latency) notes() []string {
	list := []string{"A sample is 1000 round trips, each sample on another line: the address decides which part of a cache serves a line, and that shows."}
	if len(l.Map.CPUs) > 3 && !l.Map.Serial {
		list = append(list, "Pairs that share no core were measured at the same time; --serial measures one at a time.")
	}
	dropped := make(map[int]bool)
	for _, d := range l.Map.Dropped {
		dropped[d.CPU] = true
	}
	reasons := make(map[string]int)
	var order []latency.Pair
	for _, p := range l.Map.Pairs {
		if p.Why == "" || dropped[p.A] || dropped[p.B] {
			continue
		}
		if reasons[p.Why]++; reasons[p.Why] == 1 {
			order = append(order, p)
		}
	}
	for _, p := range order {
		if n := reasons[p.Why]; n > 1 {
			list = append(list, fmt.Sprintf("CPUs %d and %d and %s more were not measured: %s.", p.A, p.B, wording.Count(n-1, "pair"), p.Why))
		} else {
			list = append(list, fmt.Sprintf("CPUs %d and %d were not measured: %s.", p.A, p.B, p.Why))
		}
	}
	return list
}
