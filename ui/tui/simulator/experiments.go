package simulator

import (
	"slices"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/simulated"
	"linebounce/sim/paths"
)

// The experiments that the room shows, by their names in the catalog, and one
// that it shows as messages.
const (
	counters   = "counters"
	messages   = "messages"
	rwlock     = "rwlock"
	spinlock   = "spinlock"
	ring       = "ring"
	sockets    = "sockets"
	semaphores = "semaphores"
	lock       = "lock"
	hackbench  = "hackbench"
)

// cast says who works in an experiment.
type cast uint8

const (
	writers cast = iota // and observers, where there are any
	readers
	pairs // a sender and a receiver each
)

// experiment is what the room knows of one.
type experiment struct {
	name     string
	cast     cast
	scenario probes.Scenario // that it begins with: the words that keys change
	words    []string        // those words
	modes    []string        // the values of mode
	busy     bool            // CPUs do other work, so that a lane's cell is longer
	turn     bool            // the key goes through it; the others only lessons show
}

// all are the experiments in the order of the key.
var all = []experiment{
	{name: messages, cast: pairs, busy: true, turn: true, words: []string{"path", "counter", "line"},
		scenario: probes.Scenario{Path: simulated.Always.Path, Counter: probes.CounterOne, Line: probes.LineShared, Transport: probes.TransportSocketpair}},
	{name: counters, turn: true, words: []string{"counter", "line"},
		scenario: probes.Scenario{Counter: probes.CounterOne, Line: probes.LineShared}},
	{name: rwlock, cast: readers, turn: true, words: []string{"counter", "line"},
		scenario: probes.Scenario{Counter: probes.CounterOne, Line: probes.LineShared}},
	{name: spinlock, turn: true, words: []string{"line", "mode"}, modes: []string{probes.ModeTTAS, probes.ModeTAS},
		scenario: probes.Scenario{Line: probes.LinePadded, Mode: probes.ModeTTAS}},
	{name: ring, cast: pairs, turn: true, words: []string{"index", "cached"},
		scenario: probes.Scenario{Index: probes.LineShared, Cached: probes.Off}},
	{name: sockets, cast: pairs, busy: true, words: []string{"path", "counter", "line"},
		scenario: probes.Scenario{Path: paths.Modern, Counter: probes.CounterOne, Line: probes.LineShared}},
	{name: semaphores, busy: true, words: []string{"mode"}, modes: []string{probes.ModeDouble, probes.ModeSingle},
		scenario: probes.Scenario{Mode: probes.ModeDouble}},
	{name: lock, busy: true, words: []string{"mode"}, modes: []string{probes.ModeBefore, probes.ModeAfter, probes.ModePacked, probes.ModeAligned},
		scenario: probes.Scenario{Mode: probes.ModeBefore}},
}

// find returns an experiment by its name, and false for one that the model does
// not know.
func find(name string) (experiment, bool) {
	i := slices.IndexFunc(all, func(e experiment) bool { return e.name == name })
	if i < 0 {
		return experiment{}, false
	}
	return all[i], true
}

// of returns the experiment of settings.
func (s settings) of() experiment {
	e, _ := find(s.experiment)
	return e
}

// next is the experiment that the key goes to.
func (e experiment) next() experiment {
	i := slices.IndexFunc(all, func(other experiment) bool { return other.name == e.name })
	for {
		if i = (i + 1) % len(all); all[i].turn {
			return all[i]
		}
	}
}

// has reports whether keys change a word.
func (e experiment) has(word string) bool { return slices.Contains(e.words, word) }

// placing are the words that say who works where.
var placing = []string{"cpus", "writers", "readers", "observers"}

// filled returns a lesson's scenario with some words, where it does not name
// them, as the catalog has them.
func (e experiment) filled(s probes.Scenario, words ...string) probes.Scenario {
	if c, err := catalog.Find(e.name); err == nil {
		s = s.Or(only(c.Default, words))
	}
	return s.Or(only(e.scenario, words)) // a path of sockets, which the kernel has and the catalog does not name
}

// only returns some words of a scenario.
func only(s probes.Scenario, words []string) probes.Scenario {
	var some probes.Scenario
	for _, word := range words {
		if value := s.Get(word); value != "" {
			some, _ = some.Set(word, value) // it was accepted once
		}
	}
	return some
}
