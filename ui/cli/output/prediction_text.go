package output

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"linebounce/probes/simulated"
	"linebounce/ui/verdict"
	"linebounce/ui/wording"
)

func writePredictionText(w io.Writer, p Prediction) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, simulated on %s\n", p.Experiment, Describe(p.Machine))
	if p.Workload != "" {
		fmt.Fprintln(&b, p.Workload)
	}
	if p.Here != nil {
		hereText(&b, p)
	}
	b.WriteString("\n")
	for _, arm := range p.Arms {
		fmt.Fprintf(&b, "%s  %s\n", arm.Name, arm.Scenario)
	}
	if some(p.Result, func(a Arm) bool { return len(a.Windows) > 0 }) {
		b.WriteString("\n")
		table(&b, brief(p.Result))
	}
	b.WriteString("\n")
	if len(p.Rows) > 0 {
		p.scaling(&b)
	} else {
		b.WriteString("It was stopped before anything was predicted.\n")
	}
	p.sentence(&b)
	p.published(&b)
	p.variants(&b)
	p.assumptions(&b)
	if len(p.Lacks) > 0 {
		b.WriteString("\nWhat the model lacks:\n")
		for _, lack := range p.Lacks {
			fmt.Fprintf(&b, "  %s\n", lack)
		}
	}
	b.WriteString("\n")
	for _, warning := range p.Warnings {
		fmt.Fprintf(&b, "note: %s\n", warning)
	}
	if e := p.Events; e != nil {
		fmt.Fprintf(&b, "events: %s holds %d events of arm %s, over %s of simulated time; ui.perfetto.dev and chrome://tracing open it\n",
			e.File, e.Count, e.Arm, nanoseconds(e.Nanoseconds))
	}
	if p.Again != "" {
		fmt.Fprintf(&b, "again: %s\n", p.Again)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// fewCPUs is up to how many CPUs each has a line of its own.
const fewCPUs = 8

// brief leaves each CPU's figures out where there are many.
func brief(r Result) Result {
	if longest(r) <= fewCPUs {
		return r
	}
	arms := r.Arms
	r.Arms = nil
	for _, a := range arms {
		a.CPUs = nil
		r.Arms = append(r.Arms, a)
	}
	return r
}

// columns prints rows of cells under each other.
func columns(b *strings.Builder, rows [][]string) {
	t := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	_ = t.Flush() // into memory
}

func (p Prediction) scaling(b *strings.Builder) {
	both := len(p.Arms) > 1
	rows := [][]string{{"CPUs", "A", "lines moved"}}
	if both {
		rows = [][]string{{"CPUs", "A", "B", "B/A", "lines moved, A", "B"}}
	}
	extrapolated := false
	for _, r := range p.Rows {
		number := strconv.Itoa(r.CPUs)
		if r.Extrapolated {
			number, extrapolated = number+" *", true
		}
		row := []string{number, figures(r.A)}
		if both {
			row = append(row, figures(r.B), fmt.Sprintf("%.2f", r.Ratio))
		}
		row = append(row, moved(r.A.Transfers))
		if both {
			row = append(row, moved(r.B.Transfers))
		}
		rows = append(rows, row)
	}
	columns(b, rows)
	fmt.Fprintf(b, "Rates are %ss a second, lines moved are those of one %s.", p.Unit, p.Unit)
	if both {
		b.WriteString(" B/A is of the rates.")
	}
	b.WriteString("\n")
	if extrapolated {
		b.WriteString("* extrapolated: further sockets of the same kind.\n")
	}
}

// figures is a time, where there is one, and a rate.
func figures(p simulated.Point) string {
	text := scaled(&p.Rate) + "/s"
	if p.Seconds > 0 {
		text = seconds(p.Seconds) + ", " + text
	}
	return text
}

func seconds(s float64) string { return fmt.Sprintf("%.2f s", s) }

func nanoseconds(ns float64) string {
	if ns >= 1e4 {
		return fmt.Sprintf("%.1f µs", ns/1e3)
	}
	return fmt.Sprintf("%.1f ns", ns)
}

// moved is how many lines one unit of work moves.
func moved(lines float64) string {
	switch {
	case lines == 0:
		return "0"
	case lines < 0.95:
		return strconv.FormatFloat(lines, 'g', 2, 64)
	}
	return fmt.Sprintf("%.1f", lines)
}

// sentence says what the full machine comes to.
func (p Prediction) sentence(b *strings.Builder) {
	for _, r := range p.Rows {
		if r.CPUs != len(p.Machine.CPUs) || len(p.Arms) < 2 || math.IsNaN(r.Ratio) {
			continue
		}
		cpus := wording.Count(r.CPUs, "CPU")
		claim := fmt.Sprintf("With %s B is %s times as fast as A", cpus, verdict.Times(r.Ratio))
		if math.Abs(r.Ratio-1) < 0.005 {
			claim = fmt.Sprintf("With %s A and B come out alike", cpus)
		}
		fmt.Fprintf(b, "\n%s: one %s moves %s in A and %s in B.\n", claim, p.Unit, lines(r.A.Transfers), lines(r.B.Transfers))
	}
}

func lines(n float64) string {
	switch {
	case n == 0:
		return "no line"
	case moved(n) == "1.0":
		return "1.0 line"
	}
	return moved(n) + " lines"
}

func (p Prediction) published(b *strings.Builder) {
	if len(p.Published) == 0 {
		return
	}
	rows := [][]string{{"", "published", "predicted", "error"}}
	sources := []string{}
	for _, h := range p.Published {
		rows = append(rows, []string{
			fmt.Sprintf("%s, %s", h.Figure, wording.Count(h.CPUs, "CPU")), h.text(h.Published), h.text(h.Predicted), percent(h.Error()),
		})
		sources = append(sources, fmt.Sprintf("  %s: %s", h.Figure, h.Source))
	}
	b.WriteString("\n")
	columns(b, rows)
	fmt.Fprintln(b, strings.Join(sources, "\n"))
}

func (h Held) text(x float64) string {
	switch h.Unit {
	case "s":
		return fmt.Sprintf("%.3f s", x)
	case "/s":
		return scaled(&x) + "/s"
	}
	return fmt.Sprintf("%.2f", x)
}

func percent(share float64) string { return fmt.Sprintf("%+.1f%%", 100*share) }

func (p Prediction) variants(b *strings.Builder) {
	band := p.band()
	if band == nil {
		return
	}
	fmt.Fprintf(b, "\nOver the range in which the latency to the other socket was published, %g to %g ns, and all else alike, B/A is %.2f to %.2f. The preset has %g ns.\n  %s\n",
		band.RemoteLow, band.RemoteHigh, band.Low, band.High, band.Chosen, p.Remote)
	fmt.Fprintf(b, "\nEvery variant that was tried, with %s:\n", wording.Count(p.Variants[0].CPUs, "CPU"))
	rows := [][]string{{"home", "other socket", "request", "reads beside", "A", "B", "B/A", "lines moved, A"}}
	for _, v := range p.Variants {
		reads := "no"
		if v.Reads {
			reads = "yes"
		}
		row := []string{
			v.Home.String(), fmt.Sprintf("%g ns", v.Remote), fmt.Sprintf("%.0f%%", 100*v.Share), reads,
			seconds(v.A.Seconds), seconds(v.B.Seconds), fmt.Sprintf("%.2f", v.Ratio), moved(v.A.Transfers),
		}
		if v.Preset {
			row = append(row, "the preset")
		}
		rows = append(rows, row)
	}
	columns(b, rows)
}

func (p Prediction) assumptions(b *strings.Builder) {
	for _, group := range []struct {
		title   string
		assumed bool
	}{{"Assumed, for nobody published it:", true}, {"From a source, or measured:", false}} {
		begun := false
		for _, a := range p.Assumptions {
			if a.Assumed != group.assumed {
				continue
			}
			if !begun {
				fmt.Fprintf(b, "\n%s\n", group.title)
				begun = true
			}
			fmt.Fprintf(b, "  %s: %s (%s)\n", a.What, a.Value, a.Source)
		}
	}
}
