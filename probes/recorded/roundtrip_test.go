package recorded

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/pinning"
	"linebounce/probes/profile"
	"linebounce/probes/scope"
	"linebounce/probes/topology"
)

// Every figure comes back exactly. Only the time is the recording's own.
func TestReadingsComeBackAsTheyWere(t *testing.T) {
	for _, name := range []string{"plain.jsonl", "compressed.jsonl.gz"} {
		r := open(t, write(t, name, kinds(t)))
		if !reflect.DeepEqual(r.Header, header) || r.Version != Version || !r.Whole || len(r.Warnings) > 0 {
			t.Errorf("%s: header %+v, version %d, whole %v, warnings %q", name, r.Header, r.Version, r.Whole, r.Warnings)
		}
		if got := r.Experiments(); !slices.Equal(got, []string{"counters", "sockets", "hackbench"}) {
			t.Errorf("%s: experiments %v", name, got)
		}
		for _, experiment := range r.Experiments() {
			var want []probes.Reading
			for _, a := range kinds(t) {
				if a.experiment == experiment {
					want = append(want, a.reading)
				}
			}
			got := drain(t, r, experiment)
			if len(got) != len(want) {
				t.Fatalf("%s: %d readings of %s, want %d", name, len(got), experiment, len(want))
			}
			for i := range want {
				want[i].Origin, want[i].Start = probes.Recorded, got[i].Start
				if !reflect.DeepEqual(got[i], want[i]) {
					t.Errorf("%s: got\n%+v\nwant\n%+v", name, got[i], want[i])
				}
			}
		}
	}
}

// What two readings share is written once, so the second must not change the
// first.
func TestReadingsShareNothing(t *testing.T) {
	r := open(t, write(t, "file", kinds(t)))
	before := drain(t, r, "counters")
	for _, reading := range drain(t, r, "counters") {
		for i := range reading.CPUs {
			reading.CPUs[i].Ops = -1
		}
		for i := range reading.Lines {
			clear(reading.Lines[i].Handoffs)
		}
	}
	if !reflect.DeepEqual(before, drain(t, r, "counters")) {
		t.Error("changing a reading changed the recording")
	}
}

func TestScenariosAreTheLast(t *testing.T) {
	readings := kinds(t)
	r := open(t, write(t, "file", readings))
	want := []probes.Scenario{scenario(t, eachShared), scenario(t, eachPadded)}
	if got := r.Scenarios("counters"); !slices.Equal(got, want) {
		t.Errorf("scenarios %v, want %v", got, want)
	}
	if r.Scenarios("messages") != nil || r.Source("messages") != nil || r.Length("messages") != 0 {
		t.Error("there is something of an experiment that was not recorded")
	}
}

func TestBurstsComeBackAsTheyWere(t *testing.T) {
	bursts := []scope.Capture{constructed(t, []int{0, 5}, 50_000), constructed(t, []int{5}, 1), constructed(t, []int{0, 5}, 3)}
	by := int64(7)
	bursts[1].HandoffsByOwner, bursts[1].HandoffsExact, bursts[1].Method = &by, nil, probes.ByOwner
	bursts[1].Gaps = []scope.Gap{{CPU: 5, Begin: 3, End: 9, Cause: scope.Host, Missed: 4, Others: 5}}
	bursts[1].Overflow = &scope.Overflow{CPU: 5, Kept: 1, Asked: 9}
	bursts[1].Warnings = []probes.Warning{{Kind: probes.General, Text: "a sentence"}}
	holey := bursts[2].Lines[0].Stays // holes that the rule for times does not know
	holey[1].Begin, holey[1].End, holey[2].Begin = 5, 9, 12
	checkBursts(t, bursts)
}

func checkBursts(t *testing.T, bursts []scope.Capture) {
	t.Helper()
	path := t.TempDir() + "/bursts.jsonl"
	w, err := Create(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range bursts {
		w.clock = func() time.Duration { return time.Duration(i) * time.Minute }
		if err := w.Burst(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := open(t, path)
	if r.Bursts() != len(bursts) || len(r.Warnings) > 0 {
		t.Fatalf("%d bursts of %d, warnings %q", r.Bursts(), len(bursts), r.Warnings)
	}
	for i, want := range bursts {
		got, err := r.Burst(i)
		if err != nil {
			t.Fatal(err)
		}
		want.Origin = probes.Recorded
		if !reflect.DeepEqual(got, want) {
			t.Errorf("burst %d is not as it was", i)
		}
		if at := r.BurstAt(i); at != time.Duration(i)*time.Minute {
			t.Errorf("burst %d at %v", i, at)
		}
	}
}

// A burst of more than two CPUs names the CPU of every stay.
func TestBurstsWithoutTurns(t *testing.T) {
	c := constructed(t, []int{0, 5}, 4)
	l := &c.Lines[0]
	third := c.CPUs[1]
	third.CPU, third.Ops = 7, l.Stays[3].Ops
	c.CPUs[1].Ops -= third.Ops
	c.CPUs = append(c.CPUs, third)
	l.Stays[3].CPU = 7
	c.Handoffs = []probes.Handoff{{From: 0, To: 5, Count: 1}, {From: 5, To: 0, Count: 1}, {From: 0, To: 7, Count: 1}}
	checkBursts(t, []scope.Capture{c})
}

// Real bursts follow the rule for times nearly everywhere, else they would be
// large.
func TestMeasuredBurstsComeBackAsTheyWere(t *testing.T) {
	m := topology.Read()
	cpus, err := m.Choose(2)
	if err != nil {
		t.Skip(err)
	}
	if err := pinning.Check(cpus...); err != nil {
		t.Skipf("threads cannot be pinned here: %v", err)
	}
	for _, text := range []string{"counter=one line=shared", "counter=each line=shared", "counter=each line=padded op=store"} {
		c, err := scope.Run(t.Context(), m, scenario(t, text), scope.Options{Ops: 20_000})
		if err != nil {
			t.Skip(err)
		}
		lines, err := appendBurst(nil, 3, time.Minute, c)
		if err != nil {
			t.Fatal(err)
		}
		d := newReader(opening{Version: Version, Header: Header{Machine: m}})
		for _, l := range splitLines(lines) {
			if fault := d.line(l, 2); fault != "" {
				t.Fatal(fault)
			}
		}
		got, err := d.r.Burst(0)
		if err != nil {
			t.Fatal(err)
		}
		c.Origin = probes.Recorded
		for i := range c.Lines {
			if !slices.Equal(got.Lines[i].Stays, c.Lines[i].Stays) || !slices.Equal(got.Lines[i].Marks, c.Lines[i].Marks) {
				t.Errorf("%s: line %d is not as it was", text, i)
			}
			if n, stays := len(exceptions(c.Lines[i])), len(c.Lines[i].Stays); n > 300+stays/20 {
				t.Errorf("%s: %d of %d stays have times by no rule", text, n/3, stays)
			}
			got.Lines[i], c.Lines[i] = scope.Line{}, scope.Line{}
		}
		if !reflect.DeepEqual(got, c) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", text, got, c)
		}
	}
}

func TestMapsAndProfilesComeBackAsTheyWere(t *testing.T) {
	path := t.TempDir() + "/file.jsonl"
	w, err := Create(path, header, false)
	if err != nil {
		t.Fatal(err)
	}
	inf := math.Inf(1)
	m := latency.Map{
		Method: latency.CAS, Serial: true, CPUs: []int{0, 5, 9}, Visits: 12, Starved: 1,
		Dropped: []latency.Drop{{CPU: 9, Why: "it went offline"}},
		Pairs: []latency.Pair{
			{A: 0, B: 5, Label: "one L3", Min: 71.25, P10: 80.1, P90: 90.2, P99: 101.3, Median: 85.123456789, Low: 84.5, High: 86.25, Samples: 60, Pinned: true},
			{A: 0, B: 9, Label: "other socket", Min: 1, P10: 2, P90: 3, P99: 4, Median: 2.5, Low: -inf, High: inf, Samples: 2},
			{A: 5, B: 9, Label: "one L3", Low: -inf, High: inf, Why: "it went offline"},
		},
	}
	p := profile.Result{
		Event: "cpu-clock", Rate: 4000, Arms: [2]probes.Scenario{scenario(t, "passcred=off"), scenario(t, "passcred=both")}, Pairs: 3,
		Samples: [2]int{1200, 1300}, Lost: 4, Absent: "This processor counts nothing.", Warnings: []string{"A sentence."},
		Messages: [2]probes.Interval{{Median: 2e6, Low: 1.9e6, High: 2.1e6, Confidence: 0.95, Samples: 12}, {Median: 1, Low: -inf, High: inf, Confidence: 0.95, Samples: 1}},
		Symbols:  []profile.Symbol{{Name: "put_pid", Off: 0.1, On: 7.25, Difference: probes.Interval{Median: 7.1, Low: 6.9, High: 7.3, Confidence: 0.95, Samples: 24}}},
		Counters: []profile.Counter{{Name: "c", Counts: "loads", PerMessage: [2]probes.Interval{{}, {Low: -inf, High: inf}}}},
	}
	for _, err := range []error{w.Map(m), w.Profile(p), w.Map(m), w.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	r := open(t, path)
	if len(r.Warnings) > 0 || !reflect.DeepEqual(r.Maps(), []latency.Map{m, m}) || !reflect.DeepEqual(r.Profiles(), []profile.Result{p}) {
		t.Errorf("got %+v\n%+v\nwarnings %q", r.Maps(), r.Profiles(), r.Warnings)
	}
}

func TestWhatIsNotKnownComesBack(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1.5e-300, 1e21, math.MaxFloat64} {
		s := &scanner{text: appendFloat(nil, v)}
		if got := s.float(); s.fault != "" || got != v && !(math.IsNaN(got) && math.IsNaN(v)) {
			t.Errorf("%v came back as %v, %s", v, got, s.fault)
		}
		s.end()
		if s.fault != "" {
			t.Errorf("%v: %s", v, s.fault)
		}
	}
}

// splitLines returns lines without their ends.
func splitLines(text []byte) (list [][]byte) {
	l := lines{from: &once{text}}
	for {
		next, found := l.next()
		if !found {
			return list
		}
		list = append(list, next.text)
	}
}
