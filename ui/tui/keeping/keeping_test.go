package keeping

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
)

var header = recorded.Header{Program: "test", Machine: topology.Machine{
	Model: "a model", LineBytes: 64, LineSource: topology.FromSysfs, Online: 2, CPUs: []topology.CPU{{Number: 0}, {Number: 1, Core: 1}},
}}

// window is the n-th reading of counters.
func window(n int) probes.Reading {
	s, err := probes.ParseScenario("counter=each line=shared op=lock cpus=0,1 writers=2")
	if err != nil {
		panic(err)
	}
	r := probes.Reading{Unit: probes.Window, Arm: n % 2, Pair: n / 2, Scenario: s, Origin: probes.Measured, Start: time.Duration(n) * 10 * time.Millisecond, Elapsed: 10 * time.Millisecond}
	for cpu := range 2 {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: cpu, Role: probes.Adder, Ops: int64(1000*n + cpu), Elapsed: r.Elapsed, Pinned: true})
	}
	return r
}

// begun is a keeper that keeps, in a folder of its own.
func begun(t *testing.T, tell func(any)) *Keeper {
	t.Helper()
	t.Chdir(t.TempDir())
	k := New(header, tell)
	b := k.Begin()
	if b.Err != nil || !k.On() {
		t.Fatalf("it began with %v", b.Err)
	}
	if want := "linebounce-" + b.At.Format("20060102-150405") + ".jsonl.gz"; b.Path != want || !strings.Contains(b.String(), want) {
		t.Errorf("it keeps in %s, want %s; it says %q", b.Path, want, b)
	}
	return k
}

// What came between the two keys is in the file, and nothing else.
func TestKeepsWhatComes(t *testing.T) {
	k := New(header, func(any) { t.Error("a fault was told") })
	k.Reading("counters", window(99)) // nothing is kept yet
	t.Chdir(t.TempDir())
	if e := k.End(); e.Path != "" {
		t.Errorf("what never began ended as %v", e)
	}
	b := k.Begin()
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 50 {
				k.Reading([]string{"counters", "ring", "sockets", "rwlock"}[i], window(n))
			}
		})
	}
	all.Wait()
	k.Map(latency.Map{Method: latency.CAS, CPUs: []int{0, 1}, Pairs: []latency.Pair{{A: 0, B: 1, Min: 40, P10: 41, Median: 43, P90: 45, P99: 60, Low: 42, High: 44, Samples: 96}}})
	e := k.End()
	k.Reading("counters", window(99))
	info, err := os.Stat(e.Path)
	if err != nil || e.Err != nil || e.Path != b.Path || e.Size != info.Size() {
		t.Fatalf("it ended as %+v; the file: %v, %v", e, info, err)
	}
	r, err := recorded.Open(e.Path)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Whole || len(r.Warnings) > 0 || len(r.Experiments()) != 4 || len(r.Maps()) != 1 || r.Program != "test" || !r.Made.Equal(b.At) {
		t.Errorf("whole %v, warnings %q, %v, %d maps, made by %q on %v", r.Whole, r.Warnings, r.Experiments(), len(r.Maps()), r.Program, r.Made)
	}
	for _, name := range r.Experiments() {
		session, err := r.Source(name).Open(t.Context(), probes.Plan{Experiment: name})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 50 {
			got, err := session.Next(t.Context())
			if want := window(n); err != nil || got.CPUs[1].Ops != want.CPUs[1].Ops || got.Arm != want.Arm || got.Scenario != want.Scenario {
				t.Fatalf("reading %d of %s is %+v, %v", n, name, got, err)
			}
		}
		if got, err := session.Next(t.Context()); err == nil {
			t.Errorf("%s goes on with %+v", name, got)
		}
	}
}

// What cannot be recorded is told once, and what comes behind it is kept.
func TestGoesOnBehindWhatIsRefused(t *testing.T) {
	told := make(chan any, 9)
	k := begun(t, func(msg any) { told <- msg })
	for n := range 4 {
		r := window(n)
		if n%2 == 1 {
			r.Origin = probes.Simulated
		}
		k.Reading("counters", r)
	}
	if msg, is := (<-told).(Refused); !is || !strings.Contains(msg.Err.Error(), "simulated") {
		t.Errorf("it told %+v", msg)
	}
	e := k.End()
	r, err := recorded.Open(e.Path)
	if e.Err != nil || err != nil || !r.Whole || len(told) > 0 {
		t.Fatalf("it ended as %+v; %v, told %d times more", e, err, len(told))
	}
	session, err := r.Source("counters").Open(t.Context(), probes.Plan{Experiment: "counters"})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < 4; n += 2 {
		if got, err := session.Next(t.Context()); err != nil || got.CPUs[1].Ops != window(n).CPUs[1].Ops {
			t.Errorf("reading %d is %+v, %v", n, got, err)
		}
	}
}

// Two recordings of one second are two files.
func TestBeginsAgain(t *testing.T) {
	k := begun(t, nil)
	k.now = func() time.Time { return time.Unix(1_800_000_000, 0) }
	k.End()
	paths := map[string]bool{}
	for range 3 {
		if b := k.Begin(); b.Err != nil || paths[b.Path] {
			t.Errorf("it began in %s with %v", b.Path, b.Err)
		} else {
			paths[b.Path] = true
		}
		k.End()
	}
}

// Where no file can be made it says so and keeps nothing.
func TestNoFile(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(gone, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(gone)
	if err := os.Remove(gone); err != nil {
		t.Skip("this system keeps a folder that somebody is in")
	}
	k := New(header, nil)
	b := k.Begin()
	if b.Err == nil || k.On() || !strings.Contains(b.Err.Error(), "no file can be made in") {
		t.Errorf("it began with %v", b.Err)
	}
	k.Reading("counters", window(1))
	if e := k.End(); e.Path != "" {
		t.Errorf("it ended as %v", e)
	}
}

// A keeper that is closed begins no further file, so that a key that was pressed
// just before the end leaves none open.
func TestClosed(t *testing.T) {
	k := begun(t, nil)
	k.Reading("counters", window(1))
	if e := k.Close(); e.Err != nil || e.Path == "" {
		t.Errorf("it closed as %+v", e)
	}
	if b := k.Begin(); b.Path != "" || k.On() {
		t.Errorf("it began %s", b.Path)
	}
	var none *Keeper
	none.Reading("counters", window(1))
	if e := none.Close(); e.Path != "" {
		t.Errorf("no keeper ended as %v", e)
	}
}

func TestWords(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0:00", 65 * time.Second: "1:05", time.Hour - time.Second: "59:59", 25*time.Hour + 61*time.Second: "25:01:01"} {
		if got := Clock(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
	e := Ended{Path: "linebounce-1.jsonl.gz", In: "~/class", Size: 1_234_567, For: 2 * time.Minute}
	if got, want := e.String(), "Recorded for 2:00. linebounce replay linebounce-1.jsonl.gz shows it again; it has 1.2 MB and lies in ~/class."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	e.Strips, e.Bursts = 12, 1
	if got, want := e.String(), "Recorded for 2:00. linebounce replay linebounce-1.jsonl.gz shows it again; it has 1.2 MB and lies in ~/class. To stay small it is without 1 burst and the strips of 12 readings."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	e.Strips, e.Bursts = 0, 0
	e.Err, e.Size = fmt.Errorf("the recording cannot be written on: no space left on device"), 900
	if got, want := e.String(), "Recording ended after 2:00: the recording cannot be written on: no space left on device. linebounce replay linebounce-1.jsonl.gz shows what came before; it has 900 bytes and lies in ~/class."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
