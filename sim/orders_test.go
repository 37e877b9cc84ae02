package sim

import (
	"encoding/binary"
	"math/big"
	"slices"
	"strings"
	"testing"

	"linebounce/sim/internal/oracle"
)

// A smallCase is a program for each of three CPUs on two lines: l and L read, a and A
// add to, s and S store to a word of the first and of the second line; ( and ) take
// and give back a ticket lock on the first, [ and ] and { and } a tas and a ttas lock
// there; p and q push into and take out of a ring with one slot and one index on
// each line, P and Q of one whose ends keep copies.
type smallCase [3]string

// smallCases differ in who reads, who writes and how lines and locks are shared.
var smallCases = []smallCase{
	{"aaaa", "aaaa", "aaaa"}, // one counter
	{"alal", "lala", "llaa"}, // readers that turn into writers
	{"aAlL", "SsLl", "lLaS"}, // two lines in either order
	{"llll", "lall", "aall"}, // more readers than writers
	{"(aA)", "(aA)", "lLaA"}, // a lock on the line of what it guards
	{"(A)l", "(A)a", "(L)l"}, // a lock apart from what it guards
	{"[a]", "[a]", "la"},     // exchanges that fail, on the line of what the lock guards
	{"[A]", "[L]", "[A]"},    // the same, apart
	{"{a}", "{l}", "la"},     // looks until it is free
	{"{A}", "{L}", "{A}"},    // two that see it free at once
	{"pp", "qq", "la"},       // a ring that is full and empty in turn, and a third that has the line
	{"PPa", "QQl", "A"},      // the same with copies
}

func (k smallCase) workload() Workload {
	w := Workload{Bytes: 128, Rings: []Ring{{Slots: 1, Sent: 40, Received: 104, Cached: strings.ContainsAny(strings.Join(k[:], ""), "PQ")}}}
	for c, letters := range k {
		t := Task{Name: letters, CPU: c, Rounds: 1}
		for _, letter := range letters {
			if strings.ContainsRune("pqPQ", letter) {
				t.Program = append(t.Program, w.Rings[0].message(0, letter|0x20 == 'p', 112)...)
				continue
			}
			op, locks := map[rune]Op{'(': {Kind: Lock}, ')': {Kind: Unlock}, '[': {Kind: TAS}, ']': {Kind: Unlock}, '{': {Kind: TTAS}, '}': {Kind: Unlock}}[letter]
			if locks {
				op.Addr = 32
			} else {
				op = map[rune]Op{'l': {Kind: Load}, 'a': {Kind: Add}, 's': {Kind: Store}}[letter|0x20]
				op.Addr = int32(8 * c) // words of their own: sharing is false as well as true
				if letter < 'a' {
					op.Addr += 64
				}
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
		if !tired(s, c) {
			all = append(all, subject)
		}
	}
	return all
}

// failures is how many exchanges of a CPU may fail before it rests until the lock
// is free: it could go on for ever.
const failures = 2

func tired(s *Sim, c int) bool {
	op := &s.code[s.cpus[c].pc]
	return op.Kind == TAS && s.cpus[c].use.Failed >= failures && !s.locks[op.lock].free()
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
	f.locks, f.rings, f.queues, f.tasks = slices.Clone(s.locks), slices.Clone(s.rings), slices.Clone(s.queues), slices.Clone(s.tasks)
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
		add(int32(c.status), c.pc, c.task, flag[c.drawn], int32(c.use.Failed))
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
	for _, r := range s.rings {
		add(int32(r.sent), int32(r.received), int32(r.seen[sending]), int32(r.seen[receiving]))
	}
	return string(key)
}

func explore(t *testing.T, p Protocol, k smallCase, choose func(*Sim) []int) (orders *big.Int, states int) {
	m := plainMachine(3)
	m.Protocol = p
	x := explorer{t: t, choose: choose, ways: map[string]*big.Int{}}
	s := must(t, m, k.workload())
	return x.from(fork(s), patientJudge(s, 1<<40)), len(x.ways)
}

// All orders of a case are all orders in which its events can occur when each of
// them - the next step of a CPU, the arrival of a request at the holder, the
// arrival of data - may take any time: wherever several are pending, each is
// tried as the next one. That has in it every timing that any latencies and
// delays could lead to, but that a tas spinlock's exchanges fail a few times at
// most. After every event the model's own promises and the
// oracle are asked.
func TestEveryOrderOfEvents(t *testing.T) {
	if testing.Short() {
		t.Skip("a long computation")
	}
	for _, p := range Protocols() {
		for _, k := range smallCases {
			orders, states := explore(t, p, k, anyPending)
			t.Logf("%s %s: %s orders of events, through %d states", p, strings.Join(k[:], " "), orders, states)
			if least := k.orders(); orders.Cmp(least) <= 0 {
				t.Errorf("%s %v: %s orders of events, fewer than the %s of operations", p, k, orders, least)
			}
		}
	}
}

// orders is in how many orders the operations of three CPUs can be done one after
// the other, were there no locks: 12!/(4!)^3 = 34650 for four each.
func (k smallCase) orders() *big.Int {
	n, all := big.NewInt(1), int64(0)
	for _, letters := range k {
		all += int64(len(letters))
		n.Mul(n, new(big.Int).Binomial(all, int64(len(letters))))
	}
	return n
}

// The operations of a case, done one after the other, in every order.
func TestEveryOrderOfOperations(t *testing.T) {
	for _, p := range Protocols() {
		for _, k := range smallCases {
			if strings.ContainsAny(strings.Join(k[:], ""), "([{pP") {
				continue // a lock or a ring forbids some orders
			}
			if orders, _ := explore(t, p, k, oneByOne); orders.Cmp(k.orders()) != 0 {
				t.Errorf("%s %v: %s orders, want %s", p, k, orders, k.orders())
			}
		}
	}
}
