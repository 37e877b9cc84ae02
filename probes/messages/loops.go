package messages

import (
	"linebounce/probes/references"
	"linebounce/probes/windows"
)

// The loops come twice, so that the untracked ones pay nothing for tracking.
//
// A side first waits for the ring and only then begins with the references of
// a message, so that no message is left half counted when the window ends.

// send runs the measured loop of the sender.
func (w *worker) send(r *ring, side references.Side, stop windows.Stop) {
	var n uint64
	var seen int32
	for !stop.Over() {
		if r.full(n) {
			continue
		}
		seen += references.Do(side.Before)
		*r.slot(n) = w.buffer
		n++
		r.sent.Store(n)
		seen += references.Do(side.After)
	}
	w.messages, w.seen = n, seen
}

// receive runs the measured loop of the receiver.
func (w *worker) receive(r *ring, side references.Side, stop windows.Stop) {
	var n uint64
	var seen int32
	for !stop.Over() {
		if r.empty(n) {
			continue
		}
		seen += references.Do(side.Before)
		w.buffer = *r.slot(n)
		n++
		r.received.Store(n)
		seen += references.Do(side.After)
	}
	w.messages, w.seen = n, seen
}

func (w *worker) sendTracked(r *ring, side references.Side, stop windows.Stop) {
	var n uint64
	var seen int32
	for !stop.Over() {
		if r.full(n) {
			continue
		}
		seen += references.DoTracked(side.Before)
		*r.slot(n) = w.buffer
		n++
		r.sent.Store(n)
		seen += references.DoTracked(side.After)
	}
	w.messages, w.seen = n, seen
}

func (w *worker) receiveTracked(r *ring, side references.Side, stop windows.Stop) {
	var n uint64
	var seen int32
	for !stop.Over() {
		if r.empty(n) {
			continue
		}
		seen += references.DoTracked(side.Before)
		w.buffer = *r.slot(n)
		n++
		r.received.Store(n)
		seen += references.DoTracked(side.After)
	}
	w.messages, w.seen = n, seen
}
