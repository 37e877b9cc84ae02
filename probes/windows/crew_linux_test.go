package windows

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/pinning"
	"linebounce/probes/topology"
)

// moved is a workload whose worker is moved to another CPU in the middle of its
// second window, as the system does where a CPU goes offline.
type moved struct {
	tick
	to     int
	window int
}

func (l *moved) Work(i int, stop Stop) {
	if l.window++; l.window == 2 {
		var mask unix.CPUSet
		mask.Set(l.to)
		_ = unix.SchedSetaffinity(0, &mask)
	}
	l.tick.Work(i, stop)
}

// A worker whose CPU is taken away says so, and goes back as soon as it can.
func TestAWorkerThatWasMovedSaysSoAndGoesBack(t *testing.T) {
	s, plan, closed := source(t, 1)
	cpus := topology.Read().Allowed()
	if len(cpus) < 2 {
		t.Skip("needs a second CPU to be moved to")
	}
	if err := pinning.Check(cpus[1]); err != nil {
		t.Skipf("threads cannot be pinned to CPU %d: %v", cpus[1], err)
	}
	s.Build = func(topology.Machine, probes.Scenario, int) (Workload, error) {
		return &moved{tick: tick{roles: []probes.Role{probes.Adder}, closed: closed}, to: cpus[1]}, nil
	}
	session := open(t, s, plan) // the first window of all is not reported
	defer session.Close()
	r := next(t, session)
	said := false
	for _, w := range r.Warnings {
		said = said || w.Kind == probes.Unpinned && strings.Contains(w.Text, "unpinned")
	}
	if r.CPUs[0].Pinned || !said {
		t.Errorf("moved in mid-window: %+v, want it marked unpinned", r)
	}
	if r := next(t, session); !r.CPUs[0].Pinned {
		t.Errorf("the window after: %+v, want the worker back on CPU %d", r, cpus[0])
	}
}
