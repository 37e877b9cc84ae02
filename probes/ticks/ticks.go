// Package ticks reads the cheapest monotonic counter that all CPUs share: the
// TSC on amd64 where it is invariant, CNTVCT_EL0 on arm64, and the system's
// clock elsewhere.
//
// A counter's rate is not taken on trust. Whoever times a stretch reads both
// clocks before, at its beginning and at its end, and a Scale says whether the
// rates in between agree.
package ticks

import "time"

// Clock says what Now reads and why it is this.
type Clock struct {
	Name          string  `json:"name"`           // "TSC", "CNTVCT_EL0" or "clock"
	Invariant     bool    `json:"invariant"`      // a counter that runs at one rate, whatever the CPU's frequency does
	PerNanosecond float64 `json:"per_nanosecond"` // its rate, measured by a Scale, else 0
	Why           string  `json:"why,omitempty"`  // why it is not a counter, or not to be relied on, as a sentence
	Checked       bool    `json:"checked"`        // a Scale has found its rate to agree with the system's clock
	Off           float64 `json:"off"`            // by which share its rate differed between two stretches
	Within        float64 `json:"within_off"`     // and how much of that reading the clocks may account for, tolerance included
}

// base is where the system's clock counts from.
var base = time.Now()

// chosen is what Now reads.
var chosen = choose()

func choose() Clock {
	name, why := counter()
	if name == "" {
		return Clock{Name: "clock", PerNanosecond: 1, Why: why}
	}
	return Clock{Name: name, Invariant: true}
}

// Now returns the counter. It never goes back on one thread, and a read does not
// begin before what precedes it in the program is done.
func Now() int64 {
	if chosen.Invariant {
		return read()
	}
	return int64(time.Since(base))
}

// Which returns the clock that Now reads, its rate not yet measured.
func Which() Clock { return chosen }
