package workloads

import (
	"fmt"

	"linebounce/sim"
)

// Rings is pairs of a sender and a receiver, each pair with a ring of slots of
// one word, and nothing to do but push and pop.
type Rings struct {
	Padded bool // each index on a line of its own instead of both on one
	Cached bool // each end keeps a copy of the other's index
	Slots  int
	CPUs   []int // of the senders, then of the receivers
}

// receivedBeside is where the receiver's index lies on the line of the sender's.
const receivedBeside = 8

// Build lays the rings out one behind the other, each with its indices first and
// its slots side by side behind them.
func (r Rings) Build(lineBytes int) Built {
	pairs := len(r.CPUs) / 2
	slots := (r.Slots*countBytes + lineBytes - 1) / lineBytes * lineBytes
	each := 2*stride*lineBytes + slots
	b := Built{Workload: sim.Workload{Bytes: pairs * each}}
	var ends [2][]sim.Task
	for i := range pairs {
		first := i * each
		ring := sim.Ring{Slots: r.Slots, Sent: int32(first), Received: int32(first + receivedBeside), Cached: r.Cached}
		if r.Padded {
			ring.Received = int32(first + stride*lineBytes)
			b.Lines = append(b.Lines, Line{numbered("sent", i, pairs), ring.Sent}, Line{numbered("received", i, pairs), ring.Received})
		} else {
			b.Lines = append(b.Lines, Line{numbered("indices", i, pairs), ring.Sent})
		}
		b.name(int(ring.Sent), numbered("sent", i, pairs))
		b.name(int(ring.Received), numbered("received", i, pairs))
		b.Rings = append(b.Rings, ring)
		var programs [2][]sim.Op
		for slot := range r.Slots {
			at := int32(first + 2*stride*lineBytes + slot*countBytes)
			b.name(int(at), fmt.Sprintf("slot %d", slot))
			programs[0] = append(programs[0], message(int32(i), ring.Received, sim.Store, at, ring.Sent)...)
			programs[1] = append(programs[1], message(int32(i), ring.Sent, sim.Load, at, ring.Received)...)
		}
		for end, name := range []string{"sender", "receiver"} {
			ends[end] = append(ends[end], sim.Task{Name: fmt.Sprintf("%s %d", name, i), CPU: r.CPUs[i+end*pairs], Program: programs[end]})
		}
	}
	for end, round := range []Round{{Sent: 1}, {Received: 1}} {
		for _, task := range ends[end] {
			b.add(task, round)
		}
	}
	return b
}

// message is what an end does for one message: it waits by the other's index,
// touches the slot and moves its own index on.
func message(ring, other int32, touch sim.Kind, slot, own int32) []sim.Op {
	return []sim.Op{
		{Kind: sim.Await, Object: ring, Addr: other}, {Kind: touch, Addr: slot}, {Kind: sim.Advance, Object: ring, Addr: own}, {Kind: sim.Count},
	}
}
