package sim

import (
	"fmt"
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

func opsPerSecond(s *Sim) float64 {
	var ops int64
	for c := range s.cpus {
		ops += s.CPU(c).Ops
	}
	return float64(ops) / (float64(s.Now()) / 1e12)
}

func TestPromisesHoldAfterEveryEvent(t *testing.T) {
	for _, p := range Protocols() {
		for _, home := range []Home{Blocks, Pipelined} {
			m := plainMachine(3)
			m.Protocol, m.Home = p, home
			w := adders(3, 8)
			w.Tasks[2].Program = []Op{{Kind: Load, Addr: 0}, {Kind: Load, Addr: 64}, {Kind: Add, Addr: 64}}
			w.Bytes = 128
			s, err := New(m, w, 1)
			if err != nil {
				t.Fatal(err)
			}
			s.Keep(1 << 20)
			for i := 0; i < 20000 && s.Step(); i++ {
				if err := s.Check(); err != nil {
					t.Fatalf("%s, %s, at %d ps: %v", p, home, s.Now(), err)
				}
			}
		}
	}
}

// False sharing is there, and padding cures it: two CPUs with a counter each on
// one line do no better than on one counter, on two lines twice as well as one.
func TestFalseSharing(t *testing.T) {
	rate := func(n, apart int) float64 {
		s, err := New(plainMachine(n), adders(n, apart), 1)
		if err != nil {
			t.Fatal(err)
		}
		s.Run(1000 * 1000 * Nanosecond)
		return opsPerSecond(s)
	}
	alone, one, each, padded := rate(1, 0), rate(2, 0), rate(2, 8), rate(2, 64)
	if one > 0.85*alone || each < 0.95*one || each > 1.05*one || padded < 1.95*alone {
		t.Errorf("operations a second: alone %.3g, one counter %.3g, each on one line %.3g, each padded %.3g", alone, one, each, padded)
	}
}

func benchmarkCounters(b *testing.B, apart int) {
	for _, n := range []int{2, 16, 64, 1024} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, err := New(plainMachine(n), adders(n, apart), 1)
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			var ops, transfers int64
			for ops < int64(b.N) {
				s.Run(s.Now() + 100*1000*Nanosecond)
				ops, transfers = 0, 0
				for c := range s.cpus {
					ops += s.CPU(c).Ops
				}
				for l := range s.lines {
					transfers += s.Line(l).Transfers
				}
			}
			b.ReportMetric(float64(ops)/b.Elapsed().Seconds()/1e6, "Mops/s")
			b.ReportMetric(float64(transfers)/b.Elapsed().Seconds()/1e6, "Mtransfers/s")
		})
	}
}

// Each CPU adds to its own counter; they lie side by side, eight to a line.
func BenchmarkCountersShared(b *testing.B) { benchmarkCounters(b, 8) }

// All CPUs add to one counter.
func BenchmarkCountersOne(b *testing.B) { benchmarkCounters(b, 0) }
