package probes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Scenario is everything that one arm of an experiment fixes. It is a plain
// comparable value: two scenarios that print alike are equal. A zero field is
// not named, and the experiment's own default holds for it.
//
// Its one text form is a list of word=value pairs in the order of the
// vocabulary, for example "counter=each line=padded cpus=0,1". Files, flags,
// lessons and screens all use it.
type Scenario struct {
	Path       string  // the references a message costs, see sim/paths
	Counter    string  // CounterOne or CounterEach
	Line       string  // LineShared or LinePadded
	Transport  string  // TransportRing or TransportSocketpair
	Op         string  // OpLock, OpPlain, OpStore or OpLoad
	Batch      int     // additions gathered in a register before one operation on the line
	PidRef     string  // On or Off: the references on struct pid
	CredRef    string  // On or Off: the references on struct cred
	Neighbours string  // On or Off: whether the read-mostly fields are read
	PassCred   string  // PassCredOff, PassCredSender, PassCredReceiver or PassCredBoth
	Send       string  // SendPlain or SendExplicit
	Socket     string  // SocketStream, SocketDgram or SocketSeqpacket
	Size       int     // bytes in a message
	Index      string  // LineShared or LinePadded: whether a ring's two indices lie on one line
	Cached     string  // On or Off: whether each end of a ring keeps a copy of the other's index
	Track      string  // On or Off: count hand-offs in the compared windows too
	CPUs       CPUList // the CPUs of writers, then readers, then observers
	Writers    int     // adders or takers; senders
	Readers    int     // droppers; receivers; CPUs that take a lock to read
	Observers  int     // CPUs that only read the neighbours
	Messages   int     // of one run
	Runs       int     // whole runs of the arm
	Groups     int     // of hackbench
	Senders    int     // in each of its groups
	Receivers  int     // in each of its groups; where not named, as many as senders
	Loops      int     // messages that a sender sends to each receiver
	Mode       string  // one of the Mode values; which of them, the experiment says
	Semaphores int     // in the array
}

// The values of a scenario's words.
const (
	On  = "on"
	Off = "off"

	CounterOne  = "one"
	CounterEach = "each"

	LineShared = "shared"
	LinePadded = "padded"

	TransportRing       = "ring"
	TransportSocketpair = "socketpair"

	OpLock  = "lock"
	OpPlain = "plain"
	OpStore = "store"
	OpLoad  = "load"

	PassCredOff      = "off"
	PassCredSender   = "sender"
	PassCredReceiver = "receiver"
	PassCredBoth     = "both"

	SendPlain    = "plain"
	SendExplicit = "explicit"

	SocketStream    = "stream"
	SocketDgram     = "dgram"
	SocketSeqpacket = "seqpacket"

	ModeBefore  = "before"  // one lock an array, held during the permission and security checks too
	ModeAfter   = "after"   // taken after the checks
	ModePacked  = "packed"  // a lock a semaphore, semaphores side by side
	ModeAligned = "aligned" // a lock a semaphore, each semaphore a line

	ModeThreads   = "threads"   // hackbench of threads, which share one struct pid and one struct cred
	ModeProcesses = "processes" // and of processes, each with its own

	ModeDouble    = "double"    // calls with two operations, which take the array's lock
	ModeSingle    = "single"    // calls with one, which take that semaphore's
	ModeAlternate = "alternate" // two processes that wait for each other on one semaphore

	ModeTAS  = "tas"  // a spinlock that tests and sets until it is free
	ModeTTAS = "ttas" // one that only looks until it is free, then tests and sets
)

// Limits on what a scenario may ask for.
const (
	MaxSize    = 1 << 20 // bytes in a message; a socket's default buffer holds about a fifth of it
	MaxBatch   = 1 << 16
	MaxWorkers = 4096

	MaxMessages   = 1e9 // of one run
	MaxRuns       = 1e4
	MaxGroups     = 1e4 // each limit of hackbench alone; what they make together the machine limits
	MaxLoops      = 1e7
	MaxSemaphores = 32000 // the kernel's default of semaphores in an array
)

// CPUList is a list of CPU numbers in order, in text so that scenarios stay
// comparable: "0,1". The empty list leaves the choice to the machine.
type CPUList string

// NewCPUList builds the list from numbers.
func NewCPUList(cpus ...int) CPUList {
	text := make([]string, len(cpus))
	for i, cpu := range cpus {
		text[i] = strconv.Itoa(cpu)
	}
	return CPUList(strings.Join(text, ","))
}

// Numbers returns the CPU numbers in order, nil for the empty list.
func (l CPUList) Numbers() []int {
	if l == "" {
		return nil
	}
	var cpus []int
	for part := range strings.SplitSeq(string(l), ",") {
		cpu, _ := strconv.Atoi(part)
		cpus = append(cpus, cpu)
	}
	return cpus
}

// Workers returns how many workers the scenario needs, each on a CPU of its own.
func (s Scenario) Workers() int { return s.Writers + s.Readers + s.Observers }

// String returns the canonical text form: every named word, in the order of
// the vocabulary.
func (s Scenario) String() string {
	var pairs []string
	for _, w := range vocabulary {
		if value := w.get(&s); value != "" {
			pairs = append(pairs, w.name+"="+value)
		}
	}
	return strings.Join(pairs, " ")
}

// With returns s changed by the words of text, or the first fault in them as
// a *ScenarioError. ParseScenario is With on an empty Scenario.
func (s Scenario) With(text string) (Scenario, error) {
	seen := map[string]bool{}
	for pair := range strings.FieldsSeq(text) {
		name, value, found := strings.Cut(pair, "=")
		w := lookup(name)
		if w == nil {
			return Scenario{}, &ScenarioError{Word: name, Problem: "is not a word of a scenario", Accepted: Words()}
		}
		if !found || value == "" {
			return Scenario{}, &ScenarioError{Word: name, Problem: "has no value", Accepted: w.accepted()}
		}
		if seen[name] {
			return Scenario{}, &ScenarioError{Word: name, Value: value, Problem: "is named twice"}
		}
		seen[name] = true
		if err := w.set(&s, value); err != nil {
			return Scenario{}, err
		}
	}
	return s, nil
}

// ParseScenario reads the text form. Words may come in any order.
func ParseScenario(text string) (Scenario, error) { return Scenario{}.With(text) }

// MarshalText writes the canonical text form, for files.
func (s Scenario) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text form; its errors are a *ScenarioError.
func (s *Scenario) UnmarshalText(text []byte) (err error) {
	*s, err = ParseScenario(string(text))
	return err
}

// Or returns s with every word it does not name taken from defaults.
func (s Scenario) Or(defaults Scenario) Scenario {
	for _, w := range vocabulary {
		if value := w.get(&defaults); value != "" && w.get(&s) == "" {
			_ = w.set(&s, value) // was accepted once already
		}
	}
	return s
}

// Get returns the value of one word, "" where it is not named or unknown. Its
// receiver is a pointer because screens ask for many words of each picture, and a
// copy would be allocated for every one.
func (s *Scenario) Get(name string) string {
	if w := lookup(name); w != nil {
		return w.get(s)
	}
	return ""
}

// Set returns s with one word changed.
func (s Scenario) Set(name, value string) (Scenario, error) { return s.With(name + "=" + value) }

// Validate holds s against the words that an experiment knows and the CPUs
// that this process may use. It returns a *ScenarioError, or nil.
func (s Scenario) Validate(words []string, allowed []int) error {
	for _, w := range vocabulary {
		if value := w.get(&s); value != "" && !slices.Contains(words, w.name) {
			return &ScenarioError{Word: w.name, Value: value, Problem: "means nothing in this experiment", Accepted: words}
		}
	}
	cpus := s.CPUs.Numbers()
	for _, cpu := range cpus {
		if !slices.Contains(allowed, cpu) {
			return &ScenarioError{Word: "cpus", Value: string(s.CPUs),
				Problem: fmt.Sprintf("names CPU %d, which this process may not use", cpu), Accepted: numbers(allowed)}
		}
	}
	if len(cpus) > 0 && len(cpus) != s.Workers() {
		return &ScenarioError{Word: "cpus", Value: string(s.CPUs),
			Problem: fmt.Sprintf("names %d CPUs for %d workers", len(cpus), s.Workers())}
	}
	if s.Workers() < 1 && slices.Contains(words, "cpus") {
		word := "writers"
		if !slices.Contains(words, word) {
			word = "readers"
		}
		return &ScenarioError{Word: word, Value: "0", Problem: "leaves no worker"}
	}
	return nil
}

// OneOf returns a *ScenarioError unless the word has one of the values or is not
// named: for experiments in which only some of a word's values mean something.
func (s Scenario) OneOf(name string, values ...string) error {
	value := s.Get(name)
	if value == "" || slices.Contains(values, value) {
		return nil
	}
	return &ScenarioError{Word: name, Value: value, Problem: "means nothing in this experiment", Accepted: values}
}

// ScenarioError says which word of a scenario is wrong and what is accepted.
type ScenarioError struct {
	Word, Value string
	Problem     string
	Accepted    []string
}

func (e *ScenarioError) Error() string {
	named := strconv.Quote(e.Word)
	if e.Value != "" {
		named = strconv.Quote(e.Word + "=" + e.Value)
	}
	text := named + " " + e.Problem
	if len(e.Accepted) > 0 {
		text += "; accepted: " + strings.Join(e.Accepted, ", ")
	}
	return text
}

func numbers(cpus []int) []string {
	text := make([]string, len(cpus))
	for i, cpu := range cpus {
		text[i] = strconv.Itoa(cpu)
	}
	return text
}
