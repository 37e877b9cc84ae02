package charts

import (
	"fmt"
	"math"

	"linebounce/probes"
	"linebounce/ui/results"
	"linebounce/ui/verdict"
)

// Throughput draws what each arm of a comparison did in a second as a bar from 0,
// and the ratio of the first two against 1. It is an error where no arm's rate is
// known.
func Throughput(f results.Finding) (Chart, error) {
	top, scenarios := 0.0, make([]probes.Scenario, len(f.Arms))
	for i, a := range f.Arms {
		scenarios[i] = a.Scenario
		for _, x := range []float64{a.Rate.Median, a.Rate.High} {
			if finite(x) {
				top = max(top, x)
			}
		}
	}
	if top == 0 {
		return Chart{}, fmt.Errorf("no arm of %q has a rate above 0, so there is nothing to draw", f.Experiment)
	}
	b := bars{f, telling(scenarios...), top}
	return compose(f.Experiment+": "+noun(f.Quantity)+" a second", b.text(), b.draw), nil
}

// bars is a throughput chart.
type bars struct {
	results.Finding
	words []string
	top   float64
}

func (b bars) name(i int) string {
	text := b.words[i]
	if b.Arms[i].Unpinned {
		text += " (unpinned)"
	}
	return text
}

func (b bars) text() string {
	var text string
	for i, a := range b.Arms {
		text += fmt.Sprintf("%s, %s: %s %s a second. ", a.Name, b.name(i), said(a.Rate, amount), noun(b.Quantity))
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
	return text + "All " + string(b.Source) + "."
}

func (b bars) verdict() verdict.Verdict {
	return verdict.Of(b.Experiment, b.Arms[0].Scenario, b.Arms[min(1, len(b.Arms)-1)].Scenario, *b.Ratio)
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
	for _, tick := range x.ticks(most) {
		s.line(x.at(tick), 26, x.at(tick), bottom, faint, 1)
	}
	for i, a := range b.Arms {
		b.row(s, x, i, a)
	}
	s.axis(x, bottom, x.ticks(most), rate)
	y := s.paragraph(0, bottom+42, dim, fmt.Sprintf("%s a second, %s; whiskers are 95%% intervals", noun(b.Quantity), b.Source))
	if b.Ratio != nil && finite(b.Ratio.Median) && b.Ratio.Median >= 0 {
		b.ratio(s, y+22)
	}
}

// row is one arm: its name and figures over its bar.
func (b bars) row(s *sheet, x axis, i int, a results.Arm) {
	y := rowHeight*float64(i) + 18
	s.label(y, hue(i), a.Name, b.name(i), rate(a.Rate.Median), bounds(a.Rate, amount))
	if !finite(a.Rate.Median) {
		return
	}
	length := x.at(a.Rate.Median) - x.at(0)
	s.box(x.at(0), y+8, length, barHeight, fill(i))
	s.frame(x.at(0), y+8, length, barHeight, hue(i), 1.5)
	if a.Rate.Known() {
		s.whisker(x.at(a.Rate.Low), x.at(a.Rate.High), y+8+barHeight/2, 6, ink)
	}
}

// label is a row of words on the left and figures on the right. The least of them
// give way where it is narrow.
func (s *sheet) label(y float64, t tone, name, words, figure, beside string) {
	const gap = 12.0
	right := s.width - 2
	room := right - measure(s.text, true, figure) - gap
	left := 0.0
	if name != "" {
		s.write(0, y, t, start, s.text, true, name)
		left = measure(s.text, true, name) + 10
	}
	if wide := measure(s.small, false, beside); beside != "" && left+measure(s.text, false, words)+gap+wide <= room {
		s.write(right, y, dim, end, s.small, false, beside)
		right -= wide + gap
		room -= wide + gap
	}
	s.write(right, y, ink, end, s.text, true, figure)
	s.write(left, y, ink, start, s.text, false, fit(room-left, s.text, false, words))
}

// axis writes ticks' figures below the line that they stand on.
func (s *sheet) axis(x axis, y float64, ticks []float64, write func(float64) string) {
	s.line(x.from, y, x.to, y, faint, 1)
	for _, tick := range ticks {
		text := write(tick)
		half := measure(s.small, false, text) / 2
		s.line(x.at(tick), y, x.at(tick), y+5, faint, 1)
		s.write(min(max(x.at(tick), half), s.width-half), y+20, dim, middle, s.small, false, text)
	}
}

// ratio is B's rate as a multiple of A's, against no difference.
func (b bars) ratio(s *sheet, y float64) {
	v := b.verdict()
	s.label(y, ink, "B/A", v.Claim, verdict.Times(b.Ratio.Median)+"×", bounds(*b.Ratio, verdict.Times))
	low, high := min(b.Ratio.Median, 1), max(b.Ratio.Median, 1)
	if b.Ratio.Known() {
		low, high = min(b.Ratio.Low, low), max(b.Ratio.High, high)
	}
	pad := max(0.15*(high-low), 0.005)
	if low, high = low-pad, high+pad; low < 0.5 || high > 2 {
		low = 0
	}
	x := axis{low, high, 8, s.width - 8}
	s.line(x.at(1), y+10, x.at(1), y+44, ink, 1, 4, 3)
	if b.Ratio.Known() {
		s.whisker(x.at(b.Ratio.Low), x.at(b.Ratio.High), y+26, 7, ink)
	}
	s.marker(2, x.at(b.Ratio.Median), y+26, 6, ink, ink)
	s.axis(x, y+44, x.ticks(6), func(r float64) string { return rounded(math.Round(r*1e9)/1e9, 6) + "×" })
}
