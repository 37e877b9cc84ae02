package output

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
)

// header has one column a figure; a row is one arm. The ratio stands in the
// row of B, which it speaks of. What does not apply is empty.
var header = []string{
	"source", "cpu_model", "experiment", "arm", "scenario",
	"ops_per_s", "ops_low", "ops_high", "messages_per_s", "messages_low", "messages_high",
	"handoffs_per_s", "ops_per_stay", "windows", "set_aside",
	"ratio", "ratio_low", "ratio_high", "ratio_of", "confidence",
}

func writeCSV(w io.Writer, r Result) error {
	c := csv.NewWriter(w)
	sized := some(r, func(a Arm) bool { return a.Total != nil })
	head := header
	if sized {
		head = slices.Concat(header, sizedHeader)
	}
	_ = c.Write(head) // the error is kept until Error
	for i, arm := range r.Arms {
		row := armCells(r, i)
		if sized {
			row = append(row, sizedCells(arm)...)
		}
		_ = c.Write(row)
	}
	c.Flush()
	return c.Error()
}

// armCells is the row of one arm.
func armCells(r Result, i int) []string {
	arm := r.Arms[i]
	row := []string{string(r.Origin), r.Machine.Model, r.Experiment, arm.Name, arm.Scenario.String()}
	if arm.Ops != nil {
		row = append(row, cell(arm.Ops.Median), cell(arm.Ops.Low), cell(arm.Ops.High))
	} else {
		row = append(row, "", "", "")
	}
	if arm.Messages != nil {
		row = append(row, cell(arm.Messages.Median), cell(arm.Messages.Low), cell(arm.Messages.High))
	} else {
		row = append(row, "", "", "")
	}
	row = append(row, optional(arm.Handoffs), optional(arm.OpsPerStay), strconv.Itoa(len(arm.Windows)), strconv.Itoa(arm.setAside()))
	if i == 1 && r.Ratio != nil {
		row = append(row, cell(r.Ratio.Median), cell(r.Ratio.Low), cell(r.Ratio.High), "B/A", cell(r.Ratio.Confidence))
	} else {
		row = append(row, "", "", "", "", "")
	}
	return row
}

func cell(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 8, 64)
}

func optional(x *float64) string {
	if x == nil {
		return ""
	}
	return cell(*x)
}
