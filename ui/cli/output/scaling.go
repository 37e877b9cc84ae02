package output

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"linebounce/probes"
	"linebounce/ui/wording"
)

// Scaling is one comparison at several numbers of CPUs, ready for any format.
type Scaling struct {
	Points   []Result // ascending by CPUs, with the same arms but for those
	Warnings []string // of the measurement, in addition to those of the points
	Again    string   // the command line that measures it once more
}

// Write prints the comparison in a format.
func (s Scaling) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return s.json(w)
	case CSV:
		return s.csv(w)
	case Bench:
		return s.bench(w)
	}
	return s.text(w)
}

// cpus is how many CPUs a comparison ran on.
func (r Result) cpus() (n int) {
	for _, arm := range r.Arms {
		n = max(n, arm.Scenario.Workers())
	}
	return n
}

// rate is the figure of an arm that the ratio compares.
func (r Result) rate(a Arm) *probes.Interval {
	if r.Quantity == probes.MessagesPerSecond {
		return a.Messages
	}
	return a.Ops
}

// all are the warnings of all points, each once.
func (s Scaling) all() []string {
	list := append([]string{}, s.Warnings...)
	for _, r := range s.Points {
		for _, text := range r.Warnings {
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	return list
}

func (s Scaling) text(w io.Writer) error {
	var b strings.Builder
	last := s.Points[len(s.Points)-1]
	fmt.Fprintf(&b, "%s by number of CPUs, %s on %s\n\n", last.Experiment, told(last.Origin, last.Made), Describe(last.Machine))
	for _, arm := range last.Arms {
		fmt.Fprintf(&b, "%s  %s\n", arm.Name, arm.Scenario)
	}
	b.WriteString("\n")
	head := []string{"CPUs"}
	for _, arm := range last.Arms {
		head = append(head, arm.Name+", "+unitOf(last.Quantity)+"/s")
	}
	if last.Ratio != nil {
		head = append(head, "B/A")
	}
	rows := [][]string{append(head, "windows")}
	for _, r := range s.Points {
		row := []string{strconv.Itoa(r.cpus())}
		windows := 0
		for _, arm := range r.Arms {
			row = append(row, interval(r.rate(arm)))
			windows += len(arm.Windows)
		}
		if r.Ratio != nil {
			row = append(row, ratioFigure(*r.Ratio))
		}
		rows = append(rows, append(row, strconv.Itoa(windows)))
	}
	columns(&b, rows)
	fmt.Fprintf(&b, "The scenarios are those of %s; with fewer only the CPUs differ.\n", wording.Count(last.cpus(), "CPU"))
	for _, warning := range s.all() {
		fmt.Fprintf(&b, "note: %s\n", warning)
	}
	if s.Again != "" {
		fmt.Fprintf(&b, "again: %s\n", s.Again)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func unitOf(q probes.Quantity) string {
	if q == probes.MessagesPerSecond {
		return "messages"
	}
	return "operations"
}

func ratioFigure(i probes.Interval) string {
	switch {
	case !i.Known() && i.Samples == 0:
		return "-"
	case !i.Known():
		return fmt.Sprintf("%.2f", i.Median)
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f)", i.Median, i.Low, i.High)
}

// pointDocument is one number of CPUs, as the model's predictions have it and
// with what a measurement also has.
type pointDocument struct {
	rowDocument
	Intervals intervalsDocument `json:"intervals"`
	Scenarios []string          `json:"scenarios"` // A first
	Pairs     int               `json:"pairs"`
}

// intervalsDocument is null for an arm that did not run.
type intervalsDocument struct {
	A     *probes.Interval `json:"a"`
	B     *probes.Interval `json:"b"`
	Ratio *probes.Interval `json:"ratio"`
}

func (s Scaling) json(w io.Writer) error {
	last := s.Points[len(s.Points)-1]
	d := struct {
		Document
		Scaling []pointDocument `json:"scaling"`
	}{newResultDocument(last), nil}
	d.Warnings = s.all()
	for _, r := range s.Points {
		d.Scaling = append(d.Scaling, newPointDocument(r))
	}
	return WriteDocument(w, d)
}

func newPointDocument(r Result) pointDocument {
	p := pointDocument{rowDocument: rowDocument{CPUs: r.cpus()}}
	for i, arm := range r.Arms {
		rate := r.rate(arm)
		p.Scenarios = append(p.Scenarios, arm.Scenario.String())
		if rate == nil {
			continue
		}
		if i == 0 {
			p.A, p.Intervals.A = finite(&rate.Median), rate
		} else {
			p.B, p.Intervals.B = finite(&rate.Median), rate
		}
	}
	if r.Ratio != nil {
		p.Ratio, p.Intervals.Ratio, p.Pairs = finite(&r.Ratio.Median), r.Ratio, r.Ratio.Samples
	}
	return p
}

// csv prints a run's columns and behind them the number of CPUs.
func (s Scaling) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	_ = c.Write(slices.Concat(header, []string{"cpus"})) // the error is kept until Error
	for _, r := range s.Points {
		for i := range r.Arms {
			_ = c.Write(append(armCells(r, i), strconv.Itoa(r.cpus())))
		}
	}
	c.Flush()
	return c.Error()
}

// bench prints a line for each window, with the number of CPUs as a key.
func (s Scaling) bench(w io.Writer) error {
	b := benchfmt.NewWriter(w)
	for _, r := range s.Points {
		for _, arm := range r.Arms {
			name := Prediction{Result: r}.benchName(r.cpus(), arm)
			if err := benchArm(b, r, name, arm.Windows); err != nil {
				return err
			}
		}
	}
	return nil
}
