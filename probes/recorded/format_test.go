package recorded

import (
	"strings"
	"testing"
	"time"

	"linebounce/probes"
)

// The recording that FORMAT.md explains is one, and means what it says there.
func TestTheFormatIsDescribed(t *testing.T) {
	text := string(content(t, "FORMAT.md"))
	_, example, _ := strings.Cut(text, "```\n")
	example, _, _ = strings.Cut(example, "```\n")
	r, err := Read(strings.NewReader(example))
	if err != nil || len(r.Warnings) > 0 || !r.Whole || len(r.Maps()) != 1 || len(r.Profiles()) != 1 || r.Bursts() != 1 {
		t.Fatalf("%v, %+v", err, r)
	}
	counters := drain(t, r, "counters")
	window, capture := counters[0], counters[1]
	want := probes.CPUWork{CPU: 1, Role: probes.Adder, Ops: 301056, Elapsed: 10150120 - 10349, Busy: 10150120 - 10349 - 27349, Pinned: true}
	if window.Pair != 7 || window.Start != 115870*time.Microsecond || window.CPUs[1] != want {
		t.Errorf("window %+v", window)
	}
	if !capture.SetAside() || capture.Lines[0].Total() != 2*83529 || capture.Burst.Strips[0].PerCPU[0] != 17 {
		t.Errorf("capture %+v", capture)
	}
	if run := drain(t, r, "hackbench")[0]; run.Unit != probes.Run || run.CPUs[1].Messages != 80000 || run.CPUs[0].Pinned {
		t.Errorf("run %+v", run)
	}
	c, err := r.Burst(0)
	if err != nil {
		t.Fatal(err)
	}
	// Five operations of eight in the first 110 ns are done after 110·3/8 and 110·8/8.
	if stays := c.Lines[0].Stays; len(stays) != 4 || stays[0].End != 41 || stays[1].End != 110 || stays[1].CPU != 1 || stays[3].End != 205 || r.BurstAt(0) != 2500*time.Millisecond {
		t.Errorf("stays %+v", stays)
	}
	kinds := map[string]bool{}
	for l := range strings.Lines(example) {
		kind, _, _ := strings.Cut(strings.TrimPrefix(l, `{"`), `"`)
		kinds[kind] = true
	}
	for _, kind := range []string{"arm", "warning", "stays", "marks", "burst", "pairs", "map", "profile", "end"} {
		if !kinds[kind] {
			t.Errorf("there is no example of %q", kind)
		}
	}
}
