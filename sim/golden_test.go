package sim

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// scene is a short run whose trace is kept as a text file. Its caption says what
// the file pins.
type scene struct {
	name    string
	caption string
	machine func(*Machine)
	cpus    []string // a program each, of the letters below
	bytes   int32    // between the words of one CPU and the next
	ring    Ring     // of which the words of the slots are behind
	times   int64    // that the programs run
	fault   Fault
}

// The letters of a program: l load, s store, a add, ( ) ticket lock, [ ] tas lock,
// { } ttas lock, > send, < receive, p push into the ring, q take out of it, . 100 ns
// of work.
var scenes = []scene{
	{name: "false-sharing", caption: "Two counters on one line: every write takes the line away from the other CPU,\nwhich keeps hitting until the request arrives.",
		cpus: []string{"a", "a"}, bytes: 8, times: 8},
	{name: "padded", caption: "Two counters on lines of their own: one miss each, then only hits.",
		cpus: []string{"a", "a"}, bytes: 64, times: 3},
	{name: "silent-upgrade", caption: "A CPU that is alone reads to E and writes without asking: E to M, no message.",
		cpus: []string{"ls"}},
	{name: "dirty-read-mesi", caption: "A dirty line is read: MESI writes it back, and both have it shared. The next\nreader is answered by the home.",
		cpus: []string{"a", "..l", "....l"}},
	{name: "dirty-read-moesi", caption: "A dirty line is read: MOESI keeps it dirty in O, which answers the next reader\ntoo. Nothing is written back.",
		machine: func(m *Machine) { m.Protocol = MOESI }, cpus: []string{"a", "..l", "....l"}},
	{name: "dirty-read-mesif", caption: "A dirty line is read: MESIF writes it back, and the reader gets F. The next\nreader is answered by it and takes F over.",
		machine: func(m *Machine) { m.Protocol = MESIF }, cpus: []string{"a", "..l", "....l"}},
	{name: "owner-upgrades", caption: "The owner of a dirty shared line writes again: it has the data and waits only\nfor the right to write, till the sharer's copy is gone.",
		machine: func(m *Machine) { m.Protocol = MOESI }, cpus: []string{"a....a", "..l"}},
	{name: "two-upgrade", caption: "Two sharers want to write at once: the first upgrades its copy, the second loses\nits own while it waits and is given the new data.",
		cpus: []string{"l...a", ".l..a"}},
	{name: "operation-under-way", caption: "The request arrives in the middle of an operation: the copy is gone at once, the\ndata leaves when the operation has ended.",
		machine: func(m *Machine) { m.Latency.Locked = 50 * Nanosecond }, cpus: []string{"aa", "a"}},
	{name: "read-under-way", caption: "A reader's request arrives in the middle of the holder's operation: the reader is\ngiven what that operation leaves, when it has ended.",
		machine: func(m *Machine) { m.Latency.Locked = 50 * Nanosecond }, cpus: []string{"aa", "l"}},
	{name: "home-blocks", caption: "Three writers, a home that serves one request for a line at a time: the next\nrequest sets out when the data of the one before has arrived.",
		cpus: []string{"a", "a", "a"}},
	{name: "home-pipelines", caption: "Three writers, a home that forwards at once: the next request waits at the CPU\nthat will have the line, and the line moves on after one operation.",
		machine: func(m *Machine) { m.Home = Pipelined }, cpus: []string{"a", "a", "a"}},
	{name: "lock", caption: "A ticket lock: the second CPU spins on its own copy, loses it when the lock is\ngiven back, and reads it again.",
		cpus: []string{"(...)", "(.)"}},
	{name: "tas", caption: "A test-and-set lock: while CPU 0 is inside, CPU 1 exchanges over and over and has\nthe line for itself, so that CPU 0 must fetch it to give the lock back.",
		cpus: []string{"[.]", "[]"}},
	{name: "tas-data", caption: "The same, and what the lock guards lies on its line: the holder has to fetch the\nline in the middle of its work, from a CPU that gains nothing by having it.",
		cpus: []string{"..[]", "[s...s]"}, bytes: 8},
	{name: "ttas", caption: "Test and test-and-set: CPU 1 looks, spins on its own copy and leaves the line in\npeace until the lock is given back; then it looks again, and only then exchanges.",
		cpus: []string{"{.}", "{}"}},
	{name: "ttas-too-late", caption: "Two CPUs see the lock free: the exchange of the second finds it taken, and it\ngoes back to looking.",
		cpus: []string{"{..}", ".{.}", ".{}"}},
	{name: "ring", caption: "A ring of two slots, both indices on one line: CPU 1 looks for a message and spins\nuntil the sender's index moves, which takes its copy away. Every push and pop looks\nat the other's index.",
		cpus: []string{".pp", "qq"}, ring: Ring{Slots: 2, Sent: 0, Received: 8}},
	{name: "ring-full", caption: "Full: CPU 0 sends two messages, looks for room for a third, and spins on its copy\nof the receiver's index, which is on a line of its own.",
		cpus: []string{"ppp", "......qqq"}, ring: Ring{Slots: 2, Sent: 0, Received: 64}},
	{name: "ring-cached", caption: "The same, and each end keeps a copy of the other's index: CPU 0 looks only for the\nthird message, CPU 1 sees two at its first look and takes both.",
		cpus: []string{"ppp", "......qqq"}, ring: Ring{Slots: 2, Sent: 0, Received: 64, Cached: true}},
	{name: "messages", caption: "A receiver goes idle at an empty queue; a sender stops at a full one, which holds\ntwo, and is woken when one is taken out.",
		cpus: []string{"<...<...<...<", ".>>>>"}},
	{name: "lost-invalidation", caption: "A planted bug: the write of CPU 0 leaves the copy of CPU 1 valid, which then\nreads old data.",
		cpus: []string{"l......a", "..l......l", "....l"}, fault: LostInvalidation},
}

func (c scene) run(t *testing.T) string {
	m := plainMachine(len(c.cpus))
	if c.machine != nil {
		c.machine(&m)
	}
	s := must(t, m, c.workload())
	s.Plant(c.fault)
	trace := s.Keep(1000)
	for s.Step() {
	}
	var text strings.Builder
	for line := range strings.Lines(c.caption + "\n") {
		text.WriteString("# " + line)
	}
	if _, err := trace.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func (c scene) workload() Workload {
	w := Workload{Bytes: 192, Queues: []Queue{{Capacity: 2}}}
	if c.ring.Slots > 0 {
		w.Rings = []Ring{c.ring}
	}
	for cpu, letters := range c.cpus {
		task := Task{CPU: cpu, Rounds: max(1, c.times)}
		messages := 0
		for _, letter := range letters {
			if letter == 'p' || letter == 'q' {
				task.Program = append(task.Program, c.ring.message(0, letter == 'p', 128+8*int32(messages%c.ring.Slots))...)
				messages++
				continue
			}
			op := map[rune]Op{'l': {Kind: Load}, 's': {Kind: Store}, 'a': {Kind: Add}, '(': {Kind: Lock}, ')': {Kind: Unlock},
				'[': {Kind: TAS}, ']': {Kind: Unlock}, '{': {Kind: TTAS}, '}': {Kind: Unlock},
				'>': {Kind: Send}, '<': {Kind: Receive}, '.': {Kind: Compute, Time: 100 * Nanosecond}}[letter]
			if op.Kind == Load || op.Kind == Store || op.Kind == Add {
				op.Addr = int32(cpu) * c.bytes
			}
			task.Program = append(task.Program, op)
		}
		w.Tasks = append(w.Tasks, task)
	}
	return w
}

// message is what an end of ring number i does for one message in a slot.
func (r Ring) message(i int32, sends bool, slot int32) []Op {
	if sends {
		return []Op{{Kind: Await, Object: i, Addr: r.Received}, {Kind: Store, Addr: slot}, {Kind: Advance, Object: i, Addr: r.Sent}}
	}
	return []Op{{Kind: Await, Object: i, Addr: r.Sent}, {Kind: Load, Addr: slot}, {Kind: Advance, Object: i, Addr: r.Received}}
}

func TestTraces(t *testing.T) {
	for _, c := range scenes {
		t.Run(c.name, func(t *testing.T) { golden.RequireEqual(t, c.run(t)) })
	}
}
