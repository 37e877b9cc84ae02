package svg

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Lines of boxes and blocks are drawn, not written: letters of a font do not
// reach from one cell to the next.

// rects are filled areas by their colour, those that touch in a row as one.
type rects struct {
	paths map[string]*strings.Builder
	last  area
}

type area struct {
	colour     string
	x, y, w, h float64
}

func (r *rects) add(colour string, x, y, w, h int) {
	r.fill(area{colour, float64(x), float64(y), float64(w), float64(h)})
}

func (r *rects) fill(a area) {
	if l := r.last; l.colour == a.colour && l.y == a.y && l.h == a.h && l.x+l.w == a.x {
		r.last.w += a.w
		return
	}
	r.flush()
	r.last = a
}

func (r *rects) flush() {
	if r.last.colour == "" {
		return
	}
	if r.paths == nil {
		r.paths = map[string]*strings.Builder{}
	}
	if r.paths[r.last.colour] == nil {
		r.paths[r.last.colour] = &strings.Builder{}
	}
	fmt.Fprintf(r.paths[r.last.colour], "M%g %gh%gv%gh%gz", r.last.x, r.last.y, r.last.w, r.last.h, -r.last.w)
	r.last = area{}
}

// write writes a path for each colour.
func (r *rects) write(b *strings.Builder) {
	r.flush()
	for _, colour := range slices.Sorted(maps.Keys(r.paths)) {
		fmt.Fprintf(b, "<path shape-rendering=\"crispEdges\" fill=%q d=%q/>\n", colour, r.paths[colour].String())
	}
}

// shapes are the blocks and lines of a page.
type shapes struct {
	blocks rects
	lines  map[pen]*strings.Builder
}

// pen is what draws a line.
type pen struct {
	colour string
	width  int
}

func newShapes() shapes { return shapes{lines: map[pen]*strings.Builder{}} }

// draw draws a character into its cell, and reports false for one that is to be
// written.
func (s *shapes) draw(character, colour string, column, row int) bool {
	r, size := utf8.DecodeRuneInString(character)
	if size != len(character) {
		return false
	}
	x, y := float64(column*cellWidth), float64(row*cellHeight)
	if a, is := blockOf(r); is {
		s.blocks.fill(area{colour, x + a.x*cellWidth, y + a.y*cellHeight, a.w * cellWidth, a.h * cellHeight})
		return true
	}
	stroke, is := strokes[r]
	if !is {
		return false
	}
	p := pen{colour, stroke.width}
	if s.lines[p] == nil {
		s.lines[p] = &strings.Builder{}
	}
	for _, piece := range stroke.pieces {
		s.lines[p].WriteString(piece.at(x, y))
	}
	return true
}

func (s *shapes) write(b *strings.Builder) {
	s.blocks.write(b)
	pens := slices.SortedFunc(maps.Keys(s.lines), func(a, b pen) int {
		return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
	})
	for _, p := range pens {
		fmt.Fprintf(b, "<path fill=\"none\" stroke=%q stroke-width=\"%d\" d=%q/>\n", p.colour, p.width, s.lines[p].String())
	}
}

// blockOf is the part of a cell that a block fills, in parts of a cell.
func blockOf(r rune) (area, bool) {
	switch {
	case r == '▀':
		return area{w: 1, h: 0.5}, true
	case r >= '▁' && r <= '█':
		h := float64(r-'▁'+1) / 8
		return area{y: 1 - h, w: 1, h: h}, true
	case r >= '▉' && r <= '▏':
		return area{w: float64('▏'-r+1) / 8, h: 1}, true
	case r == '▐':
		return area{x: 0.5, w: 0.5, h: 1}, true
	}
	return area{}, false
}

// stroke is a character of lines.
type stroke struct {
	width  int // pixels
	pieces []piece
}

// piece is a line from one place of a cell to another, in pixels. A bent one
// turns by a curve, from upright to flat.
type piece struct {
	x, y, toX, toY float64
	bent           bool
}

func (p piece) at(x, y float64) string {
	if p.bent {
		turn := p.toY + math.Copysign(midX, p.y-p.toY)
		return fmt.Sprintf("M%g %gV%gQ%g %g %g %g", x+p.x, y+p.y, y+turn, x+p.x, y+p.toY, x+p.toX, y+p.toY)
	}
	return fmt.Sprintf("M%g %gL%g %g", x+p.x, y+p.y, x+p.toX, y+p.toY)
}

// The middle of a cell, and where the lines of a double one run.
const (
	midX, midY = cellWidth / 2.0, cellHeight / 2.0
	apart      = 2
)

// The lines from the middle of a cell to its edges.
var (
	toLeft  = piece{x: midX + 0.5, y: midY, toY: midY}
	toRight = piece{x: midX - 0.5, y: midY, toX: cellWidth, toY: midY}
	up      = piece{x: midX, y: midY + 0.5, toX: midX}
	down    = piece{x: midX, y: midY - 0.5, toX: midX, toY: cellHeight}
	flat    = piece{y: midY, toX: cellWidth, toY: midY}
	upright = piece{x: midX, toX: midX, toY: cellHeight}
)

var strokes = map[rune]stroke{
	'─': {1, []piece{flat}}, '│': {1, []piece{upright}}, '━': {3, []piece{flat}}, '┃': {3, []piece{upright}},
	'┌': {1, []piece{toRight, down}}, '┐': {1, []piece{toLeft, down}}, '└': {1, []piece{toRight, up}}, '┘': {1, []piece{toLeft, up}},
	'├': {1, []piece{upright, toRight}}, '┤': {1, []piece{upright, toLeft}}, '┬': {1, []piece{flat, down}}, '┴': {1, []piece{flat, up}},
	'┼': {1, []piece{flat, upright}},
	'╭': {1, []piece{{x: midX, y: cellHeight, toX: cellWidth, toY: midY, bent: true}}}, '╮': {1, []piece{{x: midX, y: cellHeight, toY: midY, bent: true}}},
	'╰': {1, []piece{{x: midX, toX: cellWidth, toY: midY, bent: true}}}, '╯': {1, []piece{{x: midX, toY: midY, bent: true}}},
	'═': {1, []piece{{y: midY - apart, toX: cellWidth, toY: midY - apart}, {y: midY + apart, toX: cellWidth, toY: midY + apart}}},
	'╌': {1, dashes(2, false)}, '┊': {1, dashes(4, true)},
}

// dashes are so many in a cell.
func dashes(n int, upright bool) []piece {
	var all []piece
	for i := range n {
		length := float64(cellWidth) / float64(n)
		p := piece{y: midY, toY: midY, x: (float64(i) + 0.2) * length, toX: (float64(i) + 0.8) * length}
		if upright {
			length = float64(cellHeight) / float64(n)
			p = piece{x: midX, toX: midX, y: (float64(i) + 0.2) * length, toY: (float64(i) + 0.8) * length}
		}
		all = append(all, p)
	}
	return all
}
