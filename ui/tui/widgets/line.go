package widgets

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// Line is a cache line as it is drawn: what lies where on it, and who has it.
type Line struct {
	Title  string
	Notes  []string // who has it, in wordings from the longest to the shortest
	Border theme.Style
	Fill   theme.Style // of the fields that are written
	First  int         // byte offset of its beginning, in the structure or the array
	Bytes  int
	Fields []Field
}

// Field is one named part of a line. Parts between fields are drawn as space.
type Field struct {
	Name    string
	Offset  int  // bytes from the line's beginning
	Written bool // it is what the operations write
	Context bool // nobody touches it: the first to be left out where room is short
}

const (
	narrowestLine = 11 // columns
	widestLine    = 76
	moreWidth     = 10 // of "+198 lines" less the gap before it
)

// ShareOut gives each line the columns that its fields need and an even share
// of the rest, with a column between two lines. Lines for which there is no
// room at all have no width.
func ShareOut(list []Line, width int) []int {
	needs, sum := []int{}, -1
	for i, line := range list {
		need, keep := line.need(), 0
		if i < len(list)-1 {
			keep = moreWidth + 1
		}
		if sum+1+need+keep > width && i > 0 {
			width -= moreWidth + 1
			break
		}
		needs, sum = append(needs, need), sum+1+need
	}
	for i := range needs {
		left := len(needs) - i
		share := (width - sum + left - 1) / left
		needs[i] += share
		sum += share
	}
	if len(list) == 1 {
		needs[0] = min(needs[0], widestLine)
	}
	return needs
}

func (l Line) need() int {
	need := 1
	for _, f := range l.Fields {
		if !f.Context {
			need += len(f.Name) + 1
		}
	}
	need = max(need, narrowestLine)
	if last := lastWord(l.Title); last != "" {
		need = max(need, narrowestLine+len(last)+3)
	}
	return need
}

func lastWord(text string) string {
	if words := strings.Fields(text); len(words) > 0 {
		return words[len(words)-1]
	}
	return ""
}

// OffsetsEnd returns the column after the last byte offset below a line that
// is drawn from column x.
func (l Line) OffsetsEnd(x, width int) int {
	fields, places := spread(l.Fields, width-2, l.Bytes)
	if len(fields) == 0 {
		return x
	}
	n := len(fields) - 1
	return x + 1 + places[n] + len(fmt.Sprint(l.First+fields[n].Offset))
}

// LineRows is the height of a line with its byte offsets.
const LineRows = 4

// Draw draws the line, with the byte offsets in the last row where there are
// LineRows or more.
func (l Line) Draw(c *canvas.Canvas, a Area) {
	box, offsets := a, a.Height >= LineRows
	if offsets {
		box.Height--
	}
	note := ""
	if len(l.Notes) > 0 {
		room := a.Width - 6
		if last := lastWord(l.Title); last != "" {
			room -= len(last) + 3
		}
		note = Fit(room, l.Notes...)
	}
	Box(c, box, l.Border, theme.Dim, l.Title, note)
	fields, places := spread(l.Fields, a.Width-2, l.Bytes)
	for y := box.Y + 1; y < box.Y+box.Height-1; y++ {
		l.drawFields(c, box, y, y == box.Y+box.Height/2, fields, places)
	}
	number := a.X
	for i, f := range fields {
		if x := a.X + 1 + places[i]; offsets && x > number { // else it would run into the one before
			number = c.Text(x, box.Y+box.Height, theme.Dim, fmt.Sprint(l.First+f.Offset))
		}
	}
}

// drawFields draws a row of the fields, with their names or without.
func (l Line) drawFields(c *canvas.Canvas, a Area, y int, named bool, fields []Field, places []int) {
	fence, end := c.Glyphs().Fence, a.X
	for i, f := range fields {
		x, style := a.X+1+places[i], theme.Strong
		if f.Written {
			style = l.Fill
		}
		if f.Context {
			style = theme.Dim
		}
		if x-1 > end {
			c.Put(x-1, y, theme.Faint, fence)
		}
		name := f.Name
		if !named {
			name = strings.Repeat(" ", len(name))
		}
		end = c.Text(x, y, style, name)
		if end < a.X+a.Width-1 {
			c.Put(end, y, theme.Faint, fence)
		}
	}
}

// spread places fields on a row of cells: each where its offset falls, but
// not before the field to its left ends, and with room for those to its
// right. It returns those it placed: what nobody touches is left out first
// where room is short.
func spread(fields []Field, width, lineBytes int) ([]Field, []int) {
	fields = fitting(fields, width)
	places := make([]int, len(fields))
	end := 0
	for i, f := range fields {
		places[i] = max(f.Offset*width/lineBytes, end)
		end = places[i] + len(f.Name) + 1
	}
	limit := width
	for i := len(fields) - 1; i >= 0; i-- {
		places[i] = min(places[i], limit-len(fields[i].Name))
		limit = places[i] - 1
	}
	return fields, places
}

func fitting(fields []Field, width int) []Field {
	fields = slices.Clone(fields)
	for {
		sum := -1
		for _, f := range fields {
			sum += len(f.Name) + 1
		}
		if sum <= width {
			return fields
		}
		drop := len(fields) - 1
		for i, f := range fields {
			if f.Context {
				drop = i
			}
		}
		fields = slices.Delete(fields, drop, drop+1)
	}
}
