package traceevent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"linebounce/sim"
	"linebounce/sim/paths"
	"linebounce/sim/workloads"
)

// machine is two sockets of two cores with round numbers.
func machine(p sim.Protocol) sim.Machine {
	m := sim.Machine{
		Name: "plain", Protocol: p, RequestShare: 0.5, UnitBytes: 64,
		Topology: sim.Topology{Sockets: 2, L3s: 1, Cores: 2, Threads: 1},
		Latency:  sim.Latency{Clean: 40 * sim.Nanosecond, Hit: 1370, Locked: 6800},
	}
	m.Latency.Transfer[sim.SameL3], m.Latency.Transfer[sim.OtherSocket] = 26*sim.Nanosecond, 102*sim.Nanosecond
	return m
}

// loads are workloads of every kind of operation.
func loads(t *testing.T) map[string]workloads.Built {
	t.Helper()
	program, err := paths.Lookup(paths.Always, paths.Options{Stream: true})
	if err != nil {
		t.Fatal(err)
	}
	hackbench := workloads.Hackbench2011(workloads.References{Program: program}).Short()
	hackbench.Groups, hackbench.Senders, hackbench.Receivers = 2, 3, 3
	return map[string]workloads.Built{
		"counters":  workloads.Counters{Each: true, Op: workloads.LockedAdd, Writers: 3, Observers: 1, CPUs: []int{0, 1, 2, 3}}.Build(64),
		"stores":    workloads.Counters{Op: workloads.PlainAdd, Neighbours: true, Writers: 2, CPUs: []int{3, 0}}.Build(64), // CPUs 1 and 2 stay idle
		"hackbench": hackbench.Build(64),
		"semaphores": workloads.Semaphores{
			Locks: workloads.ChecksInside, Array: 4, Time: workloads.SemopTime2013(4), CPUs: []int{0, 1, 2, 3}}.Build(64),
		"spinlock": workloads.Spinlock{CPUs: []int{0, 1, 2, 3}}.Build(64),
		"ring":     workloads.Rings{Slots: 64, CPUs: []int{0, 1, 2, 3}}.Build(64),
	}
}

// run keeps a trace after a warm-up and returns it with the simulation.
func run(t *testing.T, m sim.Machine, w workloads.Built, limit int) (*sim.Sim, *sim.Trace) {
	t.Helper()
	s, err := sim.New(m, w.Workload, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(5000 * sim.Nanosecond)
	trace := s.Keep(limit)
	for !trace.Full() && s.Step() {
	}
	return s, trace
}

func write(t *testing.T, trace *sim.Trace, about About) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, trace, about); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// entry is an event as a reader of the format needs it: what must be there is
// a pointer.
type entry struct {
	Name    *string      `json:"name"`
	Cat     string       `json:"cat"`
	Phase   *string      `json:"ph"`
	At      *json.Number `json:"ts"`
	Process *int         `json:"pid"`
	Thread  *int         `json:"tid"`
	Scope   string       `json:"s"`
	ID      int          `json:"id"`
	Bind    string       `json:"bp"`
	Args    map[string]any
}

type key struct{ process, thread int }

// parsed is a file that was held against the format.
type parsed struct {
	events  []entry
	threads map[key]string
	begun   map[string]int // slices by category
}

// parse holds a file against the format: what every event must have, slices that
// nest and are all closed, times that do not go back on a thread, threads and
// processes that have names, arrows with two ends.
func parse(t *testing.T, text []byte) parsed {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	var document struct {
		Unit   string            `json:"displayTimeUnit"`
		Other  map[string]string `json:"otherData"`
		Events []entry           `json:"traceEvents"`
	}
	if err := decoder.Decode(&document); err != nil {
		t.Fatalf("no JSON of this form: %v", err)
	}
	if document.Unit != "ns" {
		t.Errorf("unit %q", document.Unit)
	}
	p := parsed{events: document.Events, threads: map[key]string{}, begun: map[string]int{}}
	processes, owner := map[int]string{}, map[int]int{}
	open, last, arrows := map[key][]string{}, map[key]float64{}, map[int][]string{}
	for i, e := range document.Events {
		if e.Name == nil || e.Phase == nil || e.At == nil || e.Process == nil || e.Thread == nil || *e.Name == "" || *e.Process < 1 || *e.Thread < 1 {
			t.Fatalf("event %d lacks what every event has: %+v", i, e)
		}
		at, err := e.At.Float64()
		if err != nil || at < 0 {
			t.Fatalf("event %d is at %s", i, e.At)
		}
		if other, seen := owner[*e.Thread]; seen && other != *e.Process {
			t.Errorf("thread %d is in processes %d and %d", *e.Thread, other, *e.Process)
		}
		owner[*e.Thread] = *e.Process
		k := key{*e.Process, *e.Thread}
		if *e.Phase == "M" {
			name, _ := e.Args["name"].(string)
			switch *e.Name {
			case "process_name":
				processes[*e.Process] = name
			case "thread_name":
				p.threads[k] = name
			}
			continue
		}
		if at < last[k] {
			t.Errorf("event %d goes back on thread %v", i, k)
		}
		last[k] = at
		switch *e.Phase {
		case "B":
			p.begun[e.Cat]++
			open[k] = append(open[k], *e.Name)
		case "E":
			if n := len(open[k]); n == 0 || open[k][n-1] != *e.Name {
				t.Fatalf("event %d closes %q of %v", i, *e.Name, open[k])
			}
			open[k] = open[k][:len(open[k])-1]
		case "s", "f":
			arrows[e.ID] = append(arrows[e.ID], *e.Phase+e.Bind)
			if len(open[k]) == 0 {
				t.Errorf("event %d: an arrow's end in no slice", i)
			}
		case "i":
			if e.Scope != "t" {
				t.Errorf("event %d: an instant of scope %q", i, e.Scope)
			}
		default:
			t.Errorf("event %d: phase %q", i, *e.Phase)
		}
	}
	for k := range last {
		if len(open[k]) > 0 {
			t.Errorf("thread %v ends with %v open", k, open[k])
		}
		if p.threads[k] == "" || processes[k.process] == "" {
			t.Errorf("thread %v has no name", k)
		}
	}
	ends := 0
	for id, tips := range arrows {
		if len(tips) > 2 || tips[0] != "s" || len(tips) == 2 && tips[1] != "fe" {
			t.Errorf("arrow %d has ends %v", id, tips)
		}
		if len(tips) == 1 {
			ends++
		}
	}
	if cpus := len(p.cpus()); ends > cpus {
		t.Errorf("%d arrows lead nowhere; at the end of a trace at most %d may", ends, cpus)
	}
	return p
}

func (p parsed) cpus() (names []string) {
	for k, name := range p.threads {
		if k.process == cpuProcess {
			names = append(names, name)
		}
	}
	return names
}

func TestFilesAreWhatTheFormatAsksFor(t *testing.T) {
	for _, protocol := range sim.Protocols() {
		m := machine(protocol)
		for name, w := range loads(t) {
			t.Run(fmt.Sprint(protocol, " ", name), func(t *testing.T) {
				_, trace := run(t, m, w, 800)
				p := parse(t, write(t, trace, About{Machine: m, Names: w.Names}))
				if got := p.cpus(); len(got) != 4 {
					t.Errorf("threads of CPUs: %v", got)
				}
				operations := 0
				for _, e := range trace.Events {
					if e.What == sim.Operated {
						operations++
					}
				}
				if operations == 0 || p.operations() != operations {
					t.Errorf("%d slices for %d operations", p.operations(), operations)
				}
			})
		}
	}
}

// operations counts the slices inside a CPU's status that have an address.
func (p parsed) operations() (n int) {
	for _, e := range p.events {
		if _, operation := e.Args["address"]; operation && *e.Phase == "B" {
			n++
		}
	}
	return n
}

// Cut anywhere, a trace still makes a whole file, and the slices that are the
// last on a line's threads are the states in which the model left them.
func TestTheLastSlicesAreTheLastStates(t *testing.T) {
	m := machine(sim.MESIF)
	for name, w := range loads(t) {
		s, trace := run(t, m, w, 1000)
		for _, length := range []int{0, 1, 2, 3, 50, 999, len(trace.Events)} {
			cut := &sim.Trace{Events: trace.Events[:length], Limit: length}
			p := parse(t, write(t, cut, About{Machine: m, Names: w.Names}))
			cursor := sim.NewCursor(cut, s.Lines(), m.CPUs())
			for cursor.Forward() {
			}
			shown := map[[2]int]string{} // by line and CPU
			var last json.Number
			for _, e := range p.events {
				if *e.Phase == "M" {
					continue
				}
				last = *e.At
			}
			open := map[key]entry{}
			for _, e := range p.events {
				k := key{*e.Process, *e.Thread}
				switch {
				case e.Cat != lineStates:
				case *e.Phase == "B":
					open[k] = e
				case *e.At == last: // closed by the end of the trace alone, or with it
					shown[place(t, open[k])] = *e.Name
				}
			}
			for line, states := range cursor.States {
				for c, state := range states {
					if state == sim.Invalid {
						continue
					}
					if got := shown[[2]int{line, c}]; got != state.String() {
						t.Errorf("%s, %d events: line %d in CPU %d is %q, want %s", name, length, line, c, got, state)
					}
				}
			}
		}
	}
}

func place(t *testing.T, e entry) [2]int {
	t.Helper()
	var at [2]int
	for i, name := range []string{"line", "cpu"} {
		n, ok := e.Args[name].(json.Number)
		x, err := n.Int64()
		if !ok || err != nil {
			t.Fatalf("no %s in %+v", name, e)
		}
		at[i] = int(x)
	}
	return at
}

// Two CPUs add to one word: the line goes back and forth.
func TestGolden(t *testing.T) {
	m := machine(sim.MESI)
	w := workloads.Counters{Op: workloads.LockedAdd, Writers: 2, CPUs: []int{0, 2}}.Build(64)
	s, err := sim.New(m, w.Workload, 1)
	if err != nil {
		t.Fatal(err)
	}
	trace := s.Keep(60)
	s.Run(400 * sim.Nanosecond)
	text := write(t, trace, About{Machine: m, Names: w.Names, Notes: map[string]string{"source": "simulated"}})
	parse(t, text)
	golden.RequireEqual(t, text)
}

// full is a disk with room for some bytes.
type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n := f.room
		f.room = 0
		return n, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestAFullDiskIsTold(t *testing.T) {
	m := machine(sim.MESI)
	w := loads(t)["counters"]
	_, trace := run(t, m, w, 500)
	about := About{Machine: m, Names: w.Names}
	whole := len(write(t, trace, about))
	for _, room := range []int{0, 1, 4096, whole / 2, whole - 1} {
		if err := Write(&full{room}, trace, about); !errors.Is(err, errFull) {
			t.Errorf("room for %d of %d bytes: %v", room, whole, err)
		}
	}
	if err := Write(&full{whole}, trace, about); err != nil {
		t.Errorf("room for all: %v", err)
	}
}
