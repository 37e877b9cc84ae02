package workloads

import (
	"fmt"

	"linebounce/sim"
)

// Work is what a message takes besides its references, on each side. Half of a
// side's work comes before its references and half between taking and dropping
// them, each computation between half and one and a half times its mean.
type Work struct{ Sender, Receiver sim.Time }

// Messages is pairs of a sender and a receiver, each pair with a bounded queue.
type Messages struct {
	References
	Pairs    int
	Capacity int // of a queue, in messages
	Work     Work
	CPUs     []int // of the senders, then of the receivers
}

// Build lays the structures out on lines of a length.
func (m Messages) Build(lineBytes int) Built {
	var b Built
	placed := m.place(&b, 2*m.Pairs, lineBytes)
	for i := range m.Pairs {
		b.Queues = append(b.Queues, sim.Queue{Capacity: m.Capacity})
		program := m.sender(placed, i, int32(i), m.Work.Sender)
		b.add(sim.Task{Name: fmt.Sprintf("sender %d", i), CPU: m.CPUs[i], Program: program}, Round{Operations: locked(program), Sent: 1})
	}
	for i := range m.Pairs {
		program := m.receiver(placed, m.Pairs+i, int32(i), m.Work.Receiver)
		b.add(sim.Task{Name: fmt.Sprintf("receiver %d", i), CPU: m.CPUs[m.Pairs+i], Program: program}, Round{Operations: locked(program), Received: 1})
	}
	return b
}

// sender is what one message costs the task that sends it.
func (r References) sender(placed objects, task int, queue int32, w sim.Time) []sim.Op {
	return join(
		work(w/2),
		r.compile(placed, r.Program.Sender.Before, task),
		work(w-w/2),
		[]sim.Op{{Kind: sim.Send, Object: queue}},
		r.compile(placed, r.Program.Sender.After, task),
		[]sim.Op{{Kind: sim.Count}},
	)
}

// receiver is what one message costs the task that receives it.
func (r References) receiver(placed objects, task int, queue int32, w sim.Time) []sim.Op {
	return join(
		[]sim.Op{{Kind: sim.Receive, Object: queue}},
		work(w/2),
		r.compile(placed, r.Program.Receiver.Before, task),
		work(w-w/2),
		r.compile(placed, r.Program.Receiver.After, task),
		[]sim.Op{{Kind: sim.Count}},
	)
}
