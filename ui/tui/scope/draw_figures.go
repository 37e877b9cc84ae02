package scope

import (
	"fmt"

	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

const (
	figuresGap  = 2
	matrixWidth = 17 // at least, for two CPUs
)

// drawFigures draws how long stays were, how quickly hand-offs followed on one
// another, and from which CPU to which.
func (m *Model) drawFigures(left, width, y, height int) {
	if height < 2 {
		return
	}
	l := m.ready.lines[m.line]
	each := (width - 2*figuresGap - max(matrixWidth, width/5)) / 2
	m.drawHistogram(widgets.Area{X: left, Y: y, Width: each, Height: height}, "stays, operations", l.stays)
	m.drawHistogram(widgets.Area{X: left + each + figuresGap, Y: y, Width: each, Height: height}, "between hand-offs, ns", l.intervals)
	x := left + 2*(each+figuresGap)
	m.drawMatrix(widgets.Area{X: x, Y: y, Width: left + width - x, Height: height})
}

// drawHistogram draws a title, the percentiles, bars and the values where bars
// begin.
func (m *Model) drawHistogram(a widgets.Area, title string, f figures) {
	m.canvas.Text(a.X, a.Y, theme.Strong, title)
	if f.Count == 0 {
		m.canvas.Text(a.X, a.Y+1, theme.Dim, "none")
		return
	}
	text := fmt.Sprintf("p10 %s p50 %s p90 %s", short(f.P10), short(f.P50), short(f.P90))
	most := short(f.Max)
	m.canvas.Text(a.X, a.Y+1, theme.Plain, widgets.Fit(a.Width, text+" max "+most, text+" to "+most, fmt.Sprintf("%s %s %s max %s", short(f.P10), short(f.P50), short(f.P90), most)))
	if a.Height < 3 {
		return
	}
	bins := f.bins
	wide := min(max(a.Width/len(bins), 1), 6)
	if most := a.Width / wide; len(bins) > most {
		bins = bins[:most]
	}
	var fullest int64
	for _, b := range bins {
		fullest = max(fullest, b.Count)
	}
	labels := min(a.Height-3, 1)
	height := a.Height - 2 - labels
	free := a.X
	for i, b := range bins {
		x := a.X + i*wide
		for column := range max(wide-1, 1) {
			if b.Count > 0 {
				m.bar(x+column, a.Y+2, height, theme.Plain, float64(b.Count)/float64(fullest))
			}
		}
		label := short(b.Low)
		if labels > 0 && x >= free && x+len(label) <= a.X+a.Width {
			m.canvas.Text(x, a.Y+2+height, theme.Dim, label)
			free = x + len(label) + 1
		}
	}
}

// drawMatrix draws the hand-offs from CPU to CPU, as many as have room from the
// first lane on.
func (m *Model) drawMatrix(a widgets.Area) {
	r := m.ready
	var at []int // in r.CPUs, of the lanes
	for i, cpu := range r.CPUs {
		if cpu.Line >= 0 {
			at = append(at, i)
		}
	}
	if len(at) == 2 && a.Height < 4 { // no room for a matrix
		for i, row := range at {
			from, to, n := r.CPUs[row].CPU, r.CPUs[at[1-i]].CPU, short(r.matrix[row][at[1-i]])
			m.canvas.Text(a.X, a.Y+i, theme.Plain, widgets.Fit(a.Width, fmt.Sprintf("from %d to %d %s", from, to, n), fmt.Sprintf("%d→%d %s", from, to, n)))
		}
		return
	}
	m.canvas.Text(a.X, a.Y, theme.Strong, widgets.Fit(a.Width, "hand-offs, from a row to a column", "hand-offs, row to column", "from row to column", "hand-offs"))
	if total(r.Handoffs) == 0 {
		m.canvas.Text(a.X, a.Y+1, theme.Dim, "none")
		return
	}
	first := min(m.lane, len(at)-1)
	const label, cell = 5, 6
	down, across := min(a.Height-2, len(at)-first), min((a.Width-label)/cell, len(at)-first)
	for j := range across {
		m.canvas.Right(a.X+label+(j+1)*cell, a.Y+1, theme.CPU(at[first+j]), fmt.Sprint(r.CPUs[at[first+j]].CPU))
	}
	for i := range down {
		row := at[first+i]
		m.canvas.Right(a.X+label-1, a.Y+2+i, theme.CPU(row), fmt.Sprint(r.CPUs[row].CPU))
		for j := range across {
			text, style := short(r.matrix[row][at[first+j]]), theme.Plain
			if i == j {
				text, style = "-", theme.Faint
			}
			m.canvas.Right(a.X+label+(j+1)*cell, a.Y+2+i, style, text)
		}
	}
	if shown := min(down, across); shown < len(at) {
		m.canvas.Text(a.X, a.Y+1, theme.Dim, fmt.Sprint("of ", len(at)))
	}
}
