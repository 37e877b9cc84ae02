package scope

import (
	"time"

	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
)

// Tape is what a recording holds for this room.
type Tape struct {
	On      string           // the date it was made on, such as 2026-11-30
	Machine topology.Machine // the machine it was made on
	Bursts  int
	Burst   func(i int) (bursts.Capture, error) // may take tens of milliseconds; called in commands
	At      func(i int) time.Duration           // when burst i was taken, since the recording began
	Maps    []latency.Map                       // in the order they were measured
}
