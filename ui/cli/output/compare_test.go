package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"golang.org/x/perf/benchfmt"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/scope"
	"linebounce/probes/topology"
	"linebounce/ui/results"
)

// armOf is an arm of n windows, the first of so many operations a second.
func armOf(t *testing.T, name, text string, rate float64, n int) results.Arm {
	t.Helper()
	a := results.Arm{Name: name, Scenario: scenario(t, text), Windows: n}
	var values []float64
	for i := range n {
		values = append(values, rate+float64(i)*rate/1000)
		a.Samples = append(a.Samples, results.Sample{Units: int64(values[i] / 100), Rate: values[i]})
	}
	a.Rate = probes.Summarize(values, probes.Confidence)
	return a
}

// fileOf is a file with one comparison of n pairs.
func fileOf(t *testing.T, path, model, words string, a, b float64, n int) results.File {
	t.Helper()
	ratio := probes.Summarize(slices.Repeat([]float64{b / a}, n), probes.Confidence)
	return results.File{
		Path: path, Recording: true, Source: probes.Recorded, Made: made, Machine: results.Machine{Model: model, CPUs: 4, LineBytes: 64, Arch: "amd64", Kernel: "Linux 6.18.0"},
		Findings: []results.Finding{{
			Experiment: "counters", Source: probes.Recorded, Quantity: probes.OpsPerSecond, Ratio: &ratio, Pairs: n,
			Arms: []results.Arm{
				armOf(t, "A", "counter=each line=shared op=lock writers=2"+words, a, n), armOf(t, "B", "counter=each line=padded op=lock writers=2"+words, b, n),
			},
		}},
	}
}

// document takes from a file what JSON does not have.
func document(f results.File) results.File {
	f.Recording, f.Source, f.Made = false, probes.Measured, time.Time{}
	for i := range f.Findings {
		f.Findings[i].Source = probes.Measured
		for j := range f.Findings[i].Arms {
			f.Findings[i].Arms[j].Samples = nil
		}
	}
	return f
}

// side is what the formats are tried on: two machines, the one on two days, the
// other in a sweep, one of it too short; and what the model says.
func side(t *testing.T) Compare {
	t.Helper()
	monday, tuesday := fileOf(t, "lab/monday.jsonl", "Big CPU", " batch=1", 40e6, 400e6, 20), fileOf(t, "lab/tuesday.jsonl", "Big CPU", " batch=1", 50e6, 400e6, 20)
	tuesday.Made, tuesday.Machine.Governor = made.AddDate(0, 0, 1), "performance"
	tuesday.Findings[0].Arms[0].SetAside, tuesday.Findings[0].Arms[1].Unpinned = 3, true
	small := document(fileOf(t, "lab/small.json", "Small CPU", " batch=16", 90e6, 90e6, 20))
	short := document(fileOf(t, "lab/short.json", "Small CPU", " batch=2", 80e6, 160e6, 3))
	model := document(fileOf(t, "lab/model.json", "somebody's machine", " batch=2", 80e6, 240e6, 1))
	model.Source, model.Findings[0].Source, model.Machine.LineSource = probes.Simulated, probes.Simulated, topology.FromModel
	model.Scalings = []results.Scaling{{
		Experiment: "counters", Source: probes.Simulated, Quantity: probes.OpsPerSecond, A: "line=shared", B: "line=padded",
		Points: []results.Point{
			{CPUs: 2, A: probes.Interval{Median: 10}, B: probes.Interval{Median: 15}},
			{CPUs: 8, A: probes.Interval{Median: 10}, B: probes.Interval{Median: 30}, Extrapolated: true},
		},
	}}
	model.Warnings = []string{"It is a model."}
	return NewCompare([]results.File{monday, tuesday, small, short, model, probed(t)})
}

// probed is a file with a map, bursts and a profile.
func probed(t *testing.T) results.File {
	return results.File{
		Path: "lab/probes.jsonl", Source: probes.Recorded, Made: made, Machine: results.Machine{Model: "Big CPU", CPUs: 3},
		Maps: []latency.Map{{
			Method: latency.CAS, CPUs: []int{0, 1, 2}, Complete: true,
			Pairs: []latency.Pair{
				{A: 0, B: 1, Label: "one L3", Median: 40, Samples: 9}, {A: 0, B: 2, Label: "other L3", Median: 90, Samples: 9}, {A: 1, B: 2, Label: "other L3", Median: 110, Samples: 9},
			},
		}},
		Bursts: []results.Burst{{
			Captures: 7, Scenario: scenario(t, "counter=one writers=2"), Source: probes.Recorded, Method: probes.ByValue,
			Lines: []results.Line{{Name: "count", Stays: scope.Percentiles{P10: 2, P50: 5, P90: 9, Max: 70, Count: 1000}, Intervals: scope.Percentiles{P50: 130, Count: 999}}},
		}},
		Profiles: []profile.Result{{Event: "cpu-clock"}},
		Warnings: []string{"It is a model.", "It was cut off."},
	}
}

func TestCompareFormats(t *testing.T) {
	for _, format := range Formats() {
		t.Run(format, func(t *testing.T) {
			var b bytes.Buffer
			if err := side(t).Write(&b, Format(format)); err != nil {
				t.Fatal(err)
			}
			golden.RequireEqual(t, b.Bytes())
		})
	}
}

// What benchstat reads says which file and machine each window is from.
func TestBenchIsReadByBenchfmt(t *testing.T) {
	var b bytes.Buffer
	c := side(t)
	if err := c.Write(&b, Bench); err != nil {
		t.Fatal(err)
	}
	r := benchfmt.NewReader(&b, "compare")
	lines := map[string]int{}
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Fatal(rec)
		case *benchfmt.Result:
			lines[fmt.Sprintf("%s of %s", rec.GetConfig("file"), rec.GetConfig("cpu"))]++
			rate, _ := rec.Value("ops/s")
			took, _ := rec.Value("sec/op")
			if product := rate * took; product < 0.999 || product > 1.001 {
				t.Errorf("%g ops/s and %g s/op", rate, took)
			}
			if day := rec.GetConfig("governor"); (day == "performance") != (rec.GetConfig("file") == "tuesday") {
				t.Errorf("%s has the governor %q", rec.GetConfig("file"), day)
			}
		}
	}
	want := map[string]int{
		"monday of Big CPU": 40, "tuesday of Big CPU": 40, "small of Small CPU": 2, "short of Small CPU": 2, "model of somebody's machine": 2,
	}
	for name, n := range want {
		if lines[name] != n {
			t.Errorf("%s: %d lines, want %d", name, lines[name], n)
		}
	}
	if len(lines) != len(want) {
		t.Errorf("lines of %v", lines)
	}
	if told := c.Lacks(Bench); len(told) != 2 || !strings.Contains(told[0], "small, short, model") || !strings.Contains(told[1], "(4)") {
		t.Errorf("told %q", told)
	}
}

func TestCSVHasTheGridInColumns(t *testing.T) {
	var b bytes.Buffer
	if err := side(t).Write(&b, CSV); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range []string{"a_batch", "b_batch", "a_line", "b_line"} {
		if !slices.Contains(rows[0], column) {
			t.Errorf("no column %s in %q", column, rows[0])
		}
	}
	if slices.Contains(rows[0], "a_op") {
		t.Errorf("a column of what is the same throughout: %q", rows[0])
	}
}

func TestAnArmAloneAndOneFile(t *testing.T) {
	f := fileOf(t, "x.jsonl", "CPU", "", 1e6, 2e6, 8)
	f.Findings[0].Arms, f.Findings[0].Ratio = f.Findings[0].Arms[:1], nil
	for _, format := range Formats() {
		var b bytes.Buffer
		if err := NewCompare([]results.File{f}).Write(&b, Format(format)); err != nil {
			t.Fatal(err)
		}
		if format == string(Text) && (!strings.Contains(b.String(), "counters: A alone, operations/s") || strings.Contains(b.String(), "B/A")) {
			t.Errorf("%s", b.String())
		}
	}
}

func TestHundredsSayWhatTheyComeTo(t *testing.T) {
	var files []results.File
	for i := range 100 {
		files = append(files, document(fileOf(t, fmt.Sprintf("r/host%d.json", i), fmt.Sprintf("CPU %d", i%10), "", 1e6, float64(1+i%2)*1e6, 8)))
	}
	var b bytes.Buffer
	if err := NewCompare(files).Write(&b, Text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"100 results, 10 kinds of machine: B is faster in 50, no difference detected in 50; B/A from 1.00 to 2.0, median 1.50.",
		"not to be held against one another",
		"100 of these are of machines that the files do not tell apart.",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// Whatever a file holds, every format can print it.
func FuzzCompare(f *testing.F) {
	for _, text := range []string{
		`{"schema":1,"source":"measured","experiment":"x","arms":[{"scenario":"writers=1","ops_per_s":{"median":1}},{"scenario":"writers=1"}],"ratio":{}}`,
		`{"schema":1,"source":"simulated","experiment":"x","arms":[{"scenario":"writers=1"}],"scaling":[{"cpus":1,"a":1},{"cpus":2,"b":2}]}`,
		`{"schema":1,"source":"measured","complete":true,"pairs":[{"a":0,"b":1,"samples":1,"median_ns":2}]}`,
		`{"schema":1,"source":"measured","arms":[{"scenario":"writers=1"}],"stay":{"p50":1,"count":1}}`,
		`{"format":"linebounce recording","version":1,"machine":{},"experiments":["x"]}` + "\n" +
			`{"experiment":"x","reading":{"unit":"window","scenario":"writers=1","cpus":[{"ops":1,"elapsed_ns":5}]}}` + "\n",
	} {
		f.Add([]byte(text))
	}
	path := filepath.Join(f.TempDir(), "file")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		files, _ := results.Load([]string{path})
		if len(files) == 0 {
			return
		}
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := NewCompare(files).Write(&b, Format(format)); err != nil {
				t.Fatal(err)
			}
			if format == string(JSON) && !json.Valid(b.Bytes()) {
				t.Errorf("no JSON: %s", b.Bytes())
			}
			if strings.ContainsAny(b.String(), "\x1b\x07") {
				t.Errorf("%s has control characters: %q", format, b.String())
			}
		}
	})
}
