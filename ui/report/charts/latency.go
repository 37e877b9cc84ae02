package charts

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/probes/latency"
	"linebounce/ui/palette"
)

// Limits on what a map shows one by one. Beyond them neighbouring CPUs share a
// cell, and the words sum up.
const (
	mostCells  = 96
	mostSpoken = 16
	widestCell = 64.0
)

// Latency draws the one-way latency between every two CPUs as a square of greys,
// dark where it is short. It is an error where no pair was measured.
func Latency(m latency.Map, from From) (Chart, error) {
	n := len(m.CPUs)
	if n < 2 {
		return Chart{}, fmt.Errorf("a latency map needs two CPUs to draw, and this one has %d", n)
	}
	if len(m.Pairs) != n*(n-1)/2 {
		return Chart{}, fmt.Errorf("the latency map of %d CPUs has %s in place of %d, so it cannot be drawn", n, plural(int64(len(m.Pairs)), "pair"), n*(n-1)/2)
	}
	a := newAtlas(m, from)
	if a.high == 0 {
		return Chart{}, errors.New("no pair of the latency map was measured, so there is nothing to draw")
	}
	return compose("latency between CPUs", a.text(), a.draw), nil
}

// atlas is a map of cells, each a block of pairs.
type atlas struct {
	latency.Map
	from      From
	block     int // CPUs along a cell
	side      int // cells along the map
	cells     [][]cell
	low, high float64 // of the cells
}

type cell struct {
	ns    float64 // the median of its pairs, 0 where none was measured
	loose bool    // some thread was not on its CPU
}

func newAtlas(m latency.Map, from From) atlas {
	n := len(m.CPUs)
	a := atlas{Map: m, from: from, block: (n + mostCells - 1) / mostCells, low: math.Inf(1)}
	a.side = (n + a.block - 1) / a.block
	a.cells = make([][]cell, a.side)
	for row := range a.cells {
		a.cells[row] = make([]cell, a.side)
		for column := range row + 1 {
			c := a.gather(row, column)
			a.cells[row][column], a.cells[column][row] = c, c
			if c.ns > 0 {
				a.low, a.high = min(a.low, c.ns), max(a.high, c.ns)
			}
		}
	}
	return a
}

// known reports whether a pair has a figure that can be drawn.
func known(p latency.Pair) bool { return p.Measured() && finite(p.Median) && p.Median > 1/absurd }

// gather takes a block of pairs together.
func (a atlas) gather(row, column int) cell {
	var c cell
	var medians []float64
	for i := row * a.block; i < min((row+1)*a.block, len(a.CPUs)); i++ {
		for j := column * a.block; j < min((column+1)*a.block, len(a.CPUs)); j++ {
			if i == j {
				continue
			}
			if p := a.Between(i, j); known(p) {
				medians = append(medians, p.Median)
				c.loose = c.loose || !p.Pinned
			}
		}
	}
	if len(medians) > 0 {
		slices.Sort(medians)
		c.ns = (medians[(len(medians)-1)/2] + medians[len(medians)/2]) / 2
	}
	return c
}

// light is the step of light of a figure. Figures that are all about alike are not
// told apart: the steps span a factor of 2 at least.
func (a atlas) light(ns float64) int {
	share := math.Log(ns/a.low) / math.Log(max(a.high/a.low, 2))
	return min(max(int(share*palette.Levels), 0), palette.Levels-1)
}

// least is where a step begins.
func (a atlas) least(level int) float64 {
	return a.low * math.Pow(max(a.high/a.low, 2), float64(level)/palette.Levels)
}

// nanoseconds writes a latency with three digits or so.
func nanoseconds(ns float64) string {
	switch {
	case !finite(ns):
		return unknown
	case ns >= 1e6 || ns < 0.05:
		return fmt.Sprintf("%.3g", ns)
	case ns < 99.95:
		return fmt.Sprintf("%.1f", ns)
	}
	return fmt.Sprintf("%.0f", ns)
}

func (a atlas) text() string {
	var parts []string
	missing := 0
	for _, p := range a.Pairs {
		if !known(p) {
			missing++
		}
	}
	if len(a.CPUs) <= mostSpoken {
		for _, p := range a.Pairs {
			parts = append(parts, spoken(p))
		}
	} else {
		for _, g := range a.Groups() {
			if g.Measured > 0 {
				parts = append(parts, fmt.Sprintf("%s: median %s ns, from %s to %s, %s", g.Label, nanoseconds(g.Median), nanoseconds(g.Lowest), nanoseconds(g.Highest), plural(int64(g.Measured), "pair")))
			}
		}
	}
	text := fmt.Sprintf("One-way latency between %d CPUs, medians in nanoseconds by method %s, %s. %s.", len(a.CPUs), a.Method, a.from, strings.Join(parts, "; "))
	if missing > 0 {
		text += fmt.Sprintf(" Not measured: %s of %d.", plural(int64(missing), "pair"), len(a.Pairs))
	}
	return text
}

// spoken is a pair in words.
func spoken(p latency.Pair) string {
	text := fmt.Sprintf("%d and %d ", p.A, p.B)
	switch {
	case !known(p):
		return text + "not measured"
	case p.Known() && finite(p.Low) && finite(p.High) && p.Low < p.High:
		text += fmt.Sprintf("%s (95%%: %s to %s)", nanoseconds(p.Median), nanoseconds(p.Low), nanoseconds(p.High))
	default:
		text += nanoseconds(p.Median)
	}
	if !p.Pinned {
		text += " (unpinned)"
	}
	return text
}
