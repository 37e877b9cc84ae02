package charts

import (
	"math"
	"strconv"
)

// axis maps figures to px.
type axis struct{ low, high, from, to float64 }

func (a axis) at(x float64) float64 {
	share := (x - a.low) / (a.high - a.low)
	return a.from + min(max(share, 0), 1)*(a.to-a.from)
}

// ticks returns round figures within the axis, at most so many.
func (a axis) ticks(most int) []float64 {
	span := a.high - a.low
	step := math.Pow(10, math.Floor(math.Log10(span/float64(most))))
	for _, times := range []float64{1, 2, 5, 10, 20} {
		if first, last := a.whole(step * times); last-first < float64(most) {
			step *= times
			break
		}
	}
	var list []float64
	first, last := a.whole(step)
	for n := first; n <= last && len(list) < most; n++ {
		list = append(list, n*step)
	}
	return list
}

// whole returns the first and the last multiple of step within the axis.
func (a axis) whole(step float64) (first, last float64) {
	slack := (a.high - a.low) * 1e-9
	return math.Ceil((a.low - slack) / step), math.Floor((a.high + slack) / step)
}

// below writes ticks' figures under the line that they stand on.
func (s *sheet) below(x axis, y float64, ticks []float64, write func(float64) string) {
	s.line(x.from, y, x.to, y, faint, 1)
	for _, tick := range ticks {
		s.line(x.at(tick), y, x.at(tick), y+5, faint, 1)
	}
	s.row(x, y+20, ticks, func(i int) string { return write(ticks[i]) })
}

// row writes what belongs to places on the axis. Where there is no room for all
// it is every second or third, with the last, else whatever has room from the left.
func (s *sheet) row(x axis, y float64, places []float64, write func(int) string) {
	taken, every := 0.0, 0
	// put writes a text unless it has no room, and reports whether it had.
	put := func(i int, try bool) bool {
		text := write(i)
		half := measure(s.small, false, text) / 2
		centre := min(max(x.at(places[i]), half), s.width-half)
		if centre-half < taken {
			return false
		}
		taken = centre + half + 6
		if !try {
			s.write(centre, y, dim, middle, s.small, false, text)
		}
		return true
	}
	room := func() bool {
		taken = 0
		for i := (len(places) - 1) % every; i < len(places); i += every {
			if !put(i, true) {
				return false
			}
		}
		return true
	}
	for every = 1; every <= 3 && !room(); {
		every++
	}
	if every > 3 {
		every = 1
	}
	taken = 0
	for i := (len(places) - 1) % every; i >= 0 && i < len(places); i += every {
		put(i, false)
	}
}

// beside writes ticks' figures on the left of an upright axis, and draws a faint
// line for each across the chart.
func (s *sheet) beside(y axis, left, right float64, ticks []float64) {
	for _, tick := range ticks {
		s.line(left, y.at(tick), right, y.at(tick), faint, 1)
		s.write(left-8, y.at(tick)+s.small/3, dim, end, s.small, false, mark(tick))
	}
}

// label is a row of words on the left and figures on the right. The least of them
// give way where it is narrow.
func (s *sheet) label(y float64, t tone, name, words, figure, beside string) {
	const gap = 12.0
	right, left := s.width-2, 0.0
	room := right - measure(s.text, true, figure) - gap
	if name != "" {
		name = fit(room/2, s.text, true, name)
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

// exact writes a tick's figure without digits that it has only by rounding.
func exact(x float64) string {
	text := strconv.FormatFloat(x, 'g', 6, 64)
	if text == "-0" {
		return "0"
	}
	return text
}
