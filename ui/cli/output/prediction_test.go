package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"golang.org/x/perf/benchfmt"

	"linebounce/probes"
	"linebounce/probes/calibration"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
	"linebounce/sim"
)

// modelled is a machine of the model with so many CPUs.
func modelled(cpus int) topology.Machine {
	return topology.Machine{Model: "Constructed part", CPUs: make([]topology.CPU, cpus), LineBytes: 64, LineSource: topology.FromModel, SMT: "on"}
}

// sized is a load with a size on one, four and eight CPUs, of which the machine
// has four.
func sized(t *testing.T) Prediction {
	t.Helper()
	scenarios := []probes.Scenario{scenario(t, "path=always"), scenario(t, "path=request")}
	row := func(cpus int, a, b simulated.Point) Row {
		return Row{simulated.Row{CPUs: cpus, Extrapolated: cpus > 4, A: a, B: b, Ratio: b.Rate / a.Rate}, scenarios}
	}
	rows := []Row{
		row(1, simulated.Point{Rate: 1e5, Seconds: 10}, simulated.Point{Rate: 1.25e5, Seconds: 8}),
		row(4, simulated.Point{Rate: 2e5, Seconds: 5, Transfers: 15.25}, simulated.Point{Rate: 5e5, Seconds: 2}),
		row(8, simulated.Point{Rate: 2.5e5, Seconds: 4, Transfers: 15.5}, simulated.Point{Rate: 1e6, Seconds: 1, Transfers: 0.25}),
	}
	variant := func(home sim.Home, remote float64, reads bool, ratio float64) simulated.Variant {
		v := simulated.Variant{Home: home, Remote: remote, Share: 0.5, Reads: reads, Row: rows[1].Row, Preset: home == sim.Blocks && remote == 100 && reads}
		v.Ratio = ratio
		return v
	}
	return Prediction{
		Result: Predicted(Session{
			Experiment: "hackbench", Origin: probes.Simulated, Machine: modelled(4), Quantity: probes.MessagesPerSecond, Scenarios: scenarios,
			Warnings: []string{"A note."}, Again: "linebounce sim hackbench --cpus 1,4,8",
		}, []simulated.Point{rows[1].A, rows[1].B}),
		Workload: "1 million messages", Unit: "message", Rows: rows,
		Published: []Held{
			{Figure: "A", Unit: "s", CPUs: 4, Published: 6.25, Predicted: 5, Source: "a mail"},
			{Figure: "B/A", CPUs: 4, Published: 2, Predicted: 2.5, Source: "two mails"},
		},
		Variants: []simulated.Variant{
			variant(sim.Blocks, 50, true, 1.5), variant(sim.Blocks, 50, false, 1.25), variant(sim.Blocks, 100, true, 2.5), variant(sim.Pipelined, 100, true, 3),
		},
		Remote:      "a guide",
		Assumptions: []Assumption{{"machine, home", "blocks", "the other one is a variant", true}, {"machine, cpus", "4", "a mail", false}},
		Lacks:       []string{"weather"},
		Events:      &Events{File: "e.json", Arm: "A", Count: 20000, Nanoseconds: 48250},
	}
}

// calibrated is this machine with one arm, one cell judged and one not.
func calibratedHere(t *testing.T) Prediction {
	t.Helper()
	s := scenario(t, "counter=one line=shared writers=2")
	about := Session{Experiment: "counters", Origin: probes.Simulated, Machine: machine, Quantity: probes.OpsPerSecond, Scenarios: []probes.Scenario{s}}
	point := simulated.Point{Rate: 6e7, Transfers: 0.5}
	interval := func(x float64) probes.Interval {
		return probes.Interval{Median: x, Low: x * 0.5, High: x * 2, Confidence: 0.95, Samples: 9}
	}
	return Prediction{
		Result: Predicted(about, []simulated.Point{point}), Unit: "operation",
		Rows: []Row{{simulated.Row{CPUs: 2, A: point}, about.Scenarios}},
		Here: &calibration.Result{
			CPUs: []int{0, 3}, Windows: 100, SetAside: 7,
			Values: []calibration.Value{
				{Name: "period", Unit: "ns", Interval: interval(86.9), How: "two CPUs"},
				{Name: "message", Unit: "ns", Interval: probes.Summarize([]float64{1310}, probes.Confidence), How: "no references"},
			},
			Judged: []calibration.Judged{
				{Name: "one shared", Cell: true, Taken: true, Experiment: "counters", Scenario: s, Quantity: "ops_per_s",
					Predicted: interval(6e7), Measured: interval(5e7), Error: interval(0.2), Latency: interval(80)},
				{Name: "always", Experiment: "messages", Scenario: scenario(t, "path=always"), Quantity: "messages_per_s",
					Predicted: interval(1e6), Measured: interval(1e6), Error: probes.Summarize([]float64{0}, probes.Confidence), Latency: interval(80)},
			},
		},
	}
}

// early is a prediction that was stopped before it had anything.
func early(t *testing.T) Prediction {
	t.Helper()
	s := scenario(t, "path=always")
	return Prediction{Unit: "message", Result: Predicted(Session{
		Experiment: "hackbench", Origin: probes.Simulated, Machine: modelled(16), Quantity: probes.MessagesPerSecond, Scenarios: []probes.Scenario{s, s},
	}, nil)}
}

func TestPredictions(t *testing.T) {
	for _, format := range Formats() {
		for name, p := range map[string]Prediction{"sized": sized(t), "here": calibratedHere(t), "early": early(t)} {
			t.Run(name+"."+format, func(t *testing.T) { golden.RequireEqual(t, written(t, p, format)) })
		}
	}
}

func written(t *testing.T, p Prediction, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b, Format(format)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The ratio of the rates is that of the times the other way round, in every row.
func TestScalingIsOfRates(t *testing.T) {
	var d struct {
		Scaling []struct {
			A, B, Ratio float64
			Time        struct{ A, B float64 } `json:"time_s"`
		}
	}
	if err := json.Unmarshal(written(t, sized(t), "json"), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Scaling) != 3 {
		t.Fatalf("%d rows", len(d.Scaling))
	}
	for _, r := range d.Scaling {
		if math.Abs(r.B/r.A-r.Ratio) > 1e-9 || math.Abs(r.Time.A/r.Time.B-r.Ratio) > 1e-9 {
			t.Errorf("%+v", r)
		}
	}
}

func TestTheBandLeavesOtherAssumptionsOut(t *testing.T) {
	want := Band{RemoteLow: 50, RemoteHigh: 100, Chosen: 100, Low: 1.5, High: 2.5}
	if got := sized(t).band(); got == nil || *got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := early(t).band(); got != nil {
		t.Errorf("%+v without variants", got)
	}
}

// Cells that could not be judged are there, and null.
func TestEveryCellIsThere(t *testing.T) {
	p := calibratedHere(t)
	var d struct{ Calibration, Predicted, Measured, Error map[string]*float64 }
	if err := json.Unmarshal(written(t, p, "json"), &d); err != nil {
		t.Fatal(err)
	}
	for i, m := range []map[string]*float64{d.Calibration, d.Predicted, d.Measured, d.Error} {
		if want := []float64{80, 6e7, 5e7, 0.2}[i]; len(m) != 4 || m["one shared"] == nil || *m["one shared"] != want || m["each padded"] != nil {
			t.Errorf("object %d: %v", i, m)
		}
	}
	if got := p.Unjudged(); !slices.Equal(got, []string{"one padded", "each shared", "each padded"}) {
		t.Errorf("unjudged: %v", got)
	}
}

func TestRowsOfPredictions(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(written(t, sized(t), "csv"))).ReadAll() // refuses ragged rows
	if err != nil || len(rows) != 1+3*2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	reader := benchfmt.NewReader(bytes.NewReader(written(t, sized(t), "bench")), "bench")
	var iterations []int
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			iterations = append(iterations, record.Iters)
			if rate, _ := record.Value("ops/s"); rate <= 0 || record.GetConfig("source") != "simulated" || !strings.Contains(string(record.Name), "/cpus=") {
				t.Errorf("%+v", record)
			}
		case *benchfmt.SyntaxError:
			t.Error(record)
		}
	}
	if !slices.Equal(iterations, []int{1e6, 1e6, 1e6, 1e6, 1e6, 1e6}) { // messages of the whole workload
		t.Errorf("iterations %v", iterations)
	}
}

func TestHowMuchMoves(t *testing.T) {
	for lines, want := range map[float64]string{0: "0", 0.0123: "0.012", 0.5: "0.5", 0.999: "1.0", 15.39: "15.4"} {
		if got := moved(lines); got != want {
			t.Errorf("%v lines are %s, want %s", lines, got, want)
		}
	}
}
