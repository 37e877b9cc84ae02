package cli

import (
	"fmt"
	"os"
	"strings"
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
	total time.Duration // 0 for a run that has a size
	share float64       // of a run that has a size
	what  string
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

// newBar is newProgress for a run of which the share that is done is known
// instead of its time.
func newBar(w *os.File, began time.Time) *progress {
	if !drawable(w) {
		return &progress{}
	}
	return &progress{to: w, began: began}
}

// portion redraws the line of a run that has a size.
func (p *progress) portion(share float64) {
	p.share = share
	p.show(p.what)
}

const barWidth = 24

// words are what the line says.
func (p *progress) words(spent time.Duration) string {
	if p.total > 0 {
		return fmt.Sprintf("%.1f of %.1f s, %s", spent.Seconds(), p.total.Seconds(), p.what)
	}
	filled := int(p.share * barWidth)
	text := fmt.Sprintf("[%s%s] %3.0f%%", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), 100*p.share)
	if p.share > 0 {
		left := time.Duration(float64(spent) * (1 - p.share) / p.share)
		text += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	if p.what != "" {
		text += ", " + p.what
	}
	return text
}

// drawable reports whether a line on w can be drawn over.
func drawable(w *os.File) bool { return os.Getenv("TERM") != "dumb" && term.IsTerminal(w.Fd()) }

// show redraws the line, unless it was only just drawn.
func (p *progress) show(what string) {
	now := time.Now()
	p.what = what
	if p.to == nil || now.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn = now
	fmt.Fprint(p.to, "\r\x1b[K"+p.words(now.Sub(p.began)))
}

// clear takes the line away.
func (p *progress) clear() {
	if p.to != nil && !p.drawn.IsZero() {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.drawn = time.Time{}
	}
}
