package plain

import (
	"slices"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/disturbance"
	"linebounce/ui/live"
	bench "linebounce/ui/tui/lab"
	"linebounce/ui/wording"
)

// lab is the room where two arms are compared live.
type lab struct {
	*session
	bench   *bench.Bench
	shows   []live.Show // nil where a recording has none
	known   [2]probes.Scenario
	chosen  string
	since   time.Time // the arms are those that they are
	turns   int       // how often that began
	last    *told     // of these arms, nil before the first
	spoke   time.Time
	jumps   int
	seeking bool // a recording was asked to move
	watch   *disturbance.Watch
	noticed []string // disturbances that were told
	failed  string   // why there are no readings
}

func newLab(s *session) *lab {
	o := s.options
	experiments, source := catalog.Lab(), func(e catalog.Experiment) probes.Source { return e.Source(o.Machine) }
	if o.Recording != nil {
		experiments, source = held(o), func(e catalog.Experiment) probes.Source { return o.Recording.Source(e.Name) }
	}
	l := &lab{session: s}
	if len(experiments) == 0 {
		return l
	}
	l.bench = bench.NewBench(bench.Options{
		Machine: o.Machine, Experiments: experiments, Experiment: o.Experiment, A: o.A, B: o.B,
		Recorded: o.Recording != nil, RecordedOn: dated(o.Recording), Why: o.Why,
	})
	l.shows = l.bench.Shows(source)
	return l
}

func (l *lab) name() string { return "lab" }

func (l *lab) enter() {
	if l.bench == nil {
		l.line("The Lab. This recording holds none of its experiments; scope tells what it holds.")
		return
	}
	l.say("The Lab, %s, on %s.", l.origin(), l.machine())
	if l.pump == nil {
		l.pump = live.Start(l.ctx, live.Options{
			Shows: l.shows, Chosen: l.bench.Chosen().Name,
			Deliver: func(m any) { l.post(func() { l.heard(m) }) },
		})
		l.bench.Attach(l.pump)
		if at := l.options.At; at > 0 {
			l.pump.Seek(l.bench.Chosen().Name, at)
			l.seeking = true
		}
		if l.options.Recording == nil {
			l.watch = disturbance.Begin(disturbance.Own(), l.options.Machine.Allowed())
		}
	}
	l.pump.Idle(l.bench.Paused())
	l.begin()
}

func (l *lab) leave() {
	if l.pump != nil {
		l.pump.Idle(true)
	}
}

// begin tells what the experiment asks and what its arms are.
func (l *lab) begin() {
	e := l.bench.Chosen()
	l.chosen = e.Name
	l.say("Experiment %s: %s.", e.Name, e.Headline)
	l.line(l.bench.Question())
	l.arms(true)
	l.afresh()
}

// arms tells both arms in words, or those that are not as they were.
func (l *lab) arms(all bool) {
	before := l.known
	l.known = l.bench.Arms()
	for i, s := range l.known {
		if before[i] == s && !all {
			continue
		}
		l.say("%s: %s. Each CPU: %s. In words to type: %s", arm(i), l.bench.Called(i), l.bench.Code(i), s)
	}
	if price := l.bench.Price(); price != "" {
		l.say("The price of B: %s.", strings.TrimSuffix(price, "."))
	}
}

func arm(i int) string { return string(rune('A' + i)) }

// afresh forgets what was told, as there are other figures now. Where none come it
// says why.
func (l *lab) afresh() {
	l.last, l.since, l.spoke, l.failed = nil, time.Now(), time.Time{}, ""
	l.turns++
	turn := l.turns
	l.later(patience, func() {
		if turn == l.turns && !l.bench.Paused() && !l.bench.Secret() && l.last == nil && l.failed == "" && l.room == room(l) {
			l.say("There are no figures yet: %s.", l.bench.Warming(0))
			l.disturbed()
		}
	})
}

// patience is how long a script waits for a first finding.
const patience = 10 * time.Second

func (l *lab) settled() bool {
	return l.bench == nil || l.last != nil && !l.seeking || l.bench.Paused() || l.bench.Secret() || l.failed != "" || time.Since(l.since) > patience
}

// heard takes in what the pump delivered.
func (l *lab) heard(m any) {
	switch m := m.(type) {
	case live.Broken:
		l.failed = wording.Sentence(m.Err.Error())
		l.line(l.failed)
	case live.Refused:
		l.line(l.bench.Take(m))
		l.known = l.bench.Arms()
		l.afresh()
	case live.Snapshot:
		l.bench.Take(m)
		if l.room == room(l) && m.Experiment == l.bench.Chosen().Name {
			l.follow(m)
		}
	}
}

// follow tells what is worth telling of a snapshot of the chosen experiment.
func (l *lab) follow(m live.Snapshot) {
	if m.Err != nil {
		text := l.bench.Refusal()
		if text == "" { // of arms that were changed meanwhile
			text = wording.Sentence(m.Err.Error())
		}
		if text != l.failed {
			l.failed = text
			l.line(text)
		}
		return
	}
	l.failed = ""
	if m.Jumps != l.jumps {
		l.jumps = m.Jumps
		switch {
		case l.seeking:
			l.say("The recording is at %s of %s.", clock(m.Position), clock(m.Length))
		case m.Position == 0 && l.last != nil:
			l.line("The recording begins again.")
		}
		l.afresh()
		l.seeking = false
	}
	if now := l.bench.Arms(); now != l.known {
		l.line("The arms changed.")
		l.arms(false)
		l.afresh()
	}
	if l.bench.Paused() || l.bench.Secret() {
		return
	}
	l.judge()
}

// disturbed tells what came in the way of the measuring, each thing once.
func (l *lab) disturbed() {
	if l.watch == nil {
		return
	}
	l.beside()
	for _, text := range l.watch.Found() {
		kind := strings.Join(strings.Fields(text)[:2], " ") // its figures grow
		if !slices.Contains(l.noticed, kind) {
			l.noticed = append(l.noticed, kind)
			l.say("In the way: %s", wording.Sentence(text))
		}
	}
}
