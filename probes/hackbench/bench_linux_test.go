//go:build amd64 || arm64 || loong64 || riscv64

package hackbench

import (
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"linebounce/probes"
)

// BenchmarkAgainstHackbench holds a run against hackbench of rt-tests, which
// runs before and after it. An iteration is one such bracket; read the metrics,
// not ns/op, and ask for few: -benchtime 15x.
func BenchmarkAgainstHackbench(b *testing.B) {
	for mode, flag := range map[string]string{probes.ModeThreads: "-T", probes.ModeProcesses: "-P"} {
		b.Run(mode, func(b *testing.B) {
			s := scenario(b, "loops=500 mode="+mode)
			if err := check(s); err != nil {
				b.Skip(err)
			}
			var ratios, times []float64
			for b.Loop() {
				before := original(b, flag)
				r, err := run(b.Context(), s, nil)
				if err != nil {
					b.Fatal(err)
				}
				times = append(times, r.Elapsed.Seconds())
				ratios = append(ratios, r.Elapsed.Seconds()/((before+original(b, flag))/2))
			}
			b.ReportMetric(probes.Summarize(times, probes.Confidence).Median, "s/run")
			b.ReportMetric(probes.Summarize(ratios, probes.Confidence).Median, "of-hackbench's-time")
		})
	}
}

var printed = regexp.MustCompile(`(?m)^Time: ([0-9.]+)$`)

func original(b *testing.B, flag string) float64 {
	b.Helper()
	text, err := exec.Command("hackbench", flag, "-g", "1", "-l", "500").Output()
	if err != nil {
		b.Skipf("no hackbench of rt-tests: %v", err)
	}
	found := printed.FindSubmatch(text)
	if found == nil {
		b.Skipf("this hackbench prints no time: %s", text)
	}
	seconds, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		b.Fatal(err)
	}
	return seconds
}
