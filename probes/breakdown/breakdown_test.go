package breakdown

import (
	"strings"
	"sync"
	"testing"
)

func breaks() { panic("a fault") }

func TestWhoeverListensHearsOfAGoroutinesPanic(t *testing.T) {
	var order []string
	var heard *Breakdown
	off := On(func(*Breakdown) { order = append(order, "outer") })
	defer off()
	inner := On(func(b *Breakdown) { order, heard = append(order, "inner"), b })
	var g sync.WaitGroup
	run := func() {
		g.Go(func() {
			defer Catch()
			breaks()
		})
		g.Wait()
	}
	run()
	if heard == nil || heard.Fault != "a fault" || !strings.Contains(string(heard.Stack), "breakdown.breaks") {
		t.Errorf("heard %+v, want the fault with where it was", heard)
	}
	inner()
	run()
	if got := strings.Join(order, " "); got != "inner outer outer" {
		t.Errorf("heard by %q, want the newest first and nobody who has stopped", got)
	}
}

func TestWithoutAHearerAPanicGoesOn(t *testing.T) {
	defer func() {
		if fault := recover(); fault != "a fault" {
			t.Errorf("recovered %v", fault)
		}
	}()
	defer Catch()
	breaks()
}
