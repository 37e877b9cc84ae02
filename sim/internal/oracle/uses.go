package oracle

// ring is a ring of messages as its indices tell. known is what has been read
// of each last.
type ring struct {
	slots int
	addrs [2]int // of the indices: what was sent, what was received
	moved [2]int
	known [2]int
}

// Ring tells the judge of a ring: where its indices lie and how many messages
// it holds.
func (j *Judge) Ring(sent, received, slots int) {
	j.rings = append(j.rings, ring{slots: slots, addrs: [2]int{sent, received}})
}

// use: what an access means for a lock or a ring is allowed.
func (j *Judge) use(_ *line, s Step) *Complaint {
	switch {
	case s.Deed == Load:
		for i := range j.rings {
			j.rings[i].look(s.Addr)
		}
	case s.Deed != Write:
	case s.Use == Draw:
		j.locks[s.Addr] = append(j.locks[s.Addr], s.CPU)
	case s.Use == Exchange:
		return j.exchange(s)
	case s.Use == Release:
		return j.release(s)
	case s.Use == Move:
		return j.move(s)
	}
	return nil
}

func (j *Judge) exchange(s Step) *Complaint {
	switch queue := j.locks[s.Addr]; {
	case s.Failed && len(queue) == 0:
		return complain(Exclusion, s, "the lock at %d is free", s.Addr)
	case !s.Failed && len(queue) > 0:
		return complain(Exclusion, s, "CPU %d holds the lock at %d", queue[0], s.Addr)
	case !s.Failed:
		j.locks[s.Addr] = append(queue, s.CPU)
	}
	return nil
}

func (j *Judge) release(s Step) *Complaint {
	queue := j.locks[s.Addr]
	if len(queue) == 0 || queue[0] != s.CPU {
		return complain(Exclusion, s, "the CPU does not hold the lock at %d: %v", s.Addr, queue)
	}
	if j.locks[s.Addr] = queue[1:]; len(queue) == 1 {
		delete(j.locks, s.Addr)
	}
	return nil
}

func (r *ring) look(addr int) {
	for i, a := range r.addrs {
		if a == addr {
			r.known[i] = r.moved[i]
		}
	}
}

// move: by what was read of the other index, there is room, or a message.
func (j *Judge) move(s Step) *Complaint {
	for i := range j.rings {
		r := &j.rings[i]
		switch s.Addr {
		case r.addrs[0]:
			if r.moved[0]-r.known[1] >= r.slots {
				return complain(Distance, s, "%d messages are sent and %d known to be received, for %d slots", r.moved[0], r.known[1], r.slots)
			}
			r.moved[0]++
			return nil
		case r.addrs[1]:
			if r.moved[1] >= r.known[0] {
				return complain(Distance, s, "%d messages are received and %d known to be sent", r.moved[1], r.known[0])
			}
			r.moved[1]++
			return nil
		}
	}
	return complain(Distance, s, "no ring has an index at %d", s.Addr)
}
