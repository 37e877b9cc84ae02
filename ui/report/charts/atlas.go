package charts

import (
	"fmt"
	"slices"
	"strconv"

	"linebounce/probes/latency"
	"linebounce/ui/palette"
)

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
	g := grid{left: max(a.broadest(s), measure(s.small, false, "CPU")) + 8, top: y + 26}
	g.cell = min((s.width-2-g.left)/float64(a.side), widestCell)
	g.letters, g.write = a.lettering(s, g.cell)
	a.numbers(s, g)
	a.grounds(s, g)
	a.figures(s, g)
	note := "nanoseconds one way between two CPUs, the median, " + a.from.String()
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
		ends[level] = a.least(level)
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
	if !(grid{cell: size}).apart() {
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

// broadest is the width of the CPU number that takes most room.
func (a atlas) broadest(s *sheet) float64 {
	return max(measure(s.small, false, strconv.Itoa(slices.Min(a.CPUs))), measure(s.small, false, strconv.Itoa(slices.Max(a.CPUs))))
}

// numbers names rows and columns, as many as have room.
func (a atlas) numbers(s *sheet, g grid) {
	widest := a.broadest(s) + 8
	step := 1
	for float64(step)*g.cell < max(widest, s.small+4) {
		step *= 2
	}
	for i := 0; i < a.side; i += step {
		number := strconv.Itoa(a.CPUs[i*a.block])
		half := measure(s.small, false, number) / 2
		s.write(min(g.left+(float64(i)+0.5)*g.cell, s.width-half), g.top-8, dim, middle, s.small, false, number)
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
