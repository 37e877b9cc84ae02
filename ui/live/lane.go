package live

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"linebounce/lessons"
	"linebounce/probes"
)

// keep is how many pairs an experiment's figures rest on: a dozen seconds'
// worth, so that they follow the machine.
const keep = 300

// Show is one experiment to run.
type Show struct {
	Name     string
	Source   probes.Source
	Arms     []probes.Scenario
	Burst    int  // operations in a strip
	Recorded bool // readings come at the pace they had, over and over
}

// lane is one experiment's session and what it showed.
type lane struct {
	Show
	session    probes.Session // nil before it is opened and after it failed
	comparison probes.Comparison
	origin     probes.Origin
	recent     [][]float64            // by arm, rates since the last snapshot
	disturbed  map[int]probes.Reading // by arm, the newest capture that does not count
	at         time.Time              // of the newest reading
	sent       time.Time              // of the newest snapshot
	news       bool                   // something to tell at once
	judged     bool                   // snapshots bring figures
	err        error
	tape       tape                   // where a recording plays
	pacer      pacer                  // of a recording
	complete   bool                   // a recording was read to its end: its figures stand, only its pictures go on
	playing    map[int]probes.Reading // by arm, the newest capture of a complete recording
	half       half                   // the window that waits for the other of its pair
	pairs      int                    // that came to an end, also where a window did not count
}

type half struct{ arm, pair int }

var none = half{arm: -1}

var errEmpty = errors.New("the recording holds no readings")

func (l *lane) open(ctx context.Context) {
	session, err := l.Source.Open(ctx, probes.Plan{Experiment: l.Name, Arms: slices.Clone(l.Arms), Burst: l.Burst})
	if err != nil {
		l.err, l.news = err, true
		return
	}
	l.session, l.half = session, none
	if l.Recorded {
		l.insert(ctx, session)
	}
}

func (l *lane) close() error {
	if l.session == nil {
		return nil
	}
	err := l.session.Close()
	l.session = nil
	return err
}

// forget drops what was shown, so that a recording can begin again.
func (l *lane) forget() {
	l.comparison = probes.Comparison{Keep: keep}
	l.recent, l.pacer, l.disturbed, l.playing = nil, pacer{}, map[int]probes.Reading{}, map[int]probes.Reading{}
}

// replace changes the arms that differ, all or none of the two compared.
// Further arms that are refused stay as they were.
func (l *lane) replace(wanted []probes.Scenario) error {
	if l.Recorded {
		return probes.ErrFixed
	}
	if l.session == nil {
		l.Arms = wanted
		l.forget()
		return nil
	}
	before := slices.Clone(l.Arms)
	for i := range min(len(wanted), len(l.Arms)) {
		if wanted[i] == l.Arms[i] {
			continue
		}
		if err := l.session.Replace(i, wanted[i]); err != nil {
			if i > 1 {
				continue
			}
			return errors.Join(err, l.restore(before, i))
		}
		l.Arms[i] = wanted[i]
		l.news = true
	}
	return nil
}

// restore puts the first n arms back as they were.
func (l *lane) restore(before []probes.Scenario, n int) error {
	for i := range n {
		if l.Arms[i] == before[i] {
			continue
		}
		if err := l.session.Replace(i, before[i]); err != nil {
			return err
		}
		l.Arms[i] = before[i]
	}
	return nil
}

// next runs one window and takes its reading in; a measured one goes to kept
// too. It reports whether there was one.
func (l *lane) next(ctx context.Context, now func() time.Time, kept func(string, probes.Reading)) bool {
	reading, err := l.session.Next(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return false
	case err == io.EOF && l.Recorded:
		l.again()
		return false
	case err == io.EOF: // its budget is spent
		l.err = l.close()
		l.news = l.news || l.err != nil
		return false
	case err != nil:
		l.err, l.news = errors.Join(err, l.close()), true
		return false
	}
	if kept != nil && reading.Origin == probes.Measured {
		kept(l.Name, reading)
	}
	l.take(reading, now())
	return true
}

// whole counts the pairs that came to an end.
func (l *lane) whole(r probes.Reading) {
	switch {
	case r.Unit == probes.Capture || r.Arm > 1:
	case l.half.pair == r.Pair && l.half.arm == 1-r.Arm:
		l.half = none
		l.pairs++
	default:
		l.half = half{r.Arm, r.Pair}
	}
}

func (l *lane) take(r probes.Reading, now time.Time) {
	l.whole(r)
	if l.Recorded && r.Arm < len(l.Arms) {
		l.Arms[r.Arm] = r.Scenario
	}
	if l.Recorded {
		l.pacer.add(r)
	}
	if l.complete && r.Scenario == l.comparison.Arm(r.Arm).Scenario {
		l.replay(r, now)
		return
	}
	if l.complete { // the figures of the whole are those of other arms
		paces := l.pacer
		l.forget()
		l.complete, l.pacer = false, paces
	}
	before := l.comparison.Arm(r.Arm)
	l.comparison.Add(r)
	l.origin, l.at = r.Origin, now
	for len(l.recent) <= r.Arm {
		l.recent = append(l.recent, nil)
	}
	changed := before.Scenario != r.Scenario
	if changed {
		l.recent[r.Arm] = nil
	}
	if r.SetAside() {
		if r.Unit == probes.Capture && r.Burst != nil {
			l.disturbed[r.Arm] = r
		}
		return
	}
	if r.Unit == probes.Capture {
		l.news = l.news || changed || len(before.Captures) == 0
		return
	}
	l.news = l.news || changed || len(before.Windows) == 0
	l.recent[r.Arm] = append(l.recent[r.Arm], r.Rate())
}

// replay takes in a reading that the figures already rest on.
func (l *lane) replay(r probes.Reading, now time.Time) {
	l.at = now
	switch {
	case r.SetAside():
	case r.Unit == probes.Capture:
		l.playing[r.Arm] = r
	case r.Arm < len(l.recent):
		l.recent[r.Arm] = append(l.recent[r.Arm], r.Rate())
	}
}

// snapshot sums up. What an arm showed under another scenario than it has now
// is left out.
func (l *lane) snapshot(now time.Time) Snapshot {
	s := Snapshot{
		Experiment: l.Name, Origin: l.origin, Ratio: l.comparison.Ratio(probes.Confidence),
		Pairs: l.comparison.Pairs(), At: l.at, Err: l.err,
	}
	if l.judged { // they take longer to sum up than everything else
		s.Figures = lessons.FromComparison(&l.comparison)
	}
	for i := range max(len(l.Arms), l.comparison.Arms()) {
		result := l.comparison.Arm(i)
		if i >= len(l.Arms) || result.Scenario != l.Arms[i] {
			s.Arms = append(s.Arms, l.untried(i))
			if i < 2 {
				s.Ratio, s.Pairs, s.Figures = probes.Summarize(nil, probes.Confidence), 0, nil
			}
			continue
		}
		var recent []float64
		if i < len(l.recent) {
			recent, l.recent[i] = l.recent[i], nil
		}
		arm := summarize(result, recent)
		if spare := l.disturbed[i]; arm.Burst == nil && spare.Scenario == arm.Scenario {
			arm.borrow(spare)
		}
		if now, found := l.playing[i]; found {
			arm.Burst = now.Burst
		}
		s.Arms = append(s.Arms, arm)
	}
	if l.tape.player != nil {
		s.Position, s.Length = min(l.tape.position, l.tape.Length()), l.tape.Length()
		s.Changes, s.Jumps, s.Paces = l.tape.changed, l.tape.jumps, l.pacer.hand()
	}
	l.sent, l.news = now, false
	return s
}

// untried is an arm whose scenario has shown nothing yet.
func (l *lane) untried(i int) Arm {
	arm := Arm{Rate: probes.Summarize(nil, probes.Confidence), Recent: median(nil)}
	if i < len(l.Arms) {
		arm.Scenario = l.Arms[i]
	}
	return arm
}
