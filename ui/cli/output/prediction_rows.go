package output

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"linebounce/probes/simulated"
)

// writePredictionCSV prints a run's columns and behind them those of the model:
// a row for each arm at each number of CPUs.
func writePredictionCSV(w io.Writer, p Prediction) error {
	c := csv.NewWriter(w)
	_ = c.Write(slices.Concat(header, []string{"cpus", "extrapolated", "total_s", "lines_moved"})) // the error is kept until Error
	for _, row := range p.Rows {
		r := p.at(row)
		for i, arm := range r.Arms {
			total := ""
			if arm.Total != nil {
				total = cell(arm.Total.Median)
			}
			_ = c.Write(slices.Concat(armCells(r, i), []string{
				strconv.Itoa(row.CPUs), strconv.FormatBool(row.Extrapolated), total, cell(row.points()[i].Transfers),
			}))
		}
	}
	c.Flush()
	return c.Error()
}

func (r Row) points() []simulated.Point { return []simulated.Point{r.A, r.B} }

// writePredictionBench prints a line for each arm at each number of CPUs, or
// one for each window where the model was run in windows. The iterations are
// those of the whole workload, or of a simulated second where it has no size.
func writePredictionBench(w io.Writer, p Prediction) error {
	b := benchfmt.NewWriter(w)
	for _, row := range p.Rows {
		r := p.at(row)
		for i, arm := range r.Arms {
			name := p.benchName(row.CPUs, arm)
			if len(arm.Windows) > 0 {
				if err := benchArm(b, r, name, arm.Windows); err != nil {
					return err
				}
				continue
			}
			point := row.points()[i]
			n := int64(point.Rate)
			if point.Seconds > 0 {
				n = int64(point.Rate*point.Seconds + 0.5)
			}
			if n < 1 {
				continue
			}
			if err := b.Write(benchLine(r, name, n, point.Rate)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p Prediction) benchName(cpus int, arm Arm) string {
	keys := strings.ReplaceAll(arm.Scenario.String(), " ", "/")
	return fmt.Sprintf("%s%s/cpus=%d/arm=%s/%s-%d", strings.ToUpper(p.Experiment[:1]), p.Experiment[1:], cpus, arm.Name, keys, cpus)
}
