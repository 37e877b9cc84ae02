package sim

// execute runs a CPU's program from now. It goes on by itself as long as
// operations hit and nothing else is due: that is the same order as one event
// an operation, without its cost.
func (s *Sim) execute(c int, limit Time) {
	cpu := &s.cpus[c]
	due := limit
	for {
		op := &s.code[cpu.pc]
		var cost Time
		switch op.Kind {
		case Load, Store, Add:
			held := &s.copies[int(op.line)*s.n+c]
			write := op.Kind != Load
			if held.state == Invalid || write && !held.state.writable() {
				s.miss(c, op.line, write)
				return
			}
			cost = s.commit(c, op, held)
		case Compute:
			cpu.onLine = nobody
			cost = op.Time
			if op.Jitter {
				cost = s.between(op.Time)
			}
			cpu.use.Computed += cost
		case Lock, Unlock:
			took, done := s.lock(c, op)
			if !done {
				return
			}
			cost = took
		case Send, Receive:
			if !s.pass(c, op) {
				return
			}
		case Count:
			s.tasks[cpu.task].done++
			cpu.use.Counted++
		}
		if !s.advance(c) {
			return
		}
		cpu.ready = s.now + cost
		if len(s.events.heap) > 0 && s.events.heap[0].at < due {
			due = s.events.heap[0].at
		}
		if cpu.ready >= due {
			s.events.push(cpu.ready, evReady, c)
			return
		}
		s.now = cpu.ready
	}
}

// advance moves a CPU to its next operation. At the end of its task it takes
// another and reports false: the CPU goes on by an event, or is idle.
func (s *Sim) advance(c int) bool {
	cpu := &s.cpus[c]
	cpu.phase = 0
	t := &s.tasks[cpu.task]
	cpu.pc++
	if cpu.pc < t.last {
		return true
	}
	cpu.pc = t.first
	if t.rounds > 0 {
		t.rounds--
	}
	if t.rounds != 0 {
		return true
	}
	s.live--
	s.dispatch(c)
	return false
}

// commit does a load, a store or a locked add on a copy that allows it and
// returns what it costs.
func (s *Sim) commit(c int, op *code, held *copyOf) Time {
	cpu := &s.cpus[c]
	l := &s.lines[op.line]
	cpu.onLine = op.line
	cpu.use.Ops++
	l.ops++
	if s.trace != nil {
		s.trace.op(s, c, op, held.version)
	}
	if op.Kind == Load {
		cpu.use.Loads++
		return s.machine.Latency.Hit
	}
	if l.writer != int32(c) {
		s.handoff(c, op.line)
	}
	l.use.Writes++
	held.state = Modified // a silent step from E
	held.version++
	l.latest++
	if s.trace != nil {
		s.trace.state(s, c, int(op.line), Modified)
	}
	if op.Kind == Store || op.Kind == Unlock {
		return s.machine.Latency.Hit
	}
	return s.machine.Latency.Locked
}

// handoff notes that a line has another writer than before.
func (s *Sim) handoff(c int, number int32) {
	l := &s.lines[number]
	if l.writer != nobody {
		l.use.Handoffs++
	}
	if s.stays != nil && s.stays.line == number {
		s.stays.note(l.writer, l.use.Writes)
	}
	l.writer = int32(c)
}

// lock does one step of a Lock or an Unlock: it reports what it cost and
// whether the operation is over. A CPU that waits for the lock's line, or spins
// on its own copy of it, goes on by an event.
func (s *Sim) lock(c int, op *code) (cost Time, done bool) {
	cpu := &s.cpus[c]
	held := &s.copies[int(op.line)*s.n+c]
	lock := &s.locks[op.lock]
	if op.Kind == Unlock {
		if !held.state.writable() {
			s.miss(c, op.line, true)
			return 0, false
		}
		lock.serving++
		return s.commit(c, op, held), true
	}
	if cpu.phase == 0 {
		if !held.state.writable() {
			s.miss(c, op.line, true)
			return 0, false
		}
		cost = s.commit(c, op, held)
		cpu.ticket, cpu.phase = lock.next, 1
		lock.next++
		if cpu.ticket == lock.serving {
			return cost, true
		}
		cpu.ready = s.now + cost
		s.events.push(cpu.ready, evReady, c)
		return 0, false
	}
	if held.state == Invalid {
		s.miss(c, op.line, false)
		return 0, false
	}
	cpu.use.Ops++
	cpu.use.Loads++
	cpu.onLine = op.line
	if cpu.ticket == lock.serving {
		return s.machine.Latency.Hit, true
	}
	s.become(c, Spinning)
	return 0, false
}

func (s *Sim) become(c int, now Status) {
	if s.trace != nil {
		s.trace.status(s, c, now)
	}
	s.cpus[c].status = now
}
