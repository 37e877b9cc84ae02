// Package sim is a model of cache coherence: discrete events over lines, CPUs
// and a topology. It is pure and deterministic: no clock, no I/O, no
// goroutines, and the same seed gives the same run on every machine.
//
// It is a teaching model with parameters and no claim about any chip. A CPU
// executes in order and has one miss outstanding. A miss queues at its line; its
// request travels to whoever holds the line, who keeps hitting until it
// arrives and ends the operation under way; then the data travels. There are no
// store buffers, the threads of a core are CPUs with caches of their own, close
// to each other, and caches never run out of room.
package sim

// Time is in picoseconds, so that cycles of any clock are whole numbers.
type Time = int64

// Nanosecond is the unit of most figures.
const Nanosecond Time = 1000
