package plain

import (
	"fmt"
	"math"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/ui/live"
	"linebounce/ui/wording"
)

// told is the finding that was told last.
type told struct {
	known, differs, faster bool
	low, high              float64
	precise                bool
}

func finding(ratio probes.Interval) told {
	t := told{known: ratio.Known(), differs: ratio.Differs(), faster: ratio.Low > 1, low: ratio.Low, high: ratio.High}
	t.precise = t.known && ratio.High-ratio.Low <= precise*ratio.Median
	return t
}

const (
	between = 5 * time.Second // two lines that nobody asked for
	hasty   = 3 * time.Second // a finding is waited for before rates are told alone
	precise = 0.1             // the width of an interval, as a share of the ratio, that is worth a line
)

// worth reports whether a finding says something that the last one did not: another
// verdict, an interval beside the one that was told, or one narrowed to a tenth of
// the ratio.
func (t told) worth(now told) bool {
	switch {
	case t.known != now.known:
		return now.known
	case !now.known:
		return false
	case t.differs != now.differs, t.faster != now.faster:
		return true
	}
	return now.low > t.high || now.high < t.low || now.precise && !t.precise
}

// judge tells the finding where that is worth a line.
func (l *lab) judge() {
	ratio := l.bench.Ratio()
	a, b := l.bench.Arm(0), l.bench.Arm(1)
	switch {
	case a.Windows == 0 || b.Windows == 0:
		return
	case l.last == nil && !ratio.Known() && time.Since(l.since) < hasty:
		return
	}
	now := finding(ratio)
	if l.last != nil && (time.Since(l.spoke) < between || !l.last.worth(now)) {
		return
	}
	l.last, l.spoke = &now, time.Now()
	l.line(l.found())
	l.disturbed()
}

// found is the finding in a line.
func (l *lab) found() string {
	e, arms := l.bench.Chosen(), l.bench.Arms()
	a, b := l.bench.Arm(0), l.bench.Arm(1)
	text := fmt.Sprintf("%s, %s: A %s, B %s %s a second. ", e.Name, l.origin(), amount(a.Rate.Median), amount(b.Rate.Median), counted(e.Quantity))
	text += found(e.Name, arms[0], arms[1], l.bench.Ratio())
	var parts []string
	for i := range arms {
		if part := l.handed(i); part != "" {
			parts = append(parts, arm(i)+" "+part)
		}
	}
	if len(parts) > 0 {
		text += " " + strings.Join(parts, "; ") + "."
	}
	return text
}

// handed says how often an arm hands its line over, "" where that is not known.
func (l *lab) handed(i int) string {
	shown := l.bench.Arm(i)
	if len(shown.Lines) == 0 || math.IsNaN(shown.Lines[0].Handoffs) {
		return ""
	}
	line := shown.Lines[0]
	if line.Handoffs == 0 {
		return "never hands a line over"
	}
	least := ""
	if shown.Burst.Short() {
		least = "at least "
	}
	text := fmt.Sprintf("hands the line over %s%s times a second", least, amount(line.Handoffs))
	if len(shown.Lines) > 1 {
		text = fmt.Sprintf("hands the line of %s over %s%s times a second", line.Name, least, amount(line.Handoffs))
	}
	if !math.IsNaN(line.StayMedian) {
		text += fmt.Sprintf(", a stay is %s in the middle", wording.Count(int(math.Round(line.StayMedian)), "operation"))
	}
	return text
}

// more tells everything that is known of the chosen experiment.
func (l *lab) more() {
	if l.bench == nil {
		l.enter()
		return
	}
	e := l.bench.Chosen()
	l.say("Experiment %s, %s: %s.", e.Name, l.origin(), e.Headline)
	l.line(l.bench.Question())
	l.arms(true)
	if l.bench.Secret() {
		l.line("Every figure is hidden until v.")
		return
	}
	a, b := l.bench.Arm(0), l.bench.Arm(1)
	if a.Windows == 0 || b.Windows == 0 {
		l.say("There are no figures yet: %s.", l.bench.Warming(0))
		return
	}
	l.line(l.found())
	for i, shown := range []live.Arm{a, b} {
		l.details(i, shown)
	}
	snapshot := l.bench.Snapshot()
	l.say("This rests on %s of windows; %s set aside because a worker was kept from its CPU.", wording.Count(snapshot.Pairs, "pair"), wording.Count(a.SetAside+b.SetAside, "window"))
	if snapshot.Length > 0 {
		l.say("The recording is at %s of %s.", clock(snapshot.Position), clock(snapshot.Length))
	}
	for _, cell := range l.bench.Cells() {
		l.say("Beside it, %s: %s %s a second.", cell.Called, amount(cell.Rate), counted(e.Quantity))
	}
	l.say("The same as a command: %s", l.bench.Command())
}

// details tells what each CPU of an arm did, and each line.
func (l *lab) details(i int, shown live.Arm) {
	var cpus []string
	for _, w := range shown.Workers {
		text := fmt.Sprintf("CPU %d, %s, %s", w.CPU, w.Role, amount(w.Rate))
		if w.CPU == probes.AnyCPU {
			text = fmt.Sprintf("a %s, %s", w.Role, amount(w.Rate))
		}
		if !w.Pinned {
			text += ", unpinned"
		}
		cpus = append(cpus, text)
	}
	l.say("%s: %s %s a second.", arm(i), strings.Join(cpus, "; "), counted(shown.Quantity))
	for _, line := range shown.Lines {
		if !math.IsNaN(line.Handoffs) {
			l.say("%s, line %s: %s hand-offs a second, a stay has %s operations in the middle and %s on average.", arm(i), line.Name, amount(line.Handoffs), amount(line.StayMedian), amount(line.StayMean))
		}
	}
}

// shownStays is how many stays of a strip are told.
const shownStays = 40

// strip tells the order in which the CPUs had the lines of the last burst.
func (l *lab) strip(string) {
	if !l.ready() {
		return
	}
	for i := range l.bench.Arms() {
		shown := l.bench.Arm(i)
		if shown.Burst == nil {
			why := l.bench.Still(i)
			if why == "" {
				why = "no strip was captured yet"
			}
			l.say("%s: %s.", arm(i), strings.TrimSuffix(why, "."))
			continue
		}
		for _, s := range shown.Burst.Strips {
			var stays []string
			for _, stay := range s.Stays[:min(len(s.Stays), shownStays)] {
				stays = append(stays, fmt.Sprintf("CPU %d %s", stay.CPU, number(stay.Ops)))
			}
			rest := ""
			if n := len(s.Stays) - len(stays); n > 0 {
				rest = fmt.Sprintf(", and %s", wording.Count(n, "more stay"))
			}
			l.say("%s, the last strip of line %s, each number counts one %s after the other: %s%s.", arm(i), s.Line, l.bench.Operation(), strings.Join(stays, ", "), rest)
		}
	}
}
