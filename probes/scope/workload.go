package scope

import (
	"fmt"
	"slices"
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/counters"
	"linebounce/probes/lines"
	"linebounce/probes/ownership"
	"linebounce/probes/ticks"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// mostStays is how many stays, and how many readings of the clock, the logs of a
// burst hold together: enough for a million operations of four CPUs if each
// were a stay of its own.
const mostStays = 1 << 22

// workload is one scenario laid out in memory. A window of it is a burst.
type workload struct {
	scenario  probes.Scenario
	lineBytes int
	limit     int64 // operations of each CPU
	both      bool  // an owner word is kept beside the values
	method    probes.BurstMethod
	memory    *lines.Memory
	workers   []*worker
	writers   int
	ready     *atomic.Int64     // on a line of its own: workers that are there
	tracked   []*ownership.Line // by an owner word: the lines
	base      ticks.Mark        // long before
	begin     ticks.Mark
	end       ticks.Mark
	whole     bool // the last window has a burst to show
}

// build makes the workers of a prepared scenario and their logs; the session places
// them.
func build(m topology.Machine, s probes.Scenario, o Options) (*workload, error) {
	limit, err := o.limit()
	if err != nil {
		return nil, err
	}
	w := &workload{scenario: s, lineBytes: m.LineBytes, limit: limit, writers: s.Writers + s.Readers, method: probes.ByOwner, base: ticks.Read()}
	w.ready = (*atomic.Int64)(lines.New(2, 256).At(0, 0))
	if s.Op == probes.OpLock && (s.Counter == probes.CounterOne || s.Line == probes.LinePadded || w.writers <= 2) {
		w.method = probes.ByValue
	}
	w.both = o.Owner && w.method == probes.ByValue && s.Counter == probes.CounterOne
	stays := int(min(limit, mostStays/int64(w.writers)))
	marks := int(limit) / stretch
	if w.both {
		marks = stays
	}
	for i := range s.Workers() {
		me := &worker{limit: limit, self: int64(i) + 1}
		if i < w.writers {
			me.logs(stays+len(slots{}), marks+2*stretch)
			me.from = make([]int64, apart+w.writers+1+apart)[apart:][:w.writers+1]
		}
		w.workers = append(w.workers, me)
	}
	return w, nil
}

// Lines returns how many lines the scenario takes at most.
func (w *workload) Lines() int { return counters.LinesOf(w.scenario, w.lineBytes) }

// Place lays the scenario out as the counters experiment does.
func (w *workload) Place(memory *lines.Memory) {
	w.memory = memory
	places := counters.Places(memory, w.scenario)
	for i, me := range w.workers {
		me.place, me.word, me.ticket, me.loop = places[i], places[i].Count, 1, idle
		if i < w.writers {
			me.loop = w.loop()
		}
		if w.halves() && i < w.writers {
			me.word, me.ticket = places[0].Count, ownership.HalfTicket(i)
		}
		me.alone = w.writers == 1 || w.scenario.Counter == probes.CounterEach && !w.halves()
	}
	if w.method == probes.ByOwner {
		w.track()
	}
}

// halves reports whether two counters on one line are halves of one word.
func (w *workload) halves() bool {
	return w.method == probes.ByValue && w.scenario.Counter == probes.CounterEach && w.scenario.Line == probes.LineShared && w.writers == 2
}

func (w *workload) loop() func(*worker, windows.Stop) {
	switch {
	case w.both:
		return bothWays
	case w.method == probes.ByValue:
		return byValue
	case w.scenario.Op == probes.OpPlain:
		return byOwnerPlain
	case w.scenario.Op == probes.OpStore:
		return byOwnerStore
	}
	return byOwner
}

// track gives every written line an owner word.
func (w *workload) track() {
	words := map[int]*atomic.Uint64{}
	last := 0
	for _, me := range w.workers[:w.writers] {
		words[me.place.Line] = me.place.Owner
		last = max(last, me.place.Line)
	}
	room := int(min(w.limit, mostStays/int64(w.writers))) + 2*stretch
	w.tracked = make([]*ownership.Line, last+1)
	for line, word := range words {
		w.tracked[line] = ownership.NewLine(w.name(line), word, w.writers, room)
	}
	for i, me := range w.workers[:w.writers] {
		me.owner = w.tracked[me.place.Line].Log(i)
	}
}

// name returns what a line is called: "count" where there is only one.
func (w *workload) name(line int) string {
	for _, me := range w.workers[:w.writers] {
		if me.place.Line != w.workers[0].place.Line {
			return fmt.Sprintf("count %d", line)
		}
	}
	return "count"
}

// Roles returns the roles of the counters experiment.
func (w *workload) Roles() []probes.Role {
	var roles []probes.Role
	for _, me := range w.workers {
		roles = append(roles, me.place.Role)
	}
	return roles
}

// Sleeps reports that the loops never leave their CPU for long by themselves.
func (w *workload) Sleeps() bool { return false }

// Reset empties the logs and reads the clock before a burst.
func (w *workload) Reset(bool) {
	w.whole = false
	w.memory.Clear()
	w.ready.Store(0)
	for _, line := range w.tracked {
		if line != nil {
			line.Reset()
		}
	}
	w.begin = ticks.Read()
	rate := ticks.Rate(w.base, w.begin)
	for _, me := range w.workers {
		me.reset()
		me.leg = int64(rate * float64(leg))
	}
}

// Work runs worker i's loop.
func (w *workload) Work(i int, stop windows.Stop) {
	w.workers[i].run(stop, w.ready, int64(len(w.workers)))
}

// Report gives the reading the operations; the burst itself is read off by
// capture.
func (w *workload) Report(r *probes.Reading) {
	w.end = ticks.Read()
	w.whole = true
	for i, me := range w.workers {
		r.CPUs[i].Ops = me.ops
	}
}

// shows reports whether the last window has a burst to show: all workers are
// back, and not all came too late.
func (w *workload) shows() bool {
	return w.whole && slices.ContainsFunc(w.workers[:w.writers], func(me *worker) bool { return me.ops > 0 })
}

// Close gives the accounts of the workers' threads back.
func (w *workload) Close() error {
	for _, me := range w.workers {
		me.delay.Close()
	}
	return nil
}
