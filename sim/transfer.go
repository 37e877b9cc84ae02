package sim

// miss asks for a line. The request queues behind those before it.
func (s *Sim) miss(c int, number int32, write bool) {
	cpu := &s.cpus[c]
	cpu.write, cpu.onLine, cpu.issued, cpu.next = write, number, s.now, nobody
	cpu.use.Misses++
	s.become(c, Waiting)
	if s.trace != nil {
		s.trace.ask(s, c, int(number), write)
	}
	l := &s.lines[number]
	if l.serving == nobody {
		l.serving = int32(c)
		s.forward(int(number))
		return
	}
	if l.tail == nobody {
		l.head = int32(c)
	} else {
		s.cpus[l.tail].next = int32(c)
	}
	l.tail = int32(c)
}

// forward sends the head request of a line on to its holder. Where the home
// pipelines, the request has been under way since it was issued.
func (s *Sim) forward(number int) {
	l := &s.lines[number]
	from := s.now
	if s.machine.Home == Pipelined {
		from = s.cpus[l.serving].issued
	}
	at := from + s.requestTime(s.latency(number))
	s.events.push(max(at, s.now), evGive, number)
}

func (s *Sim) requestTime(latency Time) Time {
	return Time(float64(latency) * s.machine.RequestShare)
}

// latency returns the time of a transfer to the line's head requester: from the
// holder, or for a write from the farthest copy that must go.
func (s *Sim) latency(number int) Time {
	l := &s.lines[number]
	c := int(l.serving)
	if !s.cpus[c].write {
		if l.holder == nobody {
			return s.machine.Latency.Clean
		}
		return s.transfer(c, int(l.holder))
	}
	var farthest Time
	s.others(number, c, func(other int) { farthest = max(farthest, s.transfer(c, other)) })
	if farthest == 0 {
		return s.machine.Latency.Clean
	}
	return farthest
}

func (s *Sim) transfer(a, b int) Time {
	return s.machine.Latency.Transfer[s.machine.Distance(a, b)]
}

// give has the holder of a line let go of it for the head request, and every
// other copy too if that wants to write. An operation on the line that is under
// way ends first.
func (s *Sim) give(number int) {
	l := &s.lines[number]
	c := int(l.serving)
	latency := s.latency(number)
	leaves := s.now
	l.giver = l.holder
	s.others(number, c, func(other int) {
		if o := &s.cpus[other]; o.onLine == int32(number) && o.status == Running && (s.cpus[c].write || other == int(l.holder)) {
			leaves = max(leaves, o.ready)
		}
	})
	s.supply(number, c)
	if s.cpus[c].write {
		s.invalidate(number, c)
	} else {
		s.downgrade(number)
	}
	if s.trace != nil {
		s.trace.give(s, c, number, l.giver)
	}
	l.use.Transfers++
	s.events.push(leaves+latency-s.requestTime(latency), evData, number)
}

// supply puts the data for the head request under way.
func (s *Sim) supply(number, c int) {
	l := &s.lines[number]
	own := s.copies[number*s.n+c]
	l.alone = l.holder == nobody && !s.held(number)
	switch {
	case s.fault == DirtyDropped && l.holder != nobody && s.copies[number*s.n+int(l.holder)].state.dirty():
		l.flight = l.home // planted: the holder's newer data is lost
	case s.fault == StaleShared && !s.cpus[c].write && l.holder != nobody:
		l.flight = l.home // planted: the home answers although a cache is newer
	case own.state != Invalid:
		l.flight = own.version
	case l.holder != nobody:
		l.flight = s.copies[number*s.n+int(l.holder)].version
	default:
		l.flight = l.home
	}
}

func (s *Sim) held(number int) bool {
	for _, word := range s.holders[number*s.words : (number+1)*s.words] {
		if word != 0 {
			return true
		}
	}
	return false
}

// downgrade lets the holder keep what it may keep beside a reader.
func (s *Sim) downgrade(number int) {
	l := &s.lines[number]
	if l.holder == nobody {
		return
	}
	holder := int(l.holder)
	held := &s.copies[number*s.n+holder]
	keeps, writeBack := s.machine.Protocol.afterRead(held.state)
	if writeBack {
		l.home = held.version
	}
	s.put(holder, number, keeps, held.version)
	if keeps != Owned {
		l.holder = nobody
	}
}

// invalidate takes every copy away but the requester's own, which it upgrades.
// CPUs that spun on their copy have to read the line again.
func (s *Sim) invalidate(number, c int) {
	l := &s.lines[number]
	spared := s.fault != LostInvalidation
	s.others(number, c, func(other int) {
		if !spared && s.copies[number*s.n+other].state == Shared {
			spared = true // planted: one sharer never hears of it
			return
		}
		s.put(other, number, Invalid, 0)
		if o := &s.cpus[other]; o.status == Spinning && o.onLine == int32(number) {
			s.become(other, Running)
			s.events.push(s.now, evReady, other)
		}
	})
	l.holder = nobody
}

// arrive gives the head requester its data, starts the next request and lets
// the requester do at least the operation that it missed for.
func (s *Sim) arrive(number int, limit Time) {
	l := &s.lines[number]
	c := int(l.serving)
	cpu := &s.cpus[c]
	if s.trace != nil {
		s.trace.arrive(s, c, number, l.giver)
	}
	state := Exclusive // a writer turns it into M at once
	if !cpu.write {
		state = s.machine.Protocol.reader(l.alone)
	}
	s.put(c, number, state, l.flight)
	if state.supplies() {
		l.holder = int32(c)
	}
	cpu.use.Waited += s.now - cpu.issued
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

// put changes what one cache holds of a line.
func (s *Sim) put(c, number int, state State, version uint32) {
	held := &s.copies[number*s.n+c]
	if s.trace != nil {
		s.trace.state(s, c, number, state)
	}
	held.state, held.version = state, version
	if state == Invalid {
		s.unset(number, c)
	} else {
		s.set(number, c)
	}
}
