package sim

// exchange writes that a spinlock is taken, whether it was or not, and reports
// whether it was free. So a CPU that finds it taken has taken the line for itself
// all the same, from the holder too, which needs it to give the lock back.
func (s *Sim) exchange(c int, op *code) (cost Time, got bool) {
	held := s.copy(int(op.line), c)
	if !held.state.writable() {
		s.miss(c, op.line, true)
		return 0, false
	}
	cpu, lock := &s.cpus[c], &s.locks[op.lock]
	cost = s.write(c, op, held)
	cpu.drawn = false
	if lock.free() {
		lock.next++
		return cost, true
	}
	cpu.use.Failed++
	s.later(c, cost)
	return 0, false
}

// lookFree reads a spinlock's line until the lock is free: while it is taken
// the CPU spins on its own copy and disturbs nobody. Seen free it may be taken
// by another before the exchange comes.
func (s *Sim) lookFree(c int, op *code) (cost Time, got bool) {
	held := s.copy(int(op.line), c)
	if !held.state.readable() {
		s.miss(c, op.line, false)
		return 0, false
	}
	cost = s.read(c, op, held)
	if !s.locks[op.lock].free() {
		s.become(c, Spinning)
		return 0, false
	}
	s.cpus[c].drawn = true
	s.later(c, cost)
	return 0, false
}
