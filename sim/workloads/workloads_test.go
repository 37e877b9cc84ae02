package workloads

import (
	"fmt"
	"testing"

	"linebounce/sim"
	"linebounce/sim/paths"
)

// plain is one socket of n cores with round numbers, plenty for two.
func plain(n int) sim.Machine {
	m := sim.Machine{
		Name: "plain", Protocol: sim.MESI, Home: sim.Blocks, RequestShare: 0.5, UnitBytes: 64,
		Topology: sim.Topology{Sockets: 1, L3s: 1, Cores: n, Threads: 1},
		Latency:  sim.Latency{Clean: 40 * sim.Nanosecond, Hit: 1 * sim.Nanosecond, Locked: 6 * sim.Nanosecond},
	}
	m.Latency.Transfer[sim.SameL3] = 60 * sim.Nanosecond
	return m
}

func start(t *testing.T, m sim.Machine, b Built) *sim.Sim {
	t.Helper()
	s, err := sim.New(m, b.Workload, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func lookup(t *testing.T, path string, o paths.Options) paths.Program {
	t.Helper()
	p, err := paths.Lookup(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func pair(r References) Messages {
	return Messages{References: r, Pairs: 1, Capacity: 16, Work: Work{Sender: 500 * sim.Nanosecond, Receiver: 500 * sim.Nanosecond}, CPUs: []int{0, 1}}
}

// The model executes just the locked operations that the kernel did, on each
// side and each structure.
func TestLockedOperationsPerMessage(t *testing.T) {
	sender, receiver := paths.Options{SenderPassCred: true}, paths.Options{ReceiverPassCred: true}
	both := paths.Options{SenderPassCred: true, ReceiverPassCred: true}
	stream := func(o paths.Options) paths.Options { o.Stream = true; return o }
	explicit := func(o paths.Options) paths.Options { o.Explicit = true; return o }
	const messages = 100
	for _, c := range []struct {
		path string
		o    paths.Options
		want [4]int64 // pid sender, pid receiver, cred sender, cred receiver
	}{
		{paths.Always, paths.Options{}, [4]int64{3, 3, 3, 3}},
		{paths.Noref, paths.Options{}, [4]int64{1, 1, 1, 1}},
		{paths.Request, paths.Options{}, [4]int64{}},
		{paths.Request, explicit(paths.Options{}), [4]int64{3, 3, 0, 0}},
		{paths.PassCred, paths.Options{}, [4]int64{}},
		{paths.PassCred, sender, [4]int64{1, 3, 1, 3}},
		{paths.PassCred, receiver, [4]int64{1, 3, 1, 3}},
		{paths.Modern, paths.Options{}, [4]int64{}},
		{paths.Modern, both, [4]int64{1, 3, 0, 0}},
		{paths.Modern, stream(sender), [4]int64{1, 1, 0, 0}},
		{paths.Modern, sender, [4]int64{1, 3, 0, 0}},
		{paths.Modern, explicit(paths.Options{}), [4]int64{3, 3, 0, 0}},
		{paths.Modern, stream(explicit(paths.Options{})), [4]int64{3, 1, 0, 0}},
	} {
		for _, shape := range []References{{}, {Each: true}, {Padded: true}, {Each: true, Padded: true}, {Today: true}} {
			var got [4]int64
			for object := range 2 {
				r := shape
				r.Program, r.NoCred, r.NoPid = lookup(t, c.path, c.o), object == 0, object == 1
				b := pair(r).Build(64)
				for i := range b.Tasks {
					b.Tasks[i].Rounds = messages
				}
				s := start(t, plain(2), b)
				s.Run(1e12)
				for side := range 2 {
					use := s.CPU(side)
					got[2*object+side] = (use.Ops - use.Loads) / messages
					if use.Counted != messages || b.Units(s, side) != messages {
						t.Errorf("%s %+v: side %d counted %d messages, %d units", c.path, c.o, side, use.Counted, b.Units(s, side))
					}
				}
				if n := b.Count(s, 2); n.Operations != messages*(got[2*object]+got[2*object+1]) || n.Sent != messages || n.Received != messages {
					t.Errorf("%s %+v: count %+v of %v a message", c.path, c.o, n, got)
				}
			}
			if got != c.want {
				t.Errorf("%s %+v: locked operations %v, want %v", c.path, c.o, got, c.want)
			}
		}
	}
}

// reads returns how many requests to read a traced run made of the line that a
// named word lies on.
func reads(t *testing.T, r References, word string) (requests, messages int64) {
	t.Helper()
	b := pair(r).Build(64)
	s := start(t, plain(2), b)
	trace := s.Keep(1 << 20)
	s.Run(200 * 1000 * sim.Nanosecond)
	line := int32(-1)
	for addr, name := range b.Names {
		if name == word {
			line = addr / 64
		}
	}
	for _, e := range trace.Events {
		if e.What == sim.Asked && !e.Write && e.Line == line {
			requests++
		}
	}
	return requests, b.Count(s, 2).Received
}

// A read of a field misses because of the count beside it, and only then.
func TestReadsMissBesideACount(t *testing.T) {
	always := References{Program: lookup(t, paths.Always, paths.Options{})}
	padded, today := always, always
	padded.Padded, today.Today = true, true
	for _, c := range []struct {
		r     References
		word  string
		often bool
	}{
		{always, "pid.level", true}, {always, "pid.nr", true}, {always, "cred.euid", true},
		{padded, "pid.level", false}, {padded, "pid.nr", false}, {padded, "cred.euid", false},
		{today, "pid.level", true}, {today, "pid.nr", false}, {today, "cred.euid", true},
	} {
		requests, messages := reads(t, c.r, c.word)
		if messages < 50 {
			t.Fatalf("only %d messages", messages)
		}
		if c.often && requests < messages/4 || !c.often && requests > 2 {
			t.Errorf("%s, padded %v, today %v: %d reads asked for its line in %d messages, often %v", c.word, c.r.Padded, c.r.Today, requests, messages, c.often)
		}
	}
}

func TestWhereThingsLie(t *testing.T) {
	at := func(b Built) map[string]int {
		found := map[string]int{}
		for addr, name := range b.Names {
			found[name] = int(addr)
		}
		return found
	}
	for _, c := range []struct {
		built Built
		want  map[string]int
	}{
		{Counters{Op: LockedAdd, Writers: 1, CPUs: []int{0}}.Build(64), map[string]int{"count": 0, "level": 40, "nr": 48, "ns": 56}},
		{Counters{Op: LockedAdd, Padded: true, Writers: 1, CPUs: []int{0}}.Build(64), map[string]int{"count": 0, "level": 64, "nr": 72, "ns": 80}},
		{Counters{Op: LockedAdd, Each: true, Writers: 5, CPUs: []int{0, 1, 2, 3, 4}}.Build(64),
			map[string]int{"count 0": 0, "count 3": 24, "count 4": 64, "level": 40}},
		{Counters{Op: LockedAdd, Each: true, Writers: 12, CPUs: make([]int, 12)}.Build(64), map[string]int{"count 10": 112, "count 11": 128}},
		{Counters{Op: LockedAdd, Each: true, Padded: true, Writers: 2, CPUs: []int{0, 1}}.Build(128), map[string]int{"count 0": 0, "count 1": 128, "level": 256, "ns": 272}},
		{pair(References{}).Build(64), map[string]int{"pid.count": 0, "pid.level": 4, "pid.nr": 48, "pid.ns": 56, "cred.count": 192, "cred.euid": 212}},
		{pair(References{Each: true}).Build(64), map[string]int{"pid.count 0": 0, "pid.count 1": 8, "cred.count 1": 192 + 40}},
		{pair(References{Padded: true}).Build(64), map[string]int{"pid.count": 0, "pid.level": 132}},
		{pair(References{Each: true, Padded: true}).Build(64), map[string]int{"pid.count 0": 0, "pid.count 1": 128, "pid.level": 260}},
		{pair(References{Today: true}).Build(64), map[string]int{"pid.count": 0, "pid.level": 4, "pid.nr": 144}},
	} {
		got := at(c.built)
		for name, addr := range c.want {
			if a, found := got[name]; !found || a != addr {
				t.Errorf("%s lies at %d (%v), want %d; all: %v", name, a, found, addr, got)
			}
		}
		for name, addr := range got {
			if addr+4 > c.built.Bytes {
				t.Errorf("%s at %d lies outside %d bytes", name, addr, c.built.Bytes)
			}
		}
	}
	many := Messages{References: References{Each: true}, Pairs: 20, Capacity: 1, CPUs: make([]int, 40)}.Build(64)
	if got := len(at(many)); got < 80 {
		t.Errorf("40 tasks' counts on pid and cred and the fields have %d addresses; some share one", got)
	}
}

func TestCells(t *testing.T) {
	rate := func(c Counters) float64 {
		c.Op, c.Writers, c.CPUs = LockedAdd, 2, []int{0, 1}
		b := c.Build(64)
		s := start(t, plain(2), b)
		s.Run(1000 * 1000 * sim.Nanosecond)
		n := b.Count(s, 2)
		return n.PerSecond(n.Operations)
	}
	oneShared, onePadded := rate(Counters{}), rate(Counters{Padded: true})
	eachShared, eachPadded := rate(Counters{Each: true}), rate(Counters{Each: true, Padded: true})
	if eachPadded < 2*eachShared || onePadded > 1.25*oneShared || eachShared > 1.25*oneShared {
		t.Errorf("one shared %.3g, one padded %.3g, each shared %.3g, each padded %.3g", oneShared, onePadded, eachShared, eachPadded)
	}
	if r := rate(Counters{Each: true, Padded: true, Batch: 64, Addition: 6 * sim.Nanosecond / 64}); r < 1.9*32*eachPadded/2 {
		t.Errorf("batches of 64 that take as long as their operation: %.3g additions a second beside %.3g", r, eachPadded)
	}
}

func TestWhatAWriterDoes(t *testing.T) {
	kinds := func(c Counters) (text string) {
		c.Writers, c.CPUs = 1, []int{0}
		for _, op := range c.Build(64).Tasks[0].Program {
			text += fmt.Sprintf("%s@%d ", op.Kind, op.Addr)
		}
		return text
	}
	for want, c := range map[string]Counters{
		"add@0 ":                         {Op: LockedAdd},
		"add@0 load@40 load@48 load@56 ": {Op: LockedAdd, Neighbours: true},
		"load@0 store@0 ":                {Op: PlainAdd},
		"store@0 ":                       {Op: StoreOnly, Neighbours: true},
		"load@0 ":                        {Op: LoadOnly},
		"compute@0 add@0 ":               {Op: LockedAdd, Batch: 8, Neighbours: true},
		"add@0 load@64 load@72 load@80 ": {Op: LockedAdd, Neighbours: true, Padded: true},
		"load@0 store@0 load@40 load@48 load@56 ": {Op: PlainAdd, Neighbours: true, Batch: 1},
	} {
		if got := kinds(c); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
	b := Counters{Op: LockedAdd, Writers: 1, Observers: 2, CPUs: []int{0, 1, 2}}.Build(64)
	if p := b.Tasks[2].Program; len(p) != 1 || p[0].Kind != sim.Load || p[0].Addr != 40 || b.Tasks[2].CPU != 2 {
		t.Errorf("an observer does %+v on CPU %d", p, b.Tasks[2].CPU)
	}
}

// How many messages a socket holds does not change the rate, so that a short
// stretch of a short form tells it; and all that is sent is received.
func TestAShortHackbenchTellsTheRate(t *testing.T) {
	run := func(h Hackbench, loops int) (float64, Count) {
		h.Groups, h.Senders, h.Receivers = 4, 5, 5
		b := h.Build(64)
		for i := range b.Tasks {
			b.Tasks[i].Rounds = int64(loops)
			if b.Rounds[i].Received > 0 {
				b.Tasks[i].Rounds = int64(loops * h.Senders)
			}
		}
		s := start(t, plain(4), b)
		if s.Run(1e15) {
			t.Fatal("a run of so many loops did not end")
		}
		n := b.Count(s, 4)
		return n.PerSecond(n.Received), n
	}
	h := Hackbench2011(References{Program: lookup(t, paths.Always, paths.Options{Stream: true})})
	if h.Messages() != 16_000_000 {
		t.Errorf("the run of 2011 has %d messages", h.Messages())
	}
	long, n := run(h, 100)
	short, _ := run(h.Short(), 100)
	if n.Sent != 4*5*5*100 || n.Received != n.Sent || n.Operations != n.Sent*12 {
		t.Errorf("%+v, want %d messages of 12 operations", n, 4*5*5*100)
	}
	if short/long < 0.98 || short/long > 1.02 {
		t.Errorf("%.4g messages a second with sockets of %d, %.4g with sockets of %d", long, h.Capacity, short, h.Short().Capacity)
	}
}

func TestSemaphores(t *testing.T) {
	rate := func(l SemLocks, cpus int) float64 {
		w := Semaphores{Locks: l, Array: 256, Time: SemopTime{1000 * sim.Nanosecond, 200 * sim.Nanosecond, 50 * sim.Nanosecond}}
		for c := range cpus {
			w.CPUs = append(w.CPUs, c)
		}
		b := w.Build(64)
		s := start(t, plain(cpus), b)
		s.Run(2000 * 1000 * sim.Nanosecond)
		n := b.Count(s, cpus)
		return n.PerSecond(n.Operations)
	}
	before, after, packed, aligned := rate(ChecksInside, 8), rate(ChecksOutside, 8), rate(OnePacked, 8), rate(OnePadded, 8)
	if !(before < 0.8*after && after < packed && packed < 0.98*aligned) {
		t.Errorf("calls a second: checks inside %.3g, outside %.3g, a lock each packed %.3g, a line each %.3g", before, after, packed, aligned)
	}
	if one := rate(OnePadded, 1); aligned < 7.5*one {
		t.Errorf("a lock and a line each: %.3g on 8 CPUs, %.3g on one", aligned, one)
	}
	if x := SemopTime2013(8); x.Outside+x.Checks+x.Inside < 700*sim.Nanosecond || x.Outside+x.Checks+x.Inside > 900*sim.Nanosecond {
		t.Errorf("a call of 2013 on 8 CPUs takes %+v", x) // 8 CPUs, 8.88 M calls a second, 82.53% of it
	}
	at := Semaphores{Locks: OnePacked, Array: 256, CPUs: []int{0, 1}}.Build(64)
	if at.Tasks[0].Program[3].Kind != sim.Lock || at.Tasks[1].Program[3].Addr-at.Tasks[0].Program[3].Addr != 32 {
		t.Errorf("packed locks: %+v, %+v", at.Tasks[0].Program, at.Tasks[1].Program)
	}
}
