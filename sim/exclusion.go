package sim

// Who is inside a lock follows from where tasks stand in their programs, for a
// program gives back what it took before its end. What the locks and rings count
// themselves is held against that.

// checkLocks: one task at most is inside a lock, and the lock says so.
func (s *Sim) checkLocks() *Violation {
	if len(s.locks) == 0 {
		return nil
	}
	inside, drawn := make([][]int32, len(s.locks)), make([]uint32, len(s.locks))
	s.eachTask(func(c int, t, pc int32) {
		held := map[int32]bool{}
		for _, op := range s.code[s.tasks[t].first:pc] {
			switch op.Kind {
			case Lock, TAS, TTAS:
				held[op.lock] = true
			case Unlock:
				delete(held, op.lock)
			}
		}
		for lock := range held {
			inside[lock] = append(inside[lock], int32(c))
		}
		if op := &s.code[pc]; op.Kind == Lock && c != nobody && s.cpus[c].drawn {
			drawn[op.lock]++
		}
	})
	for i, l := range s.locks {
		holders := inside[i]
		switch {
		case len(holders) > 1:
			return s.violation(OneHolder, nobody, int(holders[1]), "CPU %d and CPU %d hold lock %d", holders[0], holders[1], i)
		case l.next-l.serving != uint32(len(holders))+drawn[i]:
			return s.violation(OneHolder, nobody, nobody, "lock %d has been drawn %d times more than given back; %d tasks hold it and %d wait with a ticket",
				i, l.next-l.serving, len(holders), drawn[i])
		}
	}
	return nil
}

// eachTask calls f for every task that has begun a round, with the operation
// that it does next and its CPU, nobody where it has none.
func (s *Sim) eachTask(f func(c int, t, pc int32)) {
	on := make([]int, len(s.tasks))
	for t := range on {
		on[t] = nobody
	}
	for c := range s.cpus {
		if t := s.cpus[c].task; t != nobody {
			on[t] = c
		}
	}
	for t, c := range on {
		pc := s.tasks[t].resume
		if c != nobody {
			pc = s.cpus[c].pc
		}
		f(c, int32(t), pc)
	}
}

// checkRings: a ring holds at most as many messages as it has slots, and no end
// believes the other to be farther than it is.
func (s *Sim) checkRings() *Violation {
	for i := range s.rings {
		r := &s.rings[i]
		slots := uint32(r.Slots)
		switch {
		case r.sent-r.received > slots: // as a number without a sign: none below 0 either
			return s.violation(InRing, nobody, nobody, "ring %d has %d slots, and %d were sent for %d received", i, slots, r.sent, r.received)
		case r.received-r.seen[sending] > slots || r.sent-r.seen[receiving] > slots:
			return s.violation(InRing, nobody, nobody, "ring %d has %d sent and %d received; its ends believe %d and %d", i, r.sent, r.received, r.seen[receiving], r.seen[sending])
		}
	}
	return nil
}
