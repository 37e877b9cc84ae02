package output

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/perf/benchfmt"

	"linebounce/probes"
)

// writeBench prints one line of the Go benchmark format for each window that
// counts, A's before B's, so that benchstat computes its own intervals. An op
// is one operation, or one message where messages are compared. The scenario's
// words are the sub-benchmark's keys: benchstat -col /arm -row .name compares
// the arms.
func writeBench(w io.Writer, r Result) error {
	b := benchfmt.NewWriter(w)
	for _, arm := range r.Arms {
		if err := benchArm(b, r, benchName(r.Experiment, arm), arm.Windows); err != nil {
			return err
		}
	}
	return nil
}

// benchArm prints a line for each window.
func benchArm(b *benchfmt.Writer, r Result, name string, windows []probes.Reading) error {
	for _, window := range windows {
		n, rate := window.Units(), window.Rate()
		if n == 0 || rate == 0 {
			continue
		}
		if err := b.Write(benchLine(r, name, n, rate)); err != nil {
			return err
		}
	}
	return nil
}

func benchLine(r Result, name string, n int64, rate float64) *benchfmt.Result {
	config := []benchfmt.Config{}
	for _, c := range [][2]string{
		{"goos", r.Machine.OS}, {"goarch", r.Machine.Arch}, {"pkg", "linebounce"}, {"cpu", r.Machine.Model}, {"source", string(r.Origin)},
	} {
		if c[1] != "" {
			config = append(config, benchfmt.Config{Key: c[0], Value: []byte(c[1]), File: true})
		}
	}
	return &benchfmt.Result{Config: config, Name: benchfmt.Name(name), Iters: int(n), Values: []benchfmt.Value{
		{Value: 1e9 / rate, Unit: "ns/op"}, {Value: rate, Unit: "ops/s"},
	}}
}

func benchName(experiment string, arm Arm) string {
	keys := strings.ReplaceAll(arm.Scenario.String(), " ", "/")
	if arm.Scenario.Workers() == 0 { // its threads run anywhere
		return fmt.Sprintf("%s%s/arm=%s/%s", strings.ToUpper(experiment[:1]), experiment[1:], arm.Name, keys)
	}
	return fmt.Sprintf("%s%s/arm=%s/%s-%d", strings.ToUpper(experiment[:1]), experiment[1:], arm.Name, keys, arm.Scenario.Workers())
}
