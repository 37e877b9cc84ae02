package charts

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/ui/results"
)

// mostLines is how many lines of a burst have a histogram each: the busiest.
const mostLines = 3

// Stays draws how many operations an owner did in a stay before it lost the line:
// a histogram of each line whose bins double, with the percentiles marked. It is
// an error where no line has any stay.
func Stays(b results.Burst, from From) (Chart, error) {
	h := histograms{Burst: b, from: from, high: 1}
	for _, l := range b.Lines {
		bins := l.Bins[:0:0]
		for _, bin := range l.Bins {
			if bin.Low >= 0 && bin.High > bin.Low && bin.Count >= 0 {
				bins = append(bins, bin)
			}
		}
		if l.Bins = bins; l.Stays.Count > 0 && l.Stays.P10 >= 0 {
			h.shown = append(h.shown, l)
		}
	}
	if len(h.shown) == 0 {
		return Chart{}, errors.New("no line of the burst has a stay that was counted, so there is nothing to draw")
	}
	slices.SortStableFunc(h.shown, func(a, b results.Line) int { return cmp.Compare(b.Ops, a.Ops) })
	h.shown = h.shown[:min(len(h.shown), mostLines)]
	h.low = math.Inf(1)
	for _, l := range h.shown {
		h.low, h.high = min(h.low, doubling(l.Stays.P10)), max(h.high, doubling(l.Stays.Max+1))
		for _, bin := range l.Bins {
			h.low, h.high = min(h.low, doubling(bin.Low)), max(h.high, doubling(bin.High))
		}
	}
	h.low, h.high = math.Floor(h.low), max(math.Ceil(h.high), math.Floor(h.low)+1)
	return compose("stays: operations before the line goes to another CPU", h.text(), h.draw), nil
}

// histograms is a chart of stays.
type histograms struct {
	results.Burst
	from      From
	shown     []results.Line
	low, high float64 // of all lines, in doublings
}

// doubling is where a number stands on a scale that doubles. What is below 1
// stands one step below it.
func doubling(n int64) float64 {
	if n < 1 {
		return -1
	}
	return math.Log2(float64(n))
}

// within is where a value stands: in the middle of its own place, for a bin holds
// values from its first to below its end.
func within(n int64) float64 {
	if n < 1 {
		return -0.5
	}
	return math.Log2(float64(n) + 0.5)
}

func (h histograms) text() string {
	var parts []string
	for _, l := range h.shown {
		part := fmt.Sprintf("Line %s: %s of %s; 10%% have at most %s, half %s, 90%% %s, the longest %s.",
			l.Name, plural(l.Stays.Count, "stay"), plural(l.Ops, "operation"), counted(l.Stays.P10), counted(l.Stays.P50), counted(l.Stays.P90), counted(l.Stays.Max))
		var bins []string
		for _, bin := range l.Bins {
			bins = append(bins, fmt.Sprintf("%s %s", reach(bin.Low, bin.High), counted(bin.Count)))
		}
		if len(bins) > 0 {
			part += " Stays by operations: " + strings.Join(bins, ", ") + "."
		}
		parts = append(parts, part)
	}
	if more := len(h.Lines) - len(h.shown); more > 0 {
		parts = append(parts, fmt.Sprintf("Not shown: %s.", plural(int64(more), "further line")))
	}
	return strings.Join(parts, " ") + " All " + h.from.String() + "."
}

func reach(low, high int64) string {
	if high == low+1 {
		return counted(low)
	}
	return counted(low) + " to " + counted(high-1)
}

func (h histograms) draw(s *sheet) {
	left, right := 12.0, measure(s.small, false, power(h.high))/2+4
	for _, l := range h.shown {
		if most := highest(l); most > 0 {
			left = max(left, measure(s.small, false, mark(most))+12)
		}
	}
	y := 18.0
	for _, l := range h.shown {
		y = h.panel(s, axis{h.low, h.high, left, s.width - right}, y, l) + 40
	}
	s.paragraph(0, y-8, dim, h.note())
}

// highest is the count of the fullest bin, 0 without any.
func highest(l results.Line) float64 {
	var most int64
	for _, bin := range l.Bins {
		most = max(most, bin.Count)
	}
	return float64(most)
}

func (h histograms) note() string {
	text := fmt.Sprintf("stays by how many operations they have, %s", h.from)
	if more := len(h.Lines) - len(h.shown); more > 0 {
		text += fmt.Sprintf("; the busiest %d of %d lines", len(h.shown), len(h.Lines))
	}
	return text
}

// panel draws one line's histogram and returns the y of its axis' figures.
func (h histograms) panel(s *sheet, x axis, y float64, l results.Line) float64 {
	s.label(y, ink, l.Name, fmt.Sprintf("%s stays of %s operations", amount(float64(l.Stays.Count)), amount(float64(l.Ops))), "", "")
	height, most := 150.0, highest(l)
	if most == 0 {
		height = 34
	}
	top := y + 10 + h.flags(s, x, y+10, l)
	up := axis{0, max(most, 1), top + height, top + 6}
	if most > 0 {
		s.beside(up, x.from, x.to, up.ticks(3))
		h.bars(s, x, up, l)
	} else {
		h.span(s, x, up, l)
	}
	h.marks(s, x, top, up.from, l)
	s.below(x, up.from, h.ticks(s, x), power)
	return up.from + 20
}

// ticks are at every power of 2, or where they have no room at every 4th or 16th
// and so on.
func (h histograms) ticks(s *sheet, x axis) []float64 {
	stride := 1.0
	for room := measure(s.small, false, power(h.high)) + 10; stride*(x.at(h.low+1)-x.at(h.low)) < room; {
		stride++
	}
	var list []float64
	for at := max(h.low, 0); at <= h.high; at += stride {
		list = append(list, at)
	}
	return list
}

// power writes a power of 2.
func power(at float64) string { return counted(int64(math.Exp2(min(at, 62)))) }

func (h histograms) bars(s *sheet, x, up axis, l results.Line) {
	for _, bin := range l.Bins {
		if bin.Count == 0 {
			continue
		}
		from, to := x.at(doubling(bin.Low))+1, x.at(doubling(bin.High))-1
		top := up.at(float64(bin.Count))
		s.box(from, top, to-from, up.from-top, faint)
		s.line(from, top, to, top, ink, 2) // seen where the bar is not
	}
}

// span is what is known of a line without a histogram.
func (h histograms) span(s *sheet, x, up axis, l results.Line) {
	from, to := x.at(within(l.Stays.P10)), x.at(within(l.Stays.P90))
	s.box(from, up.to+6, to-from, up.from-up.to-12, faint)
}

// percentile is a mark on a histogram.
type percentile struct {
	name  string
	value int64
}

func percentiles(l results.Line) []percentile {
	return []percentile{{"p10", l.Stays.P10}, {"median", l.Stays.P50}, {"p90", l.Stays.P90}, {"longest", l.Stays.Max}}
}

// flags writes the percentiles over a histogram, one above the other where they
// are close, and returns how much room they took.
func (h histograms) flags(s *sheet, x axis, y float64, l results.Line) float64 {
	row := math.Round(s.small * 1.25)
	var taken []float64
	for _, p := range percentiles(l) {
		text := p.name + " " + counted(p.value)
		half := measure(s.small, false, text) / 2
		centre := min(max(x.at(within(p.value)), half), s.width-half)
		free := slices.IndexFunc(taken, func(end float64) bool { return centre-half > end+6 })
		if free < 0 {
			free = len(taken)
			taken = append(taken, 0)
		}
		taken[free] = centre + half
		s.write(centre, y+float64(free+1)*row, dim, middle, s.small, false, text)
	}
	return float64(len(taken))*row + 5
}

func (h histograms) marks(s *sheet, x axis, top, bottom float64, l results.Line) {
	for _, p := range percentiles(l) {
		s.line(x.at(within(p.value)), top, x.at(within(p.value)), bottom, ink, 1, 4, 3)
	}
}
