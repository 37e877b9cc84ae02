package charts

import (
	"math"
	"testing"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	bursts "linebounce/probes/scope"
	"linebounce/ui/results"
)

// FuzzCharts draws whatever figures and names a file may hold: each chart is
// drawn as all are or refused.
func FuzzCharts(f *testing.F) {
	f.Add("put_pid", 1.5, 1.0, 2.0, int64(1), int64(2), int64(3), 2)
	f.Add("<&\">\x00\xff\n…", math.NaN(), math.Inf(-1), math.Inf(1), int64(0), int64(-1), int64(math.MaxInt64), 0)
	f.Add("", 1e308, -1e308, 5e-324, int64(math.MinInt64), int64(1), int64(1), 1024)
	f.Add("x", -3.0, 7.0, -9.0, int64(1<<62), int64(1<<40), int64(1<<40), 17)
	f.Add("x", 0.0, 0.0, 0.0, int64(4), int64(4), int64(4), 100)
	f.Add("x", 1e99, 1e-99, 1e99, int64(4), int64(5), int64(4), 3)
	f.Fuzz(func(t *testing.T, name string, x, y, z float64, i, j, k int64, n int) {
		n = min(max(n, -3), 200)
		figures := []probes.Interval{interval(x, y, z), interval(y, z, x), alone(z)}
		try := func(c Chart, err error) {
			if err == nil {
				check(t, c)
			}
		}
		var arms []results.Arm
		var points []results.Point
		var held []results.Published
		var symbols []profile.Symbol
		for at, figure := range figures {
			arms = append(arms, results.Arm{Name: name, Rate: figure, Unpinned: at == 0})
			held = append(held, results.Published{Figure: "AB"[at%2 : at%2+1], Unit: "s", CPUs: n, Published: x, Predicted: y, Rate: figure.Median, Source: name})
			points = append(points, results.Point{CPUs: n + int(i%64)*at, A: figure, B: figures[2-at], Extrapolated: at == 1})
			symbols = append(symbols, profile.Symbol{Name: name, Off: x, On: y, Difference: figure})
		}
		try(Throughput(results.Finding{Experiment: name, Arms: arms, Ratio: &figures[1], Pairs: n}, here))
		try(Scaling(results.Scaling{Experiment: name, Machine: name, A: name, B: name, Points: points, Published: held}, here))
		try(Profile(profile.Result{Event: name, Symbols: symbols, Pairs: n}, here))
		stays := bursts.Percentiles{P10: i, P50: j, P90: k, Max: max(i, j, k), Count: j}
		try(Stays(results.Burst{Lines: []results.Line{
			{Name: name, Ops: k, Stays: stays, Bins: []bursts.Bin{{Low: i, High: j, Count: k}, {Low: j, High: k, Count: i}}},
			{Name: name, Ops: i, Stays: stays},
		}}, here))
		m := latency.Map{Method: latency.Method(name)}
		for cpu := range max(n, 0) {
			m.CPUs = append(m.CPUs, cpu*int(j%100))
			for other := cpu + 1; other < n; other++ {
				figure := figures[(cpu*other)%3]
				m.Pairs = append(m.Pairs, latency.Pair{A: cpu, B: other, Label: name, Median: figure.Median, Low: figure.Low, High: figure.High, Samples: cpu % 5})
			}
		}
		try(Latency(m, here))
	})
}
