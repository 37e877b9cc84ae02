package sim

// miss asks for a line. The request queues behind those before it.
func (s *Sim) miss(c int, number int32, write bool) {
	cpu := &s.cpus[c]
	cpu.write, cpu.onLine, cpu.issued, cpu.next = write, number, s.now, nobody
	cpu.use.Misses++
	s.become(c, Waiting)
	if s.trace != nil {
		s.trace.ask(s, c, int(number))
	}
	l := &s.lines[number]
	switch {
	case l.serving == nobody:
		l.serving = int32(c)
		s.forward(int(number))
		return
	case l.tail == nobody:
		l.head = int32(c)
	default:
		s.cpus[l.tail].next = int32(c)
	}
	l.tail = int32(c)
}

// forward sends the head request of a line on to its holder. Where the home
// pipelines, the request has been under way since it was issued.
func (s *Sim) forward(number int) {
	l := &s.lines[number]
	latency := s.latency(l, number)
	request := Time(float64(latency) * s.machine.RequestShare)
	l.travel = latency - request
	at := s.now + request
	if s.machine.Home == Pipelined {
		at = max(s.now, s.cpus[l.serving].issued+request)
	}
	s.events.add(at, number)
}

// latency returns the time of a transfer to a line's head requester: of the
// data, from the holder or the home, and for a write also of the word from the
// farthest copy that must go.
func (s *Sim) latency(l *line, number int) Time {
	c := int(l.serving)
	if !s.cpus[c].write {
		if l.holder == nobody {
			return s.machine.Latency.Clean
		}
		return s.transfer(c, int(l.holder))
	}
	var slowest Time
	if l.holder == nobody && s.copy(number, c).state == Invalid {
		slowest = s.machine.Latency.Clean
	}
	for _, other := range s.others(number, c) {
		slowest = max(slowest, s.transfer(c, int(other)))
	}
	return slowest
}

// transfer is the time from one CPU to another.
func (s *Sim) transfer(a, b int) Time {
	return s.machine.Latency.Transfer[s.places[a].distance(s.places[b])]
}

// give has the holder of a line let go of it for the head request, and every
// other cache too if that wants to write. An operation on the line that is
// under way ends before the data leaves.
func (s *Sim) give(number int) {
	l := &s.lines[number]
	c := int(l.serving)
	s.supply(l, number, c)
	if s.trace != nil {
		s.trace.give(s, c, number, l.giver)
	}
	holder, leaves := l.holder, s.now
	if s.cpus[c].write {
		leaves = s.invalidate(l, number, c)
	} else if holder != nobody {
		leaves = s.ends(int(holder), number)
		s.downgrade(l, number)
	}
	if holder != nobody {
		s.cpus[holder].use.Held += leaves - l.moved
		if log := s.log(number); log != nil && holder == l.writer {
			log.left = leaves
		}
	}
	l.given, l.moved = true, leaves
	l.use.Transfers++
	s.events.add(leaves+l.travel, number)
}

// ends returns when a CPU's operation on a line that is under way ends: now, if
// there is none.
func (s *Sim) ends(c, number int) Time {
	if cpu := &s.cpus[c]; cpu.status == Running && cpu.onLine == int32(number) {
		return max(s.now, cpu.ready)
	}
	return s.now
}

// supply decides who gives the head request its data, and which. A writer that
// has a copy needs no data: it gives itself its own.
func (s *Sim) supply(l *line, number, c int) {
	l.alone = l.valid == 0
	own := s.copy(number, c)
	l.giver, l.flight = nobody, l.home
	switch {
	case own.state != Invalid:
		l.giver, l.flight = int32(c), own.version
	case l.holder != nobody:
		l.giver, l.flight = l.holder, s.copy(number, int(l.holder)).version
	}
	if l.giver != nobody && s.withholds(s.copy(number, int(l.giver)).state, s.cpus[c].write) {
		l.giver, l.flight = nobody, l.home
	}
}

// withholds reports whether a planted fault keeps a cache in that state from
// giving its data, so that the home gives what it has.
func (s *Sim) withholds(giver State, write bool) bool {
	return s.fault == DirtyDropped && giver.dirty() || s.fault == StaleShared && !write
}

// downgrade lets the holder keep what it may keep beside a reader.
func (s *Sim) downgrade(l *line, number int) {
	holder := int(l.holder)
	held := s.copy(number, holder)
	keeps, writeBack := s.machine.Protocol.afterRead(held.state)
	if writeBack && s.fault != DirtyDropped {
		l.home = held.version
		if s.trace != nil {
			s.trace.writeBack(s, holder, number, held.version)
		}
	}
	s.put(holder, number, keeps, held.version)
	if !keeps.supplies() {
		l.holder = nobody
	}
}

// invalidate takes every copy away but the requester's own, which it upgrades,
// and returns when the last of them is out of use.
func (s *Sim) invalidate(l *line, number, c int) Time {
	leaves := s.now
	spared := s.fault != LostInvalidation
	for _, other := range s.others(number, c) {
		if !spared && s.copy(number, int(other)).state == Shared {
			spared = true // planted: one sharer never hears of it
			continue
		}
		leaves = max(leaves, s.ends(int(other), number))
		s.put(int(other), number, Invalid, 0)
		s.look(int(other), number)
	}
	if l.holder != int32(c) {
		l.holder = nobody
	}
	return leaves
}

// arrive gives the head requester its data, sends the next request on and lets
// the requester do at least the operation that it missed for.
func (s *Sim) arrive(number int, limit Time) {
	l := &s.lines[number]
	c := int(l.serving)
	cpu := &s.cpus[c]
	if s.trace != nil {
		s.trace.arrive(s, c, number, l.giver)
	}
	state := Modified
	if !cpu.write {
		state = s.machine.Protocol.reader(l.alone)
	}
	s.put(c, number, state, l.flight)
	if state.supplies() {
		l.holder = int32(c)
	}
	cpu.use.Waited += s.now - cpu.issued
	l.use.Travelled += s.now - l.moved
	l.given, l.moved = false, s.now
	s.become(c, Running)
	l.serving = l.head
	if l.head != nobody {
		l.head = s.cpus[l.head].next
		if l.head == nobody {
			l.tail = nobody
		}
		s.forward(number)
	}
	s.execute(c, limit)
}
