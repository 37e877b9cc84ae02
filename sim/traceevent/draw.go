package traceevent

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"linebounce/sim"
)

// Processes and threads are numbered from 1: 0 is the idle task to Perfetto.
const (
	cpuProcess  = 1
	firstLine   = 2 // process of line 0
	cpuCategory = "cpu"
	lineStates  = "state"
)

// drawing turns the events of a trace into slices.
type drawing struct {
	*file
	about  About
	began  sim.Time
	cpus   []cpu
	lines  map[int32]map[int32]*track // by line, then CPU: those ever held
	names  map[int32]string           // of lines
	thread int                        // the last one given
	arrow  int                        // the last one given
}

// cpu is a CPU's thread.
type cpu struct {
	track
	status sim.Status
	doing  bool     // an operation is open, which ends at until
	until  sim.Time // of it, unless something else comes first
	comes  int      // the arrow of the data that is under way to it, 0 for none
}

// inStatus is how many slices are open where a CPU's status is the innermost.
const inStatus = 1

func draw(f *file, t *sim.Trace, about About) {
	d := &drawing{file: f, about: about, cpus: make([]cpu, about.Machine.CPUs()), lines: map[int32]map[int32]*track{}, names: lineNames(about)}
	d.label("process", cpuProcess, 1, 0, "CPUs of "+about.Machine.Name)
	for c := range d.cpus {
		d.thread++
		d.cpus[c].track = track{process: cpuProcess, thread: d.thread}
		d.label("thread", cpuProcess, d.thread, c, fmt.Sprintf("CPU %d", c))
	}
	if len(t.Events) == 0 {
		return
	}
	d.began = t.Events[0].At
	for _, e := range t.Events {
		d.event(e)
	}
	d.finish(t.Events[len(t.Events)-1].At)
}

func (d *drawing) event(e sim.Event) {
	c := &d.cpus[e.CPU]
	switch e.What {
	case sim.Changed:
		d.state(e)
	case sim.Became:
		d.become(c, e.At, sim.Status(e.New))
	case sim.Operated:
		d.operate(c, e)
	case sim.Asked:
		d.settle(c, e.At)
		d.begin(&c.track, e.At, cpuCategory, "asks for "+d.line(e.Line), args{"line": e.Line, "to": wish(e)})
	case sim.Gave:
		d.give(c, e)
	case sim.Arrived:
		d.arrive(c, e)
	case sim.WroteBack:
		d.show(c, e.At)
		d.add(event{Name: "writes " + d.line(e.Line) + " back", Cat: cpuCategory, Phase: "i", At: micros(e.At), Process: c.process, Thread: c.thread,
			Scope: "t", Args: args{"line": e.Line, "writes": e.Version}})
	}
}

func wish(e sim.Event) string {
	if e.Write {
		return "write"
	}
	return "read"
}

// show makes sure that a CPU has the slice of its status, and none of an
// operation that is over.
func (d *drawing) show(c *cpu, at sim.Time) {
	if len(c.open) == 0 {
		d.begin(&c.track, d.began, cpuCategory, c.status.String(), nil)
	}
	if c.doing && c.until <= at {
		d.settle(c, at)
	}
}

// settle ends the operation that a CPU has open, at its end or now.
func (d *drawing) settle(c *cpu, at sim.Time) {
	if c.doing {
		c.doing = false
		d.end(&c.track, min(c.until, at), cpuCategory, inStatus)
	}
	d.show(c, at)
}

// become changes the outermost slice. What a CPU was at the beginning is known
// from its first change; a slice without length is left out.
func (d *drawing) become(c *cpu, at sim.Time, status sim.Status) {
	if len(c.open) > 0 || at > d.began {
		d.settle(c, at)
		d.end(&c.track, at, cpuCategory, 0)
	}
	c.status = status
	d.begin(&c.track, at, cpuCategory, status.String(), nil)
}

func (d *drawing) operate(c *cpu, e sim.Event) {
	d.settle(c, e.At)
	name := e.Kind.String() + " " + d.word(e.Addr)
	if e.Failed {
		name += ", taken"
	}
	d.begin(&c.track, e.At, cpuCategory, name, args{"line": e.Line, "address": e.Addr, "after writes": e.Version})
	c.doing, c.until = true, e.At+d.lasts(e.Kind)
}

// lasts is how long an operation that hits takes.
func (d *drawing) lasts(k sim.Kind) sim.Time {
	if k.Locked() {
		return d.about.Machine.Latency.Locked
	}
	return d.about.Machine.Latency.Hit
}

// give begins the data's way, with an arrow from the CPU that gave it.
func (d *drawing) give(c *cpu, e sim.Event) {
	from, name := e.Other, "data from the home"
	switch {
	case from == e.CPU:
		name = "the right to write"
	case from >= 0:
		name = fmt.Sprintf("data from CPU %d", from)
		giver := &d.cpus[from]
		d.show(giver, e.At)
		d.arrow++
		c.comes = d.arrow
		d.add(d.tip("s", giver, e.At, c.comes, ""))
	}
	d.begin(&c.track, e.At, cpuCategory, name, args{"line": e.Line})
}

func (d *drawing) arrive(c *cpu, e sim.Event) {
	if c.comes > 0 {
		d.add(d.tip("f", c, e.At, c.comes, "e"))
	}
	c.comes = 0
	d.end(&c.track, e.At, cpuCategory, inStatus)
}

// tip is one of the two ends of an arrow.
func (d *drawing) tip(phase string, c *cpu, at sim.Time, id int, bind string) event {
	return event{Name: "hand-over", Cat: "line", Phase: phase, At: micros(at), Process: c.process, Thread: c.thread, ID: id, Bind: bind}
}

// state changes the slice of a CPU's copy of a line.
func (d *drawing) state(e sim.Event) {
	t := d.held(e.Line, e.CPU)
	d.end(t, e.At, lineStates, 0)
	if now := sim.State(e.New); now != sim.Invalid {
		d.begin(t, e.At, lineStates, now.String(), args{"line": e.Line, "cpu": e.CPU})
	}
}

// held returns the thread of a CPU's copy of a line.
func (d *drawing) held(line, c int32) *track {
	process := firstLine + int(line)
	byCPU := d.lines[line]
	if byCPU == nil {
		byCPU = map[int32]*track{}
		d.lines[line] = byCPU
		d.label("process", process, d.thread+1, 1+int(line), d.line(line))
	}
	t := byCPU[c]
	if t == nil {
		d.thread++
		t = &track{process: process, thread: d.thread}
		byCPU[c] = t
		d.label("thread", process, d.thread, int(c), fmt.Sprintf("in CPU %d", c))
	}
	return t
}

// finish closes what is open when the last operation is over.
func (d *drawing) finish(last sim.Time) {
	for i := range d.cpus {
		if d.cpus[i].doing {
			last = max(last, d.cpus[i].until)
		}
	}
	for i := range d.cpus {
		c := &d.cpus[i]
		d.settle(c, last)
		d.end(&c.track, last, cpuCategory, 0)
	}
	for _, line := range slices.Sorted(maps.Keys(d.lines)) {
		for _, c := range slices.Sorted(maps.Keys(d.lines[line])) {
			d.end(d.lines[line][c], last, lineStates, 0)
		}
	}
}

func (d *drawing) word(addr int32) string {
	if name, known := d.about.Names[addr]; known {
		return name
	}
	return fmt.Sprintf("at %d", addr)
}

// line names a line by what lies on it.
func (d *drawing) line(number int32) string {
	if name, known := d.names[number]; known {
		return name
	}
	return fmt.Sprintf("line %d", number)
}

// manyWords is how many words of a line its name lists.
const manyWords = 4

func lineNames(about About) map[int32]string {
	words := map[int32][]string{}
	for _, addr := range slices.Sorted(maps.Keys(about.Names)) {
		number := addr / int32(about.Machine.UnitBytes)
		words[number] = append(words[number], about.Names[addr])
	}
	names := map[int32]string{}
	for number, on := range words {
		if len(on) > manyWords {
			on = append(on[:manyWords], "…")
		}
		names[number] = fmt.Sprintf("line %d (%s)", number, strings.Join(on, ", "))
	}
	return names
}
