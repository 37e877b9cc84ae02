package scope

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/ticks"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// bare is a burst of as many operations that nothing is written down of.
func bare(w *worker, stop windows.Stop) {
	word, ticket, limit := w.word, w.ticket, w.limit
	var ops int64
	for ops < limit && !stop.Over() {
		for range stretch {
			atomic.AddInt64(word, ticket)
		}
		ops += stretch
	}
	w.ops = ops
}

// timed is a workload whose rates leave the wait for its workers out.
type timed struct {
	*workload
	loop func(*worker, windows.Stop)
}

func (w timed) Place(m *lines.Memory) {
	w.workload.Place(m)
	for _, me := range w.workers {
		if w.loop != nil {
			me.loop = w.loop
		}
	}
}

func (w timed) Report(r *probes.Reading) {
	w.workload.Report(r)
	scale := ticks.NewScale(w.base, w.begin, w.end)
	for i, me := range w.workers {
		r.CPUs[i].Elapsed = time.Duration(scale.Nanoseconds(me.end - me.start))
	}
}

// pairs runs bursts with and without capture in pairs and returns the ratio of
// their rates.
func pairs(b *testing.B, text string, o Options, loop func(*worker, windows.Stop), spend time.Duration) *probes.Comparison {
	m := topology.Read()
	s, err := probes.ParseScenario(text)
	if err != nil {
		b.Fatal(err)
	}
	s, _, err = Prepare(m, s)
	if err != nil {
		b.Skip(err)
	}
	captured := s
	captured.Track = probes.On // tells the arms apart
	source := windows.Source{Machine: m, Build: func(m topology.Machine, s probes.Scenario, _ int) (windows.Workload, error) {
		w, err := build(m, s, o)
		if s == captured {
			return timed{w, loop}, err
		}
		return timed{w, bare}, err
	}}
	session, err := source.Open(b.Context(), probes.Plan{Arms: []probes.Scenario{s, captured}, Budget: probes.Budget{Window: longest, For: longest + spend}})
	if err != nil {
		b.Skip(err)
	}
	defer session.Close()
	var c probes.Comparison
	for {
		r, err := session.Next(b.Context())
		if err == io.EOF {
			return &c
		}
		if err != nil {
			b.Fatal(err)
		}
		c.Add(r)
	}
}

// BenchmarkCapture reports the rate with a burst captured over the rate without,
// as the median of pairs: go test -bench Capture -benchtime 5x gives each 5 s.
func BenchmarkCapture(b *testing.B) {
	for _, text := range []string{"counter=one line=shared", "counter=one line=padded", "counter=each line=shared", "counter=each line=padded"} {
		for _, o := range []Options{{Ops: 60_000}, {Ops: 60_000, Owner: true}} {
			if o.Owner && !strings.Contains(text, "one") {
				continue
			}
			b.Run(fmt.Sprintf("%s,owner=%v", strings.ReplaceAll(text, " ", ","), o.Owner), func(b *testing.B) {
				c := pairs(b, text, o, nil, time.Duration(b.N)*time.Second)
				r := c.Ratio(probes.Confidence)
				b.ReportMetric(r.Median, "on/off")
				b.ReportMetric(r.Low, "low")
				b.ReportMetric(r.High, "high")
				b.ReportMetric(float64(c.Pairs()), "pairs")
				b.ReportMetric(c.Arm(0).Rate().Median/1e6, "off-M/s")
			})
		}
	}
}

// lookAfter is byOwner, which also logs the values as byValue does: what the owner
// word of the cells without an exact order is worth.
func lookAfter(w *worker, stop windows.Stop) {
	word, limit, log := w.word, w.limit, w.owner
	var ops, next int64
	due := int64(stretch)
	for ops+stretch <= limit && w.room(w.taken) && log.Room() > stretch && !stop.Over() {
		firsts := (*slots)(w.firsts[w.taken:])
		var at uint64
		mine := true
		for range stretch {
			v := atomic.AddInt64(word, 1)
			mine = log.Mine()
			firsts[at%uint64(len(firsts))] = v
			at += uint64(next-v) >> 63
			next = v + 1
			ops++
			if !mine {
				break
			}
		}
		w.taken += int(at)
		if !mine {
			log.Take(ops - 1)
		}
		if ops >= due {
			w.mark(ops)
			due = ops + stretch
		}
	}
	w.ops = ops
	w.mark(ops)
	log.Finish(ops)
}

// BenchmarkOwnerWord reports by which share the owner word counts too many or too
// few hand-offs, against the exact order of the same bursts: in the counter's own
// word, as Options.Owner has it, and beside the counter, as in the cells without
// an exact order. -benchtime 100x gives 100 bursts each.
func BenchmarkOwnerWord(b *testing.B) {
	m := topology.Read()
	for _, beside := range []bool{false, true} {
		b.Run(fmt.Sprintf("beside=%v", beside), func(b *testing.B) {
			s, err := Open(b.Context(), m, probes.Scenario{}, Options{Ops: 100_000, Owner: true})
			if err != nil {
				b.Skip(err)
			}
			defer s.Close()
			var off []float64
			for range b.N {
				if beside {
					s.load.track()
					for _, me := range s.load.workers {
						me.loop = lookAfter
					}
				}
				c, err := s.Next(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				exact, byOwner := *c.HandoffsExact, *c.HandoffsByOwner
				if beside {
					byOwner = count(s.load.tracked[0].Handoffs([]int{0, 1}))
				}
				if exact > 1000 {
					off = append(off, float64(byOwner)/float64(exact)-1)
				}
			}
			if slices.Sort(off); len(off) > 0 {
				b.ReportMetric(100*off[len(off)/10], "p10-%")
				b.ReportMetric(100*off[len(off)/2], "median-%")
				b.ReportMetric(100*off[len(off)*9/10], "p90-%")
				b.ReportMetric(float64(len(off)), "bursts")
			}
		})
	}
}
