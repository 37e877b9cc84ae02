package windows

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"linebounce/probes"
	"linebounce/probes/breakdown"
	"linebounce/probes/lines"
	"linebounce/probes/pinning"
)

// patience is how long a worker may take to come back after its window ended.
// Only a thread that the system keeps from running takes longer, but it happens:
// beside another session's busy processes seconds were seen.
const patience = 500 * time.Millisecond

// crew is the standing workers of a session, one on each CPU that an arm uses.
type crew struct {
	workers    map[int]*worker
	running    sync.WaitGroup
	memory     *lines.Memory
	ended      *atomic.Uint64 // on a line of its own: the newest window that has ended
	ready      *atomic.Int64  // on a line of its own: workers at the barrier
	early      chan struct{}  // a worker has ended its window before the time
	generation uint64
}

func newCrew() *crew {
	memory := lines.New(4, 256)
	return &crew{
		workers: map[int]*worker{},
		memory:  memory,
		ended:   (*atomic.Uint64)(memory.At(0, 0)),
		ready:   (*atomic.Int64)(memory.At(2, 0)),
		early:   make(chan struct{}, 1),
	}
}

// on returns the workers of the CPUs, starting those that do not stand yet.
func (c *crew) on(cpus []int) ([]*worker, error) {
	chosen := make([]*worker, len(cpus))
	for i, cpu := range cpus {
		if c.workers[cpu] == nil {
			w, err := c.start(cpu)
			if err != nil {
				return nil, err
			}
			c.workers[cpu] = w
		}
		chosen[i] = c.workers[cpu]
	}
	// With all processors taken by spinning workers, nothing else of the
	// program would run: timers were seen to be a second late.
	if want := len(c.workers) + 2; runtime.GOMAXPROCS(0) < want {
		runtime.GOMAXPROCS(want)
	}
	return chosen, nil
}

func (c *crew) start(cpu int) (*worker, error) {
	w := &worker{cpu: cpu, jobs: make(chan job, 1), done: make(chan span, 1)}
	pinned := make(chan error)
	c.running.Add(1)
	go func() {
		defer c.running.Done()
		defer breakdown.Catch()
		w.stand(pinned)
	}()
	if err := <-pinned; err != nil {
		return nil, err
	}
	return w, nil
}

// run lets the workers run one window of the workload together and returns
// what each of them saw, in the same order. A worker that does not come back in
// time has missed the window; until it is back, nothing else may touch the
// workload.
func (c *crew) run(ctx context.Context, load Workload, workers []*worker, window time.Duration) (spans []span, whole bool) {
	c.generation++
	c.ready.Store(0)
	select {
	case <-c.early: // of a window that has ended
	default:
	}
	stop := Stop{c.ended, c.generation, c.early}
	for i, w := range workers {
		w.out = true
		w.jobs <- job{load: load, index: i, stop: stop, ready: c.ready, crowd: int64(len(workers))}
	}
	timer := time.NewTimer(window)
	select {
	case <-timer.C:
	case <-c.early:
		timer.Stop()
	case <-ctx.Done():
		timer.Stop()
	}
	c.ended.Store(c.generation)
	return c.collect(workers)
}

// collect waits for the workers that are out. It reports whether all are back.
func (c *crew) collect(workers []*worker) (spans []span, whole bool) {
	late := time.NewTimer(patience)
	defer late.Stop()
	spans, whole = make([]span, len(workers)), true
	for i, w := range workers {
		if !w.out {
			continue
		}
		select {
		case spans[i] = <-w.done:
			w.out = false
			continue
		default:
		}
		select {
		case spans[i] = <-w.done:
			w.out = false
		case <-late.C:
			late.Reset(0) // the others get no more time than they had
			spans[i], whole = missedSpan, false
		}
	}
	return spans, whole
}

// missedSpan is what is known of a worker that is not back.
var missedSpan = span{missed: true, pinned: true}

func allMissed(n int) []span { return slices.Repeat([]span{missedSpan}, n) }

// settle waits for workers that did not come back in time before and reports
// whether all are back now.
func (c *crew) settle() bool {
	for _, w := range c.workers {
		if _, whole := c.collect([]*worker{w}); !whole {
			return false
		}
	}
	return true
}

// close ends the workers and waits for them. A worker that is kept from
// running gets no more time than after a window.
func (c *crew) close() error {
	var err error
	if !c.settle() {
		err = errors.New("a worker is kept from running, so it was left behind")
	}
	for _, w := range c.workers {
		close(w.jobs)
	}
	c.workers = nil
	if err == nil {
		c.running.Wait()
	}
	return err
}

// worker is one goroutine on a thread of its own, bound to one CPU.
type worker struct {
	cpu   int
	jobs  chan job
	done  chan span
	delay *pinning.Delay
	out   bool // it has a job and is not known to be back
}

// job is one worker's part of a window.
type job struct {
	load  Workload
	index int
	stop  Stop
	ready *atomic.Int64
	crowd int64 // workers that the barrier waits for
}

// span is what one worker saw of one window.
type span struct {
	elapsed, busy time.Duration
	lost          time.Duration // time that somebody else had its CPU
	pinned        bool
	missed        bool
	ranOn         int
}

// stand binds the thread, says so or why not, and runs jobs until there are no
// more. The thread ends with the goroutine, so that no other work inherits its
// CPU.
func (w *worker) stand(pinned chan<- error) {
	runtime.LockOSThread()
	if err := pinning.Pin(w.cpu); err != nil {
		pinned <- err
		return
	}
	pinned <- nil
	w.delay = pinning.OpenDelay()
	defer w.delay.Close()
	for j := range w.jobs {
		w.done <- w.window(j)
	}
}

// window waits at the barrier for the others and runs the workload's loop.
func (w *worker) window(j job) span {
	j.ready.Add(1)
	for j.ready.Load() < j.crowd && !j.stop.Over() {
	}
	before := w.back()
	delayed, busy := w.delay.Read(), pinning.Busy()
	missed := j.stop.Over()
	start := time.Now()
	j.load.Work(j.index, j.stop)
	s := span{elapsed: time.Since(start), busy: pinning.Busy() - busy, missed: missed, ranOn: pinning.Here()}
	s.pinned = before == w.cpu && s.ranOn == w.cpu
	s.lost = s.elapsed - s.busy
	if j.load.Sleeps() {
		s.lost = w.delay.Read() - delayed
	}
	return s
}

// back returns the CPU that the worker runs on. Where a CPU goes offline or leaves
// the process's mask, the system moves what was pinned there, and leaves it where
// it is when the CPU is to be had again.
func (w *worker) back() int {
	here := pinning.Here()
	if here >= 0 && here != w.cpu && pinning.Pin(w.cpu) == nil {
		return pinning.Here()
	}
	return here
}

// warnings says what keeps the span from counting.
func (s span) warnings(cpu int) []probes.Warning {
	var list []probes.Warning
	if !s.pinned {
		list = append(list, probes.Warning{Kind: probes.Unpinned, CPU: cpu,
			Text: fmt.Sprintf("the worker for CPU %d ran on CPU %d: unpinned", cpu, s.ranOn)})
	}
	switch {
	case s.missed:
		list = append(list, probes.Warning{Kind: probes.Missed, CPU: cpu,
			Text: fmt.Sprintf("the worker on CPU %d came too late for its window", cpu)})
	case float64(s.lost) > (1-fullShare)*float64(s.elapsed):
		list = append(list, probes.Warning{Kind: probes.Preempted, CPU: cpu,
			Text: fmt.Sprintf("the worker on CPU %d was kept from its CPU for %.0f%% of the window", cpu, 100*float64(s.lost)/float64(s.elapsed))})
	}
	return list
}
