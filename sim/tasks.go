package sim

import "math/bits"

// A task keeps its CPU until it blocks or has finished; then the one that has
// waited longest is next. Tasks wait in lists: those that can run for a CPU,
// those that are blocked at the queue that blocks them.

// task is one task. It is in one list at most.
type task struct {
	first, last int32 // of its program, in Sim.code
	resume      int32 // where it goes on
	pin         int32 // its CPU, -1 for any
	next        int32 // behind it in a list, nobody
	rounds      int64 // left, 0 for ever
	done        int64 // Count operations
}

// queue is a bounded queue of messages. They are all alike, so their number
// will do.
type queue struct {
	capacity, length   int
	senders, receivers list // blocked tasks
}

// list is a list of tasks, linked through task.next.
type list struct{ head, tail int32 }

var empty = list{nobody, nobody}

// enqueue puts a task at the end of a list.
func (s *Sim) enqueue(l *list, t int32) {
	s.tasks[t].next = nobody
	if l.tail == nobody {
		l.head = t
	} else {
		s.tasks[l.tail].next = t
	}
	l.tail = t
}

// dequeue takes the first task off a list, nobody where there is none.
func (s *Sim) dequeue(l *list) int32 {
	t := l.head
	if t == nobody {
		return nobody
	}
	l.head = s.tasks[t].next
	if l.head == nobody {
		l.tail = nobody
	}
	return t
}

// readyList returns where a task waits for a CPU.
func (s *Sim) readyList(t int32) *list {
	if pin := s.tasks[t].pin; pin >= 0 {
		return &s.ready[pin]
	}
	return &s.ready[s.n]
}

// dispatch gives a CPU its next task: one of its own first, then one of any
// CPU.
func (s *Sim) dispatch(c int) {
	cpu := &s.cpus[c]
	t := s.dequeue(&s.ready[c])
	if t == nobody {
		t = s.dequeue(&s.ready[s.n])
	}
	cpu.task, cpu.onLine, cpu.ready = t, nobody, s.now
	if t == nobody {
		s.become(c, Idle)
		s.idle[c/64] |= 1 << (c % 64)
		return
	}
	s.idle[c/64] &^= 1 << (c % 64)
	cpu.pc, cpu.last = s.tasks[t].resume, s.tasks[t].last
	s.become(c, Running)
	s.goesOn(c, s.now)
}

// wake makes a blocked task ready and starts an idle CPU on it: its own, or
// the lowest.
func (s *Sim) wake(t int32) {
	s.enqueue(s.readyList(t), t)
	if pin := s.tasks[t].pin; pin >= 0 {
		if s.cpus[pin].status == Idle {
			s.dispatch(int(pin))
		}
		return
	}
	for w, word := range s.idle {
		if word != 0 {
			s.dispatch(w*64 + bits.TrailingZeros64(word))
			return
		}
	}
}

// pass does a Send or a Receive and reports whether the task can go on. A task
// that blocks gives its CPU to another and does the operation again when woken;
// another may have been faster, then it blocks once more.
func (s *Sim) pass(c int, op *code) bool {
	q := &s.queues[op.Object]
	mine, theirs := &q.senders, &q.receivers
	blocked, change := q.length == q.capacity, +1
	if op.Kind == Receive {
		mine, theirs = &q.receivers, &q.senders
		blocked, change = q.length == 0, -1
	}
	if blocked {
		s.block(c, mine)
		return false
	}
	q.length += change
	if t := s.dequeue(theirs); t != nobody {
		s.wake(t)
	}
	return true
}

// block parks a CPU's task in a list, to go on where it stopped.
func (s *Sim) block(c int, l *list) {
	cpu := &s.cpus[c]
	s.tasks[cpu.task].resume = cpu.pc
	s.enqueue(l, cpu.task)
	s.dispatch(c)
}

// finish ends a CPU's task when its last operation has ended.
func (s *Sim) finish(c int) {
	s.live--
	s.tasks[s.cpus[c].task].resume = s.cpus[c].last
	s.dispatch(c)
}
