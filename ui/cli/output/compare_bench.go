package output

import (
	"io"
	"math"

	"golang.org/x/perf/benchfmt"

	"linebounce/ui/results"
)

// bench prints the windows of all files as one file of Go's benchmark format. The
// keys of its configuration say which file and machine a line is from, so that
// benchstat tells them apart by -col file, -row cpu and the like. What has no
// windows has one line, with the median.
func (c Compare) bench(w io.Writer) error {
	b := benchfmt.NewWriter(w)
	for i, file := range c.Files {
		for _, f := range file.Findings {
			for _, arm := range f.Arms {
				if err := benchFinding(b, benchConfig(file, c.names[i]), f, arm); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func benchConfig(f results.File, name string) []benchfmt.Config {
	var config []benchfmt.Config
	for _, c := range [][2]string{
		{"goarch", f.Machine.Arch}, {"pkg", "linebounce"}, {"cpu", f.Machine.Model}, {"kernel", f.Machine.Kernel},
		{"governor", f.Machine.Governor}, {"turbo", f.Machine.Turbo}, {"source", string(f.Source)}, {"file", name},
	} {
		if c[1] != "" {
			config = append(config, benchfmt.Config{Key: c[0], Value: []byte(c[1]), File: true})
		}
	}
	return config
}

func benchFinding(b *benchfmt.Writer, config []benchfmt.Config, f results.Finding, arm results.Arm) error {
	name := benchfmt.Name(benchName(f.Experiment, Arm{Name: arm.Name, Scenario: arm.Scenario}))
	samples := arm.Samples
	if samples == nil && !math.IsNaN(arm.Rate.Median) {
		samples = []results.Sample{{Units: 1, Rate: arm.Rate.Median}}
	}
	for _, s := range samples {
		if s.Units <= 0 || s.Rate <= 0 {
			continue
		}
		if err := b.Write(&benchfmt.Result{Config: config, Name: name, Iters: int(s.Units), Values: []benchfmt.Value{
			{Value: 1e9 / s.Rate, Unit: "ns/op"}, {Value: s.Rate, Unit: "ops/s"},
		}}); err != nil {
			return err
		}
	}
	return nil
}
