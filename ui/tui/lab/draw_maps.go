package lab

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// drawMaps draws an arm's lines: what lies where, and who has each.
func (m *Model) drawMaps(a widgets.Area, arm int) {
	e := m.experiment()
	s := e.arms[arm]
	list := maps(e, s, m.options.Machine.LineBytes)
	if len(list) == 0 {
		m.drawSockets(a, s)
		return
	}
	widths := shareOut(list, a.Width)
	x := a.X
	for i, width := range widths {
		m.drawMap(widgets.Area{X: x, Y: a.Y, Width: width, Height: a.Height}, e, arm, list[i])
		x += width + 1
	}
	if rest := len(list) - len(widths); rest > 0 {
		m.canvas.Text(x, a.Y+1, theme.Dim, "+"+plural(rest, "line"))
	}
	if text := price(e, s, m.options.Machine.LineBytes); text != "" && a.Height > 3 {
		from, last := a.X+a.Width-m.canvas.Width(text), len(widths)-1
		if from > m.offsetsEnd(x-1-widths[last], widths[last], list[last])+1 {
			m.canvas.Text(from, a.Y+3, theme.Dim, text)
		}
	}
}

const (
	narrowestMap = 11 // columns
	widestMap    = 76
	moreWidth    = 10 // of "+198 lines" less the gap before it
)

// shareOut gives each line the columns that its fields need and an even share
// of the rest. Lines for which there is no room at all have no width.
func shareOut(list []lineMap, width int) []int {
	needs, sum := []int{}, -1
	for i, line := range list {
		need := 1
		for _, f := range line.fields {
			if !f.context {
				need += len(f.name) + 1
			}
		}
		need = max(need, narrowestMap)
		if words := strings.Fields(line.title); len(words) > 0 {
			need = max(need, narrowestMap+len(words[len(words)-1])+3)
		}
		keep := 0
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
		needs[0] = min(needs[0], widestMap)
	}
	return needs
}

// offsetsEnd returns the column after the last byte offset below a map.
func (m *Model) offsetsEnd(x, width int, last lineMap) int {
	fields, places := spread(last.fields, width-2, m.options.Machine.LineBytes)
	if len(fields) == 0 {
		return x
	}
	n := len(fields) - 1
	return x + 1 + places[n] + len(fmt.Sprint(last.first+fields[n].offset))
}

// drawMap draws one line: its border in the colour of the last owner, the
// fields that are written filled with it, and the byte offsets below.
func (m *Model) drawMap(a widgets.Area, e *experiment, arm int, line lineMap) {
	border, fill, note := theme.Faint, theme.Plain, ""
	if r := &e.replays[arm]; !e.secret && line.track >= 0 && line.track < len(r.tracks) {
		if cpu, known := r.tracks[line.track].owner(); known {
			border, fill = theme.CPU(m.hues[cpu]), theme.OnCPU(m.hues[cpu])
			room := a.Width - 6
			if words := strings.Fields(line.title); len(words) > 0 {
				room -= len(words[len(words)-1]) + 3
			}
			note = widgets.Fit(room, fmt.Sprintf("CPU %d has it · M", cpu), fmt.Sprintf("CPU %d · M", cpu), fmt.Sprintf("CPU %d", cpu))
		}
	}
	widgets.Box(m.canvas, widgets.Area{X: a.X, Y: a.Y, Width: a.Width, Height: 3}, border, theme.Dim, line.title, note)
	g := m.canvas.Glyphs()
	fields, places := spread(line.fields, a.Width-2, m.options.Machine.LineBytes)
	end, number := a.X, a.X
	for i, f := range fields {
		x, style := a.X+1+places[i], theme.Plain
		if f.counted {
			style = fill
		}
		if f.context {
			style = theme.Dim
		}
		if x-1 > end {
			m.canvas.Put(x-1, a.Y+1, theme.Faint, g.Fence)
		}
		end = m.canvas.Text(x, a.Y+1, style, f.name)
		if end < a.X+a.Width-1 {
			m.canvas.Put(end, a.Y+1, theme.Faint, g.Fence)
		}
		if a.Height > 3 && x > number { // else it would run into the one before
			number = m.canvas.Text(x, a.Y+3, theme.Dim, fmt.Sprint(line.first+f.offset))
		}
	}
}

// spread places fields on a row of cells: each where its offset falls, but
// not before the field to its left ends, and with room for those to its
// right. It returns those it placed: what nobody touches is left out first
// where room is short.
func spread(fields []field, width, lineBytes int) ([]field, []int) {
	fields = fitting(fields, width)
	places := make([]int, len(fields))
	end := 0
	for i, f := range fields {
		places[i] = max(f.offset*width/lineBytes, end)
		end = places[i] + len(f.name) + 1
	}
	limit := width
	for i := len(fields) - 1; i >= 0; i-- {
		places[i] = min(places[i], limit-len(fields[i].name))
		limit = places[i] - 1
	}
	return fields, places
}

func fitting(fields []field, width int) []field {
	fields = slices.Clone(fields)
	for {
		sum := -1
		for _, f := range fields {
			sum += len(f.name) + 1
		}
		if sum <= width {
			return fields
		}
		drop := len(fields) - 1
		for i, f := range fields {
			if f.context {
				drop = i
			}
		}
		fields = slices.Delete(fields, drop, drop+1)
	}
}

// drawSockets draws the way of a message through the kernel, where no offset
// is known from here.
func (m *Model) drawSockets(a widgets.Area, s probes.Scenario) {
	width := (a.Width - 3) / 2
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
		widgets.Box(m.canvas, widgets.Area{X: x, Y: a.Y, Width: width, Height: 3}, border, border, title, "")
		m.canvas.Text(x+2, a.Y+1, theme.Plain, widgets.Fit(width-4, end.does, "read()"))
	}
	m.canvas.Put(a.X+width+1, a.Y+1, theme.Plain, m.canvas.Glyphs().Flow)
	if a.Height > 3 {
		m.canvas.Text(a.X, a.Y+3, theme.Dim, widgets.Fit(a.Width,
			"in the kernel: where its lines lie is not seen from here", "kernel lines are not seen from here"))
	}
}
