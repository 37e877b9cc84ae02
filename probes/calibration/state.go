package calibration

import "linebounce/probes"

// state is what the newest windows say of the machine. Times are in
// nanoseconds, 0 where nothing is known yet.
type state struct {
	locked   float64 // an uncontended locked add
	owned    float64 // operations a second of both CPUs on one counter
	period   float64 // from one hand-off of its line to the next
	hit      float64 // a load that hits
	addition float64 // in a register
	ring     float64 // a message without references: the time between two
	socket   float64
}

// complete reports whether enough is known to predict counters.
func (s state) complete() bool {
	return s.locked > 0 && s.owned > 0 && s.period > s.locked && s.hit > 0 && s.addition > 0
}

// share is the owner's of a period: what both CPUs together do on one counter,
// of what one does undisturbed.
func (s state) share() float64 { return min(s.owned*s.locked/1e9, 1) }

// In the model the owner works until the request arrives, and then ends the
// operation under way: on average half of one more. So much of the period is
// neither the request's nor the data's.

// latency is that of a transfer.
func (s state) latency() float64 { return s.period - s.locked/2 }

// request is the share of it until the owner lets go.
func (s state) request() float64 {
	return min(max((s.share()*s.period-s.locked/2)/s.latency(), 0), 1)
}

// update takes what a reading says.
func (s *state) update(p part, r probes.Reading) {
	if rate, counted := r.HandoffsPerSecond(); p == together && counted && rate > 0 {
		s.period = 1e9 / rate
	}
	if r.Unit != probes.Window || r.Rate() <= 0 {
		return
	}
	each := 1e9 / r.Rate()
	switch p {
	case alone:
		s.locked = each
	case together:
		s.owned = r.Rate()
	case hit:
		s.hit = each
	case addition:
		s.addition = each
	case ring:
		s.ring = each
	case socket:
		s.socket = each
	}
}
