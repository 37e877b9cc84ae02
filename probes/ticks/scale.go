package ticks

import (
	"fmt"
	"math"
	"time"
)

// Tolerance is by which share the counter's rates in two stretches may differ
// beside what reading the clocks costs. The system's clock itself is steered by
// up to 0.0005 to keep the time of day.
const Tolerance = 0.001

// Mark is one moment by both clocks.
type Mark struct {
	Ticks  int64
	Clock  time.Duration // of the system's clock, since the program began
	Within time.Duration // the two were read no further apart than this
}

// tries is how often Read tries for a pair of readings that nothing interrupted.
const tries = 16

// Read reads both clocks at one moment.
func Read() Mark {
	best := Mark{Within: math.MaxInt64}
	for range tries {
		before := time.Since(base)
		ticks := Now()
		after := time.Since(base)
		if after-before < best.Within {
			best = Mark{Ticks: ticks, Clock: before + (after-before)/2, Within: after - before}
		}
	}
	return best
}

// Scale converts the ticks of one stretch to nanoseconds.
type Scale struct {
	Clock Clock
}

// NewScale sets up the conversion for the stretch from begin to end, and holds
// the rate in it against the rate from an earlier mark to begin. Where they
// disagree, Clock.Checked is false and Clock.Why says by how much.
func NewScale(earlier, begin, end Mark) Scale {
	s := Scale{Clock: chosen}
	if !chosen.Invariant {
		s.Clock.Checked = true
		return s
	}
	before, unsure := rate(earlier, begin)
	during, unsureToo := rate(begin, end)
	if !(before > 0) || !(during > 0) { // also where no time passed
		s.Clock.PerNanosecond = 1
		s.Clock.Why = fmt.Sprintf("The %s did not go forward with the system's clock, so its times mean nothing.", s.Clock.Name)
		return s
	}
	s.Clock.PerNanosecond = during
	s.Clock.Off = math.Abs(during/before - 1)
	s.Clock.Within = Tolerance + unsure + unsureToo
	if s.Clock.Checked = s.Clock.Off <= s.Clock.Within; !s.Clock.Checked {
		s.Clock.Why = fmt.Sprintf("The %s ran at %.4f and then at %.4f ticks a nanosecond, so its times may be wrong by %.1f%%.",
			s.Clock.Name, before, during, 100*s.Clock.Off)
	}
	return s
}

// Rate returns about how many ticks there are in a nanosecond, from two marks
// some time apart, before a Scale can be had.
func Rate(from, to Mark) float64 {
	if r, _ := rate(from, to); r > 0 && !math.IsInf(r, 0) {
		return r
	}
	return 1
}

// rate returns the ticks a nanosecond between two marks and which share of
// that the reading of the clocks leaves open.
func rate(from, to Mark) (perNanosecond, unsure float64) {
	length := float64(to.Clock - from.Clock)
	return float64(to.Ticks-from.Ticks) / length, float64(from.Within+to.Within) / length
}

// Nanoseconds converts a length in ticks.
func (s Scale) Nanoseconds(ticks int64) int64 {
	return int64(math.Round(float64(ticks) / s.Clock.PerNanosecond))
}
