// Package svg turns a picture of the screen, as the rooms draw it, into a file
// that any browser shows: the same cells in the same colours, its words to be
// selected and searched.
package svg

import (
	"encoding/xml"
	"fmt"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// The size of a cell, of its letters and of the border around the screen, in
// pixels. Whole numbers, so that what fills neighbouring cells meets without a
// seam.
const (
	cellWidth  = 9
	cellHeight = 19
	fontSize   = 15 // the letters of most monospace fonts are 0.6 of it wide
	baseline   = 14 // below the top of a cell
	margin     = 10
)

// fonts are tried in their order. Whichever there is, every word is made as wide
// as its cells.
const fonts = "ui-monospace,'JetBrains Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"

// About says what a picture is of.
type About struct {
	Title, Description string
	Width, Height      int    // cells
	Ground, Ink        string // the terminal's, or what stands for them, as "#RRGGBB"
}

// Draw returns a picture as an SVG document. Its colours are those that the
// picture sets, on the ground that stands for the terminal's.
func Draw(picture string, a About) string {
	p := page{ink: a.Ink, ground: a.Ground, shapes: newShapes()}
	for y, line := range uv.NewStyledString(picture).Lines(ansi.GraphemeWidth) {
		p.row(y, line)
	}
	width, height := a.Width*cellWidth+2*margin, a.Height*cellHeight+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" aria-labelledby="title description">
<title id="title">%[3]s</title>
<desc id="description">%[4]s</desc>
<rect width="100%%" height="100%%" fill="%[5]s"/>
<g transform="translate(%[6]d %[6]d)" font-family="%[7]s" font-size="%[8]d" style="white-space:pre;font-variant-ligatures:none">
`, width, height, escaped(a.Title), escaped(a.Description), p.ground, margin, fonts, fontSize)
	p.grounds.write(&b)
	p.shapes.write(&b)
	b.WriteString(p.words.String())
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// Text returns a picture without colours and without spaces at the ends of rows.
func Text(picture string) string {
	var b strings.Builder
	for row := range strings.SplitSeq(ansi.Strip(picture), "\n") {
		b.WriteString(strings.TrimRight(row, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// page is a document under way.
type page struct {
	ink, ground string // of cells that name none
	grounds     rects
	shapes      shapes
	words       strings.Builder
}

// look is all that is drawn of a cell besides its character.
type look struct {
	ink, ground      string // a ground of "" is the page's
	bold, underlined bool
}

func (p *page) look(s uv.Style) look {
	l := look{ink: p.ink, bold: s.Attrs&uv.AttrBold != 0, underlined: s.Underline != uv.UnderlineNone}
	if s.Fg != nil {
		l.ink = hex(s.Fg)
	}
	if s.Bg != nil {
		l.ground = hex(s.Bg)
	}
	if s.Attrs&uv.AttrReverse != 0 {
		l.ink, l.ground = l.ground, l.ink
		if l.ink == "" {
			l.ink = p.ground
		}
	}
	return l
}

func hex(c interface{ RGBA() (r, g, b, a uint32) }) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02X%02X%02X", r>>8, g>>8, b>>8)
}

// row draws one row of cells: what lies under them, what fills them, and words.
func (p *page) row(y int, cells []uv.Cell) {
	var w word
	x := 0
	for _, cell := range cells {
		l := p.look(cell.Style)
		if l.ground != "" {
			p.grounds.add(l.ground, x*cellWidth, y*cellHeight, cell.Width*cellWidth, cellHeight)
		}
		switch {
		case p.shapes.draw(cell.Content, l.ink, x, y):
			p.write(&w, y)
		case !w.takes(cell, l):
			p.write(&w, y)
			w = word{at: x, look: l}
			fallthrough
		default:
			w.add(cell)
		}
		x += cell.Width
	}
	p.write(&w, y)
}

// word is text that is drawn at once.
type word struct {
	look
	at     int // column
	width  int // cells
	spaces int // at its end
	text   string
	plain  bool // its last character is in every font
}

// takes reports whether a cell goes on with a word. Two spaces end it, and so
// does whatever a font may have to borrow from another: what follows stands where
// it should in any font.
func (w *word) takes(c uv.Cell, l look) bool {
	return w.text != "" && w.look == l && w.spaces < 2 && w.plain && plain(c)
}

// plain reports whether any font has a character, as wide as all others.
func plain(c uv.Cell) bool {
	return len(c.Content) == 1 || c.Content == "·" || c.Content == "×" || c.Content == "µ"
}

func (w *word) add(c uv.Cell) {
	w.text += c.Content
	w.width += c.Width
	w.plain = plain(c)
	if c.Content == " " {
		w.spaces++
	} else {
		w.spaces = 0
	}
}

// write ends a word. Spaces around it draw nothing.
func (p *page) write(w *word, y int) {
	text := strings.TrimRight(w.text, " ")
	width := w.width - (len(w.text) - len(text))
	start := len(text) - len(strings.TrimLeft(text, " "))
	at, text := w.at+start, text[start:]
	l := w.look
	*w = word{}
	if text == "" {
		return
	}
	fmt.Fprintf(&p.words, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs" fill="%s"`,
		at*cellWidth, y*cellHeight+baseline, (width-start)*cellWidth, l.ink)
	if l.bold {
		p.words.WriteString(` font-weight="bold"`)
	}
	if l.underlined {
		p.words.WriteString(` text-decoration="underline"`)
	}
	fmt.Fprintf(&p.words, ">%s</text>\n", escaped(text))
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder takes everything
	return b.String()
}
