// Package latency measures how long a cache line takes from one CPU to
// another.
package latency

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"linebounce/probes"
	"linebounce/probes/breakdown"
	"linebounce/probes/lines"
	"linebounce/probes/pinning"
)

const (
	samples    = 60
	roundTrips = 200 // in a sample: some tens of microseconds, short of most interruptions

	// patience is how long a partner may take before the measurement is given
	// up. Only a thread that the system keeps from running takes longer.
	patience = 2 * time.Second
)

// OneWay measures the time in nanoseconds that one CPU's write takes to be
// answered by the other, and halves it: two pinned threads change one word back
// and forth by compare-and-swap, each trying all the time, so a line is asked for
// while it is under way. Its errors are a *probes.Unable and the context's.
func OneWay(ctx context.Context, a, b int) (probes.Interval, error) {
	if a == b {
		return probes.Interval{}, &probes.Unable{What: fmt.Sprintf("CPU %d has no latency to itself", a), Why: "a line needs two CPUs to travel between"}
	}
	// With all processors taken by spinning threads nothing else would run.
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), 4))
	memory := lines.New(8, 256) // the words on lines of their own, none a neighbour's pair
	word, ready, over := (*atomic.Int64)(memory.At(0, 0)), (*atomic.Int64)(memory.At(3, 0)), (*atomic.Bool)(memory.At(6, 0))
	result := make(chan outcome, 2)
	for cpu, work := range map[int]func() []float64{
		a: func() []float64 { return serve(word, over) },
		b: func() []float64 { answer(word, over); return nil },
	} {
		go func() {
			defer breakdown.Catch()
			result <- pinned(cpu, ready, over, work)
		}()
	}
	var values []float64
	var failed error
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for range 2 {
		select {
		case o := <-result:
			over.Store(true) // the server is done, or either of them failed
			if o.err != nil {
				failed = o.err
			}
			values = append(values, o.values...)
		case <-ctx.Done():
			over.Store(true)
			return probes.Interval{}, ctx.Err()
		case <-timer.C:
			over.Store(true)
			return probes.Interval{}, &probes.Unable{What: fmt.Sprintf("the latency from CPU %d to CPU %d could not be measured", a, b),
				Why: fmt.Sprintf("a thread did not get its CPU for %v", patience), Advice: "Something else may keep it busy."}
		}
	}
	if failed != nil {
		return probes.Interval{}, failed
	}
	return probes.Summarize(values, probes.Confidence), nil
}

type outcome struct {
	values []float64
	err    error
}

// pinned runs work on a thread bound to a CPU, once both threads stand. The
// thread ends with the goroutine, so that no other work inherits its CPU.
func pinned(cpu int, ready *atomic.Int64, over *atomic.Bool, work func() []float64) outcome {
	runtime.LockOSThread()
	if err := pinning.Pin(cpu); err != nil {
		return outcome{err: err}
	}
	ready.Add(1)
	for ready.Load() < 2 && !over.Load() {
	}
	return outcome{values: work()}
}

// serve turns the word from 0 to 1, waits until it is 0 again, and so on.
func serve(word *atomic.Int64, over *atomic.Bool) (values []float64) {
	values = make([]float64, 0, samples)
	for sample := -1; sample < samples && !over.Load(); sample++ {
		start := time.Now()
		for range roundTrips {
			for !word.CompareAndSwap(0, 1) {
				if over.Load() {
					return values
				}
			}
		}
		if sample >= 0 { // the first warms up
			values = append(values, float64(time.Since(start).Nanoseconds())/(2*roundTrips))
		}
	}
	return values
}

// answer turns the word from 1 to 0 until it is over.
func answer(word *atomic.Int64, over *atomic.Bool) {
	for !over.Load() {
		word.CompareAndSwap(1, 0)
	}
}
