package sim

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"linebounce/sim/internal/oracle"
)

// A smallCase is a program for each of three CPUs on two lines: l and L read, a and A
// add to, s and S store to a word of the first and of the second line; ( and )
// take and give back a lock on the first.
type smallCase [3]string

// smallCases differ in who reads, who writes and how lines and locks are shared.
var smallCases = []smallCase{
	{"aaaa", "aaaa", "aaaa"}, // one counter
	{"alal", "lala", "llaa"}, // readers that turn into writers
	{"aAlL", "SsLl", "lLaS"}, // two lines in either order
	{"llll", "lall", "aall"}, // more readers than writers
	{"(aA)", "(aA)", "lLaA"}, // a lock on the line of what it guards
	{"(A)l", "(A)a", "(L)l"}, // a lock apart from what it guards
}

func (k smallCase) workload() Workload {
	w := Workload{Bytes: 128}
	for c, letters := range k {
		t := Task{Name: letters, CPU: c, Rounds: 1}
		for _, letter := range letters {
			op := map[rune]Op{'l': {Kind: Load}, 'a': {Kind: Add}, 's': {Kind: Store}, '(': {Kind: Lock}, ')': {Kind: Unlock}}[letter|0x20]
			if letter == '(' || letter == ')' {
				op.Addr = 32
			} else {
				op.Addr = int32(8 * c) // words of their own: sharing is false as well as true
			}
			if letter < 'a' && letter >= 'A' {
				op.Addr += 64
			}
			t.Program = append(t.Program, op)
		}
		w.Tasks = append(w.Tasks, t)
	}
	return w
}

// explorer goes through all orders of a case. A node is a state of the model
// together with what the oracle remembers, times left out; ways is the number
// of orders that lead from it to the end.
type explorer struct {
	t      *testing.T
	choose func(*Sim) []int // subjects that may be next
	ways   map[string]*big.Int
}

// from returns the number of orders in which a case can go on to its end, having
// checked each. It uses the simulation and the judge up.
func (x *explorer) from(s *Sim, j *oracle.Judge) *big.Int {
	key := state(s) + j.Key()
	if n, known := x.ways[key]; known {
		return n
	}
	if err := s.Check(); err != nil {
		x.t.Fatal(err)
	}
	n := new(big.Int)
	if s.live == 0 {
		if err := j.End(); err != nil {
			x.t.Fatal(err)
		}
		n.SetInt64(1)
	} else {
		choices := x.choose(s)
		for i, subject := range choices {
			next, judge := s, j
			if i < len(choices)-1 {
				next, judge = fork(s), j.Clone()
			}
			next.trace.Events = next.trace.Events[:0]
			occur(next, subject)
			if err := verdict(judge, next.trace.Events); err != nil {
				x.t.Fatalf("%v\n%v", err, next.trace.Events)
			}
			n.Add(n, x.from(next, judge))
		}
	}
	if n.Sign() == 0 {
		x.t.Fatalf("nothing can go on before the end: %+v", s.cpus)
	}
	x.ways[key] = n
	return n
}

// occur lets a subject's event happen, whenever it is due. Time stands still.
func occur(s *Sim, subject int) {
	remove(&s.events, int32(subject))
	s.now = 0
	s.happen(subject, 0)
}

// remove takes a subject's event off a calendar, whose next event is not asked
// for any more.
func remove(k *calendar, subject int32) {
	l := &k.ring[day(k.dates[subject].at)%days]
	before := int32(nobody)
	for at := l.head; at != subject; at = k.dates[at].behind {
		before = at
	}
	if before == nobody {
		l.head = k.dates[subject].behind
	} else {
		k.dates[before].behind = k.dates[subject].behind
	}
	if l.tail == subject {
		l.tail = before
	}
	k.pending--
}

// anyPending returns every subject whose event is pending, but only one whose
// task ends, if there is such: that touches nothing that others see.
func anyPending(s *Sim) []int {
	var all []int
	for subject := range s.lines {
		if s.lines[subject].serving != nobody {
			all = append(all, subject)
		}
	}
	for c := range s.cpus {
		if s.cpus[c].status != Running {
			continue
		}
		subject := len(s.lines) + c
		if s.code[s.cpus[c].pc].Kind == finish {
			return []int{subject}
		}
		all = append(all, subject)
	}
	return all
}

// oneByOne lets no operation begin before the one under way has ended.
func oneByOne(s *Sim) []int {
	for number := range s.lines {
		if s.lines[number].serving != nobody {
			return []int{number}
		}
	}
	return anyPending(s)
}

// fork returns a simulation in the same state, with an empty trace.
func fork(s *Sim) *Sim {
	f := *s
	f.cpus, f.lines, f.copies, f.sharers = slices.Clone(s.cpus), slices.Clone(s.lines), slices.Clone(s.copies), slices.Clone(s.sharers)
	f.locks, f.queues, f.tasks = slices.Clone(s.locks), slices.Clone(s.queues), slices.Clone(s.tasks)
	f.ready, f.idle, f.found = slices.Clone(s.ready), slices.Clone(s.idle), make([]int32, 0, s.n)
	f.events.dates = slices.Clone(s.events.dates)
	f.trace = &Trace{Limit: 1 << 10}
	return &f
}

// state tells all of a simulation that decides how it goes on, times left out.
func state(s *Sim) string {
	var key []byte
	add := func(numbers ...int32) {
		for _, n := range numbers {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	flag := map[bool]int32{true: 1}
	for _, c := range s.cpus {
		add(int32(c.status), c.pc, c.task)
		if c.drawn {
			add(int32(c.ticket))
		}
		if c.status == Waiting {
			add(c.onLine, c.next, flag[c.write])
		}
		if c.status == Spinning {
			add(c.onLine)
		}
	}
	for _, l := range s.lines {
		add(l.serving, l.head, l.holder, l.valid, int32(l.home), int32(l.use.Writes), flag[l.given])
		if l.given {
			add(l.giver, int32(l.flight), flag[l.alone])
		}
	}
	for _, c := range s.copies {
		add(int32(c.state), int32(c.version))
	}
	for _, l := range s.locks {
		add(int32(l.next), int32(l.serving))
	}
	return string(key)
}

func explore(t *testing.T, p Protocol, k smallCase, choose func(*Sim) []int) (orders *big.Int, states int) {
	m := plainMachine(3)
	m.Protocol = p
	x := explorer{t: t, choose: choose, ways: map[string]*big.Int{}}
	s := must(t, m, k.workload())
	return x.from(fork(s), oracle.New(p.String(), 3, 2, 1<<40)), len(x.ways)
}

// All orders of a case are all orders in which its events can occur when each of
// them - the next step of a CPU, the arrival of a request at the holder, the
// arrival of data - may take any time: wherever several are pending, each is
// tried as the next one. That has in it every timing that any latencies and
// delays could lead to. After every event the model's own promises and the
// oracle are asked.
func TestEveryOrderOfEvents(t *testing.T) {
	for _, p := range Protocols() {
		for _, k := range smallCases {
			orders, states := explore(t, p, k, anyPending)
			t.Logf("%s %s: %s orders of events, through %d states", p, strings.Join(k[:], " "), orders, states)
			if orders.Cmp(big.NewInt(34650)) <= 0 {
				t.Errorf("%s %v: %s orders of events, fewer than of operations", p, k, orders)
			}
		}
	}
}

// The 12 operations of a case, done one after the other, have 12!/(4!)^3 = 34650
// orders. Every one is there.
func TestEveryOrderOfOperations(t *testing.T) {
	for _, p := range Protocols() {
		for _, k := range smallCases {
			if strings.Contains(fmt.Sprint(k), "(") {
				continue // a lock forbids some orders
			}
			if orders, _ := explore(t, p, k, oneByOne); orders.Cmp(big.NewInt(34650)) != 0 {
				t.Errorf("%s %v: %s orders, want 34650", p, k, orders)
			}
		}
	}
}
