package tui

import (
	"context"
	"os"
	"testing"
	"time"

	"linebounce/probes"
	"linebounce/ui/live"
)

func TestPictureWaitsForTheTerminal(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out := newOutput(w, nil)
	defer out.Close()
	if _, err := out.Write([]byte("an earlier picture")); err != nil {
		t.Fatal(err)
	}
	asked, ended := make(chan any, 1), make(chan struct{})
	go func() {
		defer close(ended)
		picture{func(msg any) { asked <- msg }, out.wrote}.draw(t.Context())
	}()
	if _, isFrame := (<-asked).(frame); !isFrame {
		t.Fatal("no picture was asked for")
	}
	if _, err := out.Write([]byte("this one")); err != nil {
		t.Fatal(err)
	}
	<-ended
	if len(out.wrote) != 0 {
		t.Error("a signal is left that the next picture would take for its own")
	}
}

// A picture in which nothing changed is never written, and one that is asked
// for after the end neither.
func TestPictureDoesNotWaitForEver(t *testing.T) {
	p := picture{func(any) {}, make(chan struct{})}
	p.draw(t.Context())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.draw(ctx)
}

func TestCrowded(t *testing.T) {
	show := func(workers int, recorded bool) []live.Show {
		return []live.Show{{Arms: []probes.Scenario{{Writers: workers}}, Recorded: recorded}}
	}
	for _, c := range []struct {
		workers  int
		recorded bool
		want     bool
	}{{2, false, true}, {1, false, false}, {3, false, true}, {2, true, false}} {
		if got := crowded(machine(), show(c.workers, c.recorded)); got != c.want {
			t.Errorf("%d workers on two CPUs, recorded %v: crowded %v", c.workers, c.recorded, got)
		}
	}
}

// With reduced motion there is one picture a second, however often it is asked
// for.
func TestReducedMotion(t *testing.T) {
	o := options(nil)
	o.ReduceMotion = true
	r, _ := build(o, nil, func(any) {})
	drawn := 0
	at := time.Unix(1000, 0)
	for range 100 {
		before := r.drawn
		if r.handle(frame{at}); r.drawn != before {
			drawn++
		}
		at = at.Add(100 * time.Millisecond)
	}
	if drawn < 9 || drawn > 12 {
		t.Errorf("%d pictures in ten seconds", drawn)
	}
}
