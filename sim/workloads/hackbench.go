package workloads

import (
	"fmt"

	"linebounce/sim"
)

// Hackbench is the benchmark in thread mode: in each group every sender writes
// to every receiver in turn, and each receiver reads from one socketpair. All
// threads share one struct pid and one struct cred. Threads run on any CPU.
type Hackbench struct {
	References
	Groups, Senders, Receivers int // senders and receivers a group
	Loops                      int // messages that a sender sends to each receiver
	Capacity                   int // of a socket, in messages
	Work                       Work
}

// BaseWork is what the run of 2011 took for a message after the repair: 4.228 s
// of 16 CPUs for 16,000,000 messages.
const BaseWork = 4228 * sim.Nanosecond

// Hackbench2011 is "hackbench 20 thread 2000", the run of the mail.
func Hackbench2011(r References) Hackbench {
	return Hackbench{
		References: r, Groups: 20, Senders: 20, Receivers: 20, Loops: 2000, Capacity: 256,
		Work: Work{Sender: BaseWork / 2, Receiver: BaseWork / 2},
	}
}

// Messages returns how many messages a whole run sends.
func (h Hackbench) Messages() int64 {
	return int64(h.Groups) * int64(h.Senders) * int64(h.Receivers) * int64(h.Loops)
}

// Short returns the same load in the form of which a stretch tells the rate of
// a whole run: sockets hold so few messages that a short stretch sees all of
// them full and empty many times. How many they hold changes no rate, for in
// the model it costs nothing to switch tasks.
func (h Hackbench) Short() Hackbench {
	h.Capacity = 4
	return h
}

// Assumptions lists what the model takes for hackbench; work says where the
// figure of its work comes from.
func (h Hackbench) Assumptions(work string) []Assumption {
	return []Assumption{
		{"work of a message besides references, at any number of CPUs", fmt.Sprintf("%d ns", (h.Work.Sender+h.Work.Receiver)/sim.Nanosecond), work},
		{"split between sender and receiver", "half each", "assumption: the profile in the mail has unix_stream_recvmsg and unix_stream_sendmsg within a tenth of each other"},
		{"place of that work", "half before the references, half between taking and dropping them",
			"assumption: system call and allocation come before, copying and queueing between"},
		{"spread of that work", "half to one and a half times its mean, evenly", "assumption: without any, tasks would march in step"},
		{"messages that fit a socket", fmt.Sprint(h.Capacity), "net/core/sock.c, _SK_MEM_PACKETS: the default buffer is meant for 256 packets"},
		{"scheduling", "round robin over one list; a task runs until its socket is full or empty", "assumption: time slices and run queues are left out"},
	}
}

// Build lays the structures out on lines of a length. Each is false: a task
// has no CPU of its own, so no count could be a CPU's own.
func (h Hackbench) Build(lineBytes int) Built {
	h.Each = false
	var b Built
	placed := h.place(&b, 1, lineBytes)
	for group := range h.Groups {
		first := len(b.Queues)
		for i := range h.Receivers {
			b.Queues = append(b.Queues, sim.Queue{Capacity: h.Capacity})
			program := h.receiver(placed, 0, int32(first+i), h.Work.Receiver)
			b.add(sim.Task{Name: fmt.Sprintf("receiver %d.%d", group, i), CPU: -1, Program: program}, Round{Operations: locked(program), Received: 1})
		}
		var program []sim.Op
		for i := range h.Receivers {
			program = append(program, h.sender(placed, 0, int32(first+i), h.Work.Sender)...)
		}
		for i := range h.Senders {
			b.add(sim.Task{Name: fmt.Sprintf("sender %d.%d", group, i), CPU: -1, Program: program}, Round{Operations: locked(program) / h.Receivers, Sent: 1})
		}
	}
	return b
}
