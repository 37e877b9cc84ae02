package output

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"linebounce/probes"
	"linebounce/probes/scope"
	"linebounce/ui/wording"
)

const (
	stripRows  = 5  // of operations in the text
	stripWidth = 78 // operations in each
	listedGaps = 10
	listedCPUs = 10 // of the matrix
	barLength  = 40
)

func (s *Scope) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "scope, %s on %s\n\n", told(s.Origin, s.Made), Describe(s.Machine))
	if s.bursts == 0 {
		b.WriteString("No burst was captured.\n")
	} else {
		fmt.Fprintf(&b, "A  %s\n\n", s.last.Scenario)
		s.strip(&b)
		s.table(&b)
		s.countedRow(&b)
		histogram(&b, "stays, operations", s.stays)
		histogram(&b, "from one hand-off to the next, ns", s.intervals)
		s.matrix(&b)
		s.gapRows(&b)
	}
	for _, text := range append(s.notes(), s.warnings...) {
		fmt.Fprintf(&b, "note: %s\n", text)
	}
	if s.Again != "" {
		fmt.Fprintf(&b, "again: %s\n", s.Again)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// strip prints the first operations of the last burst in order.
func (s *Scope) strip(b *strings.Builder) {
	l, found := s.line()
	if !found || len(l.Stays) == 0 {
		b.WriteString("Nobody used the line.\n\n")
		return
	}
	how := "known from the values that adds returned"
	if s.last.Method != probes.ByValue {
		how = "known from an owner word on the line"
	}
	digit := "the CPU that did it"
	for _, cpu := range s.last.CPUs {
		if cpu.CPU > 9 {
			digit = "the last of its CPU's number"
		}
	}
	fmt.Fprintf(b, "The last burst from its first operation on, in order (%s):\neach digit is one operation, and %s\n\n", how, digit)
	n := 0
	for _, stay := range l.Stays {
		for range stay.Ops {
			if n == stripRows*stripWidth {
				break
			}
			b.WriteString(strconv.Itoa(stay.CPU % 10))
			if n++; n%stripWidth == 0 {
				b.WriteByte('\n')
			}
		}
	}
	if n%stripWidth > 0 {
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

func (s *Scope) table(b *strings.Builder) {
	t := tabwriter.NewWriter(b, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\tp10\tp50\tp90\tmax\tof\t")
	row := func(name string, w weights) {
		if p := w.sample().Percentiles(); p.Count > 0 {
			fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t\n", name, p.P10, p.P50, p.P90, p.Max, p.Count)
		}
	}
	row("stay, operations", s.stays)
	row("from one hand-off to the next, ns", s.intervals)
	_ = t.Flush() // into memory
	a := s.arm()
	fmt.Fprintf(b, "\n%s: %s operations/s, %s hand-offs/s\n", wording.Count(s.bursts, "burst"), scaled(&a.Ops.Median), scaled(a.Handoffs))
}

// countedRow says what both ways to count hand-offs came to.
func (s *Scope) countedRow(b *strings.Builder) {
	byOwner, exact, _ := s.counted()
	switch {
	case s.both != nil && exact != nil && byOwner != nil && s.both.HandoffsByOwner != nil && s.both.HandoffsExact != nil:
		apart := 100 * math.Abs(float64(*byOwner-*exact)) / max(float64(*exact), 1)
		fmt.Fprintf(b, "hand-offs counted both ways, in a burst of its own: %d by values, which is exact, %d by owner word, %.2f%% apart\n", *exact, *byOwner, apart)
	case exact != nil:
		fmt.Fprintf(b, "hand-offs: %d by values, which is exact\n", *exact)
	case byOwner != nil:
		fmt.Fprintf(b, "hand-offs: %d by owner word\n", *byOwner)
	}
	b.WriteByte('\n')
}

// rare is the share of a sample below which bins at either end share a row.
const rare = 0.001

// histogram prints one as bars.
func histogram(b *strings.Builder, title string, w weights) {
	rows := merged(w.sample().Histogram())
	var most, count int64
	for _, r := range rows {
		most, count = max(most, r.count), count+r.count
	}
	if count == 0 {
		return
	}
	fmt.Fprintln(b, title)
	for _, r := range rows {
		bar := strings.Repeat("#", int(math.Ceil(float64(barLength)*float64(r.count)/float64(most))))
		fmt.Fprintf(b, "%20s  %6.2f%%  %s\n", r.span, 100*float64(r.count)/float64(count), bar)
	}
	b.WriteByte('\n')
}

type histogramRow struct {
	span  string
	count int64
}

// merged is a row for each bin that has any, with those at either end that are
// rare in one.
func merged(bins []scope.Bin) (rows []histogramRow) {
	var count, below, above int64
	for _, bin := range bins {
		count += bin.Count
	}
	few := func(n int64) bool { return float64(n) < rare*float64(count) }
	first, last := 0, len(bins)-1
	for ; first < last && few(below+bins[first].Count); first++ {
		below += bins[first].Count
	}
	for ; last > first && few(above+bins[last].Count); last-- {
		above += bins[last].Count
	}
	if below > 0 {
		rows = append(rows, histogramRow{fmt.Sprint("below ", bins[first].Low), below})
	}
	for i := first; i <= last; i++ {
		if span := bins[i]; span.Count > 0 {
			text := strconv.FormatInt(span.Low, 10)
			if span.High > span.Low+1 {
				text += fmt.Sprint(" to ", span.High-1)
			}
			rows = append(rows, histogramRow{text, span.Count})
		}
	}
	if above > 0 {
		rows = append(rows, histogramRow{fmt.Sprint(bins[last].High, " and more"), above})
	}
	return rows
}

// matrix prints the hand-offs of all bursts from CPU to CPU.
func (s *Scope) matrix(b *strings.Builder) {
	if len(s.handoffs) == 0 {
		b.WriteString("No line changed its owner.\n\n")
		return
	}
	var cpus []int
	for _, cpu := range s.last.CPUs {
		if cpu.Line >= 0 {
			cpus = append(cpus, cpu.CPU)
		}
	}
	shown := cpus[:min(len(cpus), listedCPUs)]
	t := tabwriter.NewWriter(b, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "hand-offs from\tto")
	for _, cpu := range shown {
		fmt.Fprintf(t, "\tCPU %d", cpu)
	}
	fmt.Fprintln(t, "\t")
	for _, from := range shown {
		fmt.Fprintf(t, "CPU %d\t", from)
		for _, to := range shown {
			if from == to {
				fmt.Fprint(t, "\t-")
				continue
			}
			fmt.Fprintf(t, "\t%d", s.handoffs[[2]int{from, to}])
		}
		fmt.Fprintln(t, "\t")
	}
	_ = t.Flush() // into memory
	if more := len(cpus) - len(shown); more > 0 {
		fmt.Fprintf(b, "and %s more; JSON has all\n", wording.Count(more, "CPU"))
	}
	b.WriteByte('\n')
}

// longestGaps returns so many of the gaps as the text lists, the longest, in the
// order in which they were.
func (s *Scope) longestGaps() []gapDocument {
	list := slices.Clone(s.gaps)
	slices.SortStableFunc(list, func(a, b gapDocument) int { return cmp.Compare(b.Length, a.Length) })
	list = list[:min(len(list), listedGaps)]
	slices.SortStableFunc(list, func(a, b gapDocument) int {
		return cmp.Or(cmp.Compare(a.Burst, b.Burst), cmp.Compare(a.Begin, b.Begin))
	})
	return list
}

// gapRows prints the gaps, the longest of them where there are many.
func (s *Scope) gapRows(b *strings.Builder) {
	if len(s.gaps) == 0 {
		b.WriteString("No gaps: no CPU was taken away.\n\n")
		return
	}
	counts := map[scope.Cause]int{}
	for _, g := range s.gaps {
		counts[g.Cause]++
	}
	var causes []string
	for _, c := range []scope.Cause{scope.Host, scope.Task, scope.Program, scope.Unknown} {
		if counts[c] > 0 {
			causes = append(causes, fmt.Sprintf("%s %d", c, counts[c]))
		}
	}
	fmt.Fprintf(b, "gaps, in which a CPU was taken away: %d in %s (%s)\n", len(s.gaps), wording.Count(s.bursts, "burst"), strings.Join(causes, ", "))
	shown := s.longestGaps()
	if len(shown) < len(s.gaps) {
		fmt.Fprintf(b, "the longest:\n")
	}
	t := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "burst\tat\tCPU\taway\tcause\toperations of the others meanwhile")
	for _, g := range shown {
		fmt.Fprintf(t, "%d\t%v\t%d\t%v\t%s\t%d\n", g.Burst, time.Duration(g.Begin).Round(100), g.CPU, time.Duration(g.Length).Round(100), g.Cause, g.Others)
	}
	_ = t.Flush() // into memory
	b.WriteByte('\n')
}

// notes is how to read the figures.
func (s *Scope) notes() []string {
	if s.bursts == 0 {
		return nil
	}
	clock := s.last.Clock
	text := fmt.Sprintf("The time is read from the %s about every %v and spread evenly in between.", clock.Name, time.Duration(s.last.Resolution))
	if clock.Invariant && clock.Checked {
		text = fmt.Sprintf("The time is read from the %s, whose rate of %.3f a ns was checked, about every %v, and spread evenly in between.",
			clock.Name, clock.PerNanosecond, time.Duration(s.last.Resolution))
	}
	return []string{text}
}
