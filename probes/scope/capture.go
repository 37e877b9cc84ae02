package scope

import (
	"time"

	"linebounce/probes"
	"linebounce/probes/ticks"
	"linebounce/probes/topology"
)

// Capture is one burst. All times in it are nanoseconds since the burst began.
type Capture struct {
	Scenario probes.Scenario    `json:"scenario"`
	Origin   probes.Origin      `json:"origin"`
	Machine  topology.Machine   `json:"machine"` // only the CPUs of the burst
	Method   probes.BurstMethod `json:"method"`
	CPUs     []CPU              `json:"cpus"` // in the order of the scenario
	Lines    []Line             `json:"lines"`
	Gaps     []Gap              `json:"gaps"`     // by their beginning
	Handoffs []probes.Handoff   `json:"handoffs"` // of all lines, from CPU to CPU
	Length   int64              `json:"length_ns"`

	// How many hand-offs there were by the values that adds returned, and by the
	// owner word; nil where that was not counted. Options.Owner counts both.
	HandoffsExact   *int64 `json:"handoffs_exact"`
	HandoffsByOwner *int64 `json:"handoffs_by_owner"`

	Clock      ticks.Clock      `json:"clock"`
	Resolution int64            `json:"resolution_ns"` // the median between two readings of the clock on a line
	Overflow   *Overflow        `json:"overflow,omitempty"`
	Warnings   []probes.Warning `json:"warnings"`
}

// CPU is what one CPU did in the burst.
type CPU struct {
	CPU     int           `json:"cpu"`
	Role    probes.Role   `json:"role"`
	Line    int           `json:"line"` // the index of its line in Lines, -1 for an observer
	Ops     int64         `json:"ops"`  // operations on the line
	Elapsed time.Duration `json:"elapsed_ns"`
	Busy    time.Duration `json:"busy_ns"`   // the CPU time its thread got, 0 where unknown
	Waited  time.Duration `json:"waited_ns"` // that its thread could run and was not let, 0 where unknown
	Pinned  bool          `json:"pinned"`
}

// Line is what happened to one cache line. Its stays follow one another without
// a hole, in operations and in time.
type Line struct {
	Name  string `json:"name"`
	Ops   int64  `json:"ops"`
	Stays []Stay `json:"stays"`
	Marks []Mark `json:"marks"` // readings of the clock, in order, beginning with none at 0

	skew int64 // by which the counters of two CPUs are apart, at least
}

// Stay is consecutive operations of one CPU. The line is on its way to the next
// owner for the last part of the time.
type Stay struct {
	CPU   int   `json:"cpu"`
	First int64 `json:"first"` // operations on the line before it
	Ops   int64 `json:"ops"`
	Begin int64 `json:"begin_ns"`
	End   int64 `json:"end_ns"`
}

// Mark is one reading of the clock: so many operations on the line were done.
type Mark struct {
	Ops int64 `json:"ops"`
	At  int64 `json:"at_ns"`
}

// Gap is a time in which a CPU was taken away from its worker.
type Gap struct {
	CPU    int   `json:"cpu"`
	Begin  int64 `json:"begin_ns"`
	End    int64 `json:"end_ns"`
	Cause  Cause `json:"cause"`
	Missed int64 `json:"missed"` // operations it would have done at its own rate in the rest of the burst
	Others int64 `json:"others"` // operations that the others did on the line meanwhile
}

// Length returns how long the gap lasted in nanoseconds.
func (g Gap) Length() int64 { return g.End - g.Begin }

// Cause says who took a CPU away.
type Cause string

// The causes of a gap, as far as the system's accounts tell them apart.
const (
	Host    Cause = "host"         // the thread neither ran nor waited, in a virtual machine
	Task    Cause = "another task" // the thread waited while another ran
	Program Cause = "this program" // Go's scheduler, to which a long burst yields now and then
	Unknown Cause = "unknown"
)

// Overflow says that a log was full, which ended the burst.
type Overflow struct {
	CPU   int   `json:"cpu"`   // whose log it was
	Kept  int64 `json:"kept"`  // its operations until then
	Asked int64 `json:"asked"` // and those asked for
}
