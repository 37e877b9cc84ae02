package scope

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/recorded"
	bursts "linebounce/probes/scope"
)

// What a recording gives back has every figure that the room had when it was
// measured, in the picture too.
func TestARecordingHasTheFiguresItHad(t *testing.T) {
	each := probes.Scenario{Counter: probes.CounterEach, Line: probes.LinePadded, Op: probes.OpLock, Writers: 2}
	for _, name := range []string{"x.jsonl", "x.jsonl.gz"} {
		path := filepath.Join(t.TempDir(), name)
		w, err := recorded.Create(path, recorded.Header{Made: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Machine: machineOf(5)}, false)
		if err != nil {
			t.Fatal(err)
		}
		measured := []bursts.Capture{bounced(one, 2, 3_000), apart(each), bounced(one, 5, 3_000)}
		for i, c := range measured {
			measured[i].Warnings, measured[i].CPUs[0].Elapsed = []probes.Warning{}, c.CPUs[0].Elapsed
			if err := w.Burst(measured[i]); err != nil {
				t.Fatal(err)
			}
		}
		atlas := mapOf(machineOf(5), latency.CAS, 8) // with an interval that is not known, and pairs that were not measured
		if err := w.Map(atlas); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := recorded.Open(path)
		if err != nil || len(r.Warnings) > 0 {
			t.Fatal(err, r.Warnings)
		}
		o := taped(5, 0)
		o.Recorded = &Tape{On: "2026-11-30", Machine: r.Machine, Bursts: r.Bursts(), Burst: r.Burst, At: r.BurstAt, Maps: r.Maps()}
		if got := r.Maps(); len(got) != 1 || !reflect.DeepEqual(got[0].Pairs, atlas.Pairs) {
			t.Errorf("%s: the map is %+v, want %+v", name, got, atlas)
		}
		m := open(t, o, 120, 40)
		for i, c := range measured {
			was := prepare(c, bursts.Trigger{})
			was.Origin = probes.Recorded
			if !reflect.DeepEqual(m.ready.lines, was.lines) || !reflect.DeepEqual(m.ready.lanes, was.lanes) || !reflect.DeepEqual(m.ready.matrix, was.matrix) {
				t.Errorf("%s: burst %d has other figures than it had", name, i+1)
			}
			live := open(t, made(5), 120, 40, "f")
			live.scenario = c.Scenario
			live.show(was)
			live.stale = true
			if got, want := figuresIn(m.text()), figuresIn(live.text()); got != want {
				t.Errorf("%s: burst %d shows\n%s\nand showed\n%s", name, i+1, got, want)
			}
			press(m, ".")
		}
	}
}

// figuresIn are the rows of a picture that have figures of a burst.
func figuresIn(text string) string {
	var kept []string
	for row := range strings.SplitSeq(text, "\n") {
		for _, mark := range []string{"CPU ", "p10 ", "The order ", "hand-offs "} {
			if strings.Contains(row, mark) && !strings.Contains(row, "exactly") && !strings.Contains(row, "counter ") {
				kept = append(kept, row)
				break
			}
		}
	}
	return strings.Join(kept, "\n")
}
