package charts

import (
	"math"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	bursts "linebounce/probes/scope"
	"linebounce/ui/results"
)

// Where the figures of samples come from.
var (
	here  = From{Source: probes.Recorded, Made: time.Date(2026, 11, 30, 9, 8, 7, 0, time.UTC)}
	model = From{Source: probes.Simulated}
)

func scenario(t testing.TB, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func interval(median, low, high float64) probes.Interval {
	return probes.Interval{Median: median, Low: low, High: high, Confidence: probes.Confidence, Samples: 60}
}

// alone is a figure without an interval.
func alone(median float64) probes.Interval { return interval(median, math.Inf(-1), math.Inf(1)) }

func comparison(t testing.TB) results.Finding {
	ratio := interval(3.87, 3.71, 4.02)
	return results.Finding{
		Experiment: "counters", Source: probes.Measured, Quantity: probes.OpsPerSecond, Ratio: &ratio, Pairs: 61,
		Arms: []results.Arm{
			{Name: "A", Scenario: scenario(t, "counter=each line=shared op=lock writers=2 cpus=0,1"), Rate: interval(80e6, 78e6, 84e6)},
			{Name: "B", Scenario: scenario(t, "counter=each line=padded op=lock writers=2 cpus=0,1"), Rate: interval(320e6, 301e6, 333e6)},
			{Name: "C", Scenario: scenario(t, "counter=one line=shared op=lock writers=2 cpus=0,1"), Rate: alone(52.1e6), Unpinned: true},
		},
	}
}

func growth() results.Scaling {
	s := results.Scaling{
		Experiment: "hackbench", Source: probes.Simulated, Machine: "two Xeons", Quantity: probes.MessagesPerSecond,
		A: "path=always counter=one groups=20", B: "path=request counter=one groups=20",
	}
	for i, cpus := range []int{1, 2, 4, 8, 16, 32, 64} {
		s.Points = append(s.Points, results.Point{CPUs: cpus, A: alone(230e3 * float64(i+1)), B: alone(250e3 * float64(cpus)), Extrapolated: cpus > 16})
	}
	return s
}

// square is a map of two sockets.
func square(cpus int) latency.Map {
	m := latency.Map{Method: latency.CAS, Complete: true}
	for i := range cpus {
		m.CPUs = append(m.CPUs, i)
	}
	for i := range cpus {
		for j := i + 1; j < cpus; j++ {
			p := latency.Pair{A: i, B: j, Label: "same L3", Median: 50 + float64((7*i+3*j)%9), Samples: 5, Pinned: true}
			if i < cpus/2 && j >= cpus/2 {
				p.Label, p.Median = "other socket", 140+float64((i+j)%11)
			}
			p.Low, p.High = p.Median-1, p.Median+2
			m.Pairs = append(m.Pairs, p)
		}
	}
	return m
}

func burst(t testing.TB) results.Burst {
	return results.Burst{
		Scenario: scenario(t, "counter=one line=shared writers=2"), Source: probes.Measured, Method: probes.ByValue,
		Lines: []results.Line{{
			Name: "count", Ops: 15_598_709, Stays: bursts.Percentiles{P10: 3, P50: 5, P90: 7, Max: 1999, Count: 2_209_000},
			Bins: []bursts.Bin{
				{Low: 1, High: 2, Count: 45_000}, {Low: 2, High: 4, Count: 360_000}, {Low: 4, High: 8, Count: 1_800_000},
				{Low: 8, High: 16, Count: 3_800}, {Low: 16, High: 32}, {Low: 32, High: 64}, {Low: 64, High: 128}, {Low: 128, High: 256},
				{Low: 256, High: 512, Count: 100}, {Low: 512, High: 1024, Count: 60}, {Low: 1024, High: 2048, Count: 40},
			},
		}, {
			Name: "pid", Ops: 9_000, Stays: bursts.Percentiles{P10: 1, P50: 1, P90: 4, Max: 90, Count: 4_000},
		}},
	}
}

func difference(t testing.TB) profile.Result {
	return profile.Result{
		Event: "cpu-clock", Pairs: 157,
		Arms: [2]probes.Scenario{scenario(t, "transport=socketpair passcred=off"), scenario(t, "transport=socketpair passcred=receiver")},
		Symbols: []profile.Symbol{
			{Name: "_raw_spin_lock", Off: 10.79, On: 9.6, Difference: interval(-1.88, -3.57, 1.59)},
			{Name: "put_pid", Off: 0.03, On: 3.3, Difference: interval(3.11, 2.61, 4)},
			{Name: "a_function_with_<a>_name_that_no_page_is_wide_enough_for_&_so_it_is_cut_somewhere_in_the_middle", On: 1.15, Difference: interval(1.16, 0.78, 1.54)},
			{Name: "put_cmsg", On: 1.06, Difference: alone(1.01)},
			{Name: "never_seen", Difference: probes.Summarize(nil, probes.Confidence)},
		},
	}
}
