package simulator

import "linebounce/sim"

// doing is what a CPU does, by rising claim to a cell of its lane.
type doing uint8

const (
	absent doing = iota // before the beginning
	idle
	works
	waits
	holds
	doings
)

// lanes is what each CPU did in the time before now.
type lanes struct {
	cells [][]doing         // by CPU, the newest last
	share [][doings]float64 // by CPU, of the time that the cells cover
}

// look reads lanes off a trace: of n cells, the last of which holds now. It
// walks back from the cursor, so it takes as long as the events that it shows.
func look(c *sim.Cursor, events []sim.Event, st *stage, now sim.Time, n int) lanes {
	cpus := len(st.own)
	w := walk{
		stage: st, first: now/st.cell - sim.Time(n) + 1, now: now, status: make([]sim.Status, cpus), held: make([]int, cpus), end: make([]sim.Time, cpus),
		lanes: lanes{cells: make([][]doing, cpus), share: make([][doings]float64, cpus)},
	}
	w.from = max(w.first*st.cell, 0)
	w.shown = make([]bool, len(c.States))
	for _, l := range st.lines {
		w.shown[l.number] = true
	}
	copy(w.status, c.Status)
	for cpu := range cpus {
		w.end[cpu] = now
		w.cells[cpu] = make([]doing, n)
		for number, states := range c.States {
			if w.shown[number] && has(states[cpu]) {
				w.held[cpu]++
			}
		}
	}
	for i := c.Position() - 1; i >= 0 && events[i].At > w.from; i-- {
		w.back(events[i])
	}
	for cpu := range cpus {
		w.paint(cpu, w.from)
	}
	return w.lanes
}

// has reports whether a CPU in that state has the line: it may write, or has
// the newest data.
func has(s sim.State) bool { return s == sim.Modified || s == sim.Exclusive || s == sim.Owned }

type walk struct {
	lanes
	stage     *stage
	first     sim.Time // number of the first cell, counted from time 0
	from, now sim.Time
	shown     []bool // by line of the model
	status    []sim.Status
	held      []int      // lines that a CPU has
	end       []sim.Time // of what it did, walking back
}

// back undoes one event.
func (w *walk) back(e sim.Event) {
	cpu := int(e.CPU)
	switch e.What {
	case sim.Became:
		w.paint(cpu, e.At)
		w.status[cpu] = sim.Status(e.Old)
	case sim.Changed:
		if !w.shown[e.Line] || has(sim.State(e.Old)) == has(sim.State(e.New)) {
			return
		}
		w.paint(cpu, e.At)
		if has(sim.State(e.New)) {
			w.held[cpu]--
		} else {
			w.held[cpu]++
		}
	}
}

// paint fills what a CPU did from a time to where the last painting began.
func (w *walk) paint(cpu int, from sim.Time) {
	end := w.end[cpu]
	w.end[cpu] = from
	if end <= from {
		return
	}
	what := works
	switch {
	case w.status[cpu] == sim.Waiting || w.status[cpu] == sim.Spinning:
		what = waits
	case w.held[cpu] > 0:
		what = holds
	case w.status[cpu] == sim.Idle:
		what = idle
	}
	w.share[cpu][what] += float64(end-from) / float64(w.now-w.from)
	for cell := from / w.stage.cell; cell <= (end-1)/w.stage.cell; cell++ {
		if at := cell - w.first; at >= 0 && at < sim.Time(len(w.cells[cpu])) {
			w.cells[cpu][at] = max(w.cells[cpu][at], what)
		}
	}
}
