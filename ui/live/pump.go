package live

import (
	"context"
	"errors"
	"sync"
	"time"

	"linebounce/probes"
	"linebounce/probes/breakdown"
)

const (
	// between is the least time between two snapshots of one experiment:
	// figures that change faster cannot be read.
	between = 250 * time.Millisecond

	// share is how many windows the chosen experiment gets for each window of
	// the others.
	share = 4

	// settled is how many pairs the chosen experiment gets before the others
	// have a turn.
	settled = 8

	// usualTurn is how many windows a pair of another experiment takes, with
	// the captures in between. longestTurn ends a turn whose pair does not
	// come to an end.
	usualTurn   = 3
	longestTurn = 8

	// stretch is how many windows run between two rests.
	stretch = 2
)

// Pump runs experiments for a screen.
type Pump struct {
	lanes   []*lane
	chosen  *lane
	rest    func(context.Context)        // after every few windows, nil for none
	ran     int                          // windows since the last rest
	keep    func(string, probes.Reading) // of every measured reading, nil for none
	deliver func(any)
	now     func() time.Time
	speed   float64 // of recordings
	owed    int     // windows the chosen one had since another had a turn
	other   int     // whose turn it was

	mu     sync.Mutex
	wishes wishes
	wake   chan struct{}
	stop   context.CancelFunc
	done   chan struct{}
	err    error // of closing the sessions, once done is closed
}

// Options say what a pump runs and who hears of it.
type Options struct {
	Shows  []Show
	Chosen string // the show that runs first, and most

	// Rest is called after every two measured windows, and nothing is measured
	// until it returns: a machine whose CPUs are all taken draws its picture and
	// answers keys meanwhile. It is nil for none.
	Rest func(context.Context)

	// Deliver gets Snapshot, Refused and Broken, from one goroutine.
	Deliver func(any)

	// Keep gets every measured reading as it comes, from the goroutine that runs
	// the windows, nil for none.
	Keep func(experiment string, r probes.Reading)
}

// Start runs shows until Close or the end of ctx.
func Start(ctx context.Context, o Options) *Pump {
	ctx, stop := context.WithCancel(ctx)
	p := &Pump{
		rest: o.Rest, keep: o.Keep, deliver: o.Deliver, now: time.Now, stop: stop,
		wake: make(chan struct{}, 1), done: make(chan struct{}),
		wishes: wishes{
			chosen: o.Chosen, speed: 1, arms: map[string][]probes.Scenario{}, again: map[string]bool{}, seeks: map[string]time.Duration{},
		},
	}
	for _, show := range o.Shows {
		l := &lane{Show: show}
		l.forget()
		p.lanes = append(p.lanes, l)
	}
	p.chosen = p.lanes[0]
	go p.run(ctx)
	return p
}

// Close stops the workers and waits until none is left.
func (p *Pump) Close() error {
	p.stop()
	<-p.done
	return p.err
}

// run never lets a panic pass: it would leave the terminal as the screen set
// it up.
func (p *Pump) run(ctx context.Context) {
	defer close(p.done)
	defer func() {
		if fault := recover(); fault != nil {
			p.deliver(Broken{Err: breakdown.Of(fault)})
		}
	}()
	defer func() {
		for _, l := range p.lanes {
			p.err = errors.Join(p.err, l.close())
		}
	}()
	for ctx.Err() == nil {
		idle := p.grant(ctx)
		if idle || p.chosen.err != nil && !p.othersRun() {
			p.chosen.tape.looked = time.Time{}
			p.tell(p.chosen)
			p.wait(ctx, -1)
			continue
		}
		p.turns(ctx)
	}
}

// othersRun reports whether an experiment that is not chosen has not failed.
func (p *Pump) othersRun() bool {
	for _, l := range p.lanes {
		if l != p.chosen && l.err == nil {
			return true
		}
	}
	return false
}

// turns gives the chosen experiment a window, and another one a pair if it is
// due. The windows of a pair are not parted by another experiment's.
func (p *Pump) turns(ctx context.Context) {
	failed := p.chosen.err != nil
	if failed {
		p.tell(p.chosen)
		p.wait(ctx, between) // what is not chosen need not be fresh
	} else {
		p.step(ctx, p.chosen)
		p.owed++
		p.tellBetween(p.chosen)
	}
	due := p.owed >= share*usualTurn && p.chosen.half == none || p.owed >= share*longestTurn
	if !failed && !p.chosen.Recorded && (p.chosen.pairs < settled || !due) {
		return
	}
	switch l := p.nextOther(); {
	case l == nil:
	case l.Recorded: // which takes nothing from the chosen one
		l.readThrough(ctx, p.now())
		p.tell(l)
	default:
		p.owed -= share * p.pair(ctx, l)
	}
}

// nextOther returns the experiment whose turn it is besides the chosen one,
// nil where no other runs. A recording needs no turn once it was read.
func (p *Pump) nextOther() *lane {
	for range p.lanes {
		p.other = (p.other + 1) % len(p.lanes)
		l := p.lanes[p.other]
		if l != p.chosen && l.err == nil && (!l.Recorded || l.at.IsZero()) {
			return l
		}
	}
	return nil
}

// pair runs an experiment until a pair is complete and returns how many
// windows that took.
func (p *Pump) pair(ctx context.Context, l *lane) int {
	before, n := l.pairs, 0
	for n < longestTurn && l.pairs == before && l.err == nil && ctx.Err() == nil {
		p.step(ctx, l)
		n++
	}
	p.tellBetween(l)
	return n
}

// step runs one window of an experiment, opening it first where needed.
func (p *Pump) step(ctx context.Context, l *lane) {
	if l.session == nil {
		if l.open(ctx); l.session == nil {
			return
		}
	}
	if l.Recorded {
		p.play(ctx, l)
		return
	}
	if l.next(ctx, p.now, p.keep) {
		p.ran++
	}
	if p.ran >= stretch && p.rest != nil {
		p.ran = 0
		p.tell(l) // now, while no window runs
		p.rest(ctx)
	}
}

// wait sleeps for d, or without end where d is negative, and ends early on a
// wish or the end of ctx.
func (p *Pump) wait(ctx context.Context, d time.Duration) {
	var timer <-chan time.Time
	if d >= 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-timer:
	case <-p.wake:
	case <-ctx.Done():
	}
}

// tellBetween leaves telling to the next rest where there are rests.
func (p *Pump) tellBetween(l *lane) {
	if p.rest == nil || l.Recorded || l.err != nil {
		p.tell(l)
	}
}

// tell sends a snapshot where there is news or the last one is old.
func (p *Pump) tell(l *lane) {
	now := p.now()
	fresh := !l.at.IsZero() && l.at.After(l.sent) && now.Sub(l.sent) >= between
	if l.tape.player != nil {
		fresh = l == p.chosen && !l.tape.looked.IsZero() && now.Sub(l.sent) >= told
	}
	if l.news || fresh {
		p.deliver(l.snapshot(now))
	}
}

// choose makes another experiment the chosen one. A recording that was read
// through begins to play.
func (p *Pump) choose(name string) {
	for _, l := range p.lanes {
		if l.Name == name {
			p.chosen.tape.looked = time.Time{}
			p.chosen, p.owed = l, 0
			l.news = true
		}
	}
}
