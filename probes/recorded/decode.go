package recorded

import (
	"slices"
	"time"

	"linebounce/probes"
)

// read reads a reading but for its beginning, up to its arm's number, into r,
// whose slices are used again: opening a recording reads each through once. Its
// time is as it stands in the file. said are the warnings that readings name by
// number.
func (a *arm) read(s *scanner, said map[int64]probes.Warning, r *probes.Reading) {
	used := *r
	*r = probes.Reading{
		Unit: a.Unit, Arm: a.Arm, Scenario: a.Scenario, Origin: probes.Recorded,
		CPUs: used.CPUs[:0], Lines: used.Lines[:0], Warnings: used.Warnings[:0],
	}
	s.need(',')
	r.Pair = int(s.count())
	s.need(',')
	r.Start = time.Duration(s.count()) * time.Microsecond
	s.need(',')
	r.Elapsed = time.Duration(s.count())
	for i, cpu := range a.CPUs {
		r.CPUs = append(r.CPUs, a.readCPU(s, probes.CPUWork{CPU: cpu, Role: a.Roles[i], Elapsed: r.Elapsed, Pinned: true}))
		if s.fault != "" {
			return
		}
	}
	for s.more(false, ']') {
		switch s.peek() {
		case '[':
			a.readLine(s, r)
		case '{':
			a.readRare(s, said, r, used.Burst)
		default:
			s.fail("it has more numbers than its arm has CPUs")
		}
	}
	s.end()
}

func (a *arm) readCPU(s *scanner, w probes.CPUWork) probes.CPUWork {
	idle := int64(0)
	for _, c := range a.columns {
		n := s.following()
		switch c {
		case columnOps:
			w.Ops = n
		case columnLate:
			w.Elapsed -= time.Duration(n)
		case columnIdle:
			idle = n
		case columnMessages:
			w.Messages = n
		}
	}
	w.Busy = w.Elapsed - time.Duration(idle)
	if w.Ops < 0 || w.Messages < 0 || w.Elapsed < 0 || w.Busy < 0 {
		s.fail("it has a negative figure of CPU %d", w.CPU)
	}
	return w
}

func (a *arm) readLine(s *scanner, r *probes.Reading) {
	if len(r.Lines) == len(a.Lines) {
		s.fail("it has more lines than its arm")
		return
	}
	r.Lines = slices.Grow(r.Lines, 1)[:len(r.Lines)+1]
	l := &r.Lines[len(r.Lines)-1]
	*l = probes.LineUse{Name: a.Lines[len(r.Lines)-1], Handoffs: l.Handoffs[:0]}
	s.need('[')
	l.Ops = s.count()
	s.need(',')
	l.Stays.Logged = int(s.count())
	for _, v := range []*float64{&l.Stays.P10, &l.Stays.Median, &l.Stays.P90, &l.Stays.Mean} {
		s.need(',')
		*v = s.float()
	}
	for s.more(false, ']') {
		h := probes.Handoff{From: int(s.count()), To: int(s.following()), Count: s.following()}
		if h.To < 0 || h.Count < 0 {
			s.fail("it has a negative figure of a hand-off")
		}
		l.Handoffs = append(l.Handoffs, h)
	}
}

func (a *arm) readRare(s *scanner, said map[int64]probes.Warning, r *probes.Reading, used *probes.Burst) {
	s.need('{')
	for first := true; s.more(first, '}'); first = false {
		switch s.key() {
		case "lost":
			r.Lost = s.int()
		case "unpinned":
			s.need('[')
			for first := true; s.more(first, ']'); first = false {
				if i := s.count(); i < int64(len(r.CPUs)) {
					r.CPUs[i].Pinned = false
				}
			}
		case "warnings":
			s.need('[')
			for first := true; s.more(first, ']'); first = false {
				n := s.count()
				w, introduced := said[n]
				if !introduced {
					s.fail("it names warning %d, which was not introduced", n)
				}
				r.Warnings = append(r.Warnings, w)
			}
		case "strips":
			r.Burst = a.readStrips(s, used)
		default:
			s.skip()
		}
	}
}
