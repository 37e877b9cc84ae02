// Package verdict says in plain words what a comparison found. The screen and
// the commands share it, so that both claim the same, and neither claims a
// difference that the interval does not show.
package verdict

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"linebounce/probes"
)

// Verdict is what a comparison found, in parts that may be styled apart.
type Verdict struct {
	Claim  string // "B is 3.9 times as fast"
	Range  string // "95%: 3.7 to 4.0", "" where there is no interval yet
	Reason string // one sentence on what changed and why it matters
}

// String joins the parts into one line.
func (v Verdict) String() string {
	text := v.Claim
	if v.Range != "" {
		text += " (" + v.Range + ")"
	}
	text += "."
	if v.Reason != "" {
		text += " " + v.Reason
	}
	return text
}

// Of judges the ratio B/A of one experiment's two arms.
func Of(experiment string, a, b probes.Scenario, ratio probes.Interval) Verdict {
	v := Verdict{Reason: reason(experiment, a, b, find(ratio))}
	median, low, high := Spread(ratio)
	if ratio.Known() {
		v.Range = fmt.Sprintf("%.0f%%: %s to %s", 100*ratio.Confidence, low, high)
	}
	switch find(ratio) {
	case unknown:
		v.Claim = "Too few pairs of windows yet to tell A from B"
	case same:
		v.Claim = "No difference detected"
	case faster:
		v.Claim = "B is " + median + " times as fast"
	case slower:
		v.Claim = "B is slower, " + median + " times as fast as A"
	}
	return v
}

// Times formats a ratio with two digits or more: as many as it takes to tell
// it from 1, so that "1.00" is never printed for a bound that leaves 1 out.
func Times(ratio float64) string { return times(ratio, 0) }

// Spread formats a ratio and its bounds, with one more digit where the bounds
// would print alike.
func Spread(i probes.Interval) (median, low, high string) {
	extra := 0
	if i.Low < i.High && Times(i.Low) == Times(i.High) {
		extra = 1
	}
	return times(i.Median, extra), times(i.Low, extra), times(i.High, extra)
}

func times(ratio float64, extra int) string {
	if math.IsNaN(ratio) || math.IsInf(ratio, 0) {
		return "unknown"
	}
	digits := 2
	switch {
	case ratio >= 10:
		digits = 0
	case ratio >= 2:
		digits = 1
	case ratio < 0.1:
		return strconv.FormatFloat(ratio, 'g', 2+extra, 64)
	}
	digits += extra
	text := strconv.FormatFloat(ratio, 'f', digits, 64)
	for ratio != 1 && digits < 6 && strings.TrimRight(text, "0") == "1." {
		digits++
		text = strconv.FormatFloat(ratio, 'f', digits, 64)
	}
	return text
}

// A finding is the direction that an interval shows.
type finding int

const (
	unknown finding = iota
	same
	faster
	slower
)

func find(ratio probes.Interval) finding {
	switch {
	case !ratio.Known():
		return unknown
	case !ratio.Differs():
		return same
	case ratio.Low > 1:
		return faster
	}
	return slower
}

// Changes names every word in which B differs from A: "line=shared to
// line=padded", joined by commas, "" where nothing differs.
func Changes(a, b probes.Scenario) string {
	var list []string
	for _, name := range changed(a, b) {
		list = append(list, pair(a, name)+" to "+pair(b, name))
	}
	return strings.Join(list, ", ")
}

func pair(s probes.Scenario, name string) string {
	if value := s.Get(name); value != "" {
		return name + "=" + value
	}
	return "no " + name
}

func changed(a, b probes.Scenario) []string {
	var names []string
	for _, name := range probes.Words() {
		follows := name == "cpus" && a.Workers() != b.Workers() // another number of workers has other CPUs
		if a.Get(name) != b.Get(name) && !follows {
			names = append(names, name)
		}
	}
	return names
}
