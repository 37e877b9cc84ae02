package charts

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// sheet is a drawing under way: px from the top left corner, down. It grows with
// what is put on it, so a chart needs not know its height before it is drawn.
type sheet struct {
	size
	height float64
	marks  []func(*vgsvg.Canvas)
}

// size is one of the two widths that a chart is drawn in.
type size struct {
	width       float64
	text, small float64 // heights of letters
	narrow      bool
}

var sizes = [...]size{{width: 720, text: 16, small: 14}, {width: 360, text: 15, small: 13, narrow: true}}

// faces are read when the first chart is drawn: a program that draws none starts
// no slower.
var faces = sync.OnceValue(func() [2]*opentype.Font {
	var list [2]*opentype.Font
	for i, ttf := range [][]byte{goregular.TTF, gobold.TTF} {
		face, err := opentype.Parse(ttf)
		if err != nil {
			panic("the font that the program brings cannot be read: " + err.Error())
		}
		list[i] = face
	}
	return list
})

func face(height float64, bold bool) font.Face {
	if bold {
		return font.Face{Font: font.Font{Typeface: "Go", Weight: stdfont.WeightBold, Size: font.Length(height)}, Face: faces()[1]}
	}
	return font.Face{Font: font.Font{Typeface: "Go", Size: font.Length(height)}, Face: faces()[0]}
}

// How much wider than in Go's font a text may come out: the reader's own sans-serif
// is not known, and DejaVu Sans, the widest of the usual ones, is so much wider in
// figures.
const (
	wider     = 1.15
	widerBold = 1.2
)

func measure(height float64, bold bool, text string) float64 {
	f := face(height, bold)
	if bold {
		return widerBold * float64(f.Width(text))
	}
	return wider * float64(f.Width(text))
}

// longest is more letters than have room on any chart.
const longest = 400

// fit cuts text to a width.
func fit(width, height float64, bold bool, text string) string {
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest])
	}
	if measure(height, bold, text) <= width {
		return text
	}
	for text != "" {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
		if cut := strings.TrimRight(text, " ") + "…"; measure(height, bold, cut) <= width {
			return cut
		}
	}
	return ""
}

// squeeze cuts the middle out of a name: functions that begin alike end otherwise.
func squeeze(width, height float64, bold bool, name string) string {
	runes := []rune(name)
	if n := len(runes); n > longest {
		runes = slices.Concat(runes[:longest/2], runes[n-longest/2:])
		name = string(runes)
	}
	for keep := len(runes); keep > 0; keep-- {
		if keep < len(runes) {
			name = string(runes[:(keep+1)/2]) + "…" + string(runes[len(runes)-keep/2:])
		}
		if measure(height, bold, name) <= width {
			return name
		}
	}
	return ""
}

// wrap breaks text into lines of a width.
func wrap(width, height float64, bold bool, text string) []string {
	var lines []string
	for word := range strings.FieldsSeq(text) {
		if n := len(lines); n > 0 && measure(height, bold, lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, fit(width, height, bold, word))
	}
	return lines
}

func (s *sheet) draw(low float64, mark func(*vgsvg.Canvas)) {
	s.height = max(s.height, low)
	s.marks = append(s.marks, mark)
}

func (s *sheet) at(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(s.height - y)}
}

func (s *sheet) write(x, y float64, t tone, a anchor, height float64, bold bool, text string) {
	if text == "" {
		return
	}
	s.draw(y+height/3, func(c *vgsvg.Canvas) {
		c.SetColor(sentinel(t, a))
		c.FillString(face(height, bold), s.at(x, y), clean(text))
	})
}

// paragraph writes lines, the first with its letters on y, and returns the y
// below the last.
func (s *sheet) paragraph(x, y float64, t tone, text string) float64 {
	for _, line := range wrap(s.width-x, s.small, false, text) {
		s.write(x, y, t, start, s.small, false, line)
		y += math.Round(s.small * 1.35)
	}
	return y
}

func (s *sheet) box(x, y, width, height float64, t tone) {
	s.area(t, rectangle(x, y, width, height)...)
}

// frame outlines a box on its inner side.
func (s *sheet) frame(x, y, width, height float64, t tone, thick float64) {
	corners := rectangle(x+thick/2, y+thick/2, max(width-thick, 0), max(height-thick, 0))
	s.stroke(t, thick, nil, true, corners...)
}

type point struct{ x, y float64 }

func rectangle(x, y, width, height float64) []point {
	return []point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}
}

func (s *sheet) path(closed bool, corners []point) vg.Path {
	var p vg.Path
	for i, corner := range corners {
		if i == 0 {
			p.Move(s.at(corner.x, corner.y))
			continue
		}
		p.Line(s.at(corner.x, corner.y))
	}
	if closed {
		p.Close()
	}
	return p
}

func lowest(corners []point) float64 {
	var low float64
	for _, corner := range corners {
		low = max(low, corner.y)
	}
	return low
}

func (s *sheet) area(t tone, corners ...point) {
	s.draw(lowest(corners), func(c *vgsvg.Canvas) {
		c.SetColor(sentinel(t, start))
		c.Fill(s.path(true, corners))
	})
}

// areas fills many boxes in one go.
func (s *sheet) areas(t tone, boxes [][]point) {
	if len(boxes) == 0 {
		return
	}
	s.draw(lowest(boxes[len(boxes)-1]), func(c *vgsvg.Canvas) {
		c.SetColor(sentinel(t, start))
		var all vg.Path
		for _, corners := range boxes {
			all = append(all, s.path(true, corners)...)
		}
		c.Fill(all)
	})
}

func (s *sheet) line(x1, y1, x2, y2 float64, t tone, thick float64, dashes ...vg.Length) {
	s.stroke(t, thick, dashes, false, point{x1, y1}, point{x2, y2})
}

func (s *sheet) stroke(t tone, thick float64, dashes []vg.Length, closed bool, corners ...point) {
	s.draw(lowest(corners), func(c *vgsvg.Canvas) {
		c.SetColor(sentinel(t, start))
		c.SetLineWidth(vg.Length(thick))
		c.SetLineDash(dashes, 0)
		c.Stroke(s.path(closed, corners))
	})
}

// whisker is an interval on its side. A rim of the ground sets it off from a bar.
func (s *sheet) whisker(low, high, y, half float64, t tone) {
	for _, stroke := range []struct {
		t           tone
		thick, more float64
	}{{ground, 4, 1}, {t, 2, 0}} {
		s.line(low, y, high, y, stroke.t, stroke.thick)
		s.line(low, y-half-stroke.more, low, y+half+stroke.more, stroke.t, stroke.thick)
		s.line(high, y-half-stroke.more, high, y+half+stroke.more, stroke.t, stroke.thick)
	}
}

// upright is an interval on its feet.
func (s *sheet) upright(x, low, high, half float64, t tone) {
	s.line(x, low, x, high, t, 2)
	s.line(x-half, low, x+half, low, t, 2)
	s.line(x-half, high, x+half, high, t, 2)
}

// diamond is the form of marks that are no arm's.
const diamond = 2

// marker is a point's form, so that it is known without its colour: a disc, a
// square, a diamond and a triangle, in turn. A hollow one has the ground inside.
func (s *sheet) marker(form int, x, y, r float64, inside, outline tone) {
	var corners []point
	switch form % 4 {
	case 0:
		s.disc(x, y, r, inside, outline)
		return
	case 1:
		corners = rectangle(x-0.9*r, y-0.9*r, 1.8*r, 1.8*r)
	case diamond:
		corners = []point{{x, y - 1.25*r}, {x + 1.25*r, y}, {x, y + 1.25*r}, {x - 1.25*r, y}}
	case 3:
		corners = []point{{x, y - 1.2*r}, {x + 1.15*r, y + 0.9*r}, {x - 1.15*r, y + 0.9*r}}
	}
	s.area(inside, corners...)
	s.stroke(outline, 2, nil, true, corners...)
}

func (s *sheet) disc(x, y, r float64, inside, outline tone) {
	s.draw(y+r+1, func(c *vgsvg.Canvas) {
		var p vg.Path
		p.Move(s.at(x+r, y))
		p.Arc(s.at(x, y), vg.Length(r), 0, 2*math.Pi)
		p.Close()
		c.SetColor(sentinel(inside, start))
		c.Fill(p)
		c.SetColor(sentinel(outline, start))
		c.SetLineWidth(2)
		c.SetLineDash(nil, 0)
		c.Stroke(p)
	})
}

// render draws all marks in their order.
func (s *sheet) render() *vgsvg.Canvas {
	s.height = math.Ceil(s.height)
	c := vgsvg.New(vg.Length(s.width), vg.Length(s.height))
	for _, mark := range s.marks {
		mark(c)
	}
	return c
}
