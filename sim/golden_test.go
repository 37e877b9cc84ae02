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
	cpus    []string // a program each: l load, s store, a add, ( ) lock, > send, < receive, . 100 ns of work
	bytes   int32    // between the words of one CPU and the next
	times   int64    // that the programs run
	fault   Fault
}

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
	w := Workload{Bytes: 128, Queues: []Queue{{Capacity: 2}}}
	for cpu, letters := range c.cpus {
		task := Task{CPU: cpu, Rounds: max(1, c.times)}
		for _, letter := range letters {
			op := map[rune]Op{'l': {Kind: Load}, 's': {Kind: Store}, 'a': {Kind: Add}, '(': {Kind: Lock}, ')': {Kind: Unlock},
				'>': {Kind: Send}, '<': {Kind: Receive}, '.': {Kind: Compute, Time: 100 * Nanosecond}}[letter]
			if op.Kind == Load || op.Kind == Store || op.Kind == Add {
				op.Addr = int32(cpu) * c.bytes
			}
			task.Program = append(task.Program, op)
		}
		w.Tasks = append(w.Tasks, task)
	}
	s := must(t, m, w)
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

func TestTraces(t *testing.T) {
	for _, c := range scenes {
		t.Run(c.name, func(t *testing.T) { golden.RequireEqual(t, c.run(t)) })
	}
}
