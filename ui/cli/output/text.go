package output

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/perf/benchunit"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/ui/verdict"
	"linebounce/ui/wording"
)

func writeText(w io.Writer, r Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s on %s\n\n", r.Experiment, told(r.Origin, r.Made), Describe(r.Machine))
	for _, arm := range r.Arms {
		fmt.Fprintf(&b, "%s  %s\n", arm.Name, arm.Scenario)
	}
	b.WriteString("\n")
	table(&b, r)
	b.WriteString("\n")
	if r.Ratio != nil {
		fmt.Fprintf(&b, "%s\n%s\n", verdict.Of(r.Experiment, r.Arms[0].Scenario, r.Arms[1].Scenario, *r.Ratio), pairs(r))
	}
	if some(r, func(a Arm) bool { return a.setAside() > 0 }) {
		b.WriteString("Set aside: windows in which a worker had under 95% of its CPU (preempted) or came too late (missed).\n")
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "note: %s\n", warning)
	}
	if r.Again != "" {
		fmt.Fprintf(&b, "again: %s\n", r.Again)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// told says where figures are from, measured where nothing else is said, and
// when they were recorded.
func told(o probes.Origin, made time.Time) string {
	o = cmp.Or(o, probes.Measured)
	if made.IsZero() {
		return string(o)
	}
	return fmt.Sprintf("%s %s", o, made.Format(time.DateOnly))
}

func pairs(r Result) string {
	counted := wording.Count(r.Ratio.Samples, "pair") + " of " + unit(r) + "s"
	if !r.Ratio.Known() {
		return "Only " + counted + " counted; a longer run has more."
	}
	return "B/A is the median over " + counted + ", each run in an order drawn by coin."
}

// Describe names a machine in half a line.
func Describe(m topology.Machine) string {
	model := m.Model
	if model == "" {
		model = "an unnamed CPU"
	}
	text := fmt.Sprintf("%s, %s, %d-byte lines (%s)", model, wording.Count(len(m.CPUs), "CPU"), m.LineBytes, m.LineSource)
	if m.Kernel != "" {
		text += ", " + m.Kernel
	}
	if m.Hypervisor {
		text += ", in a virtual machine"
	}
	return text
}

// table prints the figures, a column for each arm.
func table(w io.Writer, r Result) {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	row := func(label string, figure func(Arm) string) {
		fmt.Fprint(t, label)
		for _, arm := range r.Arms {
			fmt.Fprint(t, "\t", figure(arm))
		}
		fmt.Fprintln(t)
	}
	row("", func(a Arm) string { return a.Name })
	each := func() {
		for i := range longest(r) {
			row("", func(a Arm) string { return cpuText(a, i, r.Quantity) })
		}
	}
	counted := some(r, func(a Arm) bool { return a.Ops != nil })
	if r.Quantity == probes.MessagesPerSecond {
		row("messages/s", func(a Arm) string { return interval(a.Messages) })
		each()
		if counted {
			row("locked operations/s", func(a Arm) string { return interval(a.Ops) })
		}
	} else {
		row("operations/s", func(a Arm) string { return interval(a.Ops) })
		each()
	}
	if some(r, func(a Arm) bool { return a.Handoffs != nil }) {
		row("hand-offs/s", func(a Arm) string { return scaled(a.Handoffs) })
		row("stays, operations", stayText)
		row("while counting them", trackedText)
	}
	if some(r, func(a Arm) bool { return a.Lost != nil && *a.Lost > 0 }) {
		row("lost additions", lostText)
	}
	sizedRows(r, row)
	row(unit(r)+"s", windowsText)
	_ = t.Flush() // into memory
}

func some(r Result, has func(Arm) bool) bool {
	for _, arm := range r.Arms {
		if has(arm) {
			return true
		}
	}
	return false
}

func longest(r Result) (n int) {
	for _, arm := range r.Arms {
		n = max(n, len(arm.CPUs))
	}
	return n
}

func cpuText(a Arm, i int, q probes.Quantity) string {
	if i >= len(a.CPUs) {
		return ""
	}
	cpu := a.CPUs[i]
	rate := cpu.Ops
	if q == probes.MessagesPerSecond {
		rate = cpu.Messages
	}
	text := fmt.Sprintf("CPU %d %s %s", cpu.CPU, cpu.Role, scaled(rate))
	if !cpu.Pinned {
		text += " unpinned"
	}
	return text
}

// trackedText says what counting hand-offs costs: the rates and the ratio come
// from windows that do not count them.
func trackedText(a Arm) string {
	if a.Tracked == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f%% of that rate", 100**a.Tracked)
}

// lostText says which share of what was added another CPU overwrote.
func lostText(a Arm) string {
	switch {
	case a.Lost == nil:
		return "-"
	case *a.Lost == 0:
		return "none"
	case *a.Lost > 0.1:
		return fmt.Sprintf("%.0f%%", 100**a.Lost)
	}
	return fmt.Sprintf("%.2g%%", 100**a.Lost)
}

func stayText(a Arm) string {
	switch {
	case a.Handoffs != nil && a.OpsPerStay == nil:
		return "nobody touched the line"
	case a.Handoffs != nil && *a.Handoffs == 0:
		return "the line never left its CPU"
	case a.Stays != nil:
		return fmt.Sprintf("median %s, mean %s", plain(a.Stays.Median), plain(a.Stays.Mean))
	}
	return "-"
}

func windowsText(a Arm) string {
	text := strconv.Itoa(len(a.Windows))
	if why := a.setAsideWhy(); why != "" {
		text += fmt.Sprintf(" (set aside: %s)", why)
	}
	return text
}

func interval(i *probes.Interval) string {
	switch {
	case i == nil || math.IsNaN(i.Median):
		return "-"
	case !i.Known():
		return scaled(&i.Median)
	}
	return fmt.Sprintf("%s (%s to %s)", scaled(&i.Median), scaled(&i.Low), scaled(&i.High))
}

// scaled writes a rate with an SI prefix, "84.21M".
func scaled(rate *float64) string {
	if rate == nil || math.IsNaN(*rate) {
		return "-"
	}
	if *rate == 0 {
		return "0"
	}
	return benchunit.Scale(*rate, benchunit.Decimal)
}

// plain writes a number of operations without needless digits.
func plain(x float64) string {
	if x >= 100 || x == math.Trunc(x) {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}
