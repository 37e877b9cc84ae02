package recorded

import (
	"fmt"
	"slices"
	"time"

	"linebounce/probes/scope"
)

// A burst is lines of its stays and marks, which are many, and then one of
// everything else: a recording that is cut off in between has lines that nothing
// refers to.

// burstForm is the last line of a burst.
type burstForm struct {
	N       int           `json:"n"`
	At      int64         `json:"at_us"` // since the recording began
	Lines   []burstLine   `json:"lines"`
	Capture scope.Capture `json:"capture"` // without its lines
}

// burstLine is what its stays and marks do not say of a cache line.
type burstLine struct {
	Name  string  `json:"name"`
	Ops   int64   `json:"ops"`
	Turns []int   `json:"turns,omitempty"` // CPUs that take turns, so that stays do not name theirs
	Times []int64 `json:"times,omitempty"` // number, begin and end of stays that have other times than timed gives
}

// mostBurst is how many bytes of stays and marks a burst may have; in memory it is
// twenty times as large.
const mostBurst = 64 << 20

// appendBurst appends the lines of a burst.
func appendBurst(to []byte, n int, at time.Duration, c scope.Capture) ([]byte, error) {
	before := len(to)
	form := burstForm{N: n, At: at.Microseconds(), Capture: c}
	form.Capture.Lines = nil
	for i, l := range c.Lines {
		form.Lines = append(form.Lines, burstLine{Name: l.Name, Ops: l.Ops, Turns: turns(l.Stays), Times: exceptions(l)})
		named := form.Lines[i].Turns == nil
		stays := newList(to, "stays", n, i)
		for _, s := range l.Stays {
			if named {
				stays.add(int64(s.CPU), s.Ops)
			} else {
				stays.add(s.Ops)
			}
		}
		marks := newList(stays.end(), "marks", n, i)
		var last scope.Mark
		for _, m := range l.Marks[min(1, len(l.Marks)):] {
			marks.add(m.Ops-last.Ops, m.At-last.At)
			last = m
		}
		to = marks.end()
	}
	if size := len(to) - before; size > mostBurst {
		return to, fmt.Errorf("a burst of %d MB is too large for a recording", size>>20)
	}
	return appendKind(to, "burst", form)
}

// turns returns the one or two CPUs that take turns in stays, nil where there are
// others.
func turns(stays []scope.Stay) []int {
	if len(stays) == 0 {
		return nil
	}
	cpus := []int{stays[0].CPU}
	if len(stays) > 1 {
		cpus = append(cpus, stays[1].CPU)
	}
	for i, s := range stays {
		if s.CPU != cpus[i%len(cpus)] {
			return nil
		}
	}
	return cpus
}

// timed gives stays the times that follow from the marks: each begins where the
// one before ended, the first at 0, and ends when its last operation was done. An
// operation between two marks is as far between their times as it is between
// their operations, rounded down; one after the last mark has its time.
func timed(stays []scope.Stay, marks []scope.Mark) {
	m, at := 0, int64(0)
	for i := range stays {
		s := &stays[i]
		end := s.First + s.Ops
		for m+1 < len(marks) && marks[m+1].Ops < end {
			m++
		}
		s.Begin = at
		switch {
		case m >= len(marks):
		case m+1 == len(marks):
			at = marks[m].At
		default:
			from, to := marks[m], marks[m+1]
			at = from.At + int64(float64(to.At-from.At)*float64(end-from.Ops)/float64(to.Ops-from.Ops))
		}
		s.End = at
	}
}

// exceptions returns the times of stays that timed does not give.
func exceptions(l scope.Line) (times []int64) {
	stays := slices.Clone(l.Stays)
	timed(stays, l.Marks)
	for i, s := range stays {
		if is := l.Stays[i]; s.Begin != is.Begin || s.End != is.End {
			times = append(times, int64(i), is.Begin, is.End)
		}
	}
	return times
}
