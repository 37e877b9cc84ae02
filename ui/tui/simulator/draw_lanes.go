package simulator

import (
	"fmt"
	"strings"

	"linebounce/sim"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// laneRows is how many rows the CPUs take.
func (m *Model) laneRows() int {
	if m.set.cpus <= most {
		return m.set.cpus
	}
	perRow := m.mapColumns(columns(m.width).width)
	return (m.set.cpus + perRow - 1) / perRow
}

// drawLanes draws what each CPU did until now.
func (m *Model) drawLanes(a widgets.Area) {
	if a.Height < 2 {
		return
	}
	n := m.laneColumns()
	shown := look(m.cursor, m.trace.Events, &m.stage, m.now, n)
	if m.set.cpus > most {
		m.drawMap(a, shown)
		return
	}
	x := a.X + m.label()
	m.drawLaneHead(a, x, n)
	rows, high := min(m.set.cpus, a.Height-1), max((a.Height-1)/m.set.cpus, 1)
	if rows < m.set.cpus {
		rows--
		m.canvas.Text(a.X, a.Y+1+rows, theme.Dim, fmt.Sprintf("and %s more: the terminal has no room", plural(m.set.cpus-rows, "CPU")))
	}
	for cpu := range rows {
		y := a.Y + 1 + cpu*high
		m.drawLabel(a.X, y, cpu)
		for i, what := range shown.cells[cpu] {
			m.drawDoing(x+i, y, cpu, what)
			for more := 1; more < high-1 && what == holds; more++ { // the last row parts it from the next
				m.drawDoing(x+i, y+more, cpu, what)
			}
		}
		if m.set.fault == sim.NoFault {
			m.canvas.Right(a.X+a.Width, y, theme.Dim, percent(shown.share[cpu][waits]))
		}
	}
	if m.set.fault != sim.NoFault {
		m.drawSeen(a, rows, high)
	}
}

// drawSeen shows beside the lanes how many writes each copy holds.
func (m *Model) drawSeen(a widgets.Area, rows, high int) {
	line := m.stage.lines[0].number
	s := m.seen(line)
	for cpu := range rows {
		if m.cursor.States[line][cpu] != sim.Invalid {
			m.canvas.Right(a.X+a.Width, a.Y+1+cpu*high, theme.Strong, grouped(int64(s.copies[cpu])))
		}
	}
}

// drawLaneHead says how lanes are to be read.
func (m *Model) drawLaneHead(a widgets.Area, x, n int) {
	g := m.canvas.Glyphs()
	cell := duration(m.stage.cell) + " a cell"
	m.canvas.Text(a.X, a.Y, theme.Dim, widgets.Fit(m.label()-1, cell))
	last := "waits"
	if m.set.fault != sim.NoFault {
		last = "holds" // so many writes, its copy
	}
	m.canvas.Right(a.X+a.Width, a.Y, theme.Dim, last)
	end := m.canvas.Text(x, a.Y, theme.Dim, widgets.Fit(n-44, "time runs to the right", ""))
	legend := m.legend(g.Solid, g.Gap, g.Work)
	at := x + n - 4 - legend.Width(m.canvas) - 2
	if at > end {
		legend.Draw(m.canvas, at, a.Y)
	}
	m.canvas.Right(x+n, a.Y, theme.Dim, "now "+string(g.Upright))
}

func (m *Model) legend(solid, gap, work rune) widgets.Item {
	return widgets.Item{
		{Style: theme.Dim, Text: "has a line "}, {Style: theme.Plain, Text: string(solid)},
		{Style: theme.Dim, Text: "  waits "}, {Style: theme.Plain, Text: strings.Repeat(string(gap), 2)},
		{Style: theme.Dim, Text: "  other work "}, {Style: theme.Faint, Text: strings.Repeat(string(work), 2)},
	}
}

// drawLabel names a CPU: its socket, its role and its states.
func (m *Model) drawLabel(x, y, cpu int) {
	number := len(fmt.Sprint(m.set.cpus - 1))
	x = m.canvas.Text(x, y, hue(cpu), fmt.Sprintf("CPU %*d", number, cpu))
	x = m.canvas.Text(x, y, theme.Dim, fmt.Sprintf(" S%d ", m.socket(cpu)))
	m.canvas.Text(x, y, theme.Plain, m.stage.roles[cpu])
	m.canvas.Text(x+len("receiver "), y, theme.Strong, m.states(cpu))
}

// states are the letters of a CPU's lines.
func (m *Model) states(cpu int) string {
	text := ""
	for _, i := range m.stage.own[cpu] {
		text += m.cursor.States[m.stage.lines[i].number][cpu].String()
	}
	return text
}

// socket numbers the sockets by the CPUs that sit in them.
func (m *Model) socket(cpu int) int {
	n := 0
	for c := 1; c <= cpu; c++ {
		if m.stage.machine.Distance(c-1, c) == sim.OtherSocket {
			n++
		}
	}
	return n
}

func (m *Model) drawDoing(x, y, cpu int, what doing) {
	g := m.canvas.Glyphs()
	switch what {
	case holds:
		m.canvas.Put(x, y, theme.Solid(cpu), g.Solid)
	case waits:
		m.canvas.Put(x, y, theme.Dim, g.Gap)
	case works:
		m.canvas.Put(x, y, theme.Faint, g.Work)
	}
}

// cellWidth is what a CPU takes on the map: letters, what it does, a gap.
func (m *Model) cellWidth() int { return m.letters() + 2 }

const mapLabel = len("CPU 48-63 S0 ")

// mapColumns is how many CPUs stand in a row of the map: as many as have room,
// at most as sit in a socket.
func (m *Model) mapColumns(width int) int {
	room := (width - mapLabel) / m.cellWidth()
	perSocket := 0
	for m.socket(perSocket) == 0 && perSocket < m.set.cpus-1 {
		perSocket++
	}
	if m.socket(m.set.cpus-1) == 0 {
		perSocket = m.set.cpus
	}
	rows := (perSocket + room - 1) / room
	return (perSocket + rows - 1) / rows
}

// drawMap draws many CPUs: for each its states and what it does now.
func (m *Model) drawMap(a widgets.Area, shown lanes) {
	perRow := m.mapColumns(a.Width)
	high := max((a.Height-1)/m.laneRows(), 1)
	g := m.canvas.Glyphs()
	head := fmt.Sprintf("%s: states, and what each does now", plural(m.set.cpus, "CPU"))
	m.canvas.Text(a.X, a.Y, theme.Dim, head)
	if legend := m.legend(g.Solid, g.Gap, g.Work); m.canvas.Width(head)+2+legend.Width(m.canvas) <= a.Width {
		legend.Draw(m.canvas, a.X+a.Width-legend.Width(m.canvas), a.Y)
	}
	for first := 0; first < m.set.cpus; first += perRow {
		row := 1 + first/perRow*high
		if row >= a.Height {
			break
		}
		last := min(first+perRow, m.set.cpus) - 1
		m.canvas.Text(a.X, a.Y+row, theme.Dim, fmt.Sprintf("CPU %d-%d", first, last))
		m.canvas.Text(a.X+len("CPU 48-63 "), a.Y+row, theme.Dim, fmt.Sprintf("S%d", m.socket(first)))
		for cpu := first; cpu <= last; cpu++ {
			x := a.X + mapLabel + (cpu-first)*m.cellWidth()
			x = m.canvas.Text(x, a.Y+row, hue(cpu), m.states(cpu))
			cells := shown.cells[cpu]
			m.drawDoing(x, a.Y+row, cpu, cells[len(cells)-1])
		}
	}
}

// drawScrub draws where the picture stands in the trace.
func (m *Model) drawScrub(a widgets.Area) {
	g, total := m.canvas.Glyphs(), len(m.trace.Events)
	end := grouped(int64(total))
	from, to := a.X+2, a.X+a.Width-len(end)-1
	m.canvas.Text(a.X, a.Y, theme.Dim, "0")
	m.canvas.Repeat(from, a.Y, to-from, theme.Faint, g.Flat)
	m.canvas.Text(to+1, a.Y, theme.Dim, end)
	at := from
	if total > 0 {
		at += m.cursor.Position() * (to - from - 1) / total
	}
	m.canvas.Put(at, a.Y, theme.Strong, g.Knob)
}
