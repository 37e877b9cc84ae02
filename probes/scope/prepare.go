package scope

import (
	"fmt"
	"strconv"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// The operations of each CPU in a burst.
const (
	DefaultOps = 200_000
	MostOps    = 1_000_000
	LeastOps   = stretch
)

// Options say how much to capture.
type Options struct {
	Ops int // of each CPU at most, LeastOps to MostOps; 0 means DefaultOps

	// Owner also keeps the owner of a counter that all share, in the high half of
	// its own word, and reads the clock at every hand-off, so that both ways to
	// count can be compared. Where hand-offs come quickly, that makes stays
	// shorter than they are without. Elsewhere it changes nothing.
	Owner bool
}

// Words are the words of a scenario that mean something in a burst. "track" is
// among them, since scenarios of the counters experiment carry it, and changes
// nothing.
var Words = []string{"counter", "line", "op", "batch", "neighbours", "track", "cpus", "writers", "readers", "observers"}

// Default is what words mean that a scenario does not name.
var Default = probes.Scenario{
	Counter: probes.CounterOne, Line: probes.LineShared, Op: probes.OpLock, Batch: 1,
	Neighbours: probes.Off, Track: probes.Off, Writers: 2,
}

// Prepare gives unnamed words their default and chooses CPUs where none are
// named. The warnings say what about these CPUs shapes the figures. Errors are a
// *probes.ScenarioError or an *probes.Unable.
func Prepare(m topology.Machine, s probes.Scenario) (probes.Scenario, []string, error) {
	s = s.Or(Default)
	if err := s.Validate(Words, m.Allowed()); err != nil {
		return s, nil, err
	}
	if err := s.OneOf("op", probes.OpLock, probes.OpPlain, probes.OpStore); err != nil {
		return s, nil, err
	}
	if s.Batch > 1 && s.Op == probes.OpStore {
		return s, nil, &probes.ScenarioError{Word: "batch", Value: strconv.Itoa(s.Batch),
			Problem: "needs an operation that adds", Accepted: []string{"op=lock", "op=plain"}}
	}
	if s.CPUs == "" {
		cpus, err := m.Choose(s.Workers())
		if err != nil {
			return s, nil, err
		}
		s.CPUs = probes.NewCPUList(cpus...)
	}
	return s, m.Warnings(s.CPUs.Numbers()), nil
}

// limit returns the operations of each CPU in whole stretches.
func (o Options) limit() (int64, error) {
	switch {
	case o.Ops == 0:
		o.Ops = DefaultOps
	case o.Ops < LeastOps || o.Ops > MostOps:
		return 0, &probes.ScenarioError{Word: "ops", Value: strconv.Itoa(o.Ops), Problem: "is out of range",
			Accepted: []string{fmt.Sprintf("%d to %d", LeastOps, MostOps)}}
	}
	return int64(o.Ops) / stretch * stretch, nil
}
