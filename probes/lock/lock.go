// Package lock replays the story of the ipc lock without the kernel: CPUs that
// each change a slot of their own in one array, as callers of semop(2) do with
// a semaphore of their own. What the four modes replicate:
//
//	mode=before   Linux up to 3.9: one lock an array, and the permission and
//	              security checks inside it
//	mode=after    after "ipc: do not hold ipc lock more than necessary"
//	              (D. Bueso, 1 March 2013): the checks before the lock is taken
//	mode=packed   after 6062a8dc0517: a lock a slot, two slots of 32 bytes on a
//	              line of 64
//	mode=aligned  after f5c936c0f267: the same, each slot a line
//
// The array's first line is laid out as struct sem_array of Linux 3.8: the lock
// at 0, the fields that the checks read at 16, 32 and 48, and the time of the
// last operation, which every call under the array's lock writes, at 56. The
// checks are a fixed number of dependent loads: those three fields, then a chain
// through memory that nobody writes, in place of the security module's cache.
// The locks are ticket locks, as the kernel's were. Two things are Go's: a lock
// is released by a locked exchange, where the kernel used a plain add, and there
// is no system call around all this, so locks weigh more here than in the
// kernel.
package lock

import (
	"fmt"
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// Byte offsets on the array's first line.
const (
	lockOffset     = 0
	uidOffset      = 16
	modeOffset     = 32
	securityOffset = 48
	otimeOffset    = 56
)

// The checks: three fields, then a chain of so many loads over so many lines.
const (
	chainLoads = 21
	chainLines = 7
)

// Where things lie, in lines. The array's own line has an empty one behind it,
// for some CPUs fetch lines in pairs.
const (
	arrayLine = 0
	chainLine = 2
	slotLine  = chainLine + chainLines + 1
)

// Slots are as long as struct sem was: with a lock of their own, and without.
const (
	slotLockOffset = 8
	bareSlot       = 24
	packedSlot     = 32
)

// workload is one scenario laid out in memory.
type workload struct {
	mode    string
	writers int
	memory  *lines.Memory
	workers []worker
}

// Build lays a scenario out.
func Build(m topology.Machine, s probes.Scenario, _ int) (windows.Workload, error) {
	if err := s.OneOf("mode", probes.ModeBefore, probes.ModeAfter, probes.ModePacked, probes.ModeAligned); err != nil {
		return nil, err
	}
	w := &workload{mode: s.Mode, writers: s.Writers}
	w.Place(lines.New(w.Lines(), m.LineBytes))
	return w, nil
}

// Lines returns how many lines the widest layout takes.
func (w *workload) Lines() int { return slotLine + w.writers }

// Place lays everything out on lines.
func (w *workload) Place(m *lines.Memory) {
	w.memory = m
	w.workers = make([]worker, w.writers)
	word := func(line, offset int) *int64 { return (*int64)(m.At(line, offset)) }
	for i := range w.workers {
		line, offset := w.slot(i)
		w.workers[i] = worker{
			value: word(line, offset), otime: word(arrayLine, otimeOffset), lock: (*ticket)(m.At(arrayLine, lockOffset)),
			uid: word(arrayLine, uidOffset), mode: word(arrayLine, modeOffset), security: word(arrayLine, securityOffset),
		}
		if w.mode == probes.ModePacked || w.mode == probes.ModeAligned {
			w.workers[i].lock = (*ticket)(m.At(line, offset+slotLockOffset))
		}
		for step := range chainLoads {
			w.workers[i].chain[step] = word(chainPlace(step))
		}
	}
	w.Reset(false)
}

// slot returns where slot i lies.
func (w *workload) slot(i int) (line, offset int) {
	size := bareSlot
	switch w.mode {
	case probes.ModeAligned:
		return slotLine + i, 0
	case probes.ModePacked:
		size = packedSlot
	}
	perLine := w.memory.LineBytes() / size // none lies across two lines
	return slotLine + i/perLine, i % perLine * size
}

// chainPlace returns where the chain's words lie: each on another line than the
// one before.
func chainPlace(step int) (line, offset int) {
	return chainLine + step%chainLines, step / chainLines * 8
}

// Roles are adders: all of them write.
func (w *workload) Roles() []probes.Role {
	roles := make([]probes.Role, len(w.workers))
	for i := range roles {
		roles[i] = probes.Adder
	}
	return roles
}

// Sleeps reports that the loops never leave their CPU by themselves.
func (w *workload) Sleeps() bool { return false }

// Reset frees the locks, zeroes the slots and writes the chain, each of whose
// words says which comes next.
func (w *workload) Reset(bool) {
	w.memory.Clear()
	for step := range chainLoads {
		*(*int64)(w.memory.At(chainPlace(step))) = int64((step + 1) % chainLoads)
	}
	for i := range w.workers {
		w.workers[i].ops = 0
	}
}

// Work runs the loop of worker i.
func (w *workload) Work(i int, stop windows.Stop) {
	worker := &w.workers[i]
	switch w.mode {
	case probes.ModeBefore:
		worker.checksInside(stop)
	case probes.ModeAfter:
		worker.checksOutside(stop)
	default:
		worker.ownLock(stop)
	}
}

// Report counts operations, and holds them against what the slots say: under a
// lock none is lost.
func (w *workload) Report(r *probes.Reading) {
	for i := range w.workers {
		worker := &w.workers[i]
		r.CPUs[i].Ops = worker.ops
		if *worker.value != worker.ops || !worker.lock.free() {
			r.Warnings = append(r.Warnings, probes.Warning{Kind: probes.General, CPU: r.CPUs[i].CPU,
				Text: fmt.Sprintf("slot %d counts %d for %d operations, or its lock is held: this window is wrong", i, *worker.value, worker.ops)})
		}
	}
}

// Close holds nothing to give back.
func (w *workload) Close() error { return nil }

// ticket is a ticket lock: whoever comes draws the next number and waits until
// it is served.
type ticket struct{ next, serving atomic.Uint32 }

func (t *ticket) take() {
	number := t.next.Add(1) - 1
	for t.serving.Load() != number {
	}
}

func (t *ticket) release() { t.serving.Store(t.serving.Load() + 1) }

func (t *ticket) free() bool { return t.next.Load() == t.serving.Load() }
