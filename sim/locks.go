package sim

// ticketLock is a lock's two halves. Their values are the model's own: what a
// stale copy of the lock's line would say of them is not modelled.
type ticketLock struct{ next, serving uint32 }

// lock does one step of a Lock and reports what it cost and whether the lock is
// taken. A CPU draws a ticket with a locked add; where it is not the next to be
// served it reads the line again each time that it has lost its copy. Until
// then it goes on by an event.
func (s *Sim) lock(c int, op *code) (cost Time, got bool) {
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
		cpu.ready = s.now + cost
		s.goesOn(c, cpu.ready)
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

// look has a CPU that spins on a line which it has just lost read it again.
func (s *Sim) look(c, number int) {
	if cpu := &s.cpus[c]; cpu.status == Spinning && cpu.onLine == int32(number) {
		s.become(c, Running)
		s.goesOn(c, s.now)
	}
}
