package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"linebounce/probes/latency"
	"linebounce/probes/topology"
)

// mapped is a map of n CPUs with every second number left out. Neighbours are
// quick, the others not; one pair is unpinned, one was not measured, one has no
// interval yet, and the last CPU dropped out.
func mapped(n int) Latency {
	m := machine
	m.CacheLevel, m.CPUs = 3, nil
	l := Latency{Again: "linebounce latency --method cas"}
	l.Map = latency.Map{Method: latency.CAS, Visits: 100}
	for i := range n {
		m.CPUs = append(m.CPUs, topology.CPU{Number: 2 * i, Core: i / 2, Node: 0, L3: i / 8})
		l.Map.CPUs = append(l.Map.CPUs, 2*i)
	}
	l.Machine = m
	for i := range n {
		for j := i + 1; j < n; j++ {
			ns := 5.25
			if i/2 != j/2 {
				ns = 20 + 100*float64(j/8-i/8) + float64(j%7)
			}
			l.Map.Pairs = append(l.Map.Pairs, latency.Pair{
				A: 2 * i, B: 2 * j, Label: latency.Label(m, 2*i, 2*j), Samples: 96, Pinned: true,
				Min: ns - 1, P10: ns - 0.5, Median: ns, P90: ns + 0.5, P99: ns + 40, Low: ns - 0.1, High: ns + 0.1,
			})
		}
	}
	if n > 3 {
		spoil(&l.Map, n)
	}
	l.Map.Complete = n <= 3
	return l
}

func spoil(m *latency.Map, n int) {
	last := m.CPUs[n-1]
	m.Dropped = []latency.Drop{{CPU: last, Why: "it is offline"}}
	for k, p := range m.Pairs {
		switch {
		case p.B == last:
			m.Pairs[k] = latency.Pair{A: p.A, B: p.B, Label: p.Label, Why: "CPU dropped out: it is offline"}
		case p.A == 0 && p.B == 4:
			m.Pairs[k].Pinned = false
		case p.A == 2 && p.B == 4:
			m.Pairs[k] = latency.Pair{A: p.A, B: p.B, Label: p.Label, Why: "its threads were late"}
		case p.A == 0 && p.B == 2:
			m.Pairs[k].Low, m.Pairs[k].High = math.Inf(-1), math.Inf(1)
		}
	}
}

func TestLatencyFormats(t *testing.T) {
	for name, table := range map[string]Latency{"two": mapped(2), "five": mapped(5), "thirty": mapped(30)} {
		for _, format := range []Format{Text, JSON, CSV} {
			if name == "thirty" && format == JSON {
				continue // as five, but long
			}
			t.Run(name+"."+string(format), func(t *testing.T) {
				var b bytes.Buffer
				if err := table.Write(&b, format); err != nil {
					t.Fatal(err)
				}
				golden.RequireEqual(t, b.Bytes())
			})
		}
	}
}

// The matrix stands on 80 columns whatever the machine, and has each pair once.
func TestTheMatrixFitsEightyColumns(t *testing.T) {
	for _, n := range []int{2, 3, 12, 13, 14, 25, 61} {
		var b bytes.Buffer
		if err := mapped(n).Write(&b, Text); err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(b.String(), "  CPU")
		matrix, _, _ := strings.Cut(rest, "neighbours")
		cells := 0
		for line := range strings.Lines("  CPU" + matrix) {
			line = strings.TrimRight(line, "\n")
			if len(line) > 80 || strings.TrimRight(line, " ") != line {
				t.Errorf("%d CPUs: %q", n, line)
			}
			if fields := strings.Fields(line); len(fields) > 1 && fields[0] != "CPU" && strings.HasPrefix(line, "  ") {
				cells += len(fields) - 1
			}
		}
		if cells != n*(n-1)/2 {
			t.Errorf("%d CPUs: the matrix has %d cells, want %d", n, cells, n*(n-1)/2)
		}
	}
}

// What the notebook does: it reads a square of numbers without a header and adds
// the lower triangle to its own mirror image.
func TestTheCSVIsTheMatrixThatNotebooksRead(t *testing.T) {
	l := mapped(5)
	var b bytes.Buffer
	if err := l.Write(&b, CSV); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, row := range rows {
		if len(row) != 5 {
			t.Fatalf("row %d has %d columns", i, len(row))
		}
		for j, text := range row {
			if measured := j < i && l.Map.Between(i, j).Measured(); (text != "") != measured {
				t.Errorf("row %d, column %d is %q", i, j, text)
			}
		}
	}
	if rows[3][1] != "23" || rows[4][0] != "" {
		t.Errorf("CPUs 2 and 6: %q; CPU 8 and CPU 0: %q", rows[3][1], rows[4][0])
	}
}

func TestLatencyThatIsNotKnownIsNull(t *testing.T) {
	var b bytes.Buffer
	if err := mapped(5).Write(&b, JSON); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Complete bool
		Method   string
		Pairs    []map[string]any
	}
	if err := json.Unmarshal(b.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	first, unpinned, missing := d.Pairs[0], d.Pairs[1], d.Pairs[4]
	if d.Complete || d.Method != "cas" || len(d.Pairs) != 10 {
		t.Errorf("complete %v, method %s, %d pairs", d.Complete, d.Method, len(d.Pairs))
	}
	if first["low"] != nil || first["median_ns"] != 5.25 || first["pinned"] != true || first["why"] != nil {
		t.Errorf("without an interval: %v", first)
	}
	if unpinned["pinned"] != false {
		t.Errorf("unpinned: %v", unpinned)
	}
	if missing["median_ns"] != nil || missing["p99"] != nil || missing["pinned"] != nil || missing["why"] != "its threads were late" {
		t.Errorf("not measured: %v", missing)
	}
}
