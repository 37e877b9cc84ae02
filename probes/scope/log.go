package scope

import (
	"runtime"
	"sync/atomic"
	"time"

	"linebounce/probes/counters"
	"linebounce/probes/ownership"
	"linebounce/probes/pinning"
	"linebounce/probes/ticks"
	"linebounce/probes/windows"
)

// stretch is how many operations a loop does between two looks at the clock and
// at its end: few enough for times within some microseconds, enough for the
// looks to cost a hundredth where nothing bounces.
const stretch = 128

// leg is how long a worker runs before it yields. Go's scheduler takes a
// goroutine off its thread after 10 ms; a worker that yields by itself knows
// when that was.
const leg = 8 * time.Millisecond

// worker is one CPU's part: addresses to work on and, in memory of its own, what
// it wrote down. It is long enough that no two share a line.
type worker struct {
	place  counters.Place
	loop   func(*worker, windows.Stop)
	word   *int64 // what an order by values adds to: the count, or the word of two halves
	ticket int64  // and how much
	alone  bool   // nobody else adds to it
	self   int64  // as in the owner's half of the word
	limit  int64  // operations at most
	leg    int64  // in ticks

	firsts []int64        // by values: those of the first operations of stays
	taken  int            // how many of them there are
	owner  *ownership.Log // by an owner word: the stays
	from   []int64        // where both are counted, hand-offs to this worker by loser plus one
	marks  []mark
	pauses []pause
	start  int64 // in ticks
	end    int64 // in ticks
	due    int64 // in ticks, when to yield
	ops    int64
	seen   int64 // the sum of what was read, so that no read is left out
	full   bool  // a log was

	delay  *pinning.Delay
	waited time.Duration

	_ [256]byte
}

// mark is one reading of the counter: so many of the worker's own operations
// were done.
type mark struct{ ops, ticks int64 }

// pause is when a worker had yielded, in ticks.
type pause struct{ begin, end int64 }

// apart keeps a log off the lines of whatever lies before it.
const apart = 256

// logs gives the worker memory for its logs, every page of it touched.
func (w *worker) logs(stays, marks int) {
	w.firsts = make([]int64, stays+apart)[apart:]
	clear(w.firsts)
	w.marks = make([]mark, marks+apart)[apart:]
	clear(w.marks)
	w.marks = w.marks[:0]
	w.pauses = make([]pause, 0, 1024)
}

func (w *worker) reset() {
	w.taken, w.marks, w.pauses = 0, w.marks[:0], w.pauses[:0]
	w.ops, w.seen, w.full = 0, 0, false
	clear(w.from)
}

// run runs the worker's loop, once all are there, with the accounts of its thread
// around it.
func (w *worker) run(stop windows.Stop, ready *atomic.Int64, crowd int64) {
	if w.delay == nil {
		w.delay = pinning.OpenDelay()
	}
	waited := w.delay.Read()
	ready.Add(1)
	for ready.Load() < crowd && !stop.Over() {
	}
	w.start = ticks.Now()
	w.due = w.start + w.leg
	w.loop(w, stop)
	w.end = ticks.Now()
	stop.End() // whoever is done first ends the burst: an operation without a rival shows nothing
	w.waited = w.delay.Read() - waited
}

// mark writes down when the worker's first so many operations were done.
//
//go:noinline
func (w *worker) mark(ops int64) {
	now := ticks.Now()
	if len(w.marks) < cap(w.marks) {
		w.marks = append(w.marks, mark{ops, now})
	}
	if now >= w.due {
		w.yield(now)
	}
}

func (w *worker) yield(now int64) {
	runtime.Gosched()
	back := ticks.Now()
	if len(w.pauses) < cap(w.pauses) {
		w.pauses = append(w.pauses, pause{now, back})
	}
	w.due = back + w.leg
}

// room reports whether the logs have room for another stretch.
func (w *worker) room(taken int) bool {
	return taken+len(slots{}) <= len(w.firsts) && len(w.marks)+stretch <= cap(w.marks)
}
