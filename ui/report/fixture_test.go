package report

import (
	"math"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
	"linebounce/ui/results"
)

var by = By{Program: "v9.8.7", Command: "linebounce report lab.jsonl curve.json -o page.html"}

// everything is a recording that holds all there is, and a document of the model.
func everything() []results.File {
	return []results.File{recording(), modelledFile()}
}

func recording() results.File {
	return results.File{
		Path: "/home/somebody/runs/lab.jsonl", Recording: true, Source: probes.Recorded, Program: "v0.6.0",
		Made: time.Date(2026, 11, 30, 9, 8, 7, 0, time.UTC),
		Machine: results.Machine{
			Model: "Example 9000", CPUs: 6, LineBytes: 64, LineSource: topology.FromSysfs, Kernel: "Linux 6.18.1", Arch: "amd64",
			Governor: "powersave", Turbo: "on", SMT: "off",
		},
		Findings: []results.Finding{messages(), counters(), alone()},
		Scalings: []results.Scaling{{
			Experiment: "counters", Source: probes.Recorded, Machine: "Example 9000", Quantity: probes.OpsPerSecond,
			A: "counter=each line=shared", B: "counter=each line=padded", Command: "linebounce record FILE scaling",
			Points: []results.Point{{CPUs: 1, A: about3(160e6), B: about3(161e6)}, {CPUs: 2, A: about3(59e6), B: about3(318e6)}, {CPUs: 6, A: about3(41e6), B: about3(951e6)}},
		}},
		Bursts:   []results.Burst{stayed3()},
		Maps:     []latency.Map{six()},
		Profiles: []profile.Result{shares()},
		Warnings: []string{"line 12: something is wrong with this line, and it was left out"},
	}
}

// about3 is an interval of three percent to either side.
func about3(median float64) probes.Interval {
	return probes.Interval{Median: median, Low: 0.97 * median, High: 1.03 * median, Confidence: 0.95, Samples: 40}
}

func scene(text string) probes.Scenario {
	s, err := probes.ParseScenario(text)
	if err != nil {
		panic(err)
	}
	return s
}

func counters() results.Finding {
	ratio := about3(5.42)
	arm := func(name, text string, median float64) results.Arm {
		return results.Arm{Name: name, Scenario: scene(text), Rate: about3(median), Windows: 95, SetAside: 21}
	}
	a := arm("A", "counter=each line=shared op=lock batch=1 neighbours=off track=off cpus=0,1 writers=2", 59.34e6)
	a.Handoffs, a.OpsPerStay, a.Stays = new(11.27e6), new(3.67), &probes.StayStats{P10: 2, Median: 3, P90: 5, Mean: 3.5}
	b := arm("B", "counter=each line=padded op=lock batch=1 neighbours=off track=off cpus=0,1 writers=2", 321.6e6)
	b.Handoffs, b.OpsPerStay, b.Windows = new(0.0), new(1168577.0), 97
	c := arm("C", "counter=one line=shared op=lock batch=1 neighbours=off track=off cpus=0,1 writers=2", 61.7e6)
	c.Unpinned = true
	return results.Finding{
		Experiment: "counters", Source: probes.Recorded, Quantity: probes.OpsPerSecond, Arms: []results.Arm{a, b, c}, Ratio: &ratio, Pairs: 92,
		Command: "linebounce run counters -a '" + a.Scenario.String() + "' -b '" + b.Scenario.String() + "'",
	}
}

func messages() results.Finding {
	ratio := probes.Interval{Median: 1.01, Low: 0.98, High: 1.03, Confidence: 0.95, Samples: 30}
	return results.Finding{
		Experiment: "sockets", Source: probes.Recorded, Quantity: probes.MessagesPerSecond, Ratio: &ratio, Pairs: 30,
		Arms: []results.Arm{
			{Name: "A", Scenario: scene("transport=socketpair passcred=receiver writers=1 readers=1"), Rate: about3(412345), Windows: 31},
			{Name: "B", Scenario: scene("transport=socketpair passcred=off writers=1 readers=1"), Rate: about3(416789), Windows: 33},
		},
		Command: "linebounce run sockets",
	}
}

// alone is one arm whose rate has no interval.
func alone() results.Finding {
	return results.Finding{
		Experiment: "ring", Source: probes.Recorded, Quantity: probes.MessagesPerSecond, Command: "linebounce run ring -a 'index=shared'",
		Arms: []results.Arm{{
			Name: "A", Scenario: scene("index=shared cached=off writers=1 readers=1"), Windows: 2,
			Rate: probes.Interval{Median: 195.5e6, Low: math.Inf(-1), High: math.Inf(1), Confidence: 0.95, Samples: 2},
		}},
	}
}

func stayed3() results.Burst {
	return results.Burst{
		Scenario: scene("counter=one line=shared writers=2"), Source: probes.Recorded, Method: probes.ByOwner, Length: 4321 * time.Microsecond,
		Lines: []results.Line{{
			Name: "count", Ops: 19044, Stays: bursts.Percentiles{P10: 2, P50: 3, P90: 7, Max: 2793, Count: 5371},
			Bins:      []bursts.Bin{{Low: 1, High: 2, Count: 400}, {Low: 2, High: 4, Count: 3900}, {Low: 4, High: 8, Count: 1071}},
			Intervals: bursts.Percentiles{P10: 62, P50: 66, P90: 73, Max: 13502, Count: 5370},
		}},
		Handoffs: []probes.Handoff{{From: 0, To: 1, Count: 2686}, {From: 1, To: 0, Count: 2684}},
		Command:  "linebounce scope -a 'counter=one line=shared writers=2'",
	}
}

func six() latency.Map {
	m := latency.Map{Method: latency.CAS, CPUs: []int{0, 1, 2, 3, 4, 5}, Visits: 90, Starved: 3}
	for a := range 6 {
		for b := a + 1; b < 6; b++ {
			p := latency.Pair{A: a, B: b, Label: "one L3", Min: 40, P10: 45, P90: 66, P99: 80, Median: 50.5, Low: 50, High: 51, Samples: 800, Pinned: true}
			if b > 2 && a < 3 {
				p.Label, p.Median, p.Low, p.High, p.P90, p.P99 = "other L3", 130+float64(a), 129, 134, 150, 170
			}
			if a == 2 && b == 5 {
				p = latency.Pair{A: a, B: b, Label: "other L3", Why: "CPU 5 went away"}
			}
			m.Pairs = append(m.Pairs, p)
		}
	}
	return m
}

func shares() profile.Result {
	difference := func(median, width float64) probes.Interval {
		return probes.Interval{Median: median, Low: median - width, High: median + width, Confidence: 0.95, Samples: 20}
	}
	return profile.Result{
		Event: "cpu-clock", Rate: 997, Pairs: 91, Samples: [2]int{3588, 3520}, Messages: [2]probes.Interval{about3(973900), about3(881100)}, Lost: 4,
		Arms: [2]probes.Scenario{scene("transport=socketpair passcred=off"), scene("transport=socketpair passcred=receiver")},
		Symbols: []profile.Symbol{
			{Name: "put_pid", Off: 0.06, On: 2.5, Difference: difference(2.58, 0.5)},
			{Name: "_raw_spin_lock", Off: 11.59, On: 12.7, Difference: difference(1.3, 1.4)},
			{Name: "quiet_one", Off: 0.1, On: 0.2, Difference: difference(0.1, 1)},
			{Name: "__check_object_size", Off: 2.17, On: 0.91, Difference: difference(-0.99, 0.3)},
		},
		Absent: "Counters of lines that came from another cache are absent here.",
	}
}

func modelledFile() results.File {
	exact := func(x float64) probes.Interval {
		return probes.Interval{Median: x, Low: math.Inf(-1), High: math.Inf(1), Confidence: 0.95, Samples: 1}
	}
	ratio := exact(1.98)
	a, b := "path=always counter=one line=shared groups=20 senders=20", "path=request counter=one line=shared groups=20 senders=20"
	return results.File{
		Path: "/home/somebody/runs/models/curve.json", Source: probes.Simulated,
		Machine: results.Machine{Model: "two quad-core Examples, as in a mail; an inference", CPUs: 16, LineBytes: 64, LineSource: topology.FromModel, SMT: "on"},
		Findings: []results.Finding{{
			Experiment: "hackbench", Source: probes.Simulated, Quantity: probes.MessagesPerSecond, Ratio: &ratio, Pairs: 1,
			Arms:    []results.Arm{{Name: "A", Scenario: scene(a), Rate: exact(1.902e6)}, {Name: "B", Scenario: scene(b), Rate: exact(3.774e6)}},
			Command: "linebounce sim hackbench --cpus 16",
		}},
		Scalings: []results.Scaling{{
			Experiment: "hackbench", Source: probes.Simulated, Machine: "two quad-core Examples", Quantity: probes.MessagesPerSecond, A: a, B: b,
			Points: []results.Point{
				{CPUs: 8, A: exact(1.729e6), B: exact(1.887e6)}, {CPUs: 16, A: exact(1.902e6), B: exact(3.774e6)},
				{CPUs: 32, A: exact(1.523e6), B: exact(7.55e6), Extrapolated: true},
			},
			Published: []results.Published{
				{Figure: "A", Unit: "s", CPUs: 16, Published: 9.102, Predicted: 8.412, Rate: 16e6 / 9.102, Source: "a mail of 2011, before"},
				{Figure: "B/A", CPUs: 16, Published: 2.1528, Predicted: 1.984, Rate: math.NaN(), Source: "the two above"},
			},
			Command: "linebounce sim hackbench --cpus 8,16,32",
		}},
	}
}
