package cli

import (
	"fmt"
	"os"
	"time"

	"github.com/charmbracelet/x/term"
)

const (
	progressFrom  = time.Second            // a shorter run shows no progress
	progressEvery = 200 * time.Millisecond // between two lines
)

// progress is a line on a terminal that says how far a run is. The zero value
// shows nothing.
type progress struct {
	to    *os.File
	began time.Time
	total time.Duration
	drawn time.Time
}

// newProgress shows progress on w if that is a terminal and the run is long
// enough to make anyone wait.
func newProgress(w *os.File, began time.Time, total time.Duration) *progress {
	if total <= progressFrom || !drawable(w) {
		return &progress{}
	}
	return &progress{to: w, began: began, total: total}
}

// drawable reports whether a line on w can be drawn over.
func drawable(w *os.File) bool { return os.Getenv("TERM") != "dumb" && term.IsTerminal(w.Fd()) }

// show redraws the line, unless it was only just drawn.
func (p *progress) show(what string) {
	now := time.Now()
	if p.to == nil || now.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn = now
	fmt.Fprintf(p.to, "\r\x1b[K%.1f of %.1f s, %s", now.Sub(p.began).Seconds(), p.total.Seconds(), what)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.to != nil && !p.drawn.IsZero() {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.drawn = time.Time{}
	}
}
