package output

import (
	"encoding/json"
	"strings"
	"testing"

	"linebounce/probes"
	"linebounce/probes/scope"
	"linebounce/probes/ticks"
	"linebounce/probes/topology"
)

// burst is made up: CPU 3 and CPU 12 take turns, with a gap of CPU 12.
func burst(owner bool) scope.Capture {
	c := scope.Capture{
		Scenario: probes.Scenario{Counter: probes.CounterOne, Writers: 2, CPUs: "3,12"}, Method: probes.ByValue, Length: 2_000, Resolution: 500,
		Clock:    ticks.Clock{Name: "TSC", Invariant: true, PerNanosecond: 2.5, Checked: true},
		CPUs:     []scope.CPU{{CPU: 3, Role: probes.Adder, Ops: 11, Pinned: true}, {CPU: 12, Role: probes.Adder, Ops: 5, Pinned: true}},
		Handoffs: []probes.Handoff{{From: 3, To: 12, Count: 1}, {From: 12, To: 3, Count: 1}},
		Gaps:     []scope.Gap{{CPU: 12, Begin: 900, End: 2_000, Cause: scope.Host, Others: 8, Missed: 2}},
		Lines: []scope.Line{{Name: "count", Ops: 16, Stays: []scope.Stay{
			{CPU: 3, First: 0, Ops: 3, Begin: 0, End: 400}, {CPU: 12, First: 3, Ops: 5, Begin: 400, End: 900}, {CPU: 3, First: 8, Ops: 8, Begin: 900, End: 2_000},
		}, Marks: []scope.Mark{{}, {Ops: 16, At: 2_000}}}},
	}
	exact := int64(2)
	c.HandoffsExact = &exact
	if owner {
		byOwner := int64(1)
		c.HandoffsByOwner = &byOwner
	}
	return c
}

func printed(t *testing.T, f Format, bursts int) string {
	t.Helper()
	s := Scope{Machine: topology.Machine{Model: "a CPU", LineBytes: 64}, Again: "linebounce scope"}
	s.Both(burst(true))
	for range bursts {
		s.Add(burst(false))
	}
	var b strings.Builder
	if err := s.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The order of a burst is printed operation by operation, and figures are of all
// bursts, but for the one that counted both ways.
func TestScopeText(t *testing.T) {
	text := strings.Join(strings.Fields(printed(t, Text, 2)), " ")
	for _, want := range []string{
		"the last of its CPU's number 3332222233333333 p10", "stay, operations 3 5 8 8 6", "2 bursts: 8.000M operations/s, 1.000M hand-offs/s",
		"2 by values, which is exact, 1 by owner word, 50.00% apart", "CPU 3 - 2", "gaps, in which a CPU was taken away: 2 in 2 bursts (host 2)",
		"2 900ns 12 1.1µs host 8", "rate of 2.500 a ns was checked", "4 to 7 33.33%",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q: %s", want, text)
		}
	}
	if none := printed(t, Text, 0); !strings.Contains(none, "No burst was captured.") {
		t.Errorf("without bursts it says %s", none)
	}
}

func TestScopeJSON(t *testing.T) {
	var d struct {
		Bursts   int
		Handoffs *int64
		Exact    *int64 `json:"handoffs_exact"`
		Stay     scope.Percentiles
		Gaps     []map[string]any
		FromTo   []probes.Handoff `json:"from_to"`
		Strip    struct{ Stays []scope.Stay }
		Arms     []map[string]any
		Clock    *ticks.Clock
	}
	if err := json.Unmarshal([]byte(printed(t, JSON, 3)), &d); err != nil {
		t.Fatal(err)
	}
	if d.Bursts != 3 || *d.Handoffs != 1 || *d.Exact != 2 || d.Stay.Max != 8 || d.Stay.Count != 9 || len(d.Gaps) != 3 || d.Gaps[2]["burst"] != 3.0 {
		t.Errorf("it is %+v", d)
	}
	if len(d.FromTo) != 2 || d.FromTo[0] != (probes.Handoff{From: 3, To: 12, Count: 3}) || len(d.Strip.Stays) != 3 || d.Arms[0]["captures"] != 3.0 {
		t.Errorf("it is %+v", d)
	}
	d.Arms, d.Clock = nil, nil
	if err := json.Unmarshal([]byte(printed(t, JSON, 0)), &d); err != nil || len(d.Arms) != 0 || d.Bursts != 0 || *d.Exact != 2 || d.Clock != nil {
		t.Errorf("without bursts it is %+v, %v", d, err)
	}
}

func TestScopeCSV(t *testing.T) {
	want := "number,cpu,ops,begin_ns,end_ns,line\n1,3,3,0,400,count\n2,12,5,400,900,count\n3,3,8,900,2000,count\n"
	if got := printed(t, CSV, 2); got != want {
		t.Errorf("it is\n%s", got)
	}
}

// Bins at the ends in which there is hardly anything share a row.
func TestRareBinsShareARow(t *testing.T) {
	rows := merged(scope.Sample{{Value: 1, Weight: 2}, {Value: 2, Weight: 3}, {Value: 4, Weight: 60_000}, {Value: 16, Weight: 39_990}, {Value: 40, Weight: 4}, {Value: 300, Weight: 1}}.Histogram())
	want := []histogramRow{{"below 4", 5}, {"4 to 7", 60_000}, {"16 to 31", 39_990}, {"32 and more", 5}}
	if len(rows) != len(want) {
		t.Fatalf("%v, want %v", rows, want)
	}
	for i := range want {
		if rows[i] != want[i] {
			t.Errorf("row %d is %v, want %v", i, rows[i], want[i])
		}
	}
}
