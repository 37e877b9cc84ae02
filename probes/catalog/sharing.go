package catalog

import (
	"linebounce/probes"
	"linebounce/probes/ring"
	"linebounce/probes/rwlock"
	"linebounce/probes/spinlock"
)

func reading() Experiment {
	a := probes.Scenario{Counter: probes.CounterOne, Line: probes.LineShared, Track: probes.Off, Readers: 2}
	return Experiment{
		Name:     "rwlock",
		Headline: "a word each over one",
		Note:     "read locks, nobody writes",
		Question: "Two CPUs take the same lock, both only to read. Does one get in the other's way?",
		Quantity: probes.OpsPerSecond,
		Default:  a,
		B:        with(a, "counter=each line=padded"),
		Words:    []string{"counter", "line", "track", "cpus", "readers"},
		Source:   measured(rwlock.Build),
		Lab:      true,
	}
}

func spinning() Experiment {
	a := probes.Scenario{Line: probes.LinePadded, Track: probes.Off, Writers: 2, Mode: probes.ModeTTAS}
	return Experiment{
		Name:     "spinlock",
		Headline: "one line over two",
		Note:     "a lock and what it guards",
		Question: "A spinlock and the integer that it guards lie on two lines. What if they share one?",
		Quantity: probes.OpsPerSecond,
		Default:  a,
		B:        with(a, "line=shared"),
		Words:    []string{"line", "track", "cpus", "writers", "mode"},
		Modes:    []string{probes.ModeTAS, probes.ModeTTAS},
		Source:   measured(spinlock.Build),
		Lab:      true,
	}
}

func queueing() Experiment {
	a := probes.Scenario{Index: probes.LineShared, Cached: probes.Off, Writers: 1, Readers: 1}
	return Experiment{
		Name:     "ring",
		Headline: "two lines, cached, over one",
		Note:     "push and pop, no lock",
		Question: "One CPU pushes, another pops. What if each end remembers how far the other was?",
		Quantity: probes.MessagesPerSecond,
		Default:  a,
		B:        with(a, "index=padded cached=on"),
		Words:    []string{"index", "cached", "cpus", "writers", "readers"},
		Source:   measured(ring.Build),
		Lab:      true,
	}
}
