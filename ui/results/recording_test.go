package results

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/recorded"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
)

var (
	made    = time.Date(2026, 3, 9, 12, 30, 0, 0, time.UTC)
	machine = topology.Machine{
		Model: "Constructed CPU", OS: "linux", Arch: "amd64", Kernel: "Linux 6.18.0", LineBytes: 64, LineSource: topology.FromSysfs,
		CPUs: []topology.CPU{{Number: 0}, {Number: 5}},
	}
)

// record writes a recording and reads it back.
func record(t *testing.T, fill func(w *recorded.Writer) error) File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recording.jsonl")
	w, err := recorded.Create(path, recorded.Header{Made: made, Program: "v0.1.0", Machine: machine}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := fill(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// window is one of 10 ms in which each worker did so many operations.
func window(t *testing.T, arm, pair int, text string, ops int64) probes.Reading {
	t.Helper()
	s := parse(t, text)
	r := probes.Reading{
		Unit: probes.Window, Arm: arm, Pair: pair, Scenario: s, Origin: probes.Measured,
		Start: time.Duration(2*pair+arm) * 10 * time.Millisecond, Elapsed: 10 * time.Millisecond,
	}
	for i := range s.Workers() {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: 5 * i, Role: probes.Adder, Ops: ops, Elapsed: 10 * time.Millisecond, Busy: 10 * time.Millisecond, Pinned: true})
	}
	return r
}

// pairs records windows in which B does twice what A does.
func pairs(t *testing.T, w *recorded.Writer, experiment, a, b string, from, n int) error {
	t.Helper()
	for pair := from; pair < from+n; pair++ {
		for arm, text := range []string{a, b} {
			if err := w.Add(experiment, window(t, arm, pair, text, int64(1000+pair)*int64(arm+1))); err != nil {
				return err
			}
		}
	}
	return nil
}

const shared, padded = "counter=each line=shared cpus=0,5 writers=2", "counter=each line=padded cpus=0,5 writers=2"

func TestEachStretchIsAFinding(t *testing.T) {
	const plain = "counter=each line=shared op=plain cpus=0,5 writers=2"
	f := record(t, func(w *recorded.Writer) error {
		if err := pairs(t, w, "counters", shared, padded, 0, 10); err != nil {
			return err
		}
		aside := window(t, 0, 10, shared, 1)
		aside.Warnings = []probes.Warning{{Kind: probes.Preempted, Text: "CPU 0 was taken."}}
		if err := w.Add("counters", aside); err != nil {
			return err
		}
		return pairs(t, w, "counters", plain, padded, 11, 7)
	})
	if !f.Recording || f.Source != probes.Recorded || !f.Made.Equal(made) || f.Program != "v0.1.0" || f.Machine.Model != "Constructed CPU" || f.Machine.CPUs != 2 {
		t.Errorf("file %+v", f)
	}
	if len(f.Findings) != 2 {
		t.Fatalf("%d findings, want one for each arm A", len(f.Findings))
	}
	first, second := f.Findings[0], f.Findings[1]
	if first.Arms[0].Scenario != parse(t, shared) || second.Arms[0].Scenario != parse(t, plain) {
		t.Errorf("arms A: %s, then %s", first.Arms[0].Scenario, second.Arms[0].Scenario)
	}
	if first.Pairs != 10 || second.Pairs != 7 || first.Ratio.Median != 2 || !first.Ratio.Differs() {
		t.Errorf("%d pairs, then %d; ratio %+v", first.Pairs, second.Pairs, first.Ratio)
	}
	if a := first.Arms[0]; a.Windows != 10 || a.SetAside != 1 || len(a.Samples) != 10 || a.Unpinned {
		t.Errorf("arm A %+v", a)
	}
	if s := first.Arms[1].Samples[3]; s != (Sample{Units: 4012, Rate: 401200}) {
		t.Errorf("sample %+v, want both CPUs' 2006 operations in 10 ms", s)
	}
	if want := fmt.Sprintf("linebounce run counters -a '%s' -b '%s'", parse(t, shared), parse(t, padded)); first.Command != want {
		t.Errorf("command %s", first.Command)
	}
}

func TestArmsBesideKeepTheirPlace(t *testing.T) {
	const one = "counter=one line=shared cpus=0,5 writers=2"
	f := record(t, func(w *recorded.Writer) error {
		for pair := range 3 {
			if err := pairs(t, w, "counters", shared, padded, pair, 1); err != nil {
				return err
			}
			if err := w.Add("counters", window(t, 2, pair, one, 1000)); err != nil {
				return err
			}
		}
		return nil
	})
	if arms := f.Findings[0].Arms; len(arms) != 3 || arms[2].Name != "C" || arms[2].Scenario != parse(t, one) || len(arms[2].Samples) != 3 {
		t.Errorf("arms %+v", arms)
	}
	if r := f.Findings[0].Ratio; r.Known() {
		t.Errorf("an interval from 3 pairs: %+v", r)
	}
}

func TestScalingIsOneCurve(t *testing.T) {
	f := record(t, func(w *recorded.Writer) error {
		for i, n := range []int{2, 1} {
			cpus := fmt.Sprintf(" cpus=%s writers=%d", []string{"0", "0,5"}[n-1], n)
			if err := pairs(t, w, "scaling", "counter=each line=shared"+cpus, "counter=each line=padded"+cpus, 8*i, 8); err != nil {
				return err
			}
		}
		return nil
	})
	if len(f.Findings) != 0 || len(f.Scalings) != 1 {
		t.Fatalf("%d findings, %d scalings", len(f.Findings), len(f.Scalings))
	}
	s := f.Scalings[0]
	if s.Experiment != "counters" || s.Source != probes.Recorded || s.A != "counter=each line=shared" || s.B != "counter=each line=padded" {
		t.Errorf("scaling %+v", s)
	}
	if len(s.Points) != 2 || s.Points[0].CPUs != 1 || s.Points[1].CPUs != 2 {
		t.Fatalf("points %+v", s.Points)
	}
	if a := s.Points[1].A; !a.Known() || a.Median != 200700 {
		t.Errorf("A on 2 CPUs %+v", a)
	}
	if want := "linebounce record scaling.jsonl scaling -a 'counter=each line=shared' -b 'counter=each line=padded'"; s.Command != want {
		t.Errorf("command %s", s.Command)
	}
}

func capture(t *testing.T, text string, ops ...int64) bursts.Capture {
	t.Helper()
	c := bursts.Capture{Scenario: parse(t, text), Origin: probes.Measured, Machine: machine, Method: probes.ByValue, Length: 1000}
	l := bursts.Line{Name: "count", Marks: []bursts.Mark{{}}}
	at := int64(0)
	for i, n := range ops {
		l.Stays = append(l.Stays, bursts.Stay{CPU: 5 * (i % 2), First: l.Ops, Ops: n, Begin: at, End: at + 10*n})
		l.Ops += n
		at += 10 * n
	}
	l.Marks = append(l.Marks, bursts.Mark{Ops: l.Ops, At: at})
	c.Lines, c.Length = []bursts.Line{l}, max(c.Length, at)
	for cpu := range 2 {
		var did int64
		for i := cpu; i < len(ops); i += 2 {
			did += ops[i]
		}
		c.CPUs = append(c.CPUs, bursts.CPU{CPU: 5 * cpu, Role: probes.Adder, Ops: did, Elapsed: time.Microsecond, Busy: time.Microsecond, Pinned: true})
	}
	c.Handoffs = []probes.Handoff{{From: 0, To: 5, Count: int64(len(ops) / 2)}, {From: 5, To: 0, Count: int64((len(ops) - 1) / 2)}}
	return c
}

func TestBurstsOfOneScenarioAreSummedUp(t *testing.T) {
	const one = "counter=one line=shared op=lock cpus=0,5 writers=2"
	f := record(t, func(w *recorded.Writer) error {
		for _, c := range []bursts.Capture{capture(t, one, 3, 5, 3), capture(t, one+" batch=2", 100, 100), capture(t, one, 3, 8, 3, 3)} {
			if err := w.Burst(c); err != nil {
				return err
			}
		}
		return nil
	})
	if len(f.Bursts) != 2 {
		t.Fatalf("%d bursts, want one for each scenario", len(f.Bursts))
	}
	b := f.Bursts[0]
	l := b.Lines[0]
	if b.Captures != 2 || b.Length != 2*time.Microsecond || l.Ops != 28 || l.Stays != (bursts.Percentiles{P10: 3, P50: 3, P90: 8, Max: 8, Count: 7}) {
		t.Errorf("burst %+v", b)
	}
	if len(l.Bins) != 3 || l.Bins[0] != (bursts.Bin{Low: 2, High: 4, Count: 5}) {
		t.Errorf("histogram %v", l.Bins)
	}
	if len(b.Handoffs) != 2 || b.Handoffs[0] != (probes.Handoff{From: 0, To: 5, Count: 3}) {
		t.Errorf("hand-offs %v", b.Handoffs)
	}
	if !strings.HasPrefix(b.Command, "linebounce scope -a 'counter=one ") {
		t.Errorf("command %s", b.Command)
	}
}

func TestMapsAndProfilesComeAlong(t *testing.T) {
	m := latency.Map{
		Method: latency.CAS, CPUs: []int{0, 5}, Complete: true,
		Pairs: []latency.Pair{{A: 0, B: 5, Label: "one\x1b L3", Min: 40, P10: 41, P90: 44, P99: 50, Median: 42, Low: 41, High: 43, Samples: 60, Pinned: true}},
	}
	p := profile.Result{
		Event: "cpu-clock", Rate: 997, Pairs: 8, Arms: [2]probes.Scenario{parse(t, "passcred=off"), parse(t, "passcred=receiver")},
		Messages: [2]probes.Interval{probes.Summarize([]float64{1, 2, 3, 4, 5, 6}, 0.95), probes.Summarize([]float64{1, 2, 3, 4, 5, 6}, 0.95)},
		Symbols:  []profile.Symbol{{Name: "put_pid", On: 2, Difference: probes.Summarize([]float64{1, 2, 2, 2, 2, 3}, 0.95)}},
	}
	f := record(t, func(w *recorded.Writer) error {
		if err := w.Map(m); err != nil {
			return err
		}
		return w.Profile(p)
	})
	if len(f.Maps) != 1 || f.Maps[0].Between(1, 0).Median != 42 || f.Maps[0].Pairs[0].Label != "one  L3" {
		t.Errorf("maps %+v", f.Maps)
	}
	if len(f.Profiles) != 1 || f.Profiles[0].Symbols[0].Name != "put_pid" || !f.Profiles[0].Symbols[0].Moved() {
		t.Errorf("profiles %+v", f.Profiles)
	}
}

func TestARecordingOfNothingIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.jsonl")
	w, err := recorded.Create(path, recorded.Header{Made: made, Machine: machine}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "empty.jsonl: the recording holds no readings") {
		t.Errorf("got %v", err)
	}
}
