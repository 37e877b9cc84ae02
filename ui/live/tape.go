package live

import (
	"context"
	"io"
	"time"

	"linebounce/probes"
)

// player is the session of a recording: it knows where it is on its timeline
// and goes elsewhere.
type player interface {
	probes.Session
	Length() time.Duration
	At() time.Duration // of the reading that Next gives, Length at the end
	Seek(to time.Duration, history int) []probes.Reading
}

// tape is where a recording plays.
type tape struct {
	player
	position time.Duration
	looked   time.Time // when the position was last moved on, zero while it stands
	changes  []change
	changed  []time.Duration // when one of the two arms that are compared got another scenario
	jumps    int
}

// change is when an arm of a recording got a scenario, its first one too.
type change struct {
	at  time.Duration
	arm int
	to  probes.Scenario
}

// survey reads a recording once for when its arms change, and goes back to its
// beginning. It returns errEmpty where there is no reading.
func (t *tape) survey(ctx context.Context) error {
	last := map[int]probes.Scenario{}
	for {
		at := t.At()
		r, err := t.Next(ctx)
		switch {
		case err == io.EOF && len(last) == 0:
			return errEmpty
		case err == io.EOF:
			t.Seek(0, 0)
			return nil
		case err != nil:
			return err
		}
		if before, seen := last[r.Arm]; !seen || before != r.Scenario {
			last[r.Arm] = r.Scenario
			t.changes = append(t.changes, change{at, r.Arm, r.Scenario})
			if seen && r.Arm < 2 {
				t.changed = append(t.changed, at)
			}
		}
	}
}

// arms returns the scenario that each arm has at a time: that of its newest
// reading before, or of its first where there is none yet.
func (t *tape) arms(at time.Duration) []probes.Scenario {
	var arms []probes.Scenario
	seen := map[int]bool{}
	for _, c := range t.changes {
		for len(arms) <= c.arm {
			arms = append(arms, probes.Scenario{})
		}
		if c.at < at || !seen[c.arm] {
			arms[c.arm] = c.to
		}
		seen[c.arm] = true
	}
	return arms
}

// longestLook is the most that the position moves on at once: whoever was
// stopped in between goes on where it was.
const longestLook = time.Second

// move moves the position on by the time that has passed since the last look.
func (t *tape) move(now time.Time, speed float64) {
	if !t.looked.IsZero() {
		t.position += time.Duration(float64(min(now.Sub(t.looked), longestLook)) * speed)
	}
	t.looked = now
}

// early returns how much of the timeline is left before the next reading is
// due, after the last one before it all begins again. Where the readings cannot
// be taken in as fast as they are due the position waits for them.
func (t *tape) early(speed float64) time.Duration {
	due := t.At()
	if due >= t.Length() {
		due += time.Duration(float64(atEnd) * speed)
	}
	t.position = min(t.position, due+time.Duration(float64(told)*speed))
	return due - t.position
}

// atEnd is how long the end of a recording is to be seen.
const atEnd = time.Second
