package counters

import (
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// bench returns this machine and its default pair of CPUs.
func bench(b *testing.B) (topology.Machine, []int) {
	b.Helper()
	m := topology.Read()
	cpus, err := m.Choose(2)
	if err != nil {
		b.Skip(err)
	}
	return m, cpus
}

// compare runs a plan to its end.
func compare(b *testing.B, s windows.Source, plan probes.Plan) *probes.Comparison {
	b.Helper()
	session, err := s.Open(b.Context(), plan)
	if err != nil {
		b.Fatal(err)
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

func arm(b *testing.B, cpus []int, text string) probes.Scenario {
	b.Helper()
	s, err := base.With(text)
	if err != nil {
		b.Fatal(err)
	}
	s.CPUs = probes.NewCPUList(cpus...)
	return s
}

// BenchmarkAgainstC holds the loop against the same loop in C on the same two
// CPUs, C before and after each of ours. One iteration is one bracket; 15 give
// a median: go test -bench AgainstC -benchtime 15x
func BenchmarkAgainstC(b *testing.B) {
	m, cpus := bench(b)
	program := filepath.Join(b.TempDir(), "counters")
	if out, err := exec.Command("gcc", "-O2", "-pthread", "-o", program, "testdata/counters.c").CombinedOutput(); err != nil {
		b.Skipf("no C to compare with: %v %s", err, out)
	}
	inC := func(apart int) float64 {
		out, err := exec.Command(program, strconv.Itoa(cpus[0]), strconv.Itoa(cpus[1]), strconv.Itoa(apart), "300").Output()
		if err != nil {
			b.Fatal(err)
		}
		rate, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			b.Fatal(err)
		}
		return rate
	}
	for _, c := range []struct {
		line  string
		apart int
	}{{probes.LinePadded, m.LineBytes}, {probes.LineShared, CounterBytes}} {
		b.Run(c.line, func(b *testing.B) {
			plan := probes.Plan{Arms: []probes.Scenario{arm(b, cpus, "line="+c.line)}, Budget: probes.Budget{For: 300 * time.Millisecond}}
			var ratios []float64
			for range b.N {
				before := inC(c.apart)
				comparison := compare(b, windows.Source{Machine: m, Build: Build}, plan)
				ours := comparison.Arm(0).Rate().Median
				ratios = append(ratios, 2*ours/(before+inC(c.apart)))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "ours/C")
		})
	}
}

// BenchmarkTracking reports what counting hand-offs costs in each cell, as the
// ratio of tracked to untracked rates.
func BenchmarkTracking(b *testing.B) {
	m, cpus := bench(b)
	for _, cell := range []string{
		"counter=one line=shared", "counter=one line=padded", "counter=each line=shared", "counter=each line=padded",
	} {
		b.Run(strings.ReplaceAll(cell, " ", ","), func(b *testing.B) {
			plan := probes.Plan{
				Arms:   []probes.Scenario{arm(b, cpus, cell), arm(b, cpus, cell+" track=on")},
				Budget: probes.Budget{For: time.Duration(b.N) * time.Second},
			}
			r := compare(b, windows.Source{Machine: m, Build: Build}, plan).Ratio(probes.Confidence)
			b.ReportMetric(r.Median, "tracked/untracked")
			b.ReportMetric(r.Low, "low")
			b.ReportMetric(r.High, "high")
		})
	}
}

// BenchmarkClaims counts how often a comparison of 2 s claims a difference at
// 95%: between a scenario and itself, and between it and itself slowed down by
// 3%. Each iteration is one comparison: go test -bench Claims -benchtime 100x
func BenchmarkClaims(b *testing.B) {
	m, cpus := bench(b)
	for _, c := range []struct {
		name string
		line string
		slow float64 // of the time of a chunk
	}{
		{"alike,shared", probes.LineShared, 0},
		{"alike,padded", probes.LinePadded, 0},
		{"slowed,padded", probes.LinePadded, 0.03},
	} {
		b.Run(c.name, func(b *testing.B) {
			a := arm(b, cpus, "line="+c.line)
			second := a
			second.Track = "" // not named: tells the slowed arm apart, and changes nothing
			burden := calibrate(c.slow, rate(b, m, a))
			build := func(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
				w, err := Build(m, s, burst)
				if err == nil && s == second && burden > 0 {
					return slowed{w.(*workload), burden}, nil
				}
				return w, err
			}
			plan := probes.Plan{Arms: []probes.Scenario{a, second}, Budget: probes.Budget{For: 2 * time.Second}}
			claims, pairs := 0, 0
			var ratios []float64
			for range b.N {
				comparison := compare(b, windows.Source{Machine: m, Build: build}, plan)
				if comparison.Ratio(probes.Confidence).Differs() {
					claims++
				}
				pairs += comparison.Pairs()
				ratios = append(ratios, comparison.Ratio(probes.Confidence).Median)
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "B/A")
			b.ReportMetric(float64(claims), "claims")
			b.ReportMetric(float64(pairs)/float64(b.N), "pairs/run")
			b.ReportMetric(float64(burden), "burden")
		})
	}
}

func rate(b *testing.B, m topology.Machine, s probes.Scenario) float64 {
	plan := probes.Plan{Arms: []probes.Scenario{s}, Budget: probes.Budget{For: 500 * time.Millisecond}}
	return compare(b, windows.Source{Machine: m, Build: Build}, plan).Arm(0).Rate().Median
}

// calibrate returns how many dependent multiplications take the given share of
// the time of a chunk of locked adds, at a rate for both CPUs together.
func calibrate(share, rate float64) int {
	if share == 0 {
		return 0
	}
	const n = 100_000_000
	start := time.Now()
	spun = spin(n, spun)
	each := time.Since(start).Seconds() / n
	return max(1, int(share*chunk/(rate/2)/each))
}

// spun keeps what was computed, nothing is a zero that the compiler cannot know.
var spun, nothing uint64

// spin does n dependent multiplications, which no CPU can overlap.
func spin(n int, x uint64) uint64 {
	for range n {
		x = x*6364136223846793005 + 1
	}
	return x
}

// slowed is a workload whose loops carry a burden, wherever it is placed.
type slowed struct {
	*workload
	burden int
}

func (w slowed) Place(m *lines.Memory) {
	w.workload.Place(m)
	slow(w.workload, w.burden)
}

// slow gives every worker the loop of locked adds with a burden after each
// chunk. The burden starts from what an add returned, and the next add from
// what the burden came to: a chain beside the adds would cost nothing, for the
// CPU does both at once.
func slow(w *workload, burden int) {
	for i := range w.workers {
		w.workers[i].loop = func(w *worker, stop windows.Stop) {
			ops, x := int64(0), uint64(1)
			for !stop.Over() {
				for range chunk - 1 {
					atomic.AddInt64(w.count, w.delta)
				}
				x = spin(burden, uint64(atomic.AddInt64(w.count, w.delta+int64(x&nothing))))
				ops += chunk
			}
			w.ops, w.seen = ops, int64(x)
		}
	}
}
