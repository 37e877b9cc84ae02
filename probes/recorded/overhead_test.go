package recorded_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

// stretch is long enough for what a recording does once a second to fall into it.
const stretch = 1100 * time.Millisecond

// BenchmarkRecording measures what keeping readings costs the experiment that they
// are of. One session goes on and on, captures included, for a stretch with a
// recording and one without, in random order within each pair. on/off is the ratio
// of the rates that the windows show, those set aside left out; aside-on and
// aside-off say how many in a hundred these were. wall is the ratio of the
// operations in all the time from the first window of a stretch to its end, with
// what was written between windows. Ratios are medians over the pairs, with their
// intervals.
//
//	go test ./probes/recorded -run '^$' -bench Recording -benchtime 60x
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
			overhead(b, session, e.Name, m)
		})
	}
}

// overhead runs pairs of stretches and reports what a recording costs.
func overhead(b *testing.B, session probes.Session, experiment string, m topology.Machine) {
	var rates, walls []float64
	var off, on passed
	folder := b.TempDir()
	for n := 0; b.Loop(); n++ {
		without := func() passed { return pass(b, session, func(probes.Reading) error { return nil }) }
		with := func() passed {
			w, err := recorded.Create(filepath.Join(folder, fmt.Sprint(n, ".jsonl.gz")), recorded.Header{Made: time.Now(), Machine: m}, false)
			if err != nil {
				b.Fatal(err)
			}
			p := pass(b, session, func(r probes.Reading) error { return w.Add(experiment, r) })
			if err := w.Close(); err != nil {
				b.Fatal(err)
			}
			return p
		}
		var quiet, kept passed
		if rand.IntN(2) == 0 {
			quiet, kept = without(), with()
		} else {
			kept, quiet = with(), without()
		}
		off, on = off.and(quiet), on.and(kept)
		if quiet.measured > 0 && kept.measured > 0 { // else all windows were set aside
			rates = append(rates, kept.ops/kept.measured/(quiet.ops/quiet.measured))
		}
		walls = append(walls, kept.all/kept.took/(quiet.all/quiet.took))
	}
	for name, values := range map[string][]float64{"on/off": rates, "wall": walls} {
		i := probes.Summarize(values, probes.Confidence)
		b.ReportMetric(i.Median, name)
		if i.Known() {
			b.ReportMetric(i.Low, name+"-low")
			b.ReportMetric(i.High, name+"-high")
		}
	}
	b.ReportMetric(100*off.aside/off.windows, "aside-off")
	b.ReportMetric(100*on.aside/on.windows, "aside-on")
}

// passed is what windows came to.
type passed struct {
	windows, aside float64
	ops, measured  float64 // operations or messages, and seconds, of windows that count
	all, took      float64 // of all windows, and all the seconds
}

func (p passed) and(other passed) passed {
	p.windows, p.aside = p.windows+other.windows, p.aside+other.aside
	return p
}

// pass runs a session for a stretch and hands its readings on.
func pass(b *testing.B, session probes.Session, keep func(probes.Reading) error) (p passed) {
	begun := time.Now()
	for time.Since(begun) < stretch {
		r, err := session.Next(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if err := keep(r); err != nil {
			b.Fatal(err)
		}
		if r.Unit != probes.Window {
			continue
		}
		done := r.Rate() * r.Elapsed.Seconds()
		p.windows++
		p.all += done
		if r.SetAside() {
			p.aside++
			continue
		}
		p.ops, p.measured = p.ops+done, p.measured+r.Elapsed.Seconds()
	}
	p.took = time.Since(begun).Seconds()
	return p
}
