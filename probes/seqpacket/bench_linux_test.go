//go:build amd64 || arm64 || loong64 || riscv64

package seqpacket

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"linebounce/probes"
)

// BenchmarkAgainstC holds a run against the same test in C, which runs before
// and after it. An iteration is one such bracket; read the metrics, not ns/op,
// and ask for few: -benchtime 15x.
func BenchmarkAgainstC(b *testing.B) {
	program := filepath.Join(b.TempDir(), "rate")
	if text, err := exec.Command("cc", "-O2", "-o", program, "testdata/rate.c").CombinedOutput(); err != nil {
		b.Skipf("no C compiler: %v %s", err, text)
	}
	s := scenario(b, "passcred=off")
	var ratios, rates []float64
	for b.Loop() {
		before := inC(b, program)
		r, err := run(b.Context(), s, nil)
		if err != nil {
			b.Fatal(err)
		}
		rates = append(rates, r.Messages())
		ratios = append(ratios, r.Messages()/((before+inC(b, program))/2))
	}
	b.ReportMetric(probes.Summarize(rates, probes.Confidence).Median, "messages/s")
	b.ReportMetric(probes.Summarize(ratios, probes.Confidence).Median, "of-C's-rate")
}

func inC(b *testing.B, program string) float64 {
	b.Helper()
	text, err := exec.Command(program).Output()
	if err != nil {
		b.Fatal(err)
	}
	rate, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err != nil {
		b.Fatal(err)
	}
	return rate
}
