package profile

import (
	"os"
	"testing"

	"linebounce/probes"
	"linebounce/probes/sockets"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// BenchmarkOverhead compares the messages of a sampled pair of workers with
// those of one that is not, for each second of CPU time, which a busy machine
// spoils less than the time on the wall. Windows are the usual ones. An iteration is a
// pair; read the metrics, not ns/op.
func BenchmarkOverhead(b *testing.B) {
	root := os.DirFS("/")
	m := topology.Read()
	cpus, err := m.Choose(2)
	if err != nil {
		b.Skip(err)
	}
	how, err := choose(root, Rate)
	if err != nil {
		b.Skip(err)
	}
	symbols, err := readTable(root)
	if err != nil {
		b.Skip(err)
	}
	arms := 0
	source := windows.Source{Machine: m, Build: func(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
		if arms++; arms == 1 {
			return sockets.BuildAlike(m, s, burst)
		}
		return build(m, s, burst, method{sampling: how, symbols: symbols})
	}}
	on := scenarios(cpus)[On]
	session, err := source.Open(b.Context(), probes.Plan{Arms: []probes.Scenario{on, on}, Budget: probes.Budget{Window: window}})
	if err != nil {
		b.Skip(err)
	}
	defer session.Close()
	var ratios []float64
	for b.Loop() {
		var rates [2]float64
		for range rates {
			r, err := session.Next(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			rates[r.Arm] = float64(r.CPUs[1].Messages) / (r.CPUs[0].Busy + r.CPUs[1].Busy).Seconds()
		}
		if rates[0] > 0 && rates[1] > 0 {
			ratios = append(ratios, rates[1]/rates[0])
		}
	}
	ratio := probes.Summarize(ratios, probes.Confidence)
	b.ReportMetric(100*(1-ratio.Median), "%overhead")
	b.ReportMetric(100*(1-ratio.High), "%low")
	b.ReportMetric(100*(1-ratio.Low), "%high")
	b.ReportMetric(float64(ratio.Samples), "pairs")
}
