package sim

// execute runs a CPU's program from now. It goes on by itself as long as
// operations hit and nothing else is due: that is the same order as one event
// an operation, without its cost.
func (s *Sim) execute(c int, limit Time) {
	cpu := &s.cpus[c]
	pc := cpu.pc
	for {
		op := &s.code[pc]
		var cost Time
		switch op.Kind {
		case Load:
			held := s.copy(int(op.line), c)
			if !held.state.readable() {
				s.miss(c, op.line, false)
				return
			}
			cost = s.read(c, op, held)
		case Store, Add:
			held := s.copy(int(op.line), c)
			if !held.state.writable() {
				s.miss(c, op.line, true)
				return
			}
			cost = s.write(c, op, held)
		case Compute:
			cost = s.compute(cpu, op)
		case Lock, TAS, TTAS, Await:
			var got bool
			if cost, got = s.take(c, op); !got {
				return
			}
		case Unlock:
			held := s.copy(int(op.line), c)
			if !held.state.writable() {
				s.miss(c, op.line, true)
				return
			}
			s.locks[op.lock].serving++
			cost = s.write(c, op, held)
		case Advance:
			held := s.copy(int(op.line), c)
			if !held.state.writable() {
				s.miss(c, op.line, true)
				return
			}
			s.rings[op.Object].advance(op.Addr)
			cost = s.write(c, op, held)
		case Send, Receive:
			if !s.pass(c, op) {
				return
			}
		case Count:
			s.tasks[cpu.task].done++
			cpu.use.Counted++
		case finish:
			s.finish(c)
			return
		}
		if pc++; pc == cpu.last {
			pc = s.again(cpu)
		}
		ready := s.now + cost
		cpu.pc, cpu.ready = pc, ready
		if ready >= s.events.next || ready >= limit {
			s.goesOn(c, ready)
			return
		}
		s.now = ready
	}
}

// again returns where a task goes on whose round has ended: at its program's
// beginning, or after the last round behind its end.
func (s *Sim) again(cpu *cpu) int32 {
	t := &s.tasks[cpu.task]
	if t.rounds == 1 {
		return t.last
	}
	t.rounds = max(0, t.rounds-1)
	return t.first
}

func (s *Sim) compute(cpu *cpu, op *code) Time {
	cpu.onLine = nobody
	cost := op.Time
	if op.Jitter {
		cost = s.between(op.Time)
	}
	cpu.use.Computed += cost
	return cost
}

// read does a load on a valid copy and returns what it costs.
func (s *Sim) read(c int, op *code, held *copyOf) Time {
	cpu := &s.cpus[c]
	cpu.onLine = op.line
	cpu.use.Ops++
	cpu.use.Loads++
	s.lines[op.line].use.Reads++
	if s.trace != nil {
		s.trace.op(s, c, op, Load, held.version)
	}
	return s.machine.Latency.Hit
}

// write does a store or a locked operation on a copy that allows it and returns
// what it costs.
func (s *Sim) write(c int, op *code, held *copyOf) Time {
	l := &s.lines[op.line]
	if l.writer != int32(c) || s.trace != nil {
		s.note(c, op, held)
	}
	held.state = Modified // from E without asking
	held.version++
	l.use.Writes++
	cpu := &s.cpus[c]
	cpu.onLine = op.line
	cpu.use.Ops++
	return op.cost
}

// note tells of a write that is about to be done, to the trace and to the line
// that may have another writer than before.
func (s *Sim) note(c int, op *code, held *copyOf) {
	if s.lines[op.line].writer != int32(c) {
		s.handoff(c, op.line)
	}
	if s.trace != nil {
		s.trace.state(s, c, int(op.line), held.state, Modified)
		s.trace.op(s, c, op, op.Kind, held.version)
	}
}

// handoff notes that a line has another writer than before.
func (s *Sim) handoff(c int, number int32) {
	l := &s.lines[number]
	if l.writer != nobody {
		l.use.Handoffs++
	}
	if log := s.log(int(number)); log != nil {
		log.handoff(l, int32(c), s.now)
	}
	l.writer = int32(c)
}
