package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
)

// uneven are readings of an experiment's default arms whose figures are no round
// numbers, windows and captures, one of them set aside.
func uneven(t *testing.T, e catalog.Experiment) ([]probes.Scenario, []probes.Reading) {
	t.Helper()
	m := topology.Machine{CPUs: []topology.CPU{{Number: 0}, {Number: 5}}}
	scenarios, _, err := prepare(e, m, []probes.Scenario{e.Default, e.B})
	if err != nil {
		t.Fatal(err)
	}
	var all []probes.Reading
	for pair := range 9 {
		for arm, s := range scenarios {
			n := int64(1 + 2*pair + arm)
			r := probes.Reading{
				Unit: probes.Window, Arm: arm, Pair: pair, Scenario: s, Origin: probes.Measured,
				Start: time.Duration(pair)*31*time.Millisecond + 7, Elapsed: 10*time.Millisecond + time.Duration(977*n),
			}
			for i, role := range roles(s) {
				r.CPUs = append(r.CPUs, probes.CPUWork{
					CPU: s.CPUs.Numbers()[i], Role: role, Ops: 123_457*n + int64(i), Messages: 7_919 * n,
					Elapsed: r.Elapsed - time.Duration(13*i), Busy: r.Elapsed - time.Duration(101*i), Pinned: true,
				})
			}
			if pair%3 == 2 {
				r.Unit = probes.Capture
				r.Lines = []probes.LineUse{{
					Name: "count", Ops: 246_914 * n, Handoffs: []probes.Handoff{{From: 0, To: 5, Count: 1009 * n}, {From: 5, To: 0, Count: 1013 * n}},
					Stays: probes.StayStats{Logged: 17, P10: 1, Median: 2.5, P90: 7, Mean: 10.0 / 3},
				}}
			}
			if pair == 4 && arm == 1 {
				r.Warnings = []probes.Warning{{Kind: probes.Preempted, CPU: 5, Text: "CPU 5 was taken away."}}
			}
			all = append(all, r)
		}
	}
	return scenarios, all
}

func roles(s probes.Scenario) []probes.Role {
	if s.Transport != "" || s.Path != "" {
		return []probes.Role{probes.Sender, probes.Receiver}
	}
	return []probes.Role{probes.Adder, probes.Adder}
}

// What a recording is replayed as has the figures that its readings had when they
// were measured, to the last digit, as often as it is replayed.
func TestAReplayHasTheFiguresThatWereRecorded(t *testing.T) {
	for _, name := range []string{"counters", "messages", "sockets"} {
		e, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		scenarios, readings := uneven(t, e)
		path := filepath.Join(t.TempDir(), "readings.jsonl.gz")
		w, err := recorded.Create(path, recorded.Header{Made: time.Date(2026, 3, 9, 12, 30, 0, 0, time.UTC)}, false)
		if err != nil {
			t.Fatal(err)
		}
		var c probes.Comparison
		for _, r := range readings {
			c.Add(r)
			if err := w.Add(name, r); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		measured := output.New(output.Session{Experiment: name, Origin: probes.Measured, Quantity: e.Quantity, Scenarios: scenarios}, &c)
		if err := measured.Write(&want, output.JSON); err != nil {
			t.Fatal(err)
		}
		first := replayed(t, path, name)
		if again := replayed(t, path, name); !bytes.Equal(first, again) {
			t.Errorf("%s: a second replay prints\n%s\nwhere the first printed\n%s", name, again, first)
		}
		for _, field := range []string{"arms", "ratio"} {
			if got, want := fieldOf(t, first, field), fieldOf(t, want.Bytes(), field); got != want {
				t.Errorf("%s: replayed\n%s\nmeasured\n%s", name, got, want)
			}
		}
	}
}

// replayed is what a part of a recording is printed as, in JSON.
func replayed(t *testing.T, path, name string) []byte {
	t.Helper()
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	s := &shell{out: out, err: os.Stderr}
	r, err := s.open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.printPart(context.Background(), r, name, output.JSON); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// fieldOf is one field of a JSON document, as text.
func fieldOf(t *testing.T, document []byte, field string) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(document, &fields); err != nil {
		t.Fatal(err)
	}
	return string(fields[field])
}
