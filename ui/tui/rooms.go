package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
	"linebounce/ui/live"
	"linebounce/ui/tui/help"
	"linebounce/ui/tui/keeping"
	"linebounce/ui/tui/kernel"
	"linebounce/ui/tui/lab"
	"linebounce/ui/tui/lessons"
	"linebounce/ui/tui/scope"
	"linebounce/ui/tui/simulator"
	"linebounce/ui/tui/widgets"
)

// build makes the screens and says what is to run on them. What it makes may send
// messages, from any goroutine.
func build(o Options, env []string, send func(any)) (*root, []live.Show) {
	experiments, source := sources(o)
	r := &root{
		simulator: simulator.New(simulator.Options{ReduceMotion: o.ReduceMotion, Measure: measure(o), Why: o.Why}),
		help: help.New([]help.Room{
			{Name: "every room", Keys: widgets.Everywhere()},
			{Name: "the Lab", Opens: widgets.RoomKey(widgets.Lab), Keys: lab.Keys()},
			{Name: "the Simulator", Opens: widgets.RoomKey(widgets.Simulator), Keys: simulator.Keys()},
			{Name: "the Kernel", Opens: widgets.RoomKey(widgets.Kernel), Keys: kernel.Keys()},
			{Name: "the Scope", Opens: widgets.RoomKey(widgets.Scope), Keys: scope.Keys()},
			{Name: "the Lessons", Opens: widgets.RoomKey(widgets.Lessons), Keys: lessons.Keys()},
		}, o.Machine.LineBytes, o.Version),
		still: o.ReduceMotion, dark: darkGround(env), choice: o.Theme, ascii: !unicodeLocale(env), wide: wideLocale(env), profile: profile(env), version: o.Version, line: o.wire,
	}
	r.lab = lab.New(lab.Options{
		Machine: o.Machine, Experiments: experiments, Experiment: o.Experiment, A: o.A, B: o.B,
		Recorded: o.Recording != nil, RecordedOn: madeOn(o.Recording), Why: o.Why, ReduceMotion: o.ReduceMotion,
	})
	if o.Recording == nil {
		r.record.keeper = keeping.New(recorded.Header{Program: o.Version, Machine: o.Machine}, send)
	}
	r.kernel, r.scope = kernel.New(thisKernel(o, r.record.keeper)), scope.New(thisLine(o, r.record.keeper))
	r.lessons = lessons.New(theLessons(o, r))
	if o.Scope || o.Recording != nil && len(held(o)) == 0 && looked(o.Recording) {
		r.first = widgets.Scope
	}
	r.paint()
	r.mark(time.Time{})
	return r, r.lab.Shows(source)
}

// sources are the experiments that the Lab shows and where their readings come
// from. Of a recording they are those that it holds; where it holds none, the Lab
// says so.
func sources(o Options) ([]catalog.Experiment, func(catalog.Experiment) probes.Source) {
	switch {
	case o.Recording == nil && o.played != nil:
		return catalog.Lab(), o.played
	case o.Recording == nil:
		return catalog.Lab(), func(e catalog.Experiment) probes.Source { return e.Source(o.Machine) }
	}
	if list := held(o); len(list) > 0 {
		return list, o.recorded
	}
	return catalog.Lab()[:1], func(catalog.Experiment) probes.Source { return lacking{o.Recording} }
}

// recorded is what a recording holds of an experiment, nil for nothing.
func (o Options) recorded(e catalog.Experiment) probes.Source {
	if o.played != nil {
		return o.played(e)
	}
	return o.Recording.Source(e.Name)
}

// held are the Lab's experiments that a recording holds.
func held(o Options) []catalog.Experiment {
	var list []catalog.Experiment
	for _, e := range catalog.Lab() {
		if o.recorded(e) != nil {
			list = append(list, e)
		}
	}
	return list
}

// looked reports whether a recording holds anything of the Scope's.
func looked(r *recorded.Recording) bool { return r.Bursts() > 0 || len(r.Maps()) > 0 }

// lacking is the source of a recording that holds none of the Lab's experiments.
type lacking struct{ recording *recorded.Recording }

// Open says so.
func (l lacking) Open(context.Context, probes.Plan) (probes.Session, error) {
	var has []string
	for _, part := range []struct {
		n    int
		name string
	}{{l.recording.Bursts(), "burst"}, {len(l.recording.Maps()), "latency map"}} {
		if part.n == 1 {
			has = append(has, "1 "+part.name)
		} else if part.n > 1 {
			has = append(has, fmt.Sprintf("%d %ss", part.n, part.name))
		}
	}
	if len(has) == 0 {
		return nil, errors.New("this recording holds none of the Lab's experiments, and nothing for the Scope; linebounce report makes a page of what it holds")
	}
	return nil, fmt.Errorf("this recording holds none of the Lab's experiments; it holds %s, which key 4 shows", strings.Join(has, " and "))
}

// madeOn is the date of a recording, "" where it has none.
func madeOn(r *recorded.Recording) string {
	if r == nil || r.Made.IsZero() {
		return ""
	}
	return r.Made.Format(time.DateOnly)
}
