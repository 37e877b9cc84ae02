package sim

import (
	"fmt"
	"runtime"
	"testing"
)

// plainMachine is one L3 of n cores with round numbers.
func plainMachine(n int) Machine {
	m := Machine{
		Name: "plain", Protocol: MESI, Home: Blocks, RequestShare: 0.5, UnitBytes: 64,
		Topology: Topology{Sockets: 1, L3s: 1, Cores: n, Threads: 1},
		Latency:  Latency{Clean: 40 * Nanosecond, Hit: 1 * Nanosecond, Locked: 6 * Nanosecond},
	}
	for d := range m.Latency.Transfer {
		m.Latency.Transfer[d] = 60 * Nanosecond
	}
	return m
}

// adders has each CPU add to a word so many bytes after the last one's.
func adders(n, apart int) Workload {
	w := Workload{Bytes: max(1, n*apart) + 64}
	for c := range n {
		w.Tasks = append(w.Tasks, Task{Name: fmt.Sprint("adder ", c), CPU: c, Program: []Op{{Kind: Add, Addr: int32(c * apart)}}})
	}
	return w
}

// rate returns the operations a second of a millisecond.
func rate(t *testing.T, m Machine, w Workload) float64 {
	s := must(t, m, w)
	s.Run(1000 * 1000 * Nanosecond)
	var ops int64
	for c := range s.CPUs() {
		ops += s.CPU(c).Ops
	}
	return float64(ops) / (float64(s.Now()) / 1e12)
}

// False sharing is there, and padding cures it: two CPUs with a counter each on
// one line do no better than on one counter, on two lines twice as well as one.
func TestFalseSharing(t *testing.T) {
	m := plainMachine(2)
	alone := rate(t, plainMachine(1), adders(1, 0))
	one, each, padded := rate(t, m, adders(2, 0)), rate(t, m, adders(2, 8)), rate(t, m, adders(2, 64))
	if one > 0.85*alone || each != one || padded < 1.95*alone {
		t.Errorf("operations a second: alone %.3g, one counter %.3g, each on one line %.3g, each padded %.3g", alone, one, each, padded)
	}
}

// Where lines are fetched in pairs, counters on neighbouring lines bounce; 128
// bytes apart they do not.
func TestLinesInPairs(t *testing.T) {
	for _, c := range []struct {
		unit, apart int
		bounces     bool
	}{{64, 8, true}, {64, 64, false}, {128, 64, true}, {128, 128, false}} {
		m := plainMachine(2)
		m.UnitBytes = c.unit
		s := must(t, m, adders(2, c.apart))
		s.Run(100 * 1000 * Nanosecond)
		handoffs := s.Line(0).Handoffs
		if c.bounces && handoffs < 1000 || !c.bounces && handoffs > 0 {
			t.Errorf("counters %d bytes apart, %d bytes move together: %d hand-offs", c.apart, c.unit, handoffs)
		}
	}
}

// How long a transfer takes goes by who has the line and how far away that is.
func TestTransferTimes(t *testing.T) {
	m := plainMachine(1)
	m.Topology = Topology{Sockets: 2, L3s: 2, Cores: 2, Threads: 2}
	m.Latency.Transfer = [distances]Time{Sibling: 5, SameL3: 30, OtherL3: 70, OtherSocket: 120}
	m.Latency.Clean, m.Latency.Hit, m.Latency.Locked = 50, 1, 1
	for _, c := range []struct {
		name string
		path []access // one after the other; the last one's wait is meant
		want Time
	}{
		{"from the home", []access{{0, Load}}, 50},
		{"from the sibling", []access{{0, Add}, {1, Load}}, 5},
		{"from the same L3", []access{{0, Add}, {2, Add}}, 30},
		{"from the other L3", []access{{0, Load}, {4, Add}}, 70},
		{"from the other socket", []access{{0, Store}, {8, Load}}, 120},
		{"shared, read from the home", []access{{0, Load}, {8, Load}, {4, Load}}, 50},
		{"upgrade, one sharer far away", []access{{0, Load}, {8, Load}, {0, Add}}, 120},
		{"write, the nearest sharer faster than the home", []access{{0, Load}, {1, Load}, {2, Add}}, 50},
		{"write, a sharer slower than the home", []access{{0, Load}, {8, Load}, {1, Add}}, 120},
		{"a hit", []access{{0, Load}, {0, Add}}, 0},
	} {
		s := must(t, m, spaced(16, c.path, 1000))
		last := c.path[len(c.path)-1].cpu
		s.Run(Time(len(c.path))*1000 - 1)
		before := s.CPU(last).Waited
		s.Run(1 << 40)
		if got := s.CPU(last).Waited - before; got != c.want {
			t.Errorf("%s: waited %d ps, want %d", c.name, got, c.want)
		}
	}
}

// Without a trace, 1024 CPUs and 1000 lines take under 100 MB, and an event
// allocates nothing.
func TestMemory(t *testing.T) {
	const cpus, lines = 1024, 1000
	w := adders(cpus, 8)
	w.Bytes = lines * 64
	for c := range w.Tasks {
		w.Tasks[c].Program = append(w.Tasks[c].Program, Op{Kind: Load, Addr: int32(c*7%lines) * 64}, Op{Kind: Add, Addr: int32(c % lines * 64)})
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := must(t, plainMachine(cpus), w)
	s.Run(10 * 1000 * Nanosecond)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if used := int64(after.HeapAlloc) - int64(before.HeapAlloc); used > 100e6 {
		t.Errorf("it takes %d MB", used/1e6)
	}
	if n := testing.AllocsPerRun(10, func() { s.Run(s.Now() + 1000*Nanosecond) }); n != 0 {
		t.Errorf("a microsecond allocates %v times", n)
	}
	runtime.KeepAlive(s)
}
