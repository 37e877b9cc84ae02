package output

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"linebounce/probes"
	"linebounce/ui/results"
)

// csv prints a row for each finding. The words of the scenarios that are not the
// same throughout have columns, so that a sweep can be drawn by its grid.
func (c Compare) csv(w io.Writer) error {
	words := c.varying()
	head := []string{"file", "source", "recorded_at", "cpu_model", "cpus", "kernel", "experiment", "quantity"}
	for _, arm := range []string{"a", "b"} {
		head = append(head, arm+"_scenario")
		for _, word := range words {
			head = append(head, arm+"_"+word)
		}
		head = append(head, arm+"_median", arm+"_low", arm+"_high", arm+"_windows", arm+"_set_aside", arm+"_unpinned")
	}
	head = append(head, "ratio", "ratio_low", "ratio_high", "confidence", "pairs", "finding")
	t := csv.NewWriter(w)
	_ = t.Write(head) // the error is kept until Error
	for i := range c.groups {
		for _, r := range c.groups[i].Rows {
			_ = t.Write(findingCells(r, words))
		}
	}
	t.Flush()
	return t.Error()
}

// varying lists the words that have several values, among rows or arms.
func (c Compare) varying() []string {
	return slices.DeleteFunc(probes.Words(), func(word string) bool {
		values := map[string]bool{}
		for _, g := range c.groups {
			for _, r := range g.Rows {
				for _, arm := range r.Finding.Arms[:min(2, len(r.Finding.Arms))] {
					values[arm.Scenario.Get(word)] = true
				}
			}
		}
		return len(values) < 2
	})
}

func findingCells(r results.Row, words []string) []string {
	f, m := r.Finding, r.File.Machine
	made := ""
	if !r.File.Made.IsZero() {
		made = r.File.Made.Format(time.RFC3339)
	}
	row := []string{r.Name, string(f.Source), made, m.Model, strconv.Itoa(m.CPUs), m.Kernel, f.Experiment, string(f.Quantity)}
	for i := range 2 {
		if i == len(f.Arms) || i == 1 && f.Ratio == nil {
			row = append(row, make([]string, len(words)+7)...)
			continue
		}
		arm := f.Arms[i]
		row = append(row, arm.Scenario.String())
		for _, word := range words {
			row = append(row, arm.Scenario.Get(word))
		}
		row = append(row, cell(arm.Rate.Median), cell(arm.Rate.Low), cell(arm.Rate.High),
			strconv.Itoa(arm.Windows), strconv.Itoa(arm.SetAside), strconv.FormatBool(arm.Unpinned))
	}
	ratio := probes.Interval{Median: math.NaN(), Low: math.NaN(), High: math.NaN(), Confidence: math.NaN()}
	finding := ""
	if f.Ratio != nil {
		ratio, finding = *f.Ratio, outcomes[r.Outcome()]
	}
	return append(row, cell(ratio.Median), cell(ratio.Low), cell(ratio.High), cell(ratio.Confidence), strconv.Itoa(f.Pairs), finding)
}

// outcomes are the words that programs know outcomes by.
var outcomes = map[results.Outcome]string{
	results.TooFew: "too few", results.None: "none", results.Faster: "faster", results.Slower: "slower", results.Bare: "no interval",
}
