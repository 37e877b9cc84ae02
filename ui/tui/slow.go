package tui

import (
	"sync"
	"time"
)

// A slow line must not be kept full: what a key does would be seen only behind
// all that is on its way already. So where writing takes long, or the line is
// known to be slow, pictures are asked for less often, and take half the line's
// time at most. Those in between are never drawn.

const (
	blocked  = 50 * time.Millisecond // a write that takes longer waited for the line
	backlog  = 8 << 10               // bytes that a pseudo-terminal holds back before a write waits
	anyway   = 1 << 20               // bytes a second that need no care
	firstTry = 10 * time.Second      // before a line is taken for quicker than it was found to be
	lastTry  = 5 * time.Minute
)

// line is what is known of the line to the terminal. A nil one is as quick as can be.
type line struct {
	mu      sync.Mutex
	speed   float64   // bytes a second, 0 where no limit was met
	fixed   bool      // the speed is the line's own
	free    time.Time // when all that was written will have been sent
	last    time.Duration
	full    time.Time     // when the last write ended, zero where it did not wait
	changed time.Time     // the speed
	try     time.Duration // before it is taken for quicker again
}

// wrote takes note of a write of so many bytes.
func (l *line) wrote(bytes int, began, ended time.Time) {
	if l == nil || bytes == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.free.Before(ended) {
		l.free = ended
	}
	took := ended.Sub(began)
	switch {
	case l.fixed:
	case took > blocked && l.full.IsZero():
		l.full, l.free, l.last = ended, ended, 0 // how fast it empties the next write tells
		return
	case took > blocked:
		l.try = min(max(2*l.try, firstTry), lastTry)
		l.speed, l.changed = float64(bytes)/ended.Sub(l.full).Seconds(), ended
		l.free = ended.Add(l.lasts(backlog))
		bytes = 0 // in there
	case l.speed > 0 && ended.Sub(l.changed) > l.try:
		l.changed = ended
		if l.speed *= 4; l.speed > anyway {
			l.speed, l.try = 0, 0
		}
	}
	l.full = time.Time{}
	l.last = l.lasts(bytes)
	l.free = l.free.Add(l.last)
}

// lasts is how long the line takes to send so many bytes.
func (l *line) lasts(bytes int) time.Duration {
	if l.speed == 0 {
		return 0
	}
	return time.Duration(float64(bytes) / l.speed * float64(time.Second))
}

// rest is how long to wait before the next picture: until the line has been free
// for as long as it was busy, or where a key was pressed until it is free.
func (l *line) rest(now time.Time, pressed bool) time.Duration {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.free
	if !pressed {
		at = at.Add(l.last)
	}
	return max(at.Sub(now), 0)
}

// woken says that the line may be free.
type woken struct{}
