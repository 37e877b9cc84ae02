package charts

import (
	"fmt"
	"strings"

	"linebounce/ui/results"
)

// held is a published figure that has a place on a chart of rates: a ratio has
// none, nor has a time of who knows how much work.
type held struct {
	results.Published
	arm int
}

// hold puts a published figure on the chart where it has a place there.
func (c *curves) hold(p results.Published) {
	arm := strings.Index("AB", p.Figure)
	if len(p.Figure) != 1 || arm < 0 || !finite(p.Rate) || p.Rate < 1/absurd {
		return
	}
	for _, point := range c.Points {
		if point.CPUs == p.CPUs {
			c.held = append(c.held, held{p, arm})
			c.top = max(c.top, p.Rate)
			return
		}
	}
}

func (h held) place() float64 { return place(results.Point{CPUs: h.CPUs}) }

// said names the figure as it was published, and who did.
func (h held) said() string {
	text := fmt.Sprintf("Published, %s on %s: ", h.Figure, plural(int64(h.CPUs), "CPU"))
	if h.Unit == "s" {
		text += fmt.Sprintf("%.4g s, which is %s of the same work", h.Published.Published, rate(h.Rate))
	} else {
		text += rate(h.Rate)
	}
	return text + " (" + h.Source + ")"
}

// diamonds are the published figures. The model's own marks come over them, so
// that both are seen where they meet.
func (c curves) diamonds(s *sheet, x, y axis) {
	for _, h := range c.held {
		s.marker(diamond, x.at(h.place()), y.at(h.Rate), 7, ink, ink)
	}
}

// labels name the diamonds: the highest of a number of CPUs above it, on the
// side to which its curve falls, the other one below it.
func (c curves) labels(s *sheet, x, y axis) {
	for _, h := range c.held {
		text := "published " + h.Figure
		at, wide := x.at(h.place()), measure(s.small, false, text)
		highest, before := true, h.Rate
		for _, other := range c.held {
			highest = highest && (other.CPUs != h.CPUs || other.Rate <= h.Rate)
		}
		for _, p := range c.Points {
			if m := of(p, h.arm).Median; p.CPUs < h.CPUs && finite(m) {
				before = m
			}
		}
		side, edge, up := end, at-12, y.at(h.Rate)-7
		if before > h.Rate || edge-wide < x.from {
			side, edge = start, at+12
		}
		if !highest {
			up = min(y.at(h.Rate)+s.small+7, y.from-4)
			side, edge = middle, min(max(at, x.from+wide/2), s.width-wide/2)
		}
		if side == start && edge+wide > s.width {
			side, edge = end, s.width
		}
		s.write(edge, up, dim, side, s.small, false, text)
	}
}
