package live

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"linebounce/probes"
)

const (
	// told is the time between two snapshots of a recording that plays.
	told = 200 * time.Millisecond

	// history is how many readings before a position its figures are made from:
	// keep pairs, with what stands beside them and the captures in between.
	history = 5 * keep
)

// insert makes a recording ready to play from its beginning.
func (l *lane) insert(ctx context.Context, s probes.Session) {
	recording, ok := s.(player)
	if !ok {
		l.err, l.news = errors.Join(fmt.Errorf("the readings of %s are no recording that can be played", l.Name), l.close()), true
		return
	}
	l.tape = tape{player: recording}
	if err := l.tape.survey(ctx); err != nil {
		l.err, l.news = errors.Join(err, l.close()), true
		return
	}
	l.Arms = l.tape.arms(0)
}

// play takes in the next reading of a recording where it is due, else waits
// for it, or for the next snapshot.
func (p *Pump) play(ctx context.Context, l *lane) {
	now := p.now()
	l.tape.move(now, p.speed)
	early := l.tape.early(p.speed)
	if early <= 0 {
		l.next(ctx, p.now, nil)
		return
	}
	due := math.Ceil(float64(early) / p.speed)
	p.wait(ctx, time.Duration(min(due, float64(max(l.sent.Add(told).Sub(now), 0)))))
	l.tape.move(p.now(), p.speed)
}

// seek moves a recording. Its figures are then those of the readings before
// the position.
func (l *lane) seek(ctx context.Context, to time.Duration, now time.Time) {
	if l.session == nil {
		if l.open(ctx); l.session == nil {
			return
		}
	}
	to = min(max(to, 0), l.tape.Length())
	l.forget()
	l.complete, l.half = false, none
	before := l.tape.Seek(to, history)
	l.Arms = l.tape.arms(to)
	for _, r := range before {
		l.take(r, now)
	}
	l.recent = nil
	l.pacer.flush()
	l.at, l.news = now, true
	l.tape.position, l.tape.looked = to, now
	l.tape.jumps++
}

// readThrough takes in a whole recording at once, for its card.
func (l *lane) readThrough(ctx context.Context, now time.Time) {
	if l.seek(ctx, math.MaxInt64, now); l.session != nil {
		l.again()
		l.tape.looked = time.Time{}
	}
}

// again goes back to the beginning of a recording. The figures of the whole
// stand until it is moved.
func (l *lane) again() {
	l.tape.Seek(0, 0)
	l.complete, l.half = true, none
	l.pacer = pacer{}
	l.tape.position = 0
	l.tape.jumps++
}
