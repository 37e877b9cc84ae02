package live_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"linebounce/assets"
	"linebounce/probes"
	"linebounce/probes/recorded"
	"linebounce/probes/topology"
	"linebounce/ui/cli"
	"linebounce/ui/live"
)

// printed is what replay prints of an experiment.
type printed struct {
	Arms []struct {
		Scenario string
		Ops      median   `json:"ops_per_s"`
		Messages *median  `json:"messages_per_s"`
		Handoffs *float64 `json:"handoffs_per_s"`
		Windows  int
		CPUs     []struct {
			CPU      int
			Ops      float64  `json:"ops_per_s"`
			Messages *float64 `json:"messages_per_s"`
		} `json:"per_cpu"`
	}
	Ratio median
}

type median struct{ Median, Low, High float64 }

func of(i probes.Interval) median { return median{i.Median, i.Low, i.High} }

func replay(t *testing.T, path, experiment string) printed {
	t.Helper()
	open := func(name string) *os.File {
		f, err := os.Create(filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	in, out, complaint := open("in"), open("out"), open("complaint")
	code := cli.Main([]string{"replay", path, experiment, "--format", "json"}, in, out, complaint)
	text, err := os.ReadFile(out.Name())
	if said, _ := os.ReadFile(complaint.Name()); code != 0 || err != nil || len(said) > 0 {
		t.Fatalf("replay ends with %d and says %s, %v", code, said, err)
	}
	var p printed
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// played returns what the screen shows of an experiment of a recording when it
// was played to its end, and when it was moved there.
func played(t *testing.T, r *recorded.Recording, experiment string) (ends []live.Snapshot) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		told := make(chan any)
		p := live.Start(t.Context(), live.Options{
			Shows:  []live.Show{{Name: experiment, Source: r.Source(experiment), Recorded: true}},
			Chosen: experiment, Deliver: func(msg any) { told <- msg },
		})
		end := func(jumps int) {
			for deadline := time.After(time.Hour); ; {
				select {
				case msg := <-told:
					if s := msg.(live.Snapshot); s.Position == s.Length && s.Jumps == jumps {
						ends = append(ends, s)
						return
					}
				case <-deadline:
					t.Fatal("the end never came")
				}
			}
		}
		end(0)
		p.Seek(experiment, r.Length(experiment)/2)
		end(1)
		p.Seek(experiment, math.MaxInt64)
		end(2)
		go func() {
			for range told {
			}
		}()
		_ = p.Close()
		close(told)
	})
	return ends
}

// The figures at the end of a recording are those that replay prints of it.
func TestFiguresAreThoseThatReplayPrints(t *testing.T) {
	shipped := filepath.Join(t.TempDir(), "shipped.jsonl.gz")
	if err := os.WriteFile(shipped, assets.Recording, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"shipped": shipped, "made": made(t)} {
		r, err := recorded.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Experiments()) == 0 {
			t.Errorf("the recording %s holds nothing", name)
		}
		for _, experiment := range r.Experiments() {
			t.Run(name+" "+experiment, func(t *testing.T) {
				want := replay(t, path, experiment)
				for _, s := range played(t, r, experiment) {
					same(t, s, want)
				}
			})
		}
	}
}

func same(t *testing.T, s live.Snapshot, want printed) {
	t.Helper()
	if s.Origin != probes.Recorded || of(s.Ratio) != want.Ratio {
		t.Errorf("the ratio is %v %s, printed %v", of(s.Ratio), s.Origin, want.Ratio)
	}
	for i, w := range want.Arms {
		arm := s.Arm(i)
		rate := w.Ops
		if arm.Quantity == probes.MessagesPerSecond {
			rate = *w.Messages
		}
		if arm.Scenario.String() != w.Scenario || of(arm.Rate) != rate || arm.Windows != w.Windows {
			t.Errorf("arm %d is %s at %v in %d windows, printed %s at %v in %d", i, arm.Scenario, of(arm.Rate), arm.Windows, w.Scenario, rate, w.Windows)
		}
		for j, cpu := range w.CPUs {
			each := cpu.Ops
			if arm.Quantity == probes.MessagesPerSecond {
				each = *cpu.Messages
			}
			if got := arm.Workers[j]; got.CPU != cpu.CPU || got.Rate != each {
				t.Errorf("arm %d: CPU %d is at %v, printed %v of CPU %d", i, got.CPU, got.Rate, each, cpu.CPU)
			}
		}
		if w.Handoffs != nil && (len(arm.Lines) == 0 || arm.Lines[0].Handoffs != *w.Handoffs) {
			t.Errorf("arm %d has lines %v, printed %v hand-offs", i, arm.Lines, *w.Handoffs)
		}
	}
}

// made makes a recording of 40 pairs with captures and a third arm, in which B
// changes half way.
func made(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.jsonl")
	w, err := recorded.Create(path, recorded.Header{
		Made: time.Date(2026, 3, 9, 12, 30, 0, 0, time.UTC), Program: "test",
		Machine: topology.Machine{Model: "Constructed CPU", LineBytes: 64, LineSource: topology.FromSysfs, CPUs: []topology.CPU{{Number: 0}, {Number: 1}}},
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"counter=each line=shared", "counter=each line=padded", "counter=one line=shared"}
	for pair := range 40 {
		if pair == 20 {
			texts[1] = "counter=one line=padded"
		}
		for arm, text := range texts {
			scenario, err := probes.ParseScenario(text + " writers=2 cpus=0,1")
			if err != nil {
				t.Fatal(err)
			}
			r := probes.Reading{
				Unit: probes.Window, Arm: arm, Pair: pair, Scenario: scenario, Origin: probes.Measured,
				Start: time.Duration(3*pair+arm) * 11 * time.Millisecond, Elapsed: 10 * time.Millisecond,
			}
			for cpu := range 2 {
				ops := int64(1000*(arm+1) + 7*pair*pair%31 + cpu)
				r.CPUs = append(r.CPUs, probes.CPUWork{CPU: cpu, Role: probes.Adder, Ops: ops, Elapsed: 10 * time.Millisecond, Busy: 10 * time.Millisecond, Pinned: true})
			}
			if pair%5 == 3 {
				r.Unit = probes.Capture
				r.Lines = []probes.LineUse{{
					Name: "count", Ops: r.CPUs[0].Ops + r.CPUs[1].Ops, Handoffs: []probes.Handoff{{From: 0, To: 1, Count: int64(9 + pair)}},
					Stays: probes.StayStats{Logged: 3, P10: 1, Median: 2, P90: 5, Mean: 3},
				}}
				r.Burst = &probes.Burst{Method: probes.ByValue, Strips: []probes.Strip{{
					Line: "count", Stays: []probes.Stay{{CPU: 0, Ops: 3}, {CPU: 1, Ops: 2}}, PerCPU: map[int]int64{0: 3, 1: 2},
				}}}
			}
			if err := w.Add("counters", r); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
