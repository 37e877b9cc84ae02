package recorded

import (
	"fmt"
	"slices"

	"linebounce/probes"
	"linebounce/probes/scope"
)

// burst is a burst of a recording: its lines, which are read when it is asked for.
type burst struct {
	burstForm
	parts []part
	line  int // of the file, where it ends
}

// capture returns the capture without its lines, with slices of its own.
func (b *burst) capture() scope.Capture {
	c := b.Capture
	c.Origin = probes.Recorded
	c.Machine.CPUs = slices.Clone(c.Machine.CPUs)
	c.CPUs, c.Gaps = slices.Clone(c.CPUs), slices.Clone(c.Gaps)
	c.Handoffs, c.Warnings = slices.Clone(c.Handoffs), slices.Clone(c.Warnings)
	return c
}

// read returns the capture.
func (b *burst) read() (scope.Capture, error) {
	c := b.capture()
	c.Lines = make([]scope.Line, len(b.Lines))
	for i, l := range b.Lines {
		c.Lines[i] = scope.Line{Name: l.Name, Ops: l.Ops, Stays: []scope.Stay{}, Marks: []scope.Mark{{}}}
	}
	for _, p := range b.parts {
		if fault := b.readPart(&c, p); fault != "" {
			return scope.Capture{}, fmt.Errorf("the burst in line %d of the recording cannot be read: %s", b.line, fault)
		}
	}
	for i, l := range b.Lines {
		stays := c.Lines[i].Stays
		timed(stays, c.Lines[i].Marks)
		for t := range slices.Chunk(l.Times, 3) {
			if len(t) == 3 && t[0] >= 0 && t[0] < int64(len(stays)) {
				stays[t[0]].Begin, stays[t[0]].End = t[1], t[2]
			}
		}
	}
	if err := c.Check(); err != nil {
		return scope.Capture{}, fmt.Errorf("the burst in line %d of the recording cannot be read: %w", b.line, err)
	}
	return c, nil
}

// readPart appends one line of stays or marks to the cache line it is of.
func (b *burst) readPart(c *scope.Capture, p part) string {
	s := &scanner{text: p.text}
	s.count() // the burst's number
	i := s.following()
	if s.fault == "" && i >= int64(len(c.Lines)) || i < 0 {
		return fmt.Sprintf("it has no line %d", i)
	}
	if s.fault != "" {
		return s.fault
	}
	l := &c.Lines[i]
	if p.kind == "marks" {
		readMarks(s, l)
	} else {
		readStays(s, l, b.Lines[i].Turns)
	}
	return s.fault
}

func readMarks(s *scanner, l *scope.Line) {
	l.Marks = slices.Grow(l.Marks, s.numbers()/2+1)
	last := l.Marks[len(l.Marks)-1]
	for s.more(false, ']') {
		last = scope.Mark{Ops: last.Ops + s.int(), At: last.At + s.following()}
		if last.Ops < 0 || last.Ops > most || last.At < 0 || last.At > most {
			s.fail("a reading of the clock is out of range")
		}
		l.Marks = append(l.Marks, last)
	}
}

func readStays(s *scanner, l *scope.Line, turns []int) {
	l.Stays = slices.Grow(l.Stays, s.numbers()+1)
	var done int64
	if n := len(l.Stays); n > 0 {
		done = l.Stays[n-1].First + l.Stays[n-1].Ops
	}
	for s.more(false, ']') {
		stay := scope.Stay{First: done}
		if len(turns) > 0 {
			stay.CPU = turns[len(l.Stays)%len(turns)]
		} else {
			stay.CPU = int(s.int())
			s.need(',')
		}
		stay.Ops = s.count()
		if done += stay.Ops; done > most {
			s.fail("its operations are out of range")
		}
		l.Stays = append(l.Stays, stay)
	}
}
