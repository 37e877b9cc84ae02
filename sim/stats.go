package sim

// CPUStats is what one CPU did.
type CPUStats struct {
	Ops      int64 // loads, stores and locked operations, each executed
	Loads    int64 // of them
	Misses   int64 // of them, those that waited for a line
	Counted  int64 // Count operations
	Computed Time  // in Compute
	Waited   Time  // for lines
}

// LineStats is what happened to one line.
type LineStats struct {
	Writes    int64 // stores and locked operations
	Transfers int64 // requests served
	Handoffs  int64 // writes by another CPU than the one before
}

// CPU returns what one CPU did so far.
func (s *Sim) CPU(c int) CPUStats { return s.cpus[c].use }

// Line returns what happened to one line so far.
func (s *Sim) Line(number int) LineStats { return s.lines[number].use }

// Lines returns how many lines there are.
func (s *Sim) Lines() int { return len(s.lines) }

// Done returns how many Count operations a task did.
func (s *Sim) Done(t int) int64 { return s.tasks[t].done }

// Stay is consecutive writes to a line by one CPU.
type Stay struct {
	CPU int
	Ops int64
}

// stayLog keeps the stays of one line.
type stayLog struct {
	line  int32
	begun int64 // writes when the present stay began
	room  int
	stays []Stay
}

// KeepStays keeps up to room stays of one line from now on.
func (s *Sim) KeepStays(number, room int) {
	s.stays = &stayLog{line: int32(number), begun: s.lines[number].use.Writes, room: room}
}

// Stays returns the stays kept, those that ended.
func (s *Sim) Stays() []Stay {
	if s.stays == nil {
		return nil
	}
	return s.stays.stays
}

// note ends the stay of the CPU that wrote before. Writes are those before the
// one that takes the line over.
func (l *stayLog) note(writer int32, writes int64) {
	if writer != nobody && len(l.stays) < l.room && writes > l.begun {
		l.stays = append(l.stays, Stay{int(writer), writes - l.begun})
	}
	l.begun = writes
}
