package calibration

import (
	"strings"
	"testing"
	"time"

	"linebounce/probes/topology"
)

// BenchmarkThisMachine calibrates on this machine for 8 seconds an iteration
// and logs what was found; the metrics are the errors of the predictions, in
// percent.
func BenchmarkThisMachine(b *testing.B) {
	for b.Loop() {
		r, err := Here(topology.Read()).Run(b.Context(), 8*time.Second)
		if err != nil {
			b.Skip(err)
		}
		b.Logf("CPUs %v, %d windows, %d set aside", r.CPUs, r.Windows, r.SetAside)
		for _, v := range r.Values {
			b.Logf("%-20s %9.3f (%.3f to %.3f) %s", v.Name, v.Median, v.Low, v.High, v.Unit)
		}
		for _, j := range r.Judged {
			b.Logf("%-22s %-14s predicted %.4g, measured %.4g, error %+.0f%% (%+.0f to %+.0f), %d windows", j.Name, j.Quantity,
				j.Predicted.Median, j.Measured.Median, 100*j.Error.Median, 100*j.Error.Low, 100*j.Error.High, j.Error.Samples)
			b.ReportMetric(100*j.Error.Median, strings.ReplaceAll(strings.ReplaceAll(j.Name, ", ", "/"), " ", "-")+"-%")
		}
	}
}
