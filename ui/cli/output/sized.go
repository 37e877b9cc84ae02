package output

import (
	"fmt"
	"math"

	"linebounce/probes"
)

// Spread is the five statistics of the tests of small messages.
type Spread struct {
	Messages probes.Statistics // a second
	MiB      probes.Statistics // the same in binary megabytes a second, as the test of 2015 printed it
}

// newSpread returns the statistics of runs of a number of messages, nil for
// other workloads.
func newSpread(s probes.Scenario, runs []probes.Reading) *Spread {
	if s.Messages == 0 {
		return nil
	}
	var messages, mib []float64
	for _, r := range runs {
		messages = append(messages, r.Messages())
		mib = append(mib, r.Messages()*float64(s.Size)/(1<<20))
	}
	return &Spread{probes.Describe(messages, probes.Confidence), probes.Describe(mib, probes.Confidence)}
}

// unit is what one reading of a result covers.
func unit(r Result) string {
	if some(r, func(a Arm) bool { return a.Total != nil }) {
		return string(probes.Run)
	}
	return string(probes.Window)
}

// sizedRows prints what only workloads with a size have.
func sizedRows(r Result, row func(string, func(Arm) string)) {
	if !some(r, func(a Arm) bool { return a.Total != nil }) {
		return
	}
	row("time of a run", func(a Arm) string { return timeText(a.Total) })
	if !some(r, func(a Arm) bool { return a.Spread != nil }) {
		return
	}
	for _, statistic := range []struct {
		name string
		of   func(probes.Statistics) float64
	}{
		{"average", func(s probes.Statistics) float64 { return s.Average }},
		{"median", func(s probes.Statistics) float64 { return s.Median }},
		{"maximum", func(s probes.Statistics) float64 { return s.Max }},
		{"minimum", func(s probes.Statistics) float64 { return s.Min }},
		{"deviation", func(s probes.Statistics) float64 { return s.Deviation }},
	} {
		row(statistic.name, func(a Arm) string {
			if a.Spread == nil || math.IsNaN(statistic.of(a.Spread.Messages)) {
				return "-"
			}
			return fmt.Sprintf("%s messages/s, %.3f binary M/s", scaled(new(statistic.of(a.Spread.Messages))), statistic.of(a.Spread.MiB))
		})
	}
}

// timeText words a time and its interval.
func timeText(i *probes.Interval) string {
	switch {
	case i == nil || math.IsNaN(i.Median):
		return "-"
	case !i.Known():
		return fmt.Sprintf("%.3f s", i.Median)
	}
	return fmt.Sprintf("%.3f s (%.3f to %.3f)", i.Median, i.Low, i.High)
}

// sizedHeader is the further columns of workloads with a size.
var sizedHeader = []string{
	"total_s", "total_low", "total_high",
	"messages_avg", "messages_max", "messages_min", "messages_deviation",
	"mib_avg", "mib_median", "mib_max", "mib_min", "mib_deviation", "mib_low", "mib_high",
}

func sizedCells(a Arm) []string {
	cells := make([]string, 0, len(sizedHeader))
	if a.Total != nil {
		cells = append(cells, cell(a.Total.Median), cell(a.Total.Low), cell(a.Total.High))
	}
	if a.Spread != nil {
		m, b := a.Spread.Messages, a.Spread.MiB
		for _, x := range []float64{m.Average, m.Max, m.Min, m.Deviation, b.Average, b.Median, b.Max, b.Min, b.Deviation, b.Low, b.High} {
			cells = append(cells, cell(x))
		}
	}
	for len(cells) < len(sizedHeader) {
		cells = append(cells, "")
	}
	return cells
}
