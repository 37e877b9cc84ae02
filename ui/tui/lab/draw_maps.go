package lab

import (
	"fmt"

	"linebounce/probes"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// drawMaps draws an arm's lines: what lies where, and who has each.
func (m *Model) drawMaps(a widgets.Area, arm int) {
	e := m.experiment()
	s := e.arms[arm]
	var list []widgets.Line
	for _, line := range e.maps(s, m.options.Machine.LineBytes) {
		list = append(list, m.drawn(e, arm, line))
	}
	if len(list) == 0 {
		if e.knows("socket") {
			m.drawSockets(a, s)
		}
		return
	}
	widths := widgets.ShareOut(list, a.Width)
	x := a.X
	for i, width := range widths {
		list[i].Draw(m.canvas, widgets.Area{X: x, Y: a.Y, Width: width, Height: a.Height})
		x += width + 1
	}
	if rest := len(list) - len(widths); rest > 0 {
		m.canvas.Text(x, a.Y+1, theme.Dim, "+"+wording.Count(rest, "line"))
	}
	if text := e.price(s, m.options.Machine.LineBytes); text != "" && a.Height >= widgets.LineRows {
		from, last := a.X+a.Width-m.canvas.Width(text), len(widths)-1
		if from > list[last].OffsetsEnd(x-1-widths[last], widths[last])+1 {
			m.canvas.Text(from, a.Y+a.Height-1, theme.Dim, text)
		}
	}
}

// drawn adds to a line who has it: its border and the fields that are written
// have the colour of the last owner.
func (m *Model) drawn(e *experiment, arm int, line lineMap) widgets.Line {
	l := widgets.Line{
		Title: line.title, First: line.first, Bytes: m.options.Machine.LineBytes, Fields: line.fields,
		Border: theme.Faint, Fill: theme.Plain,
	}
	if r := &e.replays[arm]; !e.secret && line.track >= 0 && line.track < len(r.tracks) {
		if cpu, known := r.tracks[line.track].owner(); known {
			l.Border, l.Fill = theme.CPU(m.hues[cpu]), theme.OnCPU(m.hues[cpu])
			l.Notes = []string{fmt.Sprintf("CPU %d has it · M", cpu), fmt.Sprintf("CPU %d · M", cpu), fmt.Sprintf("CPU %d", cpu)}
		}
	}
	return l
}

// drawSockets draws the way of a message through the kernel, where no offset
// is known from here.
func (m *Model) drawSockets(a widgets.Area, s probes.Scenario) {
	width, high := (a.Width-3)/2, a.Height
	if a.Height >= widgets.LineRows {
		high-- // for the remark
		m.canvas.Text(a.X, a.Y+high, theme.Dim, widgets.Fit(a.Width,
			"in the kernel: where its lines lie is not seen from here", "kernel lines are not seen from here"))
	}
	middle := a.Y + high/2
	cpus := s.CPUs.Numbers()
	for i, end := range []struct{ title, does string }{{"sender", "write()"}, {"receiver", "queue, then read()"}} {
		x, border := a.X+i*(width+3), theme.Faint
		if i < len(cpus) {
			border = theme.CPU(m.hues[cpus[i]])
		}
		title := end.title
		if i < len(cpus) {
			title = widgets.Fit(width-6, fmt.Sprintf("%s CPU %d", end.title, cpus[i]), end.title)
		}
		widgets.Box(m.canvas, widgets.Area{X: x, Y: a.Y, Width: width, Height: high}, border, border, title, "")
		m.canvas.Text(x+2, middle, theme.Plain, widgets.Fit(width-4, end.does, "read()"))
	}
	m.canvas.Put(a.X+width+1, middle, theme.Plain, m.canvas.Glyphs().Flow)
}
