package sim

import (
	"fmt"
	"math/bits"
)

const nobody = -1

// copyOf is what one cache holds of one line.
type copyOf struct {
	state   State
	version uint32 // of its data: how many writes the line had seen
}

// line is one coherence unit and the queue of requests for it.
type line struct {
	holder  int32 // the CPU that answers requests, nobody where the home does
	serving int32 // the CPU whose request is under way, nobody
	head    int32 // the first CPU that waits behind it, nobody
	tail    int32
	flight  uint32 // version of the data under way
	giver   int32  // who gave it, nobody for the home
	latest  uint32 // writes so far: the version that a correct cache holds
	home    uint32 // version of the home's copy
	writer  int32  // the CPU that wrote last, nobody
	alone   bool   // the reader under way will be the only one with a copy
	ops     int64
	use     LineStats
}

// Status is what a CPU is doing.
type Status uint8

// The statuses of a CPU.
const (
	Idle     Status = iota
	Running         // executes
	Waiting         // for a line's data
	Spinning        // on a lock, with a copy of its line
)

func (s Status) String() string { return [...]string{"idle", "running", "waiting", "spinning"}[s] }

// cpu is one CPU. It executes in order and has at most one miss outstanding.
type cpu struct {
	task   int32 // nobody where it is idle
	pc     int32
	status Status
	phase  uint8 // of a Lock: 0 before its ticket, 1 after
	write  bool  // the miss wants to write
	onLine int32 // line of the operation that is under way or missing, nobody
	next   int32 // behind it in a line's queue
	ready  Time  // when the operation under way ends
	issued Time  // when the miss was
	ticket uint32
	use    CPUStats
}

// code is an operation made ready: addresses turned into lines.
type code struct {
	Op
	line int32
	lock int32
}

type task struct {
	first, last int32 // of its program, in Sim.code
	resume      int32 // where it goes on
	rounds      int64 // left, negative for ever
	pin         int32
	next        int32 // in a queue of tasks, nobody
	done        int64 // Count operations
}

type ticketLock struct{ next, serving uint32 }

type queue struct {
	capacity, length   int
	senders, receivers list // blocked tasks
}

// list is a queue of tasks, linked through task.next.
type list struct{ head, tail int32 }

// Sim is one simulation.
type Sim struct {
	machine  Machine
	n        int // CPUs
	now      Time
	events   events
	cpus     []cpu
	lines    []line
	copies   []copyOf // line by line, CPU by CPU
	holders  []uint64 // line by line: a bit for each CPU with a valid copy
	words    int      // of holders, a line
	code     []code
	tasks    []task
	queues   []queue
	locks    []ticketLock
	runnable []list // by CPU, and at the end those of no CPU
	live     int    // tasks not finished
	random   uint64
	fault    Fault
	trace    *Trace
	stays    *stayLog
}

// New makes a simulation ready to run. Tasks on any CPU start on the lowest
// free ones; CPUs with nothing to do stay idle.
func New(m Machine, w Workload, seed uint64) (*Sim, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	s := &Sim{machine: m, n: m.CPUs(), random: seed}
	if err := s.load(w); err != nil {
		return nil, err
	}
	for c := range s.cpus {
		s.dispatch(c)
	}
	return s, nil
}

func (s *Sim) load(w Workload) error {
	unit := int32(s.machine.UnitBytes)
	lines := (w.Bytes + s.machine.UnitBytes - 1) / s.machine.UnitBytes
	s.words = (s.n + 63) / 64
	s.cpus = make([]cpu, s.n)
	s.runnable = make([]list, s.n+1)
	for i := range s.runnable {
		s.runnable[i] = list{nobody, nobody}
	}
	for c := range s.cpus {
		s.cpus[c].task, s.cpus[c].onLine, s.cpus[c].next = nobody, nobody, nobody
	}
	s.lines = make([]line, lines)
	for i := range s.lines {
		s.lines[i] = line{holder: nobody, serving: nobody, head: nobody, tail: nobody, writer: nobody}
	}
	s.copies = make([]copyOf, lines*s.n)
	s.holders = make([]uint64, lines*s.words)
	for _, q := range w.Queues {
		if q.Capacity < 1 {
			return fmt.Errorf("a queue has room for %d messages; it needs room for one", q.Capacity)
		}
		s.queues = append(s.queues, queue{capacity: q.Capacity, senders: list{nobody, nobody}, receivers: list{nobody, nobody}})
	}
	locks := map[int32]int32{}
	for i, t := range w.Tasks {
		if len(t.Program) == 0 || t.Rounds < 0 || t.CPU < -1 || t.CPU >= s.n {
			return fmt.Errorf("task %q has no program, negative rounds, or CPU %d of %d", t.Name, t.CPU, s.n)
		}
		first := int32(len(s.code))
		for _, op := range t.Program {
			c, err := s.compile(op, unit, w.Bytes, locks)
			if err != nil {
				return fmt.Errorf("task %q: %w", t.Name, err)
			}
			s.code = append(s.code, c)
		}
		rounds := t.Rounds
		if rounds == 0 {
			rounds = -1
		}
		s.tasks = append(s.tasks, task{first: first, resume: first, last: int32(len(s.code)), rounds: rounds, pin: int32(t.CPU), next: nobody})
		s.enqueue(s.runList(int32(i)), int32(i))
		s.live++
	}
	s.locks = make([]ticketLock, len(locks))
	s.events.heap = make([]event, 0, s.n+lines)
	return nil
}

func (s *Sim) compile(op Op, unit int32, bytes int, locks map[int32]int32) (code, error) {
	c := code{Op: op, line: nobody}
	switch op.Kind {
	case Load, Store, Add, Lock, Unlock:
		if op.Addr < 0 || int(op.Addr) >= bytes {
			return c, fmt.Errorf("%s at %d lies outside the %d bytes of memory", op.Kind, op.Addr, bytes)
		}
		c.line = op.Addr / unit
		if op.Kind == Lock || op.Kind == Unlock {
			if _, known := locks[op.Addr]; !known {
				locks[op.Addr] = int32(len(locks))
			}
			c.lock = locks[op.Addr]
		}
	case Send, Receive:
		if op.Object < 0 || int(op.Object) >= len(s.queues) {
			return c, fmt.Errorf("%s names queue %d of %d", op.Kind, op.Object, len(s.queues))
		}
	case Compute:
		if op.Time < 0 {
			return c, fmt.Errorf("a computation takes %d ps", op.Time)
		}
	case Count:
	default:
		return c, fmt.Errorf("operation %d is not known", op.Kind)
	}
	return c, nil
}

// Run goes on until the time is reached or every task has finished, and
// reports whether any task is left.
func (s *Sim) Run(until Time) bool {
	for len(s.events.heap) > 0 && s.live > 0 && s.events.heap[0].at <= until {
		s.step(until)
	}
	if s.live > 0 && s.now < until {
		s.now = until
	}
	return s.live > 0
}

// Step handles one event and reports whether there was one.
func (s *Sim) Step() bool {
	if len(s.events.heap) == 0 || s.live == 0 {
		return false
	}
	s.step(s.events.heap[0].at)
	return true
}

// step handles the next event. A CPU that then hits goes on by itself until
// another event is due or the limit is passed.
func (s *Sim) step(limit Time) {
	e := s.events.pop()
	s.now = e.at
	switch e.kind() {
	case evReady:
		s.execute(e.subject(), limit)
	case evGive:
		s.give(e.subject())
	case evData:
		s.arrive(e.subject(), limit)
	}
}

// Now is the simulated time.
func (s *Sim) Now() Time { return s.now }

// set and unset keep the list of CPUs with a valid copy of a line.
func (s *Sim) set(l, c int)   { s.holders[l*s.words+c/64] |= 1 << (c % 64) }
func (s *Sim) unset(l, c int) { s.holders[l*s.words+c/64] &^= 1 << (c % 64) }

// others calls f for every CPU but one that has a valid copy of the line.
func (s *Sim) others(l, but int, f func(c int)) {
	for w, word := range s.holders[l*s.words : (l+1)*s.words] {
		for ; word != 0; word &= word - 1 {
			if c := w*64 + bits.TrailingZeros64(word); c != but {
				f(c)
			}
		}
	}
}

// between returns a time between half and one and a half times the mean.
func (s *Sim) between(mean Time) Time {
	s.random += 0x9e3779b97f4a7c15
	x := s.random
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	hi, _ := bits.Mul64(x, uint64(mean))
	return mean/2 + Time(hi)
}
