package simulated

import (
	"fmt"
	"slices"
	"strconv"

	"linebounce/probes"
	"linebounce/sim"
	"linebounce/sim/workloads"
)

func (m Model) reading(a *arm, at []int) error {
	s := a.scenario
	if s.Readers != len(at) {
		return &probes.ScenarioError{Word: "readers", Value: strconv.Itoa(s.Readers), Problem: "are not all workers; a lock that is only read has no others"}
	}
	a.Built = workloads.ReadLocks{Each: s.Counter == probes.CounterEach, Padded: s.Line == probes.LinePadded, CPUs: at}.Build(m.Topology.LineBytes)
	a.roles = slices.Repeat([]probes.Role{probes.Reader}, len(at))
	return nil
}

// What a CPU does between two critical sections, as the measured loop does: so
// many multiplications and additions, each of which waits for the one before.
const (
	ownSteps  = 60
	stepTakes = 4 // cycles: three of a multiplication, one of an addition
)

// ownWork is how long that takes.
func (m Model) ownWork() sim.Time { return ownSteps * stepTakes * m.Addition }

func (m Model) spinning(a *arm, at []int) error {
	s := a.scenario
	if err := onlyWriters(s, at); err != nil {
		return err
	}
	if err := s.OneOf("mode", probes.ModeTAS, probes.ModeTTAS); err != nil {
		return err
	}
	a.Built = workloads.Spinlock{
		Look: s.Mode != probes.ModeTAS, Padded: s.Line != probes.LineShared, Own: m.ownWork(), CPUs: at,
	}.Build(m.Topology.LineBytes)
	a.roles = slices.Repeat([]probes.Role{probes.Adder}, len(at))
	a.notes = append(a.notes, fmt.Sprintf("Between two sections a CPU works for itself, %.0f ns give or take half: %d multiplications and additions in a row, taken to last %d cycles each.",
		float64(m.ownWork())/float64(sim.Nanosecond), ownSteps, stepTakes))
	return nil
}

func onlyWriters(s probes.Scenario, at []int) error {
	if s.Writers != len(at) {
		return &probes.ScenarioError{Word: "writers", Value: strconv.Itoa(s.Writers), Problem: "are not all workers; here there are no others"}
	}
	return nil
}

func (m Model) ringing(a *arm, at []int) error {
	if err := a.inPairs(); err != nil {
		return err
	}
	s := a.scenario
	a.Built = workloads.Rings{
		Padded: s.Index == probes.LinePadded, Cached: s.Cached == probes.On, Slots: ringSlots, CPUs: at,
	}.Build(m.Topology.LineBytes)
	a.notes = append(a.notes, noStoreBuffers)
	return nil
}

// usualArray is how many semaphores an array has where no scenario says it.
const usualArray = 256

// callTime says what a call of semop is taken to last.
const callTime = "A call is taken to last what it did in 2013 on four CPUs (D. Bueso, ipc: do not hold ipc lock more than necessary), the system call included."

// semops is the kernel of today: a call with two operations takes the array's
// lock, one with one that of its semaphore.
func (m Model) semops(a *arm, at []int) error {
	s := a.scenario
	if s.Mode == probes.ModeAlternate {
		return &probes.ScenarioError{Word: "mode", Value: s.Mode, Problem: "is not known to the model, in which nobody sleeps", Accepted: []string{probes.ModeDouble, probes.ModeSingle}}
	}
	if err := s.OneOf("mode", probes.ModeDouble, probes.ModeSingle); err != nil {
		return err
	}
	load := today(s.Mode != probes.ModeSingle)
	load.Array = usualArray
	if s.Semaphores > 0 {
		load.Array = s.Semaphores
	}
	if load.Array < len(at) {
		return &probes.ScenarioError{Word: "semaphores", Value: strconv.Itoa(s.Semaphores), Problem: fmt.Sprintf("leaves the %d writers no semaphore each", len(at))}
	}
	return m.calling(a, at, load)
}

// today is the locks of today: with two operations a call the array's, with one
// that of the semaphore.
func today(twice bool) workloads.Semaphores {
	if twice {
		return workloads.Semaphores{Locks: workloads.ChecksOutside, Twice: true}
	}
	return workloads.Semaphores{Locks: workloads.OnePadded}
}

// locking is the story of the ipc lock, with the system call around it.
func (m Model) locking(a *arm, at []int) error {
	s := a.scenario
	if err := s.OneOf("mode", probes.ModeBefore, probes.ModeAfter, probes.ModePacked, probes.ModeAligned); err != nil {
		return err
	}
	load := workloads.Semaphores{Locks: workloads.ChecksInside, Array: max(usualArray, len(at))}
	if s.Mode != "" {
		load.Locks = workloads.SemLocks(s.Mode)
	}
	return m.calling(a, at, load)
}

func (m Model) calling(a *arm, at []int, load workloads.Semaphores) error {
	if err := onlyWriters(a.scenario, at); err != nil {
		return err
	}
	load.CPUs, load.Time = at, workloads.SemopTime2013(workloads.MailCPUs)
	a.Built = load.Build(m.Topology.LineBytes)
	a.roles = slices.Repeat([]probes.Role{probes.Adder}, len(at))
	a.notes = append(a.notes, callTime)
	if load.Twice {
		a.notes = append(a.notes, "The second operation of a call is taken to last no longer than its accesses.")
	}
	return nil
}
