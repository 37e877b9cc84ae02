package simulated

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"linebounce/probes/breakdown"
)

// each calls f for 0 to n-1, as many at a time as there are CPUs, and returns
// the first error by number. After an error it begins nothing more.
func each(ctx context.Context, n int, f func(i int) error) error {
	failed := make([]error, n)
	next := make(chan int)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var workers sync.WaitGroup
	for range min(n, runtime.NumCPU()) {
		workers.Go(func() {
			defer breakdown.Catch()
			for i := range next {
				if failed[i] = f(i); failed[i] != nil {
					stop()
				}
			}
		})
	}
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
			failed[i] = ctx.Err()
		}
	}
	close(next)
	workers.Wait()
	for _, err := range failed {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return errors.Join(failed...)
}
