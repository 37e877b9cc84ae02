package sim

import (
	"cmp"
	"slices"
)

// CPUStats is what one CPU did.
type CPUStats struct {
	Ops      int64 // loads, stores and locked operations, each executed
	Loads    int64 // of them
	Misses   int64 // of them, those that waited for a line
	Counted  int64 // Count operations
	Failed   int64 // exchanges that found a spinlock taken
	Computed Time  // in Compute
	Waited   Time  // for lines, those that came
	Held     Time  // with a line for which it answers, until it gave it; all lines together
}

// LineStats is what happened to one line.
type LineStats struct {
	Reads     int64 // loads, those of CPUs that spin too
	Writes    int64 // stores and locked operations, exchanges that fail too
	Transfers int64 // requests served
	Handoffs  int64 // writes by another CPU than the one before
	Travelled Time  // how long its data was under way
}

// CPU returns what one CPU did so far.
func (s *Sim) CPU(c int) CPUStats { return s.cpus[c].use }

// Line returns what happened to one line so far.
func (s *Sim) Line(number int) LineStats { return s.lines[number].use }

// CPUs returns how many CPUs there are.
func (s *Sim) CPUs() int { return s.n }

// Lines returns how many lines there are.
func (s *Sim) Lines() int { return len(s.lines) }

// Done returns how many Count operations a task did.
func (s *Sim) Done(t int) int64 { return s.tasks[t].done }

// Stay is consecutive writes to a line by one CPU.
type Stay struct {
	CPU  int
	Ops  int64
	From Time // when the first of them began
	To   Time // when the line left, the last of them done
}

// Handoff counts how often a line's writer changed from one CPU to another.
type Handoff struct {
	From, To int
	Count    int64
}

// lineLog keeps the stays of one line and counts its hand-offs by pair.
type lineLog struct {
	begun int64 // writes when the present stay began
	from  Time  // when that was
	left  Time  // when the line last left its writer
	stays []Stay
	pairs map[[2]int32]int64
}

// KeepStays keeps the next stays of a line, at most room of them, and counts
// its hand-offs by pair of CPUs. Asked for again, it starts over.
func (s *Sim) KeepStays(number, room int) {
	if s.logs == nil {
		s.logs = make([]*lineLog, len(s.lines))
	}
	s.logs[number] = &lineLog{
		begun: s.lines[number].use.Writes, from: s.now,
		stays: make([]Stay, 0, room), pairs: map[[2]int32]int64{},
	}
}

// log returns a line's log, nil where none is kept.
func (s *Sim) log(number int) *lineLog {
	if s.logs == nil {
		return nil
	}
	return s.logs[number]
}

// Stays returns the stays of a line that were kept, those that ended.
func (s *Sim) Stays(number int) []Stay {
	if log := s.log(number); log != nil {
		return log.stays
	}
	return nil
}

// Handoffs returns the hand-offs of a line since its stays are kept, by CPUs.
func (s *Sim) Handoffs(number int) []Handoff {
	log := s.log(number)
	if log == nil {
		return nil
	}
	var all []Handoff
	for pair, n := range log.pairs {
		all = append(all, Handoff{int(pair[0]), int(pair[1]), n})
	}
	slices.SortFunc(all, func(a, b Handoff) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return all
}

// handoff ends the stay of the CPU that wrote before.
func (g *lineLog) handoff(l *line, to int32, now Time) {
	if l.writer != nobody {
		g.pairs[[2]int32{l.writer, to}]++
		if ops := l.use.Writes - g.begun; ops > 0 && len(g.stays) < cap(g.stays) {
			g.stays = append(g.stays, Stay{int(l.writer), ops, g.from, g.left})
		}
	}
	g.begun, g.from = l.use.Writes, now
}
