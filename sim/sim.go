package sim

import "math/bits"

const nobody = -1

// copyOf is what one cache holds of one line.
type copyOf struct {
	state   State
	version uint32 // of its data: how many writes the line had seen
}

// line is one coherence unit and the queue of requests for it.
type line struct {
	serving int32  // the CPU whose request is under way, nobody
	head    int32  // the first CPU that waits behind it, nobody
	tail    int32  // the last, nobody
	holder  int32  // the CPU that answers requests, nobody where the home does
	giver   int32  // who gave the data under way, nobody for the home
	writer  int32  // the CPU that wrote last, nobody
	valid   int32  // how many caches have a copy
	flight  uint32 // version of the data under way
	home    uint32 // version of the home's copy
	given   bool   // the data is under way, not only the request
	alone   bool   // the reader under way will be the only one with a copy
	travel  Time   // how long the data of the transfer under way takes
	moved   Time   // when the data last arrived somewhere or left
	use     LineStats
}

// latest is the version that a correct copy holds.
func (l *line) latest() uint32 { return uint32(l.use.Writes) }

// Status is what a CPU is doing.
type Status uint8

// The statuses of a CPU.
const (
	Idle     Status = iota // has no task that can run
	Running                // executes
	Waiting                // for a line's data
	Spinning               // on a lock or on an index of a ring, with a copy of its line
)

func (s Status) String() string { return [...]string{"idle", "running", "waiting", "spinning"}[s] }

// cpu is one CPU. It executes in order and has at most one miss outstanding.
type cpu struct {
	task   int32 // nobody where it is idle
	pc     int32 // the operation to do, in Sim.code
	last   int32 // behind its program's last operation
	onLine int32 // line of the operation that is under way or missing, nobody
	next   int32 // behind it in a line's queue
	ticket uint32
	status Status
	drawn  bool // of a Lock: it has its ticket; of a TTAS: it has seen the lock free
	write  bool // the miss wants to write
	ready  Time // when the operation under way ends
	issued Time // when the miss was
	use    CPUStats
}

// code is an operation made ready: addresses turned into lines and locks.
type code struct {
	Op
	line int32
	lock int32
	cost Time // of a hit
}

// Sim is one simulation.
type Sim struct {
	machine Machine
	n       int // CPUs
	now     Time
	events  calendar // of lines, then CPUs
	cpus    []cpu
	places  []place
	lines   []line
	copies  []copyOf // line by line, CPU by CPU
	sharers []uint64 // line by line: a bit for each CPU with a copy
	words   int      // of sharers, a line
	found   []int32  // what others found last
	code    []code
	locks   []lock
	rings   []ring
	queues  []queue
	tasks   []task
	ready   []list   // tasks that can run, by CPU, and at the end those of any CPU
	idle    []uint64 // a bit for each CPU with nothing to do
	live    int      // tasks not finished
	random  uint64
	fault   Fault
	trace   *Trace
	logs    []*lineLog // by line, nil where nothing is logged
}

// New makes a simulation ready to run, or says which parameter of the machine
// or of the workload it cannot take. Tasks of any CPU start on the lowest free
// ones; CPUs with nothing to do stay idle. The seed drives Jitter.
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

// Run goes on until the time is reached or every task has finished, and
// reports whether any task is left.
func (s *Sim) Run(until Time) bool {
	for s.live > 0 && s.events.next <= until {
		s.handle(until)
	}
	if s.live > 0 {
		s.now = max(s.now, until)
	}
	return s.live > 0
}

// Step handles one event, which is at most one operation of one CPU, and
// reports whether there was one.
func (s *Sim) Step() bool {
	if s.live == 0 || s.events.next == never {
		return false
	}
	s.handle(s.events.next)
	return true
}

// Stuck reports whether tasks are left and none of them can ever go on, as
// where each waits for a message of another.
func (s *Sim) Stuck() bool { return s.live > 0 && s.events.next == never }

// handle lets the next event happen.
func (s *Sim) handle(limit Time) {
	s.now = s.events.next
	s.happen(s.events.take(), limit)
}

// happen has a line or a CPU do what it was to do. A CPU that then hits goes on
// by itself until another event is due or the limit is reached.
func (s *Sim) happen(subject int, limit Time) {
	switch c := subject - len(s.lines); {
	case c >= 0:
		s.execute(c, limit)
	case s.lines[subject].given:
		s.arrive(subject, limit)
	default:
		s.give(subject)
	}
}

// goesOn has a CPU go on with its program at a time.
func (s *Sim) goesOn(c int, at Time) { s.events.add(at, len(s.lines)+c) }

// Now is the simulated time.
func (s *Sim) Now() Time { return s.now }

func (s *Sim) copy(line, c int) *copyOf { return &s.copies[line*s.n+c] }

// others returns the CPUs but one that have a copy of the line, lowest first.
// They are good until the next call.
func (s *Sim) others(number, but int) []int32 {
	s.found = s.found[:0]
	if l := &s.lines[number]; l.valid == 1 && l.holder != nobody {
		if int(l.holder) != but {
			s.found = append(s.found, l.holder)
		}
		return s.found
	}
	for w, word := range s.sharers[number*s.words : (number+1)*s.words] {
		for ; word != 0; word &= word - 1 {
			if c := w*64 + bits.TrailingZeros64(word); c != but {
				s.found = append(s.found, int32(c))
			}
		}
	}
	return s.found
}

// put changes what one cache holds of a line.
func (s *Sim) put(c, number int, state State, version uint32) {
	held, l := s.copy(number, c), &s.lines[number]
	if s.trace != nil {
		s.trace.state(s, c, number, held.state, state)
	}
	word, bit := &s.sharers[number*s.words+c/64], uint64(1)<<(c%64)
	switch had, has := held.state != Invalid, state != Invalid; {
	case has && !had:
		*word |= bit
		l.valid++
	case had && !has:
		*word &^= bit
		l.valid--
	}
	held.state, held.version = state, version
}

// become changes what a CPU is doing.
func (s *Sim) become(c int, now Status) {
	if s.trace != nil {
		s.trace.status(s, c, s.cpus[c].status, now)
	}
	s.cpus[c].status = now
}

// between returns a time from half the mean up to one and a half times it.
func (s *Sim) between(mean Time) Time {
	s.random += 0x9e3779b97f4a7c15
	x := s.random
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	hi, _ := bits.Mul64(x, uint64(mean))
	return mean/2 + Time(hi)
}
