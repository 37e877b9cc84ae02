package simulator

import (
	"fmt"
	"slices"

	"linebounce/probes"
	"linebounce/sim"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// draw draws the whole picture.
func (m *Model) draw() {
	m.canvas.Clear()
	if m.width < leastWidth || m.height < leastHeight {
		text := fmt.Sprintf("linebounce needs %d x %d cells, this is %d x %d.", leastWidth, leastHeight, m.width, m.height)
		for y, line := range widgets.Wrap(text, m.width) {
			if y < m.height {
				m.canvas.Text(0, y, theme.Plain, line)
			}
		}
		return
	}
	l := plan(m.width, m.height, m.needs())
	widgets.Title(m.canvas, l.left, l.width, widgets.Simulator, m.keeping, string(m.canvas.Glyphs().Simulated)+" simulated", m.facts)
	widgets.DrawRows(m.canvas, m.settingRows(l.width), l.left, l.settings.at, settingGap)
	m.drawLines(l.area(l.line))
	m.drawStory(l.area(l.story))
	m.drawLanes(l.area(l.lanes))
	m.drawScrub(l.area(l.scrub))
	switch {
	case m.set.fault != sim.NoFault:
		m.drawGame(l.area(l.results))
	default:
		m.drawResults(l.area(l.results))
	}
	for i, line := range m.noteLines(l.width) {
		if i < l.note.height {
			m.canvas.Text(l.left, l.note.at+i, theme.Plain, line)
		}
	}
	widgets.DrawRows(m.canvas, m.keyRows(l.width), l.left, l.keys.at, keyGap)
}

// needs says how much room the parts want.
func (m *Model) needs() needs {
	width := columns(m.width).width
	n := needs{
		settings: len(m.settingRows(width)), lanes: m.laneRows(), notes: max(len(m.noteLines(width)), 1), keys: len(m.keyRows(width)),
		results: 1, all: chartRows, high: min(max(24/m.set.cpus, 3), 6),
	}
	if m.set.cpus > most {
		n.high = highRow
	}
	if width < wide-4 {
		n.all = chartRows + 5 // the table has no room beside the curve
	}
	if m.set.fault != sim.NoFault {
		n.results = len(m.gameRows(width))
		n.all = n.results
	}
	return n
}

func (m *Model) noteLines(width int) []string { return widgets.Wrap(m.note, width) }

// facts says which machine, in as many words as there is room for.
func (m *Model) facts(width int) string {
	made := shape(m.stage.machine.Topology)
	name := m.set.machine
	if m.stage.extrapolated {
		name += " extrapolated"
	}
	return widgets.Fit(width, name+": "+made, name)
}

const settingGap = 3

// settingRows is what is simulated, word by word.
func (m *Model) settingRows(width int) [][]widgets.Item {
	s := m.set
	word := func(name, value string) widgets.Item {
		return widgets.Item{{Style: theme.Dim, Text: name + " "}, {Style: theme.Strong, Text: value}}
	}
	items := []widgets.Item{{{Style: theme.Strong, Text: s.experiment}}}
	for _, name := range probes.Words() {
		value := s.scenario.Get(name)
		if value == "" || value == probes.TransportSocketpair || slices.Contains(placing, name) && name != "observers" || s.experiment == counters && name == "neighbours" && value == probes.Off {
			continue
		}
		items = append(items, word(name, value))
	}
	protocol := s.protocol.String()
	if s.fault != sim.NoFault {
		protocol = fmt.Sprintf("%s (%s with a fault)", alias(s.fault), s.protocol)
	}
	cpus := word("CPUs", fmt.Sprint(s.cpus))
	if has := s.preset(m.presets).CPUs; has > s.cpus {
		cpus = append(cpus, widgets.Span{Style: theme.Dim, Text: fmt.Sprintf(" of %d", has)})
	}
	items = append(items, word("protocol", protocol), word("home", s.home.String()), cpus)
	event := word("event", grouped(int64(m.cursor.Position())))
	event = append(event, widgets.Span{Style: theme.Dim, Text: " of " + grouped(int64(len(m.trace.Events)))})
	at := []widgets.Item{event, word("t =", grouped(m.now/sim.Nanosecond)+" ns")}
	all := widgets.Flow(m.canvas, slices.Concat(items, at), width, settingGap)
	if width < wide-4 || len(all) == 1 {
		return all
	}
	return append(widgets.Flow(m.canvas, items, width, settingGap), at) // so that nothing jumps while numbers grow
}

// hue is the colour of a CPU.
func hue(cpu int) theme.Style { return theme.CPU(cpu) }

// drawLines draws the lines with their fields and who has each.
func (m *Model) drawLines(a widgets.Area) {
	var list []widgets.Line
	for _, l := range m.stage.lines {
		list = append(list, m.drawn(l))
	}
	x := a.X
	widths := widgets.ShareOut(list, a.Width)
	for i, width := range widths {
		list[i].Draw(m.canvas, widgets.Area{X: x, Y: a.Y, Width: width, Height: a.Height})
		x += width + 1
	}
	if rest := len(list) - len(widths); rest > 0 {
		m.canvas.Text(x, a.Y+1, theme.Dim, "+"+plural(rest, "line"))
	}
}

// drawn adds to a line who has it.
func (m *Model) drawn(l line) widgets.Line {
	d := widgets.Line{Title: l.title, Bytes: m.stage.machine.UnitBytes, Fields: l.fields, Border: theme.Faint, Fill: theme.Strong}
	owner, copies := -1, 0
	var state sim.State
	for c, s := range m.cursor.States[l.number] {
		switch {
		case s == sim.Invalid:
		case has(s) && owner < 0:
			owner, state = c, s
		default:
			copies++
		}
	}
	switch {
	case owner >= 0:
		d.Border, d.Fill = hue(owner), theme.OnCPU(owner)
		extra := ""
		if copies > 0 {
			extra = fmt.Sprintf(", +%d", copies)
			d.Notes = append(d.Notes, fmt.Sprintf("CPU %d has it · %s, and %d more a copy", owner, state, copies))
		}
		d.Notes = append(d.Notes, fmt.Sprintf("CPU %d has it · %s%s", owner, state, extra), fmt.Sprintf("CPU %d · %s%s", owner, state, extra), fmt.Sprintf("CPU %d", owner))
	case m.travels(l.number) >= 0:
		to := m.travels(l.number)
		d.Notes = []string{fmt.Sprintf("on its way to CPU %d", to), fmt.Sprintf("to CPU %d", to)}
	case copies > 0:
		d.Notes = []string{fmt.Sprintf("%s, to read", copiesOf(copies)), copiesOf(copies)}
	default:
		d.Notes = []string{"in no cache"}
	}
	return d
}

func copiesOf(n int) string {
	if n == 1 {
		return "1 copy"
	}
	return fmt.Sprintf("%d copies", n)
}

// travels returns the CPU that a line is on its way to, -1 where it is on none.
func (m *Model) travels(number int) int {
	for c, ask := range m.cursor.Asks {
		if ask.Given && int(ask.Line) == number {
			return c
		}
	}
	return -1
}

// drawStory says what the last event was, and draws the messages of its
// request.
func (m *Model) drawStory(a widgets.Area) {
	e, some := m.cursor.Event()
	if !some {
		text := "Nothing has happened yet. → steps to the first event."
		if !m.opened {
			text = "The model begins to run."
		} else if len(m.trace.Events) == m.cursor.Position() {
			text = "No CPU asks for these lines."
		}
		m.canvas.Text(a.X, a.Y, theme.Dim, text)
		return
	}
	m.canvas.Text(a.X, a.Y, theme.Plain, widgets.Fit(a.Width, m.stage.tell(e, m.cursor.Picture)+m.made(e), m.stage.tell(e, m.cursor.Picture), m.stage.tellShort(e)))
	if a.Height < 2 {
		return
	}
	if errand, some := m.stage.errandAt(m.trace.Events[:m.cursor.Position()], m.cursor.Picture); some {
		m.drawErrand(a.X, a.Y+1, a.Width, errand)
	}
}

// made says, in the game, how many writes a line has had, so that an old copy
// can be told.
func (m *Model) made(e sim.Event) string {
	if e.What != sim.Operated && e.What != sim.WroteBack || m.set.fault == sim.NoFault {
		return ""
	}
	n := m.seen(int(e.Line)).made
	if e.What == sim.Operated && e.Write {
		n-- // this one aside
	}
	return fmt.Sprintf(" It has had %s.", writes(n))
}

// drawErrand draws the way of a request and its answer: what is done plain,
// what is under way strong, what is to come faint.
func (m *Model) drawErrand(x, y, width int, t errand) {
	shaft, terse := 2, false
	switch total := func(shaft int) int {
		n := len(fmt.Sprintf("CPU %d", t.cpu))
		for _, h := range t.hops {
			n += len(h.label) + len(h.to) + 2*shaft + 5
		}
		return n
	}; {
	case total(2) <= width:
	case total(1) <= width:
		shaft = 1
	default:
		shaft, terse = 1, true
	}
	g := m.canvas.Glyphs()
	x = m.canvas.Text(x, y, hue(int(t.cpu)), fmt.Sprintf("CPU %d", t.cpu))
	for _, h := range t.hops {
		style := [...]theme.Style{ahead: theme.Dim, underWay: theme.Strong, done: theme.Plain}[h.phase]
		rail, label := g.Flat, h.label
		if h.data {
			rail = g.Twin
		}
		if terse && h.data {
			label = "data"
		}
		m.canvas.Repeat(x+1, y, shaft, style, rail)
		x = m.canvas.Text(x+1+shaft+1, y, style, label)
		m.canvas.Repeat(x+1, y, shaft, style, rail)
		m.canvas.Put(x+1+shaft, y, style, g.Head)
		place := style
		if h.cpu != home {
			place = hue(int(h.cpu))
		}
		x = m.canvas.Text(x+shaft+3, y, place, h.to)
	}
}
