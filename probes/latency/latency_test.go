package latency

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"linebounce/probes"
	"linebounce/probes/pinning"
)

func TestOneWay(t *testing.T) {
	if !pinning.Supported {
		t.Skip("this system cannot pin threads")
	}
	if runtime.NumCPU() < 2 {
		t.Skip("needs two CPUs")
	}
	if err := pinning.Check(0, 1); err != nil {
		t.Skip(err)
	}
	i, err := OneWay(t.Context(), 0, 1)
	if unable := (*probes.Unable)(nil); errors.As(err, &unable) {
		t.Skip(err)
	}
	if err != nil || i.Samples != samples || !(i.Low > 0 && i.Low <= i.Median && i.Median <= i.High) {
		t.Errorf("%+v, %v", i, err)
	}
}

func TestOneWayThatCannotBe(t *testing.T) {
	var unable *probes.Unable
	if _, err := OneWay(t.Context(), 3, 3); !errors.As(err, &unable) {
		t.Errorf("a CPU to itself: %v", err)
	}
	if _, err := OneWay(t.Context(), 0, 1<<21); !errors.As(err, &unable) {
		t.Errorf("a CPU that is not there: %v", err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := OneWay(ended, 0, 1<<21); err == nil {
		t.Error("no error although the context has ended")
	}
}

// Every change of the word is answered: server and answerer, here on any
// threads, do as many round trips as were asked for.
func TestTheWordComesBackEachTime(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("needs two CPUs: on one, each turn waits for the scheduler")
	}
	var word atomic.Int64
	var over atomic.Bool
	done := make(chan struct{})
	go func() { defer close(done); answer(&word, &over) }()
	values := serve(&word, &over)
	over.Store(true)
	<-done
	if len(values) != samples {
		t.Errorf("%d samples, want %d", len(values), samples)
	}
	for _, v := range values {
		if v <= 0 {
			t.Errorf("a round trip took %v ns", v)
		}
	}
}
