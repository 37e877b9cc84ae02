package recorded

import "time"

// longestGap is how long nothing may happen on a timeline; a longer gap is
// shortened to it.
const longestGap = int64(time.Second / time.Microsecond)

// timeline places the readings of one experiment one after another, in whole
// microseconds, without long gaps and never going back.
type timeline struct {
	clock int64 // when the newest reading began, by its source's clock
	at    int64 // where that is on the timeline
	end   int64 // and where it ended
}

// place returns where a reading belongs that began at clock, and whether the
// clock went back. Then it follows the reading before it at once. Placing what
// has been placed changes nothing.
func (t *timeline) place(clock int64, elapsed time.Duration) (at int64, back bool) {
	back = clock < t.clock
	t.at += clock - t.clock
	if back {
		t.at = t.end
	}
	t.at = min(t.at, t.end+longestGap)
	t.clock = clock
	t.end = min(max(t.end, t.at+elapsed.Microseconds()), 2*most)
	return t.at, back
}
