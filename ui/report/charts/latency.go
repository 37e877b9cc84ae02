package charts

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
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
func Latency(m latency.Map) (Chart, error) {
	n := len(m.CPUs)
	if n < 2 {
		return Chart{}, fmt.Errorf("a latency map needs two CPUs to draw, and this one has %d", n)
	}
	if len(m.Pairs) != n*(n-1)/2 {
		return Chart{}, fmt.Errorf("the latency map of %d CPUs has %s in place of %d, so it cannot be drawn", n, plural(int64(len(m.Pairs)), "pair"), n*(n-1)/2)
	}
	a := newAtlas(m)
	if a.high == 0 {
		return Chart{}, errors.New("no pair of the latency map was measured, so there is nothing to draw")
	}
	return compose("latency between CPUs", a.text(), a.draw), nil
}

// atlas is a map of cells, each a block of pairs.
type atlas struct {
	latency.Map
	block     int // CPUs along a cell
	side      int // cells along the map
	cells     [][]cell
	low, high float64 // of the cells
}

type cell struct {
	ns    float64 // the median of its pairs, 0 where none was measured
	loose bool    // some thread was not on its CPU
}

func newAtlas(m latency.Map) atlas {
	n := len(m.CPUs)
	a := atlas{Map: m, block: (n + mostCells - 1) / mostCells, low: math.Inf(1)}
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

// from is where a step begins.
func (a atlas) from(level int) float64 {
	return a.low * math.Pow(max(a.high/a.low, 2), float64(level)/palette.Levels)
}

// nanoseconds writes a latency with three digits or so.
func nanoseconds(ns float64) string {
	switch {
	case !finite(ns):
		return unknown
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
	text := fmt.Sprintf("One-way latency between %d CPUs, medians in nanoseconds, measured by %s. %s.", len(a.CPUs), a.Method, strings.Join(parts, "; "))
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
	case p.Known() && finite(p.Low) && finite(p.High):
		text += fmt.Sprintf("%s (95%%: %s to %s)", nanoseconds(p.Median), nanoseconds(p.Low), nanoseconds(p.High))
	default:
		text += nanoseconds(p.Median)
	}
	if !p.Pinned {
		text += " (unpinned)"
	}
	return text
}

// grid is where the cells of a map lie.
type grid struct {
	left, top, cell float64
	letters         float64              // the height of figures in cells, 0 for none
	write           func(float64) string // the figure in a cell
}

// apart reports whether cells are so large that each stands by itself.
func (g grid) apart() bool { return g.cell >= 16 }

// without is how a cell without a figure looks.
func (g grid) without() string {
	if g.apart() {
		return "struck out"
	}
	return "blank"
}

func (a atlas) draw(s *sheet) {
	y := a.scale(s)
	g := grid{left: max(measure(s.small, false, strconv.Itoa(slices.Max(a.CPUs))), measure(s.small, false, "CPU")) + 8, top: y + 26}
	g.cell = min((s.width-2-g.left)/float64(a.side), widestCell)
	g.letters, g.write = a.lettering(s, g.cell)
	a.numbers(s, g)
	a.grounds(s, g)
	a.figures(s, g)
	note := "nanoseconds one way between two CPUs, the median, measured"
	if a.block > 1 {
		note += fmt.Sprintf("; a cell is the median of %d by %d CPUs", a.block, a.block)
	}
	if slices.ContainsFunc(a.Pairs, func(p latency.Pair) bool { return !known(p) }) {
		note += "; " + g.without() + ": not measured"
	}
	if g.letters > 0 && slices.ContainsFunc(a.Pairs, func(p latency.Pair) bool { return known(p) && !p.Pinned }) {
		note += "; *: unpinned"
	}
	s.paragraph(0, g.top+g.cell*float64(a.side)+26, dim, note)
}

// scale shows what the greys mean, and returns the y below it.
func (a atlas) scale(s *sheet) float64 {
	const height = 16.0
	if a.high == a.low {
		return 0
	}
	last := a.light(a.high)
	ends := make([]float64, last+2)
	for level := range ends {
		ends[level] = a.from(level)
	}
	ends[last+1] = max(a.high, ends[last])
	step := min(96, (s.width-60)/float64(len(ends)-1))
	x := axis{0, float64(last + 1), 0, step * float64(last+1)}
	for level := range last + 1 {
		s.box(x.at(float64(level)), 4, step, height, heat(level))
	}
	s.frame(0, 4, x.to, height, dim, 1)
	s.write(x.to+10, 4+height-3, dim, start, s.small, false, "ns")
	places := make([]float64, len(ends))
	for i := range places {
		places[i] = float64(i)
	}
	s.row(x, 4+height+18, places, func(i int) string { return nanoseconds(ends[i]) })
	return 4 + height + 24
}

// lettering chooses how figures are written in cells of a size: with a decimal,
// whole, or not at all.
func (a atlas) lettering(s *sheet, size float64) (float64, func(float64) string) {
	rough := func(ns float64) string { return fmt.Sprintf("%.0f", ns) }
	if a.block > 1 {
		return 0, rough
	}
	for _, try := range []struct {
		write func(float64) string
		least float64
	}{{nanoseconds, 13}, {rough, 11}} {
		for height := s.text; height >= try.least; height-- {
			if a.widest(height, try.write) <= size-4 {
				return height, try.write
			}
		}
	}
	return 0, rough
}

// widest is the width of the longest figure.
func (a atlas) widest(height float64, write func(float64) string) float64 {
	var most float64
	for _, cells := range a.cells {
		for _, c := range cells {
			if c.ns > 0 {
				most = max(most, measure(height, false, c.figure(write)))
			}
		}
	}
	return most
}

func (c cell) figure(write func(float64) string) string {
	if c.loose {
		return write(c.ns) + "*"
	}
	return write(c.ns)
}

// numbers names rows and columns, as many as have room.
func (a atlas) numbers(s *sheet, g grid) {
	widest := measure(s.small, false, strconv.Itoa(slices.Max(a.CPUs))) + 8
	step := 1
	for float64(step)*g.cell < max(widest, s.small+4) {
		step *= 2
	}
	for i := 0; i < a.side; i += step {
		number := strconv.Itoa(a.CPUs[i*a.block])
		s.write(g.left+(float64(i)+0.5)*g.cell, g.top-8, dim, middle, s.small, false, number)
		s.write(g.left-8, g.top+(float64(i)+0.5)*g.cell+s.small/3, dim, end, s.small, false, number)
	}
	s.write(0, g.top-8, dim, start, s.small, false, "CPU")
}

// grounds fills the cells, those of one step and row that touch in one go.
func (a atlas) grounds(s *sheet, g grid) {
	gap := 0.0
	if g.apart() {
		gap = 1
	}
	var boxes [palette.Levels][][]point
	for row := range a.side {
		y := g.top + float64(row)*g.cell
		for column := 0; column < a.side; column++ {
			if a.cells[row][column].ns == 0 {
				a.strike(s, g, row, column)
				continue
			}
			first, level := column, a.light(a.cells[row][column].ns)
			for gap == 0 && column+1 < a.side && a.cells[row][column+1].ns > 0 && a.light(a.cells[row][column+1].ns) == level {
				column++
			}
			boxes[level] = append(boxes[level], rectangle(g.left+float64(first)*g.cell, y, float64(column-first+1)*g.cell-gap, g.cell-gap))
		}
	}
	for level, list := range boxes {
		s.areas(heat(level), list)
	}
	s.frame(g.left-1, g.top-1, float64(a.side)*g.cell+2-gap, float64(a.side)*g.cell+2-gap, faint, 1)
}

// strike marks a cell without a figure, but for those of a CPU with itself.
func (a atlas) strike(s *sheet, g grid, row, column int) {
	if row == column || !g.apart() {
		return
	}
	x, y := g.left+float64(column)*g.cell, g.top+float64(row)*g.cell
	s.line(x+1, y+g.cell-2, x+g.cell-2, y+1, faint, 1)
}

func (a atlas) figures(s *sheet, g grid) {
	if g.letters == 0 {
		return
	}
	for row, cells := range a.cells {
		for column, c := range cells {
			if c.ns == 0 {
				continue
			}
			x, y := g.left+(float64(column)+0.5)*g.cell, g.top+(float64(row)+0.5)*g.cell
			s.write(x, y+g.letters/3, onHeat(a.light(c.ns)), middle, g.letters, false, c.figure(g.write))
		}
	}
}
