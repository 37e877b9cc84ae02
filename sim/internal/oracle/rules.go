package oracle

import "strings"

func (j *Judge) ask(l *line, s Step) *Complaint {
	for i := range j.lines {
		for _, r := range j.lines[i].queue {
			if r.cpu == s.CPU {
				return complain(Service, s, "the CPU waits already")
			}
		}
	}
	if state := l.caches[s.CPU].state; !s.Write && state != 'I' || s.Write && strings.IndexByte("EM", state) >= 0 {
		return complain(Protocol, s, "a copy in %c need not ask", state)
	}
	l.queue = append(l.queue, request{cpu: s.CPU, write: s.Write, at: s.At})
	return nil
}

// give: the first in the queue is served, by itself where it has a copy, else by
// the cache that answers, else by the home.
func (j *Judge) give(l *line, s Step) *Complaint {
	if len(l.queue) == 0 || l.queue[0].given || l.queue[0].cpu != s.CPU || l.queue[0].write != s.Write {
		return complain(Service, s, "it is not this CPU's turn: %+v", l.queue)
	}
	giver, saw := Home, l.home
	for c, copied := range l.caches {
		if strings.IndexByte("EMOF", copied.state) >= 0 {
			giver, saw = c, copied.saw
		}
	}
	if own := l.caches[s.CPU]; own.state != 'I' {
		giver, saw = s.CPU, own.saw
	}
	if s.Other != giver {
		return complain(Protocol, s, "%d has to give", giver)
	}
	r := &l.queue[0]
	r.given, r.by, r.saw = true, giver, saw
	return nil
}

// arrive: a writer's data finds no other copy; what the copy becomes follows.
func (j *Judge) arrive(l *line, s Step) *Complaint {
	if len(l.queue) == 0 || !l.queue[0].given || l.queue[0].cpu != s.CPU {
		return complain(Service, s, "nothing was given to this CPU: %+v", l.queue)
	}
	r := l.queue[0]
	l.queue = l.queue[1:]
	others := false
	for c, copied := range l.caches {
		others = others || c != s.CPU && copied.state != 'I'
	}
	l.landing, l.lands = s.CPU, 'S'
	switch {
	case r.write:
		l.lands = 'M'
	case !others:
		l.lands = 'E'
	case j.protocol == "MESIF":
		l.lands = 'F'
	}
	if r.write && others {
		return complain(Coherence, s, "others still have copies: %s", l.letters())
	}
	l.caches[s.CPU].saw = r.saw
	return nil
}

// change: a copy is invalidated for a writer, handed down by the one that
// answers a reader, filled by what arrives, or written by its only owner.
func (j *Judge) change(l *line, s Step) *Complaint {
	c := &l.caches[s.CPU]
	if c.state != s.Old || s.Old == s.New || strings.IndexByte(j.letters, s.New) < 0 {
		return complain(Protocol, s, "the copy is in %c", c.state)
	}
	if l.landing == s.CPU {
		if s.New != l.lands {
			return complain(Protocol, s, "the copy has to become %c", l.lands)
		}
		l.landing, c.state = Home, s.New
		return nil
	}
	served := request{cpu: Home}
	if len(l.queue) > 0 && l.queue[0].given {
		served = l.queue[0]
	}
	switch {
	case s.New == 'I' && served.write && served.cpu != s.CPU:
	case s.Old == 'E' && s.New == 'M':
	case served.cpu != Home && !served.write && served.by == s.CPU && s.New == j.keeps(s.Old):
		if s.Old == 'M' && s.New == 'S' && l.home != c.saw {
			return complain(Lasting, s, "dirty data is not written back")
		}
	default:
		return complain(Protocol, s, "nothing makes the copy change")
	}
	c.state = s.New
	return nil
}

// keeps is what the cache that answered a reader goes on with.
func (j *Judge) keeps(state byte) byte {
	if j.protocol == "MOESI" && (state == 'M' || state == 'O') {
		return 'O'
	}
	return 'S'
}

func (j *Judge) load(l *line, s Step) *Complaint {
	if l.caches[s.CPU].state == 'I' {
		return complain(Coherence, s, "the CPU has no copy to read")
	}
	return j.sees(l, s)
}

func (j *Judge) write(l *line, s Step) *Complaint {
	if state := l.caches[s.CPU].state; state != 'M' {
		return complain(Coherence, s, "the CPU's copy is in %c", state)
	}
	if c := j.sees(l, s); c != nil {
		return c
	}
	l.writes++
	l.caches[s.CPU].saw++
	return nil
}

// sees: the copy holds what the messages brought, and that is the newest.
func (j *Judge) sees(l *line, s Step) *Complaint {
	if c := l.caches[s.CPU]; s.Saw != c.saw || s.Saw != l.writes {
		return complain(Data, s, "the copy has seen %d writes of %d", c.saw, l.writes)
	}
	return nil
}

func (j *Judge) writeBack(l *line, s Step) *Complaint {
	if c := l.caches[s.CPU]; c.state != 'M' && c.state != 'O' || c.saw != s.Saw {
		return complain(Data, s, "the copy is in %c and has seen %d writes", c.state, c.saw)
	}
	l.home = s.Saw
	return nil
}
