package tui

import (
	"context"
	"strings"
	"time"

	"linebounce/probes/breakdown"
	"linebounce/probes/companion"
	"linebounce/probes/disturbance"
	"linebounce/ui/tui/lab"
)

const (
	lookEvery = 2 * time.Second
	standing  = 30 * time.Second // that a sentence is shown after what it tells was first seen
)

// watching looks every now and then for what comes in the way of measuring, off
// the screen's path, and tells the Lab. A sentence stands for a while, and then
// the watch begins anew: what goes on is told again. Other copies are told of for
// as long as they measure while this one does.
func watching(ctx context.Context, s disturbance.Senses, cpus []int, copies *companion.Mark, send func(any)) {
	defer breakdown.Catch()
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	w := watched{watch: disturbance.Begin(s, cpus)}
	beside := ""
	for {
		select {
		case <-ctx.Done():
			return
		case at := <-ticker.C:
			text, news := w.look(s, cpus, at)
			if others := copies.Disturbance(); others != beside {
				beside, news = others, true
			}
			if news {
				send(lab.Disturbed{Text: strings.TrimSpace(beside + " " + text)})
			}
		}
	}
}

// watched is what the looks have come to.
type watched struct {
	watch *disturbance.Watch
	told  string
	since time.Time // something was first seen
}

// look returns what is to be told now, and whether that changed.
func (w *watched) look(s disturbance.Senses, cpus []int, at time.Time) (text string, news bool) {
	text = strings.Join(w.watch.Found(), " ")
	switch {
	case text != "" && w.told == "":
		w.since = at
	case text != "" && at.Sub(w.since) >= standing:
		w.watch, text = disturbance.Begin(s, cpus), ""
	}
	news = text != w.told
	w.told = text
	return text, news
}
