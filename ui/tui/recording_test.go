package tui

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/recorded"
	bursts "linebounce/probes/scope"
	"linebounce/ui/tui/widgets"
)

// keptFile is a recording that was made up by a test.
func keptFile(t *testing.T, write func(*recorded.Writer) error) *recorded.Recording {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.jsonl.gz")
	w, err := recorded.Create(path, recorded.Header{Made: time.Date(2026, 3, 9, 7, 5, 0, 0, time.UTC), Program: "test", Machine: machine()}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := recorded.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A recording of bursts and maps alone opens in the Scope, and the Lab says what
// it lacks.
func TestARecordingOfTheScopeAlone(t *testing.T) {
	r := keptFile(t, func(w *recorded.Writer) error {
		if err := w.Burst(madeBurst(bursts.Default)); err != nil {
			return err
		}
		return w.Map(latency.Map{Method: latency.CAS, CPUs: []int{0, 1}, Complete: true,
			Pairs: []latency.Pair{{A: 0, B: 1, Label: "one L3", Min: 40, P10: 41, Median: 43.2, P90: 45, P99: 60, Low: 43, High: 43.5, Samples: 96, Pinned: true}}})
	})
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		x := open(t, t.Context(), Options{Machine: r.Machine, Recording: r, Why: "This is a recording.", Version: "test"}, size[0], size[1])
		x.await("4 Scope", "1,999 exactly", "▷ recorded", "2026-03-09")
		x.press("m")
		x.await("43.0 to 43.5")
		x.press("1")
		text := strings.Join(strings.Fields(strings.ReplaceAll(x.await("1 Lab", "cannot run now"), "│", " ")), " ")
		if want := "This recording holds none of the Lab's experiments; it holds 1 burst and 1 latency map, which key 4 shows."; !strings.Contains(text, want) {
			t.Errorf("%v: the Lab does not say %q:\n%s", size, want, text)
		}
		x.press("q")
		if err := x.end(); err != nil {
			t.Errorf("%v: q ends it with %v", size, err)
		}
	}
}

// One that holds nothing that a room shows opens the Lab, which says so.
func TestAnEmptyRecording(t *testing.T) {
	r := keptFile(t, func(*recorded.Writer) error { return nil })
	x := open(t, t.Context(), Options{Machine: r.Machine, Recording: r, Version: "test"}, 120, 40)
	x.await("1 Lab", "cannot run now", "none of the Lab's experiments, and nothing for the Scope")
	x.press("q")
	if err := x.end(); err != nil {
		t.Errorf("q ends it with %v", err)
	}
}

// The words that open the program at a scenario mean there what they mean to run:
// what they do not name has the experiment's own value.
func TestOpensAtAScenario(t *testing.T) {
	a, err := probes.ParseScenario("path=noref")
	if err != nil {
		t.Fatal(err)
	}
	b, err := probes.ParseScenario("path=modern passcred=receiver")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b probes.Scenario
		want [2]string
	}{
		{a, b, [2]string{"path=noref", "path=modern"}}, {a, probes.Scenario{}, [2]string{"path=noref", "path=request"}},
		{probes.Scenario{}, b, [2]string{"path=always", "path=modern"}}, {probes.Scenario{}, probes.Scenario{}, [2]string{"path=always", "path=request"}},
	} {
		r, shows := build(Options{Machine: machine(), Experiment: "messages", A: c.a, B: c.b}, nil, func(any) {})
		if r.lab.Chosen() != "messages" || r.first != widgets.Lab {
			t.Errorf("it opens with %s in room %d", r.lab.Chosen(), r.first)
		}
		for _, show := range shows {
			if show.Name != "messages" {
				continue
			}
			for i, want := range c.want {
				if text := show.Arms[i].String(); !strings.Contains(text, want+" ") || !strings.Contains(text, "transport=ring") || !strings.Contains(text, "cpus=0,1") {
					t.Errorf("arm %d runs %s, want %s", i, text, want)
				}
			}
		}
	}
}
