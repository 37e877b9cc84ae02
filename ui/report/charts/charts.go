// Package charts draws the pictures of a report as SVG that is light or dark
// with the page it stands on.
//
// It draws by gonum's vg and not by its plot: that brings twelve fonts along, 4
// MB, and what a report needs, rows of bars with words above them, is not among
// its charts.
package charts

import (
	"time"

	"linebounce/probes"
)

// Chart is one picture.
type Chart struct {
	Title         string   // what it shows
	Text          string   // the same in words, for whoever cannot see it
	SVG           string   // two svg elements, one for wide pages and one for narrow: Style shows the one that fits
	Width, Height int      // px, of the wide one
	Sources       []string // of what others published, to be said beside it

	wide string
}

// From is where the figures of a chart come from.
type From struct {
	Source probes.Origin
	Made   time.Time // zero where nobody knows
}

// String says it in words: "recorded 2026-11-30".
func (f From) String() string {
	switch {
	case f.Source == "":
		return "of an unknown source"
	case f.Made.IsZero():
		return string(f.Source)
	}
	return string(f.Source) + " " + f.Made.Format(time.DateOnly)
}

// By is what a single figure without an interval rests on: "by the model".
func (f From) By() string {
	if f.Source == probes.Simulated {
		return "by the model"
	}
	return f.String()
}

// compose draws a chart in both sizes.
func compose(title, text string, draw func(*sheet)) Chart {
	c := Chart{Title: title, Text: text}
	for _, size := range sizes {
		s := &sheet{size: size}
		draw(s)
		element := dress(s, title, text)
		c.SVG += element
		if !size.narrow {
			c.wide, c.Width, c.Height = element, int(s.width), int(s.height)
		}
	}
	return c
}
