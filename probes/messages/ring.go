package messages

import (
	"sync/atomic"
	"unsafe"

	"linebounce/probes/lines"
)

const (
	slots = 64  // in the ring
	size  = 100 // bytes in a message, as hackbench sends them
)

type message [size]byte

// ring is a queue for one sender and one receiver. The indices only grow; each
// lies on a line of its own, with a line to spare between them and the slots
// for prefetchers that fetch pairs.
type ring struct {
	memory   *lines.Memory
	sent     *atomic.Uint64
	received *atomic.Uint64
	first    unsafe.Pointer // slot 0; each slot begins a line
	stride   uintptr        // bytes from slot to slot
}

// perSlot is how many lines a message takes.
func perSlot(lineBytes int) int { return (size + lineBytes - 1) / lineBytes }

// ringLines is how many lines a ring takes.
func ringLines(lineBytes int) int { return 4 + slots*perSlot(lineBytes) }

func newRing(memory *lines.Memory) *ring {
	return &ring{
		memory:   memory,
		sent:     (*atomic.Uint64)(memory.At(0, 0)),
		received: (*atomic.Uint64)(memory.At(2, 0)),
		first:    memory.At(4, 0),
		stride:   uintptr(perSlot(memory.LineBytes()) * memory.LineBytes()),
	}
}

// slot returns where the n-th message lies.
func (r *ring) slot(n uint64) *message {
	return (*message)(unsafe.Add(r.first, uintptr(n%slots)*r.stride))
}

// full reports whether there is no room for the n-th message, counted from 0.
func (r *ring) full(n uint64) bool { return n-r.received.Load() >= slots }

// empty reports whether the n-th message is not there yet.
func (r *ring) empty(n uint64) bool { return r.sent.Load() <= n }
