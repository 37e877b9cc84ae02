package cli

import (
	"context"
	"io"
	"maps"
	"testing"

	"linebounce/assets"
	"linebounce/probes"
	"linebounce/probes/catalog"
)

// The recording that the program brings must hold every experiment well enough
// to judge it, and strips that add up.
func TestShippedRecording(t *testing.T) {
	r, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Machine.CPUs) < 2 || r.Machine.LineBytes == 0 || r.Made.IsZero() {
		t.Errorf("the header names no machine to speak of: %+v", r.Header)
	}
	if len(assets.Recording) > 150_000 {
		t.Errorf("it is %d bytes, too many for the program to carry", len(assets.Recording))
	}
	if r.Version > 1 && (r.Bursts() == 0 || len(r.Maps()) == 0) {
		t.Errorf("the Scope has %d bursts and %d maps of it", r.Bursts(), len(r.Maps()))
	}
	for _, e := range catalog.Lab() {
		source := r.Source(e.Name)
		if source == nil {
			t.Errorf("it holds nothing of %s", e.Name)
			continue
		}
		var c probes.Comparison
		captures := 0
		err := collect(context.Background(), source, probes.Plan{}, func(r probes.Reading) error {
			if r.Origin != probes.Recorded {
				t.Fatalf("%s: a reading says it is %s", e.Name, r.Origin)
			}
			if r.Burst != nil {
				captures++
				addsUp(t, *r.Burst)
			}
			c.Add(r)
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if ratio := c.Ratio(probes.Confidence); !ratio.Known() {
			t.Errorf("%s: %d pairs do not make an interval", e.Name, c.Pairs())
		}
		if e.Quantity == probes.OpsPerSecond && captures == 0 {
			t.Errorf("%s: no strip to show", e.Name)
		}
	}
	if source := r.Source("nonsense"); source != nil {
		t.Error("it holds an experiment that does not exist")
	}
}

// Reading it comes before the first picture where nothing can be measured.
func BenchmarkShippedRecording(b *testing.B) {
	for b.Loop() {
		if _, err := shipped(); err != nil {
			b.Fatal(err)
		}
	}
}

func addsUp(t *testing.T, b probes.Burst) {
	t.Helper()
	for _, strip := range b.Strips {
		sum := map[int]int64{}
		for _, stay := range strip.Stays {
			sum[stay.CPU] += stay.Ops
		}
		want := maps.Clone(strip.PerCPU)
		maps.DeleteFunc(want, func(_ int, n int64) bool { return n == 0 })
		if !maps.Equal(sum, want) {
			t.Errorf("line %s: stays add up to %v, counted were %v", strip.Line, sum, want)
		}
	}
}

func TestInterruptedBeforeAnythingWasOpened(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(interruption{})
	err := collect(ctx, script{refuse: io.ErrUnexpectedEOF}, probes.Plan{}, nil)
	if code := exitCode(err); code != interrupted {
		t.Errorf("exit code %d of %v, want %d", code, err, interrupted)
	}
}
