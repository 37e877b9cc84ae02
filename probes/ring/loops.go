package ring

import (
	"sync/atomic"
	"unsafe"

	"linebounce/probes/windows"
)

// queue is where a ring lies. The indices only grow.
type queue struct {
	sent, received *uint64
	first          unsafe.Pointer // slot 0
}

// slot returns where message n lies, counted from 0.
func (q queue) slot(n uint64) *uint64 {
	return (*uint64)(unsafe.Add(q.first, uintptr(n%slots)*slotBytes))
}

// content is what message n says, so that the receiver knows one from another.
func content(n uint64) uint64 { return n + 1 }

// worker is what one end keeps for itself. No two share a line.
type worker struct {
	_        [256]byte
	messages uint64 // of the last window
	astray   uint64 // not 0 where a message was not the one expected
	_        [256]byte
}

// The race detector sees no order in plain stores, so the loops are hidden from
// it: that a message is there when its index says so the receiver checks itself.

//go:norace
func (w *worker) push(q queue, stop windows.Stop) {
	var n uint64
	for !stop.Over() {
		if n-atomic.LoadUint64(q.received) >= slots {
			continue
		}
		*q.slot(n) = content(n)
		n++
		publish(q.sent, n)
	}
	w.messages = n
}

//go:norace
func (w *worker) pop(q queue, stop windows.Stop) {
	var n, astray uint64
	for !stop.Over() {
		if atomic.LoadUint64(q.sent) == n {
			continue
		}
		astray |= *q.slot(n) ^ content(n)
		n++
		publish(q.received, n)
	}
	w.messages, w.astray = n, astray
}

//go:norace
func (w *worker) pushCached(q queue, stop windows.Stop) {
	var n, received uint64
	for !stop.Over() {
		if n-received >= slots {
			received = atomic.LoadUint64(q.received)
			continue
		}
		*q.slot(n) = content(n)
		n++
		publish(q.sent, n)
	}
	w.messages = n
}

//go:norace
func (w *worker) popCached(q queue, stop windows.Stop) {
	var n, sent, astray uint64
	for !stop.Over() {
		if sent == n {
			sent = atomic.LoadUint64(q.sent)
			continue
		}
		astray |= *q.slot(n) ^ content(n)
		n++
		publish(q.received, n)
	}
	w.messages, w.astray = n, astray
}
