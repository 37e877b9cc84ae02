package scope

import (
	"fmt"

	bursts "linebounce/probes/scope"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// levels are the heights of a bar in one cell.
func (m *Model) levels() []rune {
	if m.canvas.Glyphs().ASCII() {
		return []rune(" .:-=+*#@")
	}
	return []rune(" ▁▂▃▄▅▆▇█")
}

const eighths = 8 // of a cell

// bar draws a share of 1 as a bar in so many rows, from the lowest upwards. What
// is not nothing shows.
func (m *Model) bar(x, y, height int, style theme.Style, share float64) {
	levels := m.levels()
	n := int(share*float64(eighths*height) + 0.5)
	if share > 0 {
		n = max(n, 1)
	}
	for row := height - 1; row >= 0 && n > 0; row-- {
		m.canvas.Put(x, y+row, style, levels[min(n, eighths)])
		n -= eighths
	}
}

// drawTime draws what happened over time, and returns the row behind it.
func (m *Model) drawTime(left, width, y int, d rows) int {
	r, n := m.ready, m.columns()
	at := left + labelWidth
	m.drawOverview(left, at, y, n)
	y++
	from, to := m.window.span(r, m.line, n)
	shown := r.lanes[min(m.lane, max(len(r.lanes)-d.lanes, 0)):]
	for _, l := range shown[:min(d.lanes, len(shown))] {
		m.drawLane(left, at, y, d.laneRows, n, l)
		y += d.laneRows
	}
	m.canvas.Text(left, y, theme.Dim, "hand-offs")
	m.drawHandoffs(at, y, n)
	y++
	m.drawAxis(at, y, n)
	y++
	m.drawGaps(left, at, y, n, from, to)
	return y + 1
}

// drawOverview shows where in the burst the window is.
func (m *Model) drawOverview(left, at, y, n int) {
	r, g := m.ready, m.canvas.Glyphs()
	m.canvas.Text(left, y, theme.Dim, "burst")
	from, to := m.window.span(r, m.line, n)
	length := max(r.Length, 1)
	column := func(t int64) int { return int(min(t*int64(n)/length, int64(n-1))) }
	m.canvas.Repeat(at, y, n, theme.Faint, g.Rail)
	m.canvas.Repeat(at+column(from), y, column(to-1)-column(from)+1, theme.Strong, g.Bar)
	for _, gap := range r.Gaps {
		for x := column(gap.Begin); x <= column(gap.End-1); x++ {
			m.canvas.Put(at+x, y, theme.Alarm, 'x')
		}
	}
}

// drawLane draws when one CPU had its line: by the share of each column, or, where
// a column is one operation, by that CPU's digit.
func (m *Model) drawLane(left, at, y, height, n int, l lane) {
	r := m.ready
	name := fmt.Sprintf("CPU %d", l.cpu)
	m.canvas.Text(left, y+height-1, theme.CPU(l.hue), name)
	if m.window.single && l.line == m.line {
		for i, cpu := range r.lines[m.line].owners(m.window.first, n) {
			if cpu == l.cpu {
				for row := range height {
					m.canvas.Put(at+i, y+row, theme.OnCPU(l.hue), digit(cpu))
				}
			}
		}
	} else {
		from, to := m.window.span(r, m.line, n)
		edge := func(i int) int64 { return from + (to-from)*int64(i)/int64(n) }
		for i := range n {
			if length := edge(i+1) - edge(i); length > 0 {
				m.bar(at+i, y, height, theme.Solid(l.hue), float64(l.until(edge(i+1))-l.until(edge(i)))/float64(length))
			}
		}
		for _, g := range r.Gaps {
			if g.CPU == l.cpu {
				m.away(at, y+height-1, n, from, to, g)
			}
		}
	}
	from, to := m.window.span(r, m.line, n)
	share := float64(l.until(to)-l.until(from)) / float64(to-from)
	m.canvas.Right(at+n+shareWidth-1, y+height-1, theme.Dim, fmt.Sprintf("%.0f%%", 100*share))
}

// away marks a gap in the lane of the CPU that was away.
func (m *Model) away(at, y, n int, from, to int64, g bursts.Gap) {
	if g.End <= from || g.Begin >= to {
		return
	}
	first, last := columnOf(max(g.Begin, from), from, to, n), columnOf(min(g.End, to)-1, from, to, n)
	m.canvas.Repeat(at+first, y, last-first+1, theme.Alarm, 'x')
}

// columnOf returns the column of a time.
func columnOf(t, from, to int64, n int) int {
	return min(max(int((t-from)*int64(n)/max(to-from, 1)), 0), n-1)
}

// drawHandoffs draws how often the line changed its owner, by column.
func (m *Model) drawHandoffs(at, y, n int) {
	l := m.ready.lines[m.line]
	if m.window.single {
		owners := l.owners(m.window.first, n)
		for i := 1; i < len(owners); i++ {
			if owners[i] != owners[i-1] {
				m.canvas.Put(at+i, y, theme.Dim, m.canvas.Glyphs().Upright)
			}
		}
		return
	}
	from, to := m.window.span(m.ready, m.line, n)
	columns := l.view.Columns(from, to, n)
	var most int64
	for _, c := range columns {
		most = max(most, c.Handoffs)
	}
	for i, c := range columns {
		if c.Handoffs > 0 {
			m.bar(at+i, y, 1, theme.Dim, float64(c.Handoffs)/float64(most))
		}
	}
	if width := m.canvas.Width(short(most)); most > 0 && width+1 < shareWidth {
		m.canvas.Right(at+n+shareWidth-1, y, theme.Dim, short(most))
	}
}

const ticksApart = 15 // columns, at least

// drawAxis writes the time of every so many columns below them.
func (m *Model) drawAxis(at, y, n int) {
	g, l := m.canvas.Glyphs(), m.ready.lines[m.line]
	from, to := m.window.span(m.ready, m.line, n)
	count := n / ticksApart
	apart := (to - from) / int64(max(count, 1))
	for i := range count {
		x := i * n / count
		t := from + (to-from)*int64(x)/int64(n)
		if m.window.single {
			t = l.timeOf(min(m.window.first+int64(x), l.Ops))
		}
		m.canvas.Put(at+x, y, theme.Faint, g.Upright)
		m.canvas.Text(at+x+1, y, theme.Dim, stamp(t, apart))
	}
}

// drawGaps names the gaps of the window that have room for it.
func (m *Model) drawGaps(left, at, y, n int, from, to int64) {
	free := at
	for _, g := range m.ready.Gaps {
		if g.End <= from || g.Begin >= to {
			continue
		}
		x := at + columnOf(max(g.Begin, from), from, to, n)
		room := at + n + shareWidth - 1 - x
		long := fmt.Sprintf("x CPU %d away %s: %s", g.CPU, duration(g.Length()), g.Cause)
		if m.canvas.Width(long) > room { // it ends at the edge instead
			x = at + n + shareWidth - 1 - m.canvas.Width(long)
		}
		if x < free {
			continue
		}
		m.canvas.Text(x, y, theme.Plain, long)
		free = x + m.canvas.Width(long) + 2
	}
	if free > at {
		m.canvas.Text(left, y, theme.Alarm, "gaps")
	}
}

// drawOrder draws the exact order from the beginning of the window on, one
// character an operation, and returns the row behind it.
func (m *Model) drawOrder(left, width, y, height int) int {
	r, l := m.ready, m.ready.lines[m.line]
	first := m.window.first
	if !m.window.single {
		from, _ := m.window.span(r, m.line, m.columns())
		first = l.opAt(from)
	}
	when := stamp(l.timeOf(first), 1)
	where := fmt.Sprintf("from operation %s of %s on, at %s", grouped(first+1), grouped(l.Ops), when)
	m.canvas.Text(left, y, theme.Strong, widgets.Fit(width,
		fmt.Sprintf("The order %s, one character an operation; %s", where, method(r.Method)),
		fmt.Sprintf("The order %s, one character an operation", where), "The order "+where, "The order"))
	owners := l.owners(first, width*height)
	for i, cpu := range owners {
		m.canvas.Put(left+i%width, y+1+i/width, r.style(cpu), digit(cpu))
	}
	if len(owners) == 0 {
		m.canvas.Text(left, y+1, theme.Dim, "Nobody used this line.")
	}
	return y + 1 + height
}

// drawModel draws the model's order below the measured one, and returns the row
// behind it.
func (m *Model) drawModel(left, width, y, height int) int {
	if !m.model.wanted {
		return y
	}
	mark := string(m.canvas.Glyphs().Simulated) + " simulated: "
	switch {
	case m.model.failed != nil:
		m.canvas.Text(left, y, theme.Dim, mark+"the model has no order for this")
		return y + 1 + height
	case m.model.found == nil:
		m.canvas.Text(left, y, theme.Dim, mark+"the model runs")
		return y + 1 + height
	}
	f := m.model.found
	which := 0
	for i, s := range f.Strips {
		if len(s.Stays) > len(f.Strips[which].Stays) {
			which = i
		}
	}
	if len(f.Strips) == 0 {
		return y + 1 + height
	}
	stays := "the line never changes its owner"
	if s := f.Stays[which]; s.Logged > 0 {
		stays = fmt.Sprintf("stays p10 %.0f, p50 %.0f, p90 %.0f operations", s.P10, s.Median, s.P90)
	}
	m.canvas.Text(left, y, theme.Strong, widgets.Fit(width,
		fmt.Sprintf("%sthe order of the same scenario on the machine %s; %s", mark, f.Machine, stays),
		fmt.Sprintf("%smachine %s; %s", mark, f.Machine, stays), mark+stays))
	i := 0
	for _, s := range f.Strips[which].Stays {
		for range s.Ops {
			if i >= width*height {
				return y + 1 + height
			}
			cpu := s.CPU
			if r := m.ready; r != nil && cpu < len(r.CPUs) {
				cpu = r.CPUs[cpu].CPU
			}
			m.canvas.Put(left+i%width, y+1+i/width, theme.OnCPU(s.CPU), digit(cpu))
			i++
		}
	}
	return y + 1 + height
}
