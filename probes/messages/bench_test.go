package messages

import (
	"context"
	"runtime"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// BenchmarkScenarios measures scenarios on two pinned CPUs in windows of 12 ms.
// An iteration is one window; read the metrics, not ns/op.
func BenchmarkScenarios(b *testing.B) {
	if runtime.NumCPU() < 2 {
		b.Skip("needs two CPUs")
	}
	for _, text := range []string{
		"path=request", "path=noref", "path=always", "path=always neighbours=off", "path=always line=padded",
		"path=always counter=each", "path=always counter=each line=padded", "path=always pid-ref=off cred-ref=off", "path=always track=on",
	} {
		b.Run(text, func(b *testing.B) {
			s, err := normal.With(text)
			if err != nil {
				b.Fatal(err)
			}
			plan := probes.Plan{Experiment: "messages", Arms: []probes.Scenario{s, s}, Budget: probes.Budget{Window: 12 * time.Millisecond}}
			session, err := windows.Source{Machine: topology.Machine{LineBytes: 64, CPUs: []topology.CPU{{Number: 0}, {Number: 1}}}, Build: Build}.Open(b.Context(), plan)
			if err != nil {
				b.Skip(err)
			}
			defer session.Close()
			var result probes.Comparison
			for b.Loop() {
				reading, err := session.Next(context.Background())
				if err != nil {
					b.Fatal(err)
				}
				result.Add(reading)
			}
			b.ReportMetric(result.Arm(0).Messages().Median, "messages/s")
			if rate, counted := result.Arm(0).Handoffs(); counted {
				b.ReportMetric(rate.Median, "handoffs/s")
			}
		})
	}
}
