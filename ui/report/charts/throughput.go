package charts

import (
	"fmt"
	"math"
	"slices"

	"linebounce/probes"
	"linebounce/ui/results"
	"linebounce/ui/verdict"
)

// Throughput draws what each arm of a comparison did in a second as a bar from 0,
// and the ratio of the first two against 1. It is an error where no arm's rate is
// known.
func Throughput(f results.Finding, from From) (Chart, error) {
	top, scenarios := 0.0, make([]probes.Scenario, len(f.Arms))
	for i, a := range f.Arms {
		scenarios[i] = a.Scenario
		for _, x := range []float64{a.Rate.Median, a.Rate.High} {
			if finite(x) {
				top = max(top, x)
			}
		}
	}
	if top < 1/absurd {
		return Chart{}, fmt.Errorf("no arm of %q has a rate above 0, so there is nothing to draw", f.Experiment)
	}
	b := bars{f, from, telling(scenarios...), top}
	return compose(f.Experiment+": throughput", b.text(), b.draw), nil
}

// bars is a throughput chart.
type bars struct {
	results.Finding
	from  From
	words []string
	top   float64
}

func (b bars) name(i int) string {
	if b.Arms[i].Unpinned {
		return "(unpinned) " + b.words[i] // in front, where no lack of room cuts it off
	}
	return b.words[i]
}

func (b bars) text() string {
	var text string
	for i, a := range b.Arms {
		text += fmt.Sprintf("%s, %s: %s %s a second. ", a.Name, b.name(i), figure(a.Rate, b.from), noun(b.Quantity))
	}
	if b.Ratio != nil {
		v := b.verdict()
		v.Reason = ""
		text += v.String()
		if b.Pairs > 0 {
			text += fmt.Sprintf(" Over %s of windows.", plural(int64(b.Pairs), "pair"))
		}
		text += " "
	}
	return text + "All " + b.from.String() + "."
}

func (b bars) verdict() verdict.Verdict {
	v := verdict.Of(b.Experiment, b.Arms[0].Scenario, b.Arms[min(1, len(b.Arms)-1)].Scenario, *b.Ratio)
	if exactly(*b.Ratio) {
		v.Range = b.from.By()
	}
	return v
}

// The rows of a chart of bars.
const (
	rowHeight = 56.0
	barHeight = 24.0
)

func (b bars) draw(s *sheet) {
	x := axis{0, b.top, 1, s.width - 8}
	bottom := rowHeight*float64(len(b.Arms)) + 4
	most := 6
	if s.narrow {
		most = 4
	}
	ticks := x.ticks(most)
	for i, a := range b.Arms {
		b.arm(s, x, ticks, i, a)
	}
	s.below(x, bottom, ticks, mark)
	note := fmt.Sprintf("%s a second, %s", noun(b.Quantity), b.from)
	if b.from.Source == probes.Simulated {
		note += ", so the bars are hollow"
	}
	if slices.ContainsFunc(b.Arms, func(a results.Arm) bool { return spread(a.Rate) }) {
		note += "; whiskers are 95% intervals"
	}
	y := s.paragraph(0, bottom+44, dim, note)
	if b.Ratio != nil && finite(b.Ratio.Median) && b.Ratio.Median >= 0 {
		b.ratio(s, y+22)
	}
}

// arm is its name and figures over its bar.
func (b bars) arm(s *sheet, x axis, ticks []float64, i int, a results.Arm) {
	y := rowHeight*float64(i) + 18
	s.label(y, hue(i), a.Name, b.name(i), rate(a.Rate.Median), bounds(a.Rate, amount))
	y += 8
	for _, tick := range ticks {
		s.line(x.at(tick), y, x.at(tick), y+barHeight, faint, 1)
	}
	if !finite(a.Rate.Median) {
		return
	}
	length := x.at(a.Rate.Median) - x.at(0)
	inside := fill(i)
	if b.from.Source == probes.Simulated {
		inside = ground
	}
	s.box(x.at(0), y, length, barHeight, inside)
	s.frame(x.at(0), y, length, barHeight, hue(i), 1.5)
	if spread(a.Rate) {
		s.whisker(x.at(a.Rate.Low), x.at(a.Rate.High), y+barHeight/2, 6, ink)
	}
}

// ratio is B's rate as a multiple of A's, against no difference.
func (b bars) ratio(s *sheet, y float64) {
	claim := b.verdict().Claim
	if s.narrow {
		claim = "" // the figure and its interval say as much in less room
	}
	beside := bounds(*b.Ratio, verdict.Times)
	if exactly(*b.Ratio) {
		beside = b.from.By()
	}
	s.label(y, ink, "B/A", claim, verdict.Times(b.Ratio.Median)+"×", beside)
	low, high := min(b.Ratio.Median, 1), max(b.Ratio.Median, 1)
	if whole(*b.Ratio) {
		low, high = min(b.Ratio.Low, low), max(b.Ratio.High, high)
	}
	pad := max(0.15*(high-low), 0.005)
	if low, high = low-pad, high+pad; low < 0.5 || high > 2 {
		low = 0
	}
	x := axis{low, high, 12, s.width - 12}
	s.line(x.at(1), y+10, x.at(1), y+44, ink, 1, 4, 3)
	if spread(*b.Ratio) {
		s.whisker(x.at(b.Ratio.Low), x.at(b.Ratio.High), y+27, 9, ink)
	}
	s.marker(diamond, x.at(b.Ratio.Median), y+27, 4, ink, ink)
	ticks := slices.DeleteFunc(x.ticks(6), func(r float64) bool { return math.Abs(x.at(r)-x.at(1)) < 50 })
	ticks = append(ticks, 1)
	slices.Sort(ticks)
	s.below(x, y+44, ticks, func(r float64) string { return exact(r) + "×" })
}
