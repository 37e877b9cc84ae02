package simulator

import (
	"fmt"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/sim"
)

// faults are the protocols of the game in the order of the key. Which is which
// is for the learner to find.
var faults = []sim.Fault{sim.NoFault, sim.LostInvalidation, sim.StaleShared, sim.DirtyDropped}

// alias names a protocol with a fault without giving it away.
func alias(f sim.Fault) string { return [...]string{"", "X", "Y", "Z"}[f] }

// broken returns settings with a fault in a workload in which each fault shows:
// adders and readers of one line.
func (s settings) broken(f sim.Fault) settings {
	s.fault = f
	e, _ := find(counters)
	s.experiment, s.cpus, s.fill, s.exact = counters, 4, machines.Evenly, false
	s.scenario = e.scenario
	s.scenario.Observers = 2
	s.scenario.Neighbours = probes.Off
	return s
}

// answers are the keys of the game, one for each promise.
var answers = map[string]sim.Invariant{"f": sim.SingleWriter, "g": sim.LatestData, "h": sim.NoLostUpdate, "j": sim.ServedInTime}

// answerKeys are they in the order of the promises.
var answerKeys = [...]string{sim.SingleWriter: "f", sim.LatestData: "g", sim.NoLostUpdate: "h", sim.ServedInTime: "j"}

// explained says what each fault is, once it is found.
var explained = map[sim.Fault]string{
	sim.LostInvalidation: "When a CPU wants to write, the home must take every other copy away. This one forgets a sharer: it goes on reading its old copy beside the writer.",
	sim.StaleShared:      "A reader must get its data from the CPU that has the line modified. Here the home answers with what memory holds, which is older.",
	sim.DirtyDropped:     "A CPU that gives up a modified line must pass its data on. Here the data is thrown away, and the next one goes on from what memory holds: additions are lost.",
}

// judge says whether a promise is the one that breaks first, and whether the
// cursor stands where it does.
func judge(f sim.Fault, b *breach, position int, named sim.Invariant) string {
	if b == nil {
		return "No promise is broken yet in what was simulated. Go on with → or ]."
	}
	here := position > b.from && position <= b.to
	where := "It breaks earlier: step back with ←."
	if position <= b.from {
		where = "Nothing is broken yet at this event: step on with →."
	}
	switch {
	case named == b.Invariant && here:
		return fmt.Sprintf("Right, here and so: %s. %s", b.Text, explained[f])
	case named == b.Invariant:
		return "That promise it is, but not at this event. " + where
	case here:
		return fmt.Sprintf("Here it breaks, but another promise breaks first. %s", hints[b.Invariant])
	}
	return "Another promise breaks first. " + where
}

// hints say where to look, by the promise that breaks.
var hints = map[sim.Invariant]string{
	sim.SingleWriter: "Hold the letters beside the CPUs against each other.",
	sim.LatestData:   "Look at who gives the data, and how many writes old it is.",
	sim.NoLostUpdate: "Ask where the newest data is now.",
}

// seen is which writes a line's copies have seen, as far as operations and data
// written back have told.
type seen struct {
	made   uint32   // writes to the line
	copies []uint32 // by CPU, of the data of its last operation
}

// seen reads it off the trace up to the cursor.
func (m *Model) seen(line int) seen {
	s := seen{copies: make([]uint32, m.set.cpus)}
	for _, e := range m.trace.Events[:m.cursor.Position()] {
		if e.What != sim.Operated || int(e.Line) != line {
			continue
		}
		s.copies[e.CPU] = e.Version
		if e.Write {
			s.made++
			s.copies[e.CPU]++
		}
	}
	return s
}
