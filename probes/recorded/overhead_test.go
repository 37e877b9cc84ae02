package recorded_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

// stretch is how many readings follow on one another with or without a recording:
// half a second's, so that what a recording does once a second falls into both
// kinds equally often.
const stretch = 48

// BenchmarkRecording measures what keeping readings costs the experiment that they
// are of: one session runs on, in stretches that are recorded and stretches that
// are not, in random order within each pair. on/off is the ratio of the rates that
// windows show, windows set aside apart; aside-on and aside-off are how many these
// were in a hundred; wall is the ratio of operations in all the time that a
// stretch took, writing included. Each comes with its interval.
//
//	go test ./probes/recorded -run '^$' -bench Recording -benchtime 100x
func BenchmarkRecording(b *testing.B) {
	for _, c := range []struct{ experiment, scenario string }{{"counters", "line=padded"}, {"messages", ""}} {
		b.Run(c.experiment, func(b *testing.B) {
			m := topology.Read()
			e, err := catalog.Find(c.experiment)
			if err != nil {
				b.Fatal(err)
			}
			s, err := probes.ParseScenario(c.scenario)
			if err != nil {
				b.Fatal(err)
			}
			if s, _, err = e.Prepare(m, s); err != nil {
				b.Skip(err)
			}
			session, err := e.Source(m).Open(b.Context(), probes.Plan{Experiment: e.Name, Arms: []probes.Scenario{s}, Burst: 1024})
			if err != nil {
				b.Skip(err)
			}
			defer session.Close()
			w, err := recorded.Create(filepath.Join(b.TempDir(), "x.jsonl.gz"), recorded.Header{Made: time.Now(), Machine: m}, false)
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			overhead(b, session, func(r probes.Reading) error { return w.Add(e.Name, r) })
		})
	}
}

// overhead runs pairs of stretches and reports what keep costs.
func overhead(b *testing.B, session probes.Session, keep func(probes.Reading) error) {
	var rates, walls []float64
	var aside, windows [2]float64
	for b.Loop() {
		var rate, wall [2]float64
		first := rand.IntN(2)
		for _, on := range []int{first, 1 - first} {
			var done, took, all float64
			begin := time.Now()
			for range stretch {
				r, err := session.Next(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				if on == 1 {
					if err := keep(r); err != nil {
						b.Fatal(err)
					}
				}
				if r.Unit != probes.Window {
					continue
				}
				all += r.Rate() * r.Elapsed.Seconds()
				windows[on]++
				if r.SetAside() {
					aside[on]++
					continue
				}
				done, took = done+r.Rate()*r.Elapsed.Seconds(), took+r.Elapsed.Seconds()
			}
			rate[on], wall[on] = done/took, all/time.Since(begin).Seconds()
		}
		if rate[0] > 0 && rate[1] > 0 { // else all windows were set aside
			rates, walls = append(rates, rate[1]/rate[0]), append(walls, wall[1]/wall[0])
		}
	}
	for name, values := range map[string][]float64{"on/off": rates, "wall": walls} {
		i := probes.Summarize(values, probes.Confidence)
		b.ReportMetric(i.Median, name)
		if i.Known() {
			b.ReportMetric(i.Low, name+"-low")
			b.ReportMetric(i.High, name+"-high")
		}
	}
	b.ReportMetric(100*aside[0]/windows[0], "aside-off")
	b.ReportMetric(100*aside[1]/windows[1], "aside-on")
}
