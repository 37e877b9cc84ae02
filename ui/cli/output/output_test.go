package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"golang.org/x/perf/benchfmt"

	"linebounce/probes"
	"linebounce/probes/topology"
)

var machine = topology.Machine{
	Model: "Constructed CPU", Kernel: "Linux 6.18.0", OS: "linux", Arch: "amd64",
	CPUs:      []topology.CPU{{Number: 0}, {Number: 3}},
	LineBytes: 64, LineSource: topology.FromCPUID, SMT: "off", Hypervisor: true,
}

func scenario(t *testing.T, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// window builds a window of 10 ms in which each CPU did so many operations.
func window(s probes.Scenario, arm, pair int, role probes.Role, ops ...int64) probes.Reading {
	r := probes.Reading{Unit: probes.Window, Arm: arm, Pair: pair, Scenario: s, Origin: probes.Measured, Elapsed: 10 * time.Millisecond}
	for i, cpu := range s.CPUs.Numbers() {
		r.CPUs = append(r.CPUs, probes.CPUWork{
			CPU: cpu, Role: role, Ops: ops[i], Elapsed: 10 * time.Millisecond, Busy: 10 * time.Millisecond, Pinned: true,
		})
	}
	return r
}

// counting is a comparison of the default arms of counters, with one window
// set aside and captures on both arms.
func counting(t *testing.T) Result {
	t.Helper()
	a := scenario(t, "counter=each line=shared op=lock batch=1 neighbours=off track=off cpus=0,3 writers=2")
	b := scenario(t, "counter=each line=padded op=lock batch=1 neighbours=off track=off cpus=0,3 writers=2")
	var c probes.Comparison
	for pair := range 8 {
		n := int64(pair)
		c.Add(window(a, 0, pair, probes.Adder, 400_000+1000*n, 410_000-1000*n))
		c.Add(window(b, 1, pair, probes.Adder, 1_600_000+2000*n, 1_610_000))
	}
	preempted := window(b, 1, 8, probes.Adder, 1_600_000, 100)
	preempted.Warnings = []probes.Warning{{Kind: probes.Preempted, CPU: 3, Text: "CPU 3 was taken away."}}
	c.Add(preempted)

	bouncing := window(a, 0, 0, probes.Adder, 400_000, 410_000)
	bouncing.Unit = probes.Capture
	bouncing.Lines = []probes.LineUse{{
		Name: "count", Ops: 810_000, Handoffs: []probes.Handoff{{From: 0, To: 3, Count: 24_000}, {From: 3, To: 0, Count: 24_001}},
		Stays: probes.StayStats{Logged: 4096, P10: 11, Median: 14, P90: 29, Mean: 16.9},
	}}
	c.Add(bouncing)
	still := window(b, 1, 0, probes.Adder, 1_600_000, 1_610_000)
	still.Unit = probes.Capture
	still.Lines = []probes.LineUse{{Name: "count 0", Ops: 1_600_000}, {Name: "count 3", Ops: 1_610_000}}
	c.Add(still)

	return New(Session{
		Experiment: "counters", Origin: probes.Measured, Machine: machine, Quantity: probes.OpsPerSecond,
		Scenarios: []probes.Scenario{a, b}, Warnings: []string{"CPUs 0 and 3 are <far> apart."},
		Again: "linebounce run counters -a 'counter=each' --for 3s",
	}, &c)
}

// asking is one arm of sockets, recorded: its kernel's references are not ours
// to count, and one CPU did not stay where it was pinned.
func asking(t *testing.T) Result {
	t.Helper()
	s := scenario(t, "transport=socketpair passcred=receiver send=plain socket=stream size=100 track=off cpus=0,3 writers=1 readers=1")
	var c probes.Comparison
	for pair := range 6 {
		r := window(s, 0, pair, probes.Sender, 0, 0)
		r.Origin = probes.Recorded
		r.CPUs[1].Role = probes.Receiver
		r.CPUs[0].Messages, r.CPUs[1].Messages = int64(4100+pair), int64(4090+pair)
		r.CPUs[1].Pinned = pair != 2
		c.Add(r)
	}
	return New(Session{
		Experiment: "sockets", Origin: probes.Recorded, Made: time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC), Machine: machine,
		Quantity: probes.MessagesPerSecond, Scenarios: []probes.Scenario{s},
	}, &c)
}

// nothing is a comparison that was stopped before its first window.
func nothing(t *testing.T) Result {
	t.Helper()
	s := scenario(t, "path=always transport=ring writers=1 readers=1 cpus=0,3")
	return New(Session{
		Experiment: "messages", Origin: probes.Measured, Machine: topology.Machine{CPUs: machine.CPUs, LineBytes: 128, LineSource: topology.Assumed},
		Quantity: probes.MessagesPerSecond, Scenarios: []probes.Scenario{s, s},
	}, &probes.Comparison{})
}

func TestFormats(t *testing.T) {
	for _, format := range Formats() {
		for name, result := range map[string]Result{"counters": counting(t), "sockets": asking(t), "nothing": nothing(t)} {
			t.Run(name+"."+format, func(t *testing.T) { golden.RequireEqual(t, write(t, result, format)) })
		}
	}
}

func write(t *testing.T, r Result, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b, Format(format)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Every line of the bench format must be one that benchstat reads, and its
// figures those of the windows.
func TestBenchIsReadBack(t *testing.T) {
	r := counting(t)
	reader := benchfmt.NewReader(bytes.NewReader(write(t, r, "bench")), "bench")
	var read []float64
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			rate, _ := record.Value("ops/s")
			read = append(read, rate)
			if got := record.GetConfig("cpu"); got != machine.Model {
				t.Errorf("cpu is %q, want %q", got, machine.Model)
			}
		case *benchfmt.SyntaxError:
			t.Error(record)
		}
	}
	var want []float64
	for _, arm := range r.Arms {
		for _, w := range arm.Windows {
			want = append(want, w.Rate())
		}
	}
	if len(read) != len(want) {
		t.Fatalf("read %d results, want %d", len(read), len(want))
	}
	for i := range want {
		if read[i] != want[i] {
			t.Errorf("result %d: %v operations a second, want %v", i, read[i], want[i])
		}
	}
}

func TestCSVRowsHaveTheHeadersLength(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(write(t, counting(t), "csv"))).ReadAll() // refuses ragged rows
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3 || rows[1][3] != "A" || rows[2][3] != "B" {
		t.Errorf("got %d rows %v, want a header, A and B", len(rows), rows)
	}
}

func TestCrowdedCPUsAreTold(t *testing.T) {
	s := scenario(t, "counter=each line=shared writers=2 cpus=0,3")
	for preempted, want := range map[int]int{4: 0, 5: 1} {
		var c probes.Comparison
		for pair := range 4 + preempted {
			r := window(s, 0, pair, probes.Adder, 1000, 1000)
			if pair >= 4 {
				r.Warnings = []probes.Warning{{Kind: probes.Preempted, CPU: 3}}
			}
			c.Add(r)
		}
		r := New(Session{Experiment: "counters", Quantity: probes.OpsPerSecond, Scenarios: []probes.Scenario{s}}, &c)
		if len(r.Warnings) != want {
			t.Errorf("4 windows count and %d do not: warnings %q, want %d", preempted, r.Warnings, want)
		}
	}
}

// JSON has no infinity: a comparison without pairs must still be a document.
// A share of lost additions is told where there is one, beside an arm that
// lost none and one that could not.
func TestLostAdditionsAreTold(t *testing.T) {
	for _, c := range []struct {
		a, b string
		lost int64
		want string
	}{
		{"counter=one op=plain", "counter=each op=plain", 700, "lost additions 35% none"},
		{"counter=one op=plain", "counter=one op=lock", 3, "lost additions 0.15% -"},
		{"counter=each op=plain", "counter=one op=lock", 0, ""},
	} {
		var comparison probes.Comparison
		a, b := scenario(t, c.a+" cpus=0,3 writers=2"), scenario(t, c.b+" cpus=0,3 writers=2")
		lossy := window(a, 0, 0, probes.Adder, 1000, 1000)
		lossy.Lost = c.lost
		comparison.Add(lossy)
		comparison.Add(window(b, 1, 0, probes.Adder, 1000, 1000))
		var out strings.Builder
		r := New(Session{Experiment: "counters", Machine: machine, Quantity: probes.OpsPerSecond, Scenarios: []probes.Scenario{a, b}}, &comparison)
		if err := r.Write(&out, Text); err != nil {
			t.Fatal(err)
		}
		told := ""
		for line := range strings.Lines(out.String()) {
			if strings.Contains(line, "lost") {
				told = strings.Join(strings.Fields(line), " ")
			}
		}
		if told != c.want {
			t.Errorf("%s against %s: %q, want %q", c.a, c.b, told, c.want)
		}
	}
}

func TestJSONOfNothingIsValid(t *testing.T) {
	text := write(t, nothing(t), "json")
	var d struct {
		Ratio struct{ Median, Low, High *float64 }
		Arms  []struct {
			PerCPU []any `json:"per_cpu"`
		}
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if d.Ratio.Median != nil || d.Ratio.Low != nil || d.Ratio.High != nil {
		t.Errorf("ratio %v, want nulls", d.Ratio)
	}
	if len(d.Arms) != 2 || d.Arms[0].PerCPU == nil {
		t.Errorf("arms %v, want two with an empty list of CPUs", d.Arms)
	}
	if strings.Contains(string(text), "Inf") || strings.Contains(string(text), "NaN") {
		t.Error("the document holds what JSON cannot say")
	}
}
