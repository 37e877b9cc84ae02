package sim

// lock is a lock's two halves: whoever comes draws the number next, and serving
// is whose turn it is. A spinlock draws only where it is free, so the two are
// equal or one apart. Their values are the model's own: what a stale copy of the
// lock's line would say of them is not modelled.
type lock struct{ next, serving uint32 }

func (l *lock) free() bool { return l.next == l.serving }

// take does one step of an operation that may have to wait, on a lock or on a
// ring, and reports what it cost and whether the task goes on. Where it does
// not, the CPU waits for a line, spins, or has its next step as an event.
func (s *Sim) take(c int, op *code) (cost Time, got bool) {
	switch op.Kind {
	case Lock:
		return s.draw(c, op)
	case TTAS:
		if !s.cpus[c].drawn {
			return s.lookFree(c, op)
		}
		return s.exchange(c, op)
	case TAS:
		return s.exchange(c, op)
	}
	return s.await(c, op)
}

// draw does one step of a Lock. A CPU draws a ticket with a locked add; where it
// is not the next to be served it reads the line again each time that it has
// lost its copy. Until then it goes on by an event.
func (s *Sim) draw(c int, op *code) (cost Time, got bool) {
	cpu := &s.cpus[c]
	held := s.copy(int(op.line), c)
	lock := &s.locks[op.lock]
	if !cpu.drawn {
		if !held.state.writable() {
			s.miss(c, op.line, true)
			return 0, false
		}
		cost = s.write(c, op, held)
		cpu.ticket = lock.next
		lock.next++
		if cpu.ticket == lock.serving {
			return cost, true
		}
		cpu.drawn = true
		s.later(c, cost)
		return 0, false
	}
	if !held.state.readable() {
		s.miss(c, op.line, false)
		return 0, false
	}
	cost = s.read(c, op, held)
	if cpu.ticket == lock.serving {
		cpu.drawn = false
		return cost, true
	}
	s.become(c, Spinning)
	return 0, false
}

// later has a CPU do its next step, of the same operation, once this one has
// ended.
func (s *Sim) later(c int, cost Time) {
	s.cpus[c].ready = s.now + cost
	s.goesOn(c, s.cpus[c].ready)
}

// look has a CPU that spins on a line which it has just lost read it again.
func (s *Sim) look(c, number int) {
	if cpu := &s.cpus[c]; cpu.status == Spinning && cpu.onLine == int32(number) {
		s.become(c, Running)
		s.goesOn(c, s.now)
	}
}
