package charts

import (
	"fmt"
	"math"
	"slices"

	"linebounce/probes"
	"linebounce/ui/results"
	"linebounce/ui/verdict"
)

// Scaling draws both arms' rates over the number of CPUs, which doubles from mark
// to mark. Points beyond the machine are hollow and their lines dashed. It is an
// error where no rate is known.
func Scaling(s results.Scaling, from From) (Chart, error) {
	c := curves{Scaling: s, from: from}
	c.Points = nil
	for _, p := range s.Points {
		if p.CPUs < 1 || !finite(p.A.Median) && !finite(p.B.Median) {
			c.left++
			continue
		}
		c.Points = append(c.Points, p)
		c.beyond = c.beyond || p.Extrapolated
		for _, x := range []float64{p.A.Median, p.A.High, p.B.Median, p.B.High} {
			if finite(x) {
				c.top = max(c.top, x)
			}
		}
	}
	if c.top < 1/absurd {
		return Chart{}, fmt.Errorf("no number of CPUs of %q has a rate above 0, so there is no curve to draw", s.Experiment)
	}
	for _, p := range s.Published {
		c.hold(p)
	}
	slices.SortStableFunc(c.Points, func(a, b results.Point) int { return a.CPUs - b.CPUs })
	a, errA := probes.ParseScenario(s.A)
	b, errB := probes.ParseScenario(s.B)
	c.names = []string{s.A, s.B}
	if errA == nil && errB == nil && s.B != "" {
		c.names = telling(a, b)
	}
	drawn := compose(s.Experiment+": throughput by the number of CPUs", c.text(), c.draw)
	for _, h := range c.held {
		drawn.Sources = append(drawn.Sources, h.said())
	}
	return drawn, nil
}

// curves is a scaling chart.
type curves struct {
	results.Scaling
	from   From
	names  []string
	top    float64
	beyond bool // some point is extrapolated
	left   int  // points without figures
	held   []held
}

// arms returns the arms that have any point.
func (c curves) arms() []int {
	var list []int
	for arm := range 2 {
		if slices.ContainsFunc(c.Points, func(p results.Point) bool { return finite(of(p, arm).Median) }) {
			list = append(list, arm)
		}
	}
	return list
}

func of(p results.Point, arm int) probes.Interval {
	if arm == 0 {
		return p.A
	}
	return p.B
}

func letter(arm int) string { return string(rune('A' + arm)) }

func (c curves) text() string {
	var text string
	for _, arm := range c.arms() {
		text += fmt.Sprintf("%s is %s. ", letter(arm), c.names[arm])
	}
	text += fmt.Sprintf("In %s a second: ", noun(c.Quantity))
	for i, p := range c.Points {
		if i > 0 {
			text += "; "
		}
		text += plural(int64(p.CPUs), "CPU")
		if p.Extrapolated {
			text += " (extrapolated)"
		}
		for _, arm := range c.arms() {
			text += fmt.Sprintf(", %s %s", letter(arm), figure(of(p, arm), c.from))
		}
		if r := ratio(p); r != "" {
			text += ", B/A " + r
		}
	}
	text += ". " + c.source() + "."
	for _, h := range c.held {
		text += " " + h.said() + "."
	}
	if c.left > 0 {
		text += fmt.Sprintf(" Left out: %s without figures.", plural(int64(c.left), "point"))
	}
	return text
}

func (c curves) source() string {
	text := "All " + c.from.String()
	if c.Machine != "" {
		text += ", " + c.Machine
	}
	return text
}

func ratio(p results.Point) string {
	if r := p.B.Median / p.A.Median; finite(r) && r > 0 {
		return verdict.Times(r)
	}
	return ""
}

func (c curves) draw(s *sheet) {
	top := c.key(s)
	height := 300.0
	if s.narrow {
		height = 230
	}
	y := axis{0, c.top * 1.05, top + height, top}
	ticks := y.ticks(6)
	left := measure(s.small, false, "CPUs") + 12
	for _, tick := range ticks {
		left = max(left, measure(s.small, false, mark(tick))+12)
	}
	x := axis{place(c.Points[0]) - 0.2, place(c.Points[len(c.Points)-1]) + 0.2, left, s.width - 28}
	s.beside(y, left, s.width-28, ticks)
	c.diamonds(s, x, y)
	for _, arm := range c.arms() {
		c.curve(s, x, y, arm)
	}
	c.labels(s, x, y)
	c.letters(s, x, y)
	foot := c.feet(s, x, y.from+20)
	note := fmt.Sprintf("%s a second, %s", noun(c.Quantity), c.from)
	if slices.ContainsFunc(c.Points, func(p results.Point) bool { return spread(p.A) || spread(p.B) }) {
		note += "; whiskers are 95% intervals"
	}
	if len(c.held) > 0 {
		note += "; diamonds are what others published, a time as the rate of the same work"
	}
	if c.beyond {
		note += "; hollow and dashed are extrapolated beyond the machine"
	}
	s.paragraph(0, foot+24, dim, note)
}

// key says what the curves are, and returns the y below.
func (c curves) key(s *sheet) float64 {
	y := 18.0
	for _, arm := range c.arms() {
		s.marker(arm, 8, y-s.text/3, 5, fill(arm), hue(arm))
		s.write(22, y, hue(arm), start, s.text, true, letter(arm))
		s.write(42, y, ink, start, s.text, false, fit(s.width-42, s.text, false, c.names[arm]))
		y += 26
	}
	return y
}

func place(p results.Point) float64 { return math.Log2(float64(p.CPUs)) }

func (c curves) curve(s *sheet, x, y axis, arm int) {
	for i, p := range c.Points[1:] {
		from, to := of(c.Points[i], arm).Median, of(p, arm).Median
		if !finite(from) || !finite(to) {
			continue
		}
		x1, y1, x2, y2 := x.at(place(c.Points[i])), y.at(from), x.at(place(p)), y.at(to)
		if p.Extrapolated || c.Points[i].Extrapolated {
			s.line(x1, y1, x2, y2, hue(arm), 2, 6, 5)
			continue
		}
		s.line(x1, y1, x2, y2, hue(arm), 2)
	}
	for _, p := range c.Points {
		i := of(p, arm)
		if !finite(i.Median) {
			continue
		}
		if spread(i) {
			s.upright(x.at(place(p)), y.at(i.Low), y.at(i.High), 5, ink)
		}
		inside := fill(arm)
		if p.Extrapolated {
			inside = ground
		}
		s.marker(arm, x.at(place(p)), y.at(i.Median), 5, inside, hue(arm))
	}
}

// letters name the curves at their ends, one above the other where they meet.
func (c curves) letters(s *sheet, x, y axis) {
	var at [2]float64
	arms := c.arms()
	for _, arm := range arms {
		for _, p := range c.Points {
			if m := of(p, arm).Median; finite(m) {
				at[arm] = y.at(m)
			}
		}
	}
	if apart := at[1] - at[0]; len(arms) == 2 && math.Abs(apart) < s.text {
		upper := 0
		if apart < 0 {
			upper = 1
		}
		centre := (at[0] + at[1]) / 2
		at[upper], at[1-upper] = centre-s.text/2, centre+s.text/2
	}
	for _, arm := range arms {
		s.write(s.width-20, at[arm]+s.text/3, hue(arm), start, s.text, true, letter(arm))
	}
}

// feet are the numbers of CPUs and the ratios under them. It returns the y of the
// last row.
func (c curves) feet(s *sheet, x axis, y float64) float64 {
	places := make([]float64, len(c.Points))
	ratios := false
	for i, p := range c.Points {
		places[i] = place(p)
		ratios = ratios || ratio(p) != ""
	}
	s.write(0, y, dim, start, s.small, false, "CPUs")
	s.row(x, y, places, func(i int) string { return fmt.Sprint(c.Points[i].CPUs) })
	if !ratios {
		return y
	}
	y += 22
	s.write(0, y, dim, start, s.small, false, "B/A")
	s.row(x, y, places, func(i int) string { return ratio(c.Points[i]) })
	return y
}
