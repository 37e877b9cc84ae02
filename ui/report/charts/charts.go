// Package charts draws the pictures of a report as SVG that is light or dark
// with the page it stands on.
package charts

import (
	_ "gonum.org/v1/plot"          // axes, ticks and layout
	_ "gonum.org/v1/plot/plotter"  // bars, points and heat maps
	_ "gonum.org/v1/plot/vg/vgsvg" // as SVG
)

// Chart is one picture.
type Chart struct {
	Title         string // what it shows
	Text          string // the same in words, for whoever cannot see it
	SVG           string // an svg element whose colours are CSS variables of the page
	Width, Height int    // px
}
