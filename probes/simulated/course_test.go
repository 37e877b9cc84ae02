package simulated

import (
	"math"
	"testing"
	"time"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/sim"
	"linebounce/sim/workloads"
)

// pairsOfCPUs is every preset with two CPUs: two cores of one cache, and two as
// far apart as they can be.
func pairsOfCPUs(t *testing.T) map[string]Model {
	t.Helper()
	all := map[string]Model{}
	for _, name := range machines.Names() {
		p := preset(t, name)
		all[name+", near"] = FromPreset(p)
		if p.Topology.Sockets == 1 && p.Topology.L3s == 1 {
			continue // nothing is farther
		}
		far, err := Presets(p, machines.Evenly)(2)
		if err != nil {
			t.Fatal(err)
		}
		all[name+", far"] = far
	}
	return all
}

// What the course says of two CPUs holds on every preset.
func TestWhatTheCourseSaysOfTwoCPUs(t *testing.T) {
	if testing.Short() {
		t.Skip("a long computation")
	}
	inf := math.Inf(1)
	for name, m := range pairsOfCPUs(t) {
		for _, c := range []struct {
			what, experiment, a, b string
			role                   probes.Role // whose ratio, "" for that of all
			above, below           float64
		}{
			{"two CPUs on one counter", "counters", "counter=one writers=1", "counter=one writers=2", "", 0, 0.85},
			{"neighbours apart", "counters", "line=shared", "line=padded", "", 2, inf},
			{"padding one counter", "counters", "counter=one", "counter=one line=padded", "", 0.8, 1.25},
			{"splitting on one line", "counters", "counter=one", "counter=each", "", 0.8, 1.25},
			{"reading together", "counters", "op=load counter=one", "op=load counter=each line=padded", "", 0.9, 1.1},
			{"beside a reader", "counters", "counter=one writers=1 observers=1", "counter=one line=padded writers=1 observers=1", probes.Adder, 2, inf},
			{"the reader itself", "counters", "counter=one writers=1 observers=1", "counter=one line=padded writers=1 observers=1", probes.Observer, 1.5, inf},
			{"plain additions", "counters", "op=plain line=shared", "op=plain line=padded", "", 2, inf},
			{"a read lock for two", "rwlock", "readers=1", "readers=2", "", 0, 0.85},
			{"a read lock's word each", "rwlock", "readers=2", "readers=2 counter=each line=padded", "", 2, inf},
			{"fields moved off the counts' lines", "messages", "path=always", "path=always line=padded", "", 0.7, 2.2},
			{"the lock of one semaphore", "semaphores", "mode=double", "mode=single", "", 1.05, inf},
			{"checks before the lock", "lock", "mode=before", "mode=after", "", 1, inf},
			{"a line for each semaphore", "lock", "mode=packed", "mode=aligned", "", 1, inf},
			{"a lock beside what it guards", "spinlock", "line=padded", "line=shared", "", 1.5, inf},
			{"the same, test and set", "spinlock", "line=padded mode=tas", "line=shared mode=tas", "", 1.5, inf},
			{"64 additions at once", "counters", "counter=one", "counter=one batch=64", "", 10, inf},
			{"a ring with copies of the indices", "ring", "index=shared cached=off", "index=padded cached=on", "", 1, inf},
		} {
			p := plan(t, m, c.experiment, 0, c.a, c.b)
			p.Budget = probes.Budget{Window: 60 * time.Microsecond, Runs: 2}
			if c.experiment == "messages" {
				p.Budget.Window = 2 * time.Millisecond // there are few of them
			}
			result := compared(read(t, Source{Model: m, Seed: seed}, p))
			ratio := result.Ratio(probes.Confidence).Median
			if c.role != "" {
				ratio = result.RoleRatio(c.role, probes.Confidence).Median
			}
			if !(ratio > c.above && ratio < c.below) {
				t.Errorf("%s: %s: %.3f, want %v to %v", name, c.what, ratio, c.above, c.below)
			}
		}
	}
}

// References cost a message over a ring, whose only other work is the ring's own
// lines, more than half of its rate, and one with as much other work as the
// kernel's a few percent.
func TestReferencesWeighByTheOtherWork(t *testing.T) {
	for _, name := range machines.Names() {
		m := FromPreset(preset(t, name))
		for _, c := range []struct {
			transport    string
			above, below float64
		}{{probes.TransportRing, 2, 10}, {probes.TransportSocketpair, 1, 1.2}} {
			a, b := "path=always transport="+c.transport, "path=request transport="+c.transport
			ratio := compared(read(t, Source{Model: m, Seed: seed}, plan(t, m, "messages", 0, a, b))).Ratio(probes.Confidence).Median
			if ratio < c.above || ratio > c.below {
				t.Errorf("%s: on request over always %.2f with transport=%s, want %v to %v", name, ratio, c.transport, c.above, c.below)
			}
		}
	}
}

// Where somebody measured a message over the ring, that is its other work.
func TestAMeasuredRingIsTakenAsItIs(t *testing.T) {
	m := FromPreset(preset(t, "2011"))
	unmeasured, err := m.Build(messages, plan(t, m, messages, 0, "path=request").Arms[0])
	if err != nil {
		t.Fatal(err)
	}
	m.Ring = Work{workloads.Work{Sender: 100 * sim.Nanosecond, Receiver: 100 * sim.Nanosecond}, "measured"}
	measured, err := m.Build(messages, plan(t, m, messages, 0, "path=request").Arms[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(unmeasured.Rings) != 1 || len(unmeasured.Queues) != 0 || len(measured.Rings) != 0 || len(measured.Queues) != 1 {
		t.Errorf("%d rings and %d queues unmeasured, %d and %d measured", len(unmeasured.Rings), len(unmeasured.Queues), len(measured.Rings), len(measured.Queues))
	}
}

// A message touches each line of its slot once on either side and leaves its
// references behind, over as many slots as there are.
func TestEveryMessageOfARingHasItsReferences(t *testing.T) {
	m := FromPreset(preset(t, "2011"))
	built, err := m.Build(messages, plan(t, m, messages, 0, "path=always").Arms[0])
	if err != nil {
		t.Fatal(err)
	}
	for i, task := range built.Tasks {
		counts, adds, slots := 0, 0, map[int32]int{}
		for _, op := range task.Program {
			switch {
			case op.Kind == sim.Count:
				counts++
			case op.Kind == sim.Add:
				adds++
			case op.Addr > built.Rings[0].Received:
				slots[op.Addr]++
			}
		}
		if counts != ringSlots || adds != 6*ringSlots || len(slots) != 2*ringSlots || built.Rounds[i].Operations != 6 {
			t.Errorf("%s: %d messages, %d locked adds (%d a message), %d lines of slots", task.Name, counts, adds, built.Rounds[i].Operations, len(slots))
		}
		for addr, n := range slots {
			if n != 1 {
				t.Errorf("%s touches %d %d times in a turn of the ring", task.Name, addr, n)
			}
		}
	}
}
