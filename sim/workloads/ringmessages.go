package workloads

import (
	"fmt"

	"linebounce/sim"
)

// RingMessages is pairs of a sender and a receiver with a ring between them and
// nothing to do but pass messages on and count their references: what a message
// takes besides those is what the lines of the ring take. Each end looks at the
// other's index for every message.
type RingMessages struct {
	References
	Slots     int
	SlotBytes int   // of a message; each begins a line
	CPUs      []int // of the senders, then of the receivers
}

// Build lays the structures out on lines of a length, the rings behind them: each
// index on a line of its own, then the slots.
func (m RingMessages) Build(lineBytes int) Built {
	var b Built
	pairs := len(m.CPUs) / 2
	placed := m.place(&b, 2*pairs, lineBytes)
	perSlot := (m.SlotBytes + lineBytes - 1) / lineBytes
	var senders, receivers []sim.Task
	var round [2]Round
	for i := range pairs {
		first := (b.Bytes + lineBytes - 1) / lineBytes * lineBytes
		ring := sim.Ring{Slots: m.Slots, Sent: int32(first), Received: int32(first + stride*lineBytes)}
		b.Bytes = first + (2*stride+m.Slots*perSlot)*lineBytes
		b.name(int(ring.Sent), numbered("sent", i, pairs))
		b.name(int(ring.Received), numbered("received", i, pairs))
		b.Rings = append(b.Rings, ring)
		var send, receive []sim.Op
		for slot := range m.Slots {
			at := first + (2*stride+slot*perSlot)*lineBytes
			b.name(at, fmt.Sprintf("slot %d", slot))
			send = append(send, m.pass(int32(i), ring.Received, ring.Sent, m.compile(placed, m.Program.Sender.Before, i),
				touch(sim.Store, at, perSlot, lineBytes), m.compile(placed, m.Program.Sender.After, i))...)
			receive = append(receive, m.pass(int32(i), ring.Sent, ring.Received, m.compile(placed, m.Program.Receiver.Before, pairs+i),
				touch(sim.Load, at, perSlot, lineBytes), m.compile(placed, m.Program.Receiver.After, pairs+i))...)
		}
		round = [2]Round{{Operations: locked(send) / m.Slots, Sent: 1}, {Operations: locked(receive) / m.Slots, Received: 1}}
		senders = append(senders, sim.Task{Name: fmt.Sprintf("sender %d", i), CPU: m.CPUs[i], Program: send})
		receivers = append(receivers, sim.Task{Name: fmt.Sprintf("receiver %d", i), CPU: m.CPUs[pairs+i], Program: receive})
	}
	for end, tasks := range [][]sim.Task{senders, receivers} {
		for _, task := range tasks {
			b.add(task, round[end])
		}
	}
	return b
}

// pass is what one message costs an end: it waits by the other's index, does
// what comes before, touches the slot, moves its own index on and does what comes
// after.
func (m RingMessages) pass(ring, other, own int32, before, slot, after []sim.Op) []sim.Op {
	return join(
		[]sim.Op{{Kind: sim.Await, Object: ring, Addr: other}}, before, slot,
		[]sim.Op{{Kind: sim.Advance, Object: ring, Addr: own}}, after,
		[]sim.Op{{Kind: sim.Count}},
	)
}

// touch is an access to each line of a slot.
func touch(kind sim.Kind, at, lines, lineBytes int) []sim.Op {
	var ops []sim.Op
	for line := range lines {
		ops = append(ops, sim.Op{Kind: kind, Addr: int32(at + line*lineBytes)})
	}
	return ops
}
