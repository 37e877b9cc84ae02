package sim

import (
	"math"
	"strings"
	"testing"
)

func TestMachinesOutOfRange(t *testing.T) {
	for _, c := range []struct {
		change func(*Machine)
		names  string // what the error has to name
	}{
		{func(m *Machine) { m.Topology.Cores = 0 }, "cores is 0"},
		{func(m *Machine) { m.Topology.Sockets = 5000 }, "sockets is 5000"},
		{func(m *Machine) { m.Topology.Cores, m.Topology.L3s = 4096, 2 }, "8192 CPUs"},
		{func(m *Machine) { m.Places = []int{0, 0} }, "CPU 1 sits on place 0"},
		{func(m *Machine) { m.Places = []int{7} }, "CPU 0 sits on place 7"},
		{func(m *Machine) { m.Places = []int{} }, "no CPU"},
		{func(m *Machine) { m.Latency.Transfer[SameL3] = 0 }, "same L3 is 0"},
		{func(m *Machine) { m.Latency.Transfer[SameL3] = -1 }, "same L3 is -1"},
		{func(m *Machine) { m.Latency.Transfer[SameL3] = math.MaxInt64 }, "same L3"},
		{func(m *Machine) { m.Latency.Clean = 0 }, "clean"},
		{func(m *Machine) { m.Latency.Hit = -1 }, "hit"},
		{func(m *Machine) { m.Latency.Locked = 0 }, "locked"},
		{func(m *Machine) { m.RequestShare = 1.5 }, "share is 1.5"},
		{func(m *Machine) { m.RequestShare = math.NaN() }, "share is NaN"},
		{func(m *Machine) { m.UnitBytes = 0 }, "unit is 0"},
		{func(m *Machine) { m.UnitBytes = 60 }, "unit is 60"},
		{func(m *Machine) { m.Protocol = 9 }, "protocol"},
		{func(m *Machine) { m.Home = 9 }, "home"},
	} {
		m := plainMachine(2)
		c.change(&m)
		if _, err := New(m, Workload{}, 1); err == nil || !strings.Contains(err.Error(), c.names) {
			t.Errorf("the error is %v, want one that names %q", err, c.names)
		}
	}
}

func TestWorkloadsOutOfRange(t *testing.T) {
	add := []Op{{Kind: Add}}
	for _, c := range []struct {
		w     Workload
		names string
	}{
		{Workload{Bytes: -1}, "-1 bytes"},
		{Workload{Bytes: math.MaxInt}, "bytes of memory"},
		{Workload{Queues: []Queue{{}}}, "queue 0 has room for 0"},
		{Workload{Bytes: 64, Tasks: []Task{{Name: "x"}}}, `"x": its program is empty`},
		{Workload{Bytes: 64, Tasks: []Task{{Program: add, Rounds: -1}}}, "-1 times"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: add, CPU: 2}}}, "CPU 2"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: add, CPU: -2}}}, "CPU -2"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: Load, Addr: 64}}}}}, "load at 64"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: Store, Addr: -8}}}}}, "store at -8"},
		{Workload{Tasks: []Task{{Program: []Op{{Kind: Send}}, Rounds: 1}}}, "queue 0 of 0"},
		{Workload{Tasks: []Task{{Program: []Op{{Kind: Compute, Time: -1}}, Rounds: 1}}}, "takes -1 ps"},
		{Workload{Tasks: []Task{{Program: []Op{{Kind: 77}}, Rounds: 1}}}, "kind 77"},
		{Workload{Tasks: []Task{{Program: []Op{{Kind: Count}, {Kind: Compute, Time: 1, Jitter: true}}}}}, "takes no time"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: Lock}}}}}, "lock held"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: Lock}, {Kind: Lock}}}}}, "which it holds"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: Unlock}}}}}, "does not hold"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: TAS, Addr: 64}, {Kind: Unlock, Addr: 64}}}}}, "tas at 64 lies outside"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: TAS}, {Kind: TTAS}}}}}, "which it holds"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: TTAS}}}}}, "lock held"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: TAS}, {Kind: TAS, Addr: 8}}}}}, "tas may wait, and a spinlock is held"},
		{Workload{Bytes: 64, Queues: []Queue{{1}}, Tasks: []Task{{Program: []Op{{Kind: TAS}, {Kind: Send}}}}}, "send may wait, and a spinlock is held"},
		{Workload{Bytes: 64, Tasks: []Task{{Program: []Op{{Kind: Lock}, {Kind: Unlock}, {Kind: TAS}, {Kind: Unlock}}}}}, "is a ticket lock and cannot be a spinlock too"},
		{ringOf(0, 0, 8), "ring 0 has 0 slots"},
		{ringOf(2, 0, 256), "index at 256, outside"},
		{ringOf(2, 8, 8), "index at 8, where another is"},
		{ringOf(2, 0, 8, Op{Kind: Await, Object: 1}), "await names ring 1 of 1"},
		{ringOf(2, 0, 8, Op{Kind: Await, Addr: 16}), "at no index of ring 0"},
		{ringOf(2, 0, 8, Op{Kind: Await, Addr: 8}), "ends between the Await and the Advance"},
		{ringOf(2, 0, 8, Op{Kind: Await, Addr: 8}, Op{Kind: Await, Addr: 8}), "waits for ring 0 again"},
		{ringOf(2, 0, 8, Op{Kind: Advance}), "has not waited"},
		{ringOf(2, 0, 8, Op{Kind: Await, Addr: 8}, Op{Kind: Advance, Addr: 8}), "has not waited"},
		{ringOf(2, 0, 8, Op{Kind: TAS}, Op{Kind: Unlock}), "an index of a ring and cannot be a spinlock too"},
		{ringOf(2, 0, 8, Op{Kind: TAS, Addr: 16}, Op{Kind: Await, Addr: 8}), "await may wait, and a spinlock is held"},
		{twice(ringOf(2, 0, 8, Op{Kind: Await, Addr: 8}, Op{Kind: Advance})), "task 0 moves the index at 0 on too"},
	} {
		if _, err := New(plainMachine(2), c.w, 1); err == nil || !strings.Contains(err.Error(), c.names) {
			t.Errorf("the error is %v, want one that names %q", err, c.names)
		}
	}
}

// ringOf is a task that uses a ring.
func ringOf(slots int, sent, received int32, program ...Op) Workload {
	return Workload{Bytes: 64, Rings: []Ring{{Slots: slots, Sent: sent, Received: received}}, Tasks: []Task{{Program: program}}}
}

// twice has two tasks do what one does.
func twice(w Workload) Workload {
	w.Tasks = append(w.Tasks, w.Tasks[0])
	return w
}

// Distances follow the topology, and the CPUs' places where they are given.
func TestDistances(t *testing.T) {
	m := Machine{Topology: Topology{Sockets: 2, L3s: 2, Cores: 2, Threads: 2}}
	for b, want := range []Distance{SameCPU, Sibling, SameL3, SameL3, OtherL3, OtherL3, OtherL3, OtherL3, OtherSocket, OtherSocket} {
		if got := m.Distance(0, b); got != want || m.Distance(b, 0) != want {
			t.Errorf("CPU 0 to CPU %d: %s, want %s", b, got, want)
		}
	}
	m.Places = []int{15, 14, 11, 0}
	for b, want := range []Distance{SameCPU, Sibling, OtherL3, OtherSocket} {
		if got := m.Distance(0, b); got != want {
			t.Errorf("place 15 to place %d: %s, want %s", m.Places[b], got, want)
		}
	}
}
