package sim

// Tasks wait in lists: those that can run for a CPU, those that are blocked at
// the queue that blocks them.

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

// runList returns where a task waits for a CPU.
func (s *Sim) runList(t int32) *list {
	if pin := s.tasks[t].pin; pin >= 0 {
		return &s.runnable[pin]
	}
	return &s.runnable[s.n]
}

// dispatch gives a CPU its next task: its own first, then one of any CPU.
func (s *Sim) dispatch(c int) {
	cpu := &s.cpus[c]
	t := s.dequeue(&s.runnable[c])
	if t == nobody {
		t = s.dequeue(&s.runnable[s.n])
	}
	cpu.task, cpu.onLine, cpu.phase = t, nobody, 0
	if t == nobody {
		s.become(c, Idle)
		return
	}
	cpu.pc = s.tasks[t].resume
	cpu.ready = s.now
	s.become(c, Running)
	s.events.push(s.now, evReady, c)
}

// wake makes a blocked task runnable and starts an idle CPU on it.
func (s *Sim) wake(t int32) {
	s.enqueue(s.runList(t), t)
	if pin := s.tasks[t].pin; pin >= 0 {
		if s.cpus[pin].status == Idle {
			s.dispatch(int(pin))
		}
		return
	}
	for c := range s.cpus {
		if s.cpus[c].status == Idle {
			s.dispatch(c)
			return
		}
	}
}

// pass does a Send or a Receive and reports whether the task can go on. A task
// that blocks gives its CPU to another and does the operation again when woken.
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
