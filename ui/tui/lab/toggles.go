package lab

import (
	"fmt"
	"slices"
	"strconv"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/topology"
	"linebounce/sim/paths"
	"linebounce/ui/wording"
)

// toggle is one what-if key: it changes one word of a scenario.
type toggle struct {
	key, label, word string
	values           []string // in the order of the presses, an unnamed word has the first; nil for a number of CPUs
	does             string   // for the help
	in               []string // the experiments that have it, nil for all that know the word
}

// toggles are the what-if keys in the order of the screen. CPUs are not among
// them: they change for both arms.
var toggles = []toggle{
	{"n", "counter", "counter", []string{probes.CounterOne, probes.CounterEach}, "one counter or lock word for all CPUs, or each its own", nil},
	{"l", "line", "line", []string{probes.LineShared, probes.LinePadded}, "what is written on one line with its neighbours, or each alone on a line", nil},
	{"o", "op", "op", []string{probes.OpLock, probes.OpPlain, probes.OpStore, probes.OpLoad}, "what an operation is: locked add, plain add, store, load", nil},
	{"b", "batch", "batch", []string{"1", "4", "16", "64"}, "additions gathered in a register before one goes to the line", nil},
	{"f", "writers", "writers", nil, "how many CPUs add, or want the spinlock: one, two, all", []string{"counters", "spinlock"}},
	{"j", "readers", "readers", nil, "how many CPUs take the lock to read: one, two, all", []string{"rwlock"}},
	{"w", "observers", "observers", nil, "CPUs that only read the fields beside the count", nil},
	{"k", "neighbours", "neighbours", []string{probes.Off, probes.On}, "whether the fields beside the count are read", nil},
	{"m", "mode", "mode", []string{probes.ModeTAS, probes.ModeTTAS}, "how a spinlock is taken: by trying (tas), or by looking until it is free and then trying (ttas)", nil},
	{"i", "index", "index", []string{probes.LineShared, probes.LinePadded}, "a ring's two indices on one line, or each on a line of its own", nil},
	{"g", "cached", "cached", []string{probes.Off, probes.On}, "whether each end of a ring remembers the other's index", nil},
	{"a", "path", "path", paths.Names(), "which version of Linux counts the references", nil},
	{"p", "pid-ref", "pid-ref", []string{probes.On, probes.Off}, "references on struct pid", nil},
	{"c", "cred-ref", "cred-ref", []string{probes.On, probes.Off}, "references on struct cred", nil},
	{"t", "transport", "transport", []string{probes.TransportRing, probes.TransportSocketpair}, "a ring in memory, or a real socketpair", nil},
	{"s", "socket", "socket", []string{probes.SocketStream, probes.SocketDgram, probes.SocketSeqpacket}, "kind of socket", nil},
	{"d", "SO_PASSCRED", "passcred", []string{probes.PassCredOff, probes.PassCredReceiver, probes.PassCredSender, probes.PassCredBoth}, "who asks for credentials", nil},
	{"x", "send", "send", []string{probes.SendPlain, probes.SendExplicit}, "credentials named by the sender itself", nil},
	{"z", "size", "size", []string{"100", "1000", "10000", "100000", "16"}, "bytes in a message", nil},
	{"h", "track", "track", []string{probes.Off, probes.On}, "count hand-offs in the compared windows too", nil},
}

// belongs reports whether the toggle means something in an experiment.
func (t toggle) belongs(e *experiment) bool {
	return e.knows(t.word) && (t.in == nil || slices.Contains(t.in, e.Name))
}

func toggleOf(key string) (toggle, bool) {
	i := slices.IndexFunc(toggles, func(t toggle) bool { return t.key == key })
	if i < 0 {
		return toggle{}, false
	}
	return toggles[i], true
}

// noPath is what the screen calls a socket without references of ours.
const noPath = "none"

// value is the toggle's current value in words of the screen.
func (t toggle) value(s probes.Scenario) string {
	value := s.Get(t.word)
	switch {
	case value != "":
		return value
	case t.values == nil:
		return "0"
	case t.word == "path":
		return noPath
	case t.word == "neighbours" && s.Path != "":
		return probes.On // the fields that a path reads
	}
	return t.values[0]
}

// press returns the scenario after one press, not yet prepared. Errors are
// those of Scenario.With.
func (t toggle) press(m topology.Machine, e catalog.Experiment, s probes.Scenario) (probes.Scenario, error) {
	switch t.word {
	case "observers":
		return watch(m, s), nil
	case "writers", "readers":
		return t.crowd(m, s)
	}
	values := t.values
	if t.word == "mode" {
		values = e.Modes
	}
	i := slices.Index(values, t.value(s)) + 1
	if i == len(values) && t.word == "path" && e.Default.Path == "" {
		s.Path = ""
		return s, nil
	}
	return s.Set(t.word, values[i%len(values)])
}

// crowd takes the next number of CPUs: one, two, as many as there are.
func (t toggle) crowd(m topology.Machine, s probes.Scenario) (probes.Scenario, error) {
	now, _ := strconv.Atoi(s.Get(t.word))
	most := len(m.CPUs) - s.Workers() + now
	if most < 2 {
		return s, fmt.Errorf("%s: there is no CPU for a second one: this process may use %s", t.key, wording.Count(len(m.CPUs), "CPU"))
	}
	next := 1
	for _, n := range []int{2, most} {
		if now < n {
			next = n
			break
		}
	}
	s.CPUs = "" // chosen anew
	return s.Set(t.word, strconv.Itoa(next))
}

// watch adds an observer. Where there is no CPU for one more, an adder becomes
// one, and after the last adder but one that can be, all add again.
func watch(m topology.Machine, s probes.Scenario) probes.Scenario {
	spare := len(m.CPUs) - s.Workers()
	next := s
	next.CPUs = "" // as many as before, or one more: chosen anew
	switch {
	case spare > 0:
		next.Observers++
	case s.Observers == 0 && s.Writers > 1:
		next.Writers--
		next.Observers++
	default:
		next.Writers += min(s.Observers, max(0, 2-s.Writers))
		next.Observers = 0
	}
	return next
}

// choices are the lists of n CPUs that the arrow keys go through: the
// machine's own choice, then every other. Beyond six CPUs only one end of a
// pair moves.
func choices(m topology.Machine, n int) []probes.CPUList {
	var list []probes.CPUList
	add := func(cpus ...int) {
		if l := probes.NewCPUList(cpus...); !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	first, err := m.Choose(n)
	if err != nil {
		return nil
	}
	add(first...)
	all := m.Allowed()
	switch {
	case n == 2 && len(all) <= 6:
		for _, a := range all {
			for _, b := range all {
				if a != b {
					add(a, b)
				}
			}
		}
	case n == 2:
		for _, b := range all {
			if b != first[0] {
				add(first[0], b)
			}
		}
	default:
		for start := range all {
			turned := slices.Concat(all[start:], all[:start])
			add(turned[:n]...)
		}
	}
	return list
}

// move returns the CPUs that lie steps after s's own among the choices.
func move(m topology.Machine, s probes.Scenario, steps int) (probes.Scenario, bool) {
	list := choices(m, s.Workers())
	if len(list) < 2 {
		return s, false
	}
	i := max(slices.Index(list, s.CPUs), 0)
	s.CPUs = list[((i+steps)%len(list)+len(list))%len(list)]
	return s, true
}
