// Package oracle judges the trace of a cache-coherent machine, step by step. It
// knows the textbook rules of MESI, MOESI and MESIF, a memory in which every
// access sees all writes before it, what a lock is for and how a ring of messages
// is used; it knows nothing of the model that made the
// trace. It carries the data itself, as messages say, and so finds out when they
// cannot have led to what was done.
package oracle

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Deed is what a step of a trace says.
type Deed string

// The deeds.
const (
	Ask       Deed = "ask"        // CPU asks for Line, to write or to read
	Give      Deed = "give"       // Other lets CPU have Line; CPU itself where it has the data, Home
	Arrive    Deed = "arrive"     // what was given is at CPU
	Change    Deed = "change"     // CPU's copy went from state Old to New
	Load      Deed = "load"       // CPU read data that had seen Saw writes
	Write     Deed = "write"      // CPU wrote to data that had seen Saw writes
	WriteBack Deed = "write back" // CPU sent Home data that had seen Saw writes
)

// Home is where data is that no cache answers for.
const Home = -1

// Step is one step of a trace. States are letters: I S E M O F.
type Step struct {
	At               int64
	Deed             Deed
	CPU, Other, Line int
	Write            bool
	Old, New         byte
	Saw              int
	Addr             int  // of a load or a write
	Use              Use  // of a write
	Failed           bool // of an exchange: it found the lock taken
}

// Use is what a write means besides.
type Use string

// The uses.
const (
	Draw     Use = "draw"     // the next ticket of a lock
	Exchange Use = "exchange" // of what a spinlock holds for "taken"
	Release  Use = "release"  // of a lock
	Move     Use = "move"     // an index of a ring on by one
)

// Complaint is a rule that a step breaks.
type Complaint struct {
	Rule string
	Step Step
	Text string
}

func (c *Complaint) Error() string { return fmt.Sprintf("%s: %s (at %+v)", c.Rule, c.Text, c.Step) }

// The rules.
const (
	Coherence = "one writer or many readers"
	Data      = "every access sees all writes before it"
	Lasting   = "no update is lost"
	Service   = "every request is served, in turn and in time"
	Protocol  = "the protocol's transitions"
	Exclusion = "a lock has one holder"
	Distance  = "a ring is neither overfilled nor overtaken"
)

type cache struct {
	state byte
	saw   int
}

type request struct {
	cpu   int
	write bool
	at    int64
	given bool
	by    int
	saw   int
}

type line struct {
	caches  []cache
	home    int // writes that the home's data has seen
	writes  int // all writes
	queue   []request
	landing int  // the CPU at which data has just arrived, or Home
	lands   byte // the state that its copy must take now
}

// Judge follows one trace.
type Judge struct {
	protocol string
	letters  string
	patience int64
	lines    []line
	locks    map[int][]int // by address: who holds it, and behind it the tickets drawn
	rings    []ring
}

// New judges a machine's trace from its beginning, when all copies are invalid.
// A request must be served within patience.
func New(protocol string, cpus, lines int, patience int64) *Judge {
	j := &Judge{protocol: protocol, letters: "ISEM", patience: patience, lines: make([]line, lines), locks: map[int][]int{}}
	switch protocol {
	case "MOESI":
		j.letters += "O"
	case "MESIF":
		j.letters += "F"
	}
	for i := range j.lines {
		j.lines[i] = line{caches: make([]cache, cpus), landing: Home}
		for c := range j.lines[i].caches {
			j.lines[i].caches[c].state = 'I'
		}
	}
	return j
}

// Clone returns a judge that has seen the same and goes its own way.
func (j *Judge) Clone() *Judge {
	k := *j
	k.lines, k.rings, k.locks = slices.Clone(j.lines), slices.Clone(j.rings), map[int][]int{}
	for addr, queue := range j.locks {
		k.locks[addr] = slices.Clone(queue)
	}
	for i := range k.lines {
		k.lines[i].caches = slices.Clone(j.lines[i].caches)
		k.lines[i].queue = slices.Clone(j.lines[i].queue)
	}
	return &k
}

// Key tells all that the judge goes by but times.
func (j *Judge) Key() string {
	var key []byte
	for i := range j.lines {
		l := &j.lines[i]
		key = binary.AppendVarint(key, int64(l.home))
		key = binary.AppendVarint(key, int64(l.writes))
		for _, c := range l.caches {
			if key = append(key, c.state); c.state != 'I' {
				key = binary.AppendVarint(key, int64(c.saw))
			}
		}
		key = append(key, byte(len(l.queue)))
		for _, r := range l.queue {
			key = append(key, fmt.Sprint(r.cpu, r.write, r.given, r.by, r.saw)...)
		}
	}
	for _, addr := range slices.Sorted(maps.Keys(j.locks)) {
		key = append(key, fmt.Sprint(addr, j.locks[addr])...)
	}
	for _, r := range j.rings {
		key = append(key, fmt.Sprint(r)...)
	}
	return string(key)
}

// Step takes the next step and returns a *Complaint or nil. After a complaint
// the judge is of no more use.
func (j *Judge) Step(s Step) error {
	l := &j.lines[s.Line]
	if l.landing != Home && (s.Deed != Change || s.CPU != l.landing) {
		return complain(Protocol, s, "data is at CPU %d, whose copy has not changed", l.landing)
	}
	for _, check := range []func(*line, Step) *Complaint{j.deed, j.coherent, j.lasts, j.patient, j.use} {
		if c := check(l, s); c != nil {
			return c
		}
	}
	return nil
}

func (j *Judge) deed(l *line, s Step) *Complaint {
	switch s.Deed {
	case Ask:
		return j.ask(l, s)
	case Give:
		return j.give(l, s)
	case Arrive:
		return j.arrive(l, s)
	case Change:
		return j.change(l, s)
	case Load:
		return j.load(l, s)
	case Write:
		return j.write(l, s)
	case WriteBack:
		return j.writeBack(l, s)
	}
	return complain(Protocol, s, "nobody does this")
}

// End says whether the trace may end here: nobody waits.
func (j *Judge) End() error {
	for number, l := range j.lines {
		if len(l.queue) > 0 {
			return complain(Service, Step{Line: number}, "CPU %d still waits at the end", l.queue[0].cpu)
		}
	}
	return nil
}

func complain(rule string, s Step, format string, args ...any) *Complaint {
	return &Complaint{Rule: rule, Step: s, Text: fmt.Sprintf(format, args...)}
}

// coherent: a copy in M or E is the only one, and one cache at most answers.
func (j *Judge) coherent(l *line, s Step) *Complaint {
	valid, sole, answers := 0, 0, 0
	for _, c := range l.caches {
		switch c.state {
		case 'M', 'E':
			sole++
			answers++
		case 'O', 'F':
			answers++
		}
		if c.state != 'I' {
			valid++
		}
	}
	if sole > 0 && valid > 1 || answers > 1 {
		return complain(Coherence, s, "copies %s", l.letters())
	}
	return nil
}

// lasts: the newest data is at the home, in a cache that must pass it on, or on
// its way to a writer.
func (j *Judge) lasts(l *line, s Step) *Complaint {
	if l.home == l.writes {
		return nil
	}
	for i, c := range l.caches {
		dirty := c.state == 'M' || c.state == 'O' || i == l.landing && l.lands == 'M'
		if dirty && c.saw == l.writes {
			return nil
		}
	}
	if len(l.queue) > 0 && l.queue[0].given && l.queue[0].write && l.queue[0].saw == l.writes {
		return nil
	}
	return complain(Lasting, s, "nobody keeps write %d; the home has %d", l.writes, l.home)
}

// patient: nobody has waited too long.
func (j *Judge) patient(l *line, s Step) *Complaint {
	for _, r := range l.queue {
		if s.At-r.at > j.patience {
			return complain(Service, s, "CPU %d has waited since %d", r.cpu, r.at)
		}
	}
	return nil
}

func (l *line) letters() string {
	var all []byte
	for _, c := range l.caches {
		all = append(all, c.state)
	}
	return string(all)
}
