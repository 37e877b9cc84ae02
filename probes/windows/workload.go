package windows

import (
	"sync/atomic"

	"linebounce/probes"
	"linebounce/probes/lines"
	"linebounce/probes/topology"
)

// Workload is one scenario laid out in memory, ready for its workers. Reset,
// Report and Close are called while no worker runs; Work is called once a
// window by each worker, at the same time.
type Workload interface {
	// Roles gives each worker its role, in the order of the scenario's CPUs.
	Roles() []probes.Role

	// Sleeps reports whether the workers sleep in system calls. Then a thread
	// is kept from its CPU only while it could run and does not; elsewhere,
	// whenever it does not run.
	Sleeps() bool

	// Reset zeroes what the last window left. In a capture the workers also
	// count hand-offs and log stays.
	Reset(capture bool)

	// Work runs worker i's loop until stop is over. A worker that comes too
	// late finds it over at once and does nothing. The loop allocates nothing
	// and reads no clock.
	Work(i int, stop Stop)

	// Report adds to a reading what the last window did: Ops and Messages of
	// r.CPUs[i], which already holds the worker's CPU, role and times, and in
	// a capture r.Lines and r.Burst.
	Report(r *probes.Reading)

	// Close gives back what the workload holds besides memory.
	Close() error
}

// Placed is a workload whose memory the session provides, so that all arms lie
// on the same lines. On memory of their own two arms alike were told apart in nine
// comparisons of ten, presumably because how far a line's home on the chip is
// differs from line to line.
type Placed interface {
	Workload
	Lines() int            // that it needs
	Place(m *lines.Memory) // lays it out anew, from the first line on
}

// Sharing is a workload that holds more than memory, and can work on what
// another arm of its session holds, so that nothing but the scenario differs.
type Sharing interface {
	Workload
	Share(with Workload) error // does nothing where the other's does not fit
}

// Mortal is a workload that needs something that may end before it does, such as
// another process.
type Mortal interface {
	Workload
	Lost() error // why no window can count any more, nil while they can; called while no worker runs
}

// Build lays a valid scenario out on a machine; burst is the number of
// operations to keep for a strip. Its errors are those of Source.Open.
type Build func(m topology.Machine, s probes.Scenario, burst int) (Workload, error)

// Stop tells a worker when its window ends. It is one load of a word that
// nobody writes during the window, so asking costs a cache hit.
type Stop struct {
	ended      *atomic.Uint64 // the newest window that has ended
	generation uint64
	early      chan<- struct{} // hears of an end before the time, nil where nobody waits
}

// NewStop returns a stop that is over once ended holds the generation.
func NewStop(ended *atomic.Uint64, generation uint64) Stop {
	return Stop{ended: ended, generation: generation}
}

// End ends the window for all its workers before its time, for a worker that has
// done what it was to do.
func (s Stop) End() {
	s.ended.Store(s.generation)
	select {
	case s.early <- struct{}{}:
	default: // another worker said so already
	}
}

// Over reports whether the window has ended.
func (s Stop) Over() bool { return s.ended.Load() >= s.generation }
