package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"linebounce/probes/profile"
)

// mostSymbols is how many a profile shows: those that changed most.
const mostSymbols = 12

// Profile draws, for the kernel functions whose share of the samples changed
// most, by how much, with its interval against 0. It is an error where no
// difference is known.
func Profile(p profile.Result, from From) (Chart, error) {
	d := differences{Result: p, from: from}
	for _, s := range p.Symbols {
		if finite(s.Difference.Median) {
			d.shown = append(d.shown, s)
		}
	}
	if len(d.shown) == 0 {
		return Chart{}, fmt.Errorf("the profile knows no difference of any kernel function, so there is nothing to draw: it has %s of windows", plural(int64(p.Pairs), "pair"))
	}
	slices.SortStableFunc(d.shown, func(a, b profile.Symbol) int {
		return cmp.Compare(math.Abs(b.Difference.Median), math.Abs(a.Difference.Median))
	})
	d.shown = d.shown[:min(len(d.shown), mostSymbols)]
	d.words = telling(p.Arms[profile.Off], p.Arms[profile.On])
	return compose("kernel profile: shares of the time, on minus off", d.text(), d.draw), nil
}

// differences is a chart of a profile.
type differences struct {
	profile.Result
	from  From
	shown []profile.Symbol
	words []string
}

// points writes percentage points with their sign.
func points(x float64) string {
	if !finite(x) {
		return unknown
	}
	if math.Abs(x) >= 1000 {
		return fmt.Sprintf("%+.3g", x)
	}
	text := fmt.Sprintf("%+.2f", x)
	if text == "+0.00" || text == "-0.00" {
		return "0.00"
	}
	return text
}

func (d differences) text() string {
	text := fmt.Sprintf("Off is %s, on is %s. Percentage points of all samples, on minus off: ", d.words[profile.Off], d.words[profile.On])
	for i, s := range d.shown {
		if i > 0 {
			text += "; "
		}
		text += fmt.Sprintf("%s %s, from %s%% to %s%%", s.Name, said(s.Difference, points), share(s.Off), share(s.On))
	}
	text += "."
	if more := len(d.Symbols) - len(d.shown); more > 0 {
		text += fmt.Sprintf(" %s changed less or are not known.", plural(int64(more), "further function"))
	}
	return text + fmt.Sprintf(" Over %s of windows by %s, %s.", plural(int64(d.Pairs), "pair"), d.Event, d.from)
}

func share(percent float64) string {
	if !finite(percent) {
		return unknown
	}
	return fmt.Sprintf("%.2f", percent)
}

func (d differences) draw(s *sheet) {
	low, high := 0.0, 0.0
	for _, symbol := range d.shown {
		i := symbol.Difference
		low, high = min(low, i.Median), max(high, i.Median)
		if whole(i) {
			low, high = min(low, i.Low), max(high, i.High)
		}
	}
	pad := max(0.04*(high-low), 0.01)
	widest := 0.0
	for _, symbol := range d.shown {
		widest = max(widest, measure(s.small, symbol.Moved(), symbol.Name))
	}
	x := axis{low - pad, high + pad, min(widest, 0.45*s.width) + 16, s.width - 76}
	y, step := 20.0, 30.0
	if s.narrow {
		x.from, x.to, step = 6, s.width-6, 46
	}
	bottom := y + step*float64(len(d.shown)) - 8
	if !s.narrow {
		s.line(x.at(0), 4, x.at(0), bottom, ink, 1)
	}
	for _, symbol := range d.shown {
		d.symbol(s, x, y, symbol)
		y += step
	}
	s.below(x, bottom, x.ticks(6), exact)
	s.paragraph(0, bottom+44, dim, fmt.Sprintf(
		"percentage points of all samples, %s minus %s, %s; whiskers are 95%% intervals; bold and filled where the interval leaves 0 out",
		d.words[profile.On], d.words[profile.Off], d.from))
}

// symbol is one function's row, of two lines where it is narrow.
func (d differences) symbol(s *sheet, x axis, y float64, symbol profile.Symbol) {
	inside, outline := ground, dim
	if symbol.Moved() {
		inside, outline = ink, ink
	}
	room, middle := x.from-16, y-s.small/3
	if s.narrow {
		room, middle = s.width-80, y+14
		s.line(x.at(0), middle-9, x.at(0), middle+9, ink, 1) // names cross where 0 is
	}
	s.write(s.width-2, y, outline, end, s.small, symbol.Moved(), points(symbol.Difference.Median))
	s.write(0, y, outline, start, s.small, symbol.Moved(), squeeze(room, s.small, symbol.Moved(), symbol.Name))
	if spread(symbol.Difference) {
		s.whisker(x.at(symbol.Difference.Low), x.at(symbol.Difference.High), middle, 5, outline)
	}
	s.marker(0, x.at(symbol.Difference.Median), middle, 4, inside, outline)
}
