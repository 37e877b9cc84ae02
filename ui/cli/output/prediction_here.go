package output

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/probes/calibration"
	"linebounce/ui/wording"
)

// hereText prints what was calibrated on the spot, and every prediction with
// what was measured beside it.
func hereText(b *strings.Builder, p Prediction) {
	r := p.Here
	fmt.Fprintf(b, "\nCalibrated on CPUs %s, with windows of what is predicted in between: %s, %d of them set aside.\n\n",
		probes.NewCPUList(r.CPUs...), wording.Count(r.Windows, "window"), r.SetAside)
	rows := [][]string{}
	for _, v := range r.Values {
		rows = append(rows, []string{"  " + v.Name, calibrated(v), v.How})
	}
	columns(b, rows)
	if len(r.Judged) == 0 {
		return
	}
	b.WriteString("\n")
	rows = [][]string{{"", "predicted", "measured", "error"}}
	for _, j := range r.Judged {
		row := []string{"  " + j.Name, perSecond(j.Predicted), perSecond(j.Measured), shares(j.Error)}
		if j.Taken {
			row = append(row, "the calibration is from it")
		}
		rows = append(rows, row)
	}
	columns(b, rows)
	b.WriteString("Rates are operations, messages or hand-offs a second; an error is the median over pairs of a prediction and the window beside it.\n")
}

func calibrated(v calibration.Value) string {
	number := func(x float64) string {
		if x >= 1000 {
			return fmt.Sprintf("%.0f", x)
		}
		return fmt.Sprintf("%.3g", x)
	}
	text := number(v.Median) + " " + v.Unit
	if v.Known() {
		text += fmt.Sprintf(" (%s to %s)", number(v.Low), number(v.High))
	}
	return text
}

func perSecond(i probes.Interval) string { return scaled(&i.Median) + "/s" }

func shares(i probes.Interval) string {
	if !i.Known() {
		return percent(i.Median)
	}
	return fmt.Sprintf("%s (%s to %s)", percent(i.Median), percent(i.Low), percent(i.High))
}
