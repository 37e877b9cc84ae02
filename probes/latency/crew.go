package latency

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"linebounce/probes/breakdown"
	"linebounce/probes/pinning"
)

const (
	// roundPatience is how long a round may take before it is called off, grace
	// how long its threads may then take to come back. Only a thread that the
	// system keeps from running takes longer.
	roundPatience = time.Second
	grace         = 200 * time.Millisecond

	// fullShare is the share of its CPU that a thread must have got for a visit
	// to count as undisturbed.
	fullShare = 0.95
)

// crew is the standing threads of a map, one bound to each CPU.
type crew struct {
	method  Method
	workers map[int]*worker
	refused map[int]error // by CPU, why no thread stands there
	reports chan report
	round   int
	running sync.WaitGroup
}

// late is a pair whose threads did not come to their end in time.
type late struct{ a, b int }

func (l late) Error() string {
	return fmt.Sprintf("in %v the threads on CPUs %d and %d did not get far enough, so something else may keep these busy", roundPatience, l.a, l.b)
}

// job is one CPU's part of a visit.
type job struct {
	round, place int // the round's number, and the visit's place in it
	visit        visit
	serves       bool
	court        *court
}

// after returns the number after which those of a sample begin: no word ever has
// one of them again.
func (j job) after(sample int) uint64 { return uint64(j.round)<<32 + uint64(sample)*tripsASample }

// report is what one CPU did.
type report struct {
	job     job
	cpu     int
	whole   bool
	pinned  bool
	starved bool
	err     error // the CPU cannot be used any more
}

// worker is one thread.
type worker struct {
	cpu     int
	jobs    chan job
	court   *court    // on which this CPU serves, nil where it has to be made anew
	samples []float32 // of the visit in which it served
	out     bool      // it has not come back from a round that was called off
}

// newCrew starts a thread for each CPU. It always returns a crew, though maybe
// without any worker.
func newCrew(m Method, cpus []int) *crew {
	// With all processors taken by spinning threads nothing else would run.
	if want := len(cpus) + 2; runtime.GOMAXPROCS(0) < want {
		runtime.GOMAXPROCS(want)
	}
	c := &crew{method: m, workers: map[int]*worker{}, refused: map[int]error{}, reports: make(chan report, len(cpus))}
	standing := make([]chan error, len(cpus))
	for i, cpu := range cpus {
		w := &worker{cpu: cpu, jobs: make(chan job, 1), samples: make([]float32, 0, sharp)}
		c.workers[cpu], standing[i] = w, make(chan error, 1)
		c.running.Go(func() {
			defer breakdown.Catch()
			w.stand(m, standing[i], c.reports)
		})
	}
	for i, cpu := range cpus {
		if err := <-standing[i]; err != nil {
			c.refused[cpu] = err
			delete(c.workers, cpu)
		}
	}
	return c
}

// close ends the threads and waits for them, except for those that do not come
// back.
func (c *crew) close() {
	c.back()
	away := false
	for _, w := range c.workers {
		close(w.jobs)
		away = away || w.out
	}
	if !away {
		c.running.Wait()
	}
}

// play lets all pairs of a round play at once and returns what came of it, in
// the same order.
func (c *crew) play(ctx context.Context, round []visit) []played {
	c.round++
	c.back()
	outcomes := make([]played, len(round))
	away := 0
	for i, v := range round {
		outcomes[i] = played{down: -1, err: late{v.a, v.b}}
		a, b := c.workers[v.a], c.workers[v.b]
		if a.out || b.out {
			continue
		}
		if a.court == nil {
			a.court = newCourt()
		}
		a.court.ready.Store(0)
		a.out, b.out = true, true
		away += 2
		a.jobs <- job{c.round, i, v, true, a.court}
		b.jobs <- job{c.round, i, v, false, a.court}
	}
	halves := make([]int, len(round)) // reports that were good, of the two for each visit
	timer, ended, called := time.NewTimer(roundPatience), ctx.Done(), false
	defer timer.Stop()
	for away > 0 {
		select {
		case r := <-c.reports:
			c.workers[r.cpu].out = false
			if r.job.round == c.round {
				away--
				c.note(r, &outcomes[r.job.place], &halves[r.job.place])
			}
		case <-ended:
			ended, called = nil, true
			c.callOff(round)
			timer.Reset(grace)
		case <-timer.C:
			if called {
				return outcomes
			}
			called = true
			c.callOff(round)
			timer.Reset(grace)
		}
	}
	return outcomes
}

// note puts one CPU's report where its visit stands. The samples are there
// once both CPUs came to their end.
func (c *crew) note(r report, o *played, halves *int) {
	a := c.workers[r.job.visit.a]
	if r.err != nil {
		o.down, o.err = r.cpu, r.err
	}
	if !r.whole {
		a.court = nil // somebody stopped in the middle, or may still be at it
		return
	}
	if *halves++; *halves == 1 {
		o.pinned, o.starved = r.pinned, r.starved
		return
	}
	o.err, o.samples = nil, a.samples
	o.pinned, o.starved = o.pinned && r.pinned, o.starved || r.starved
}

// back takes in the reports of threads that came back after their round.
func (c *crew) back() {
	for {
		select {
		case r := <-c.reports:
			c.workers[r.cpu].out = false
		default:
			return
		}
	}
}

// callOff ends a round's visits. Their memory is left to them: a thread that is
// late may still write to it.
func (c *crew) callOff(round []visit) {
	for _, v := range round {
		if a := c.workers[v.a]; a.court != nil {
			a.court.over.Store(true)
			a.court = nil
		}
	}
}

// stand binds the thread, says so or why not, and plays until there are no more
// jobs. The thread ends with the goroutine, so that no other work inherits its
// CPU.
func (w *worker) stand(m Method, standing chan<- error, reports chan<- report) {
	runtime.LockOSThread()
	if err := pinning.Pin(w.cpu); err != nil {
		standing <- err
		return
	}
	w.court = newCourt()
	standing <- nil
	for j := range w.jobs {
		reports <- w.visit(m, j)
	}
}

// visit plays one CPU's part of a visit.
func (w *worker) visit(m Method, j job) report {
	r := report{job: j, cpu: w.cpu}
	// The system moves a thread whose CPU goes offline or is taken from the
	// process, and says nothing.
	if pinning.Here() != w.cpu {
		if r.err = pinning.Pin(w.cpu); r.err != nil {
			j.court.over.Store(true)
			return r
		}
	}
	if !j.court.meet() {
		return r
	}
	before, busy, start := pinning.Here(), pinning.Busy(), time.Now()
	if j.serves {
		r.whole = w.serve(m, j)
	} else {
		r.whole = w.answer(m, j)
	}
	elapsed := time.Since(start)
	r.starved = float64(pinning.Busy()-busy) < fullShare*float64(elapsed)
	r.pinned = before == w.cpu && pinning.Here() == w.cpu
	return r
}

// serve plays all samples of a visit and keeps those after the warm-up.
func (w *worker) serve(m Method, j job) bool {
	w.samples = w.samples[:0]
	for sample := range j.visit.samples + warmUp {
		start := time.Now()
		if !j.court.serve(m, (j.visit.spot+sample)%spots, j.after(sample)) {
			return false
		}
		if took := time.Since(start); sample >= warmUp {
			w.samples = append(w.samples, float32(float64(took.Nanoseconds())/(2*tripsASample)))
		}
	}
	return true
}

func (w *worker) answer(m Method, j job) bool {
	for sample := range j.visit.samples + warmUp {
		if !j.court.answer(m, (j.visit.spot+sample)%spots, j.after(sample)) {
			return false
		}
	}
	return true
}
