package lab

import (
	"fmt"
	"strings"
	"time"

	"linebounce/probes"
	"linebounce/ui/live"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/verdict"
)

// draw draws the whole picture.
func (m *Model) draw() {
	m.canvas.Clear()
	if m.width < LeastWidth || m.height < LeastHeight {
		text := fmt.Sprintf("linebounce needs %d x %d cells, this is %d x %d.", LeastWidth, LeastHeight, m.width, m.height)
		for y, line := range widgets.Wrap(text, m.width) {
			if y < m.height {
				m.canvas.Text(0, y, theme.Plain, line)
			}
		}
		return
	}
	e := m.experiment()
	l := plan(m.width, m.height, m.needs())
	m.drawTitle(l)
	m.drawCards(l)
	if l.sentence.height > 0 {
		m.canvas.Text(l.left, l.sentence.at, theme.Plain, m.lesson(l.width))
	}
	for arm := range e.arms {
		m.inside(l.side(arm, l.header), func(a widgets.Area) { m.drawHeader(a, arm) })
		m.inside(l.side(arm, l.maps), func(a widgets.Area) { m.drawMaps(a, arm) })
	}
	switch {
	case e.shown.Err != nil:
		m.drawPanel(l, e.Name+" cannot run now", why(e.shown.Err))
	case e.secret:
		m.drawQuestion(l)
	default:
		m.drawResults(l)
	}
	m.drawKeys(l)
}

// drawResults draws what a vote would hide.
func (m *Model) drawResults(l layout) {
	for arm := range m.experiment().arms {
		m.inside(l.side(arm, l.lanes), func(a widgets.Area) { m.drawLanes(a, arm) })
		m.inside(l.side(arm, l.strips), func(a widgets.Area) { m.drawStrips(a, arm) })
	}
	m.drawLegend(l)
	m.drawStripLabel(l)
	m.drawFigures(l)
	m.drawVerdict(l)
}

// inside draws a part into its area and no further.
func (m *Model) inside(a widgets.Area, draw func(widgets.Area)) {
	m.canvas.Inside(a.X, a.Y, a.Width, a.Height, func() { draw(a) })
}

// needs says how much room the chosen experiment wants.
func (m *Model) needs() needs {
	e, l := m.experiment(), columns(m.width)
	n := needs{strips: 1, keys: len(m.keyRows(l.width))}
	for arm, s := range e.arms {
		n.lanes = max(n.lanes, s.Workers())
		n.strips = max(n.strips, min(len(e.replays[arm].tracks), mostStrips))
	}
	n.notes = len(widgets.Wrap(m.message(), l.width))
	n.reason = len(widgets.Wrap(m.verdict().Reason, m.reasonWidth(l)))
	return n
}

func (m *Model) verdict() verdict.Verdict {
	e := m.experiment()
	return verdict.Of(e.Name, e.arms[0], e.arms[1], e.ratio())
}

// message is what the line below the verdict says.
func (m *Model) message() string {
	switch {
	case m.note != "":
		return m.note
	case m.paused:
		return "Paused: no worker runs. Space goes on."
	case m.away:
		return "Stopped: nobody has looked here for 10 s, so no worker runs. It goes on when the terminal has the focus."
	case m.options.Why != "":
		return sentence(m.options.Why)
	}
	return ""
}

// lesson is the first sentence on the screen.
func (m *Model) lesson(width int) string {
	bytes := m.options.Machine.LineBytes
	return widgets.Fit(width,
		fmt.Sprintf("A cache line is %d bytes that travel together. Only one CPU at a time may write it: the colour says which.", bytes),
		fmt.Sprintf("A cache line is %d bytes that travel together. One CPU at a time may write it: its colour.", bytes),
		fmt.Sprintf("A line is %d bytes that travel together; its colour is the CPU that may write.", bytes))
}

// drawTitle draws the name of the room and where its figures come from.
func (m *Model) drawTitle(l layout) {
	x := m.canvas.Text(l.left, 0, theme.Strong, "linebounce") + 2
	m.canvas.Text(x, 0, theme.Title, " Lab ")
	origin := m.origin()
	end := l.left + l.width
	facts := m.facts(l.width - 20 - m.canvas.Width(origin))
	m.canvas.Right(end, 0, theme.Dim, facts)
	m.canvas.Right(end-m.canvas.Width(facts)-2, 0, theme.Strong, origin)
}

// origin is the mark of the readings' source, or that there are none now.
func (m *Model) origin() string {
	g := m.canvas.Glyphs()
	switch {
	case m.paused:
		return "paused"
	case m.away:
		return "stopped"
	case m.options.Recorded:
		return strings.TrimSpace(string(g.Recorded) + " recorded " + m.options.RecordedOn)
	case m.experiment().shown.Origin == probes.Simulated:
		return string(g.Simulated) + " simulated"
	}
	return string(g.Measured) + " measured"
}

// facts says which machine, in as many words as there is room for.
func (m *Model) facts(width int) string {
	machine := m.options.Machine
	line := fmt.Sprintf("%d B lines", machine.LineBytes)
	if machine.LineSource == "assumed" {
		line += " (assumed)"
	}
	rest := plural(len(machine.CPUs), "CPU") + "  " + line
	words := strings.Fields(shortModel(machine.Model))
	for n := len(words); n > 0; n-- {
		if text := strings.Join(words[:n], " ") + "  " + rest; len([]rune(text)) <= width {
			return text
		}
	}
	return widgets.Fit(width, rest, line)
}

// shortModel leaves out of a CPU's name what says nothing.
func shortModel(model string) string {
	model = strings.NewReplacer("(R)", "", "(TM)", "", "(tm)", "", " CPU", "", " Processor", "", "-Core", " cores").Replace(model)
	model, _, _ = strings.Cut(model, " @")
	model, _, _ = strings.Cut(model, " with ")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, model)
}

// card is what one experiment's card says.
type card struct{ name, ratio, says, note string }

func (m *Model) card(e *experiment) card {
	c := card{name: e.Name, says: e.Headline, note: e.Note}
	if !e.usual() {
		c.says, c.note = "B over A, changed by keys", "r sets it back"
	}
	ratio := e.ratio()
	switch {
	case e.shown.Err != nil:
		c.ratio, c.note = "-", "cannot run now"
	case e.secret:
		c.ratio, c.note = "?", "hidden for the vote"
	case !ratio.Known():
		c.ratio, c.note = "...", "warming up"
	default:
		c.ratio = times(ratio.Median)
		if old := m.age(e); e != m.experiment() && old != "" {
			c.note = "measured " + old
		}
	}
	if e.shown.At.IsZero() && e != m.experiment() && e.shown.Err == nil && !e.secret {
		c.note = "its turn comes soon"
	}
	return c
}

// times writes a ratio: "3.9×".
func times(ratio float64) string { return verdict.Times(ratio) + "×" }

func (m *Model) drawCards(l layout) {
	if l.cards.height < 4 {
		m.drawCardRow(l)
		return
	}
	gap := 2
	width := (l.width - gap*(len(m.list)-1)) / len(m.list)
	for i, e := range m.list {
		c, a := m.card(e), widgets.Area{X: l.left + i*(width+gap), Y: l.cards.at, Width: width, Height: 4}
		border, text := theme.Faint, theme.Dim
		if i == m.current {
			border, text = theme.Plain, theme.Strong
		}
		widgets.Box(m.canvas, a, border, text, c.name, "")
		x := m.canvas.Text(a.X+2, a.Y+1, theme.Strong, c.ratio)
		m.canvas.Text(x+2, a.Y+1, theme.Plain, widgets.Fit(width-6-len([]rune(c.ratio)), c.says, "B over A"))
		m.canvas.Text(a.X+2, a.Y+2, theme.Dim, widgets.Fit(width-4, c.note, ""))
	}
}

// drawCardRow is the cards on one row.
func (m *Model) drawCardRow(l layout) {
	for _, wordy := range []bool{true, false} {
		var items []widgets.Item
		for i, e := range m.list {
			c, style := m.card(e), theme.Dim
			if i == m.current {
				style = theme.Strong
			}
			item := widgets.Item{{Style: style, Text: c.name + " "}, {Style: theme.Dim, Text: "B/A "}, {Style: theme.Strong, Text: c.ratio}}
			if old := m.age(e); i != m.current && wordy && old != "" && e.ratio().Known() && !e.secret {
				item = append(item, widgets.Span{Style: theme.Dim, Text: " " + old})
			}
			items = append(items, item)
		}
		if rows := widgets.Flow(m.canvas, items, l.width, 3); len(rows) == 1 {
			widgets.DrawRows(m.canvas, rows, l.left, l.cards.at, 3)
			return
		}
	}
}

// drawPanel fills the place of the results with one text.
func (m *Model) drawPanel(l layout, title, text string) {
	a := widgets.Area{X: l.left, Y: l.lanes.at, Width: l.width, Height: l.keys.at - l.lanes.at - 1}
	lines := append([]string{title, ""}, widgets.Wrap(text, a.Width-4)...)
	widgets.Box(m.canvas, a, theme.Faint, theme.Plain, "", "")
	for i, line := range lines {
		style := theme.Plain
		if i == 0 {
			style = theme.Strong
		}
		if i < a.Height-2 {
			m.canvas.Text(a.X+2, a.Y+1+i, style, line)
		}
	}
	m.drawNote(l.left, l.keys.at-1, l.width)
}

// drawNote writes the message upwards from a row.
func (m *Model) drawNote(x, bottom, width int) {
	lines := widgets.Wrap(m.message(), width)
	for i, line := range lines {
		m.canvas.Text(x, bottom-len(lines)+1+i, theme.Plain, line)
	}
}

// drawQuestion asks the class.
func (m *Model) drawQuestion(l layout) {
	e := m.experiment()
	a := widgets.Area{X: l.left, Y: l.lanes.at, Width: l.width, Height: l.keys.at - l.lanes.at - 3}
	widgets.Box(m.canvas, a, theme.Plain, theme.Strong, "vote first", "v shows the result")
	y := a.Y + max((a.Height-6)/2, 1)
	for _, line := range widgets.Wrap(e.question(), a.Width-6) {
		m.canvas.Text(a.X+3, y, theme.Plain, line)
		y++
	}
	m.canvas.Text(a.X+3, y+1, theme.Strong, "Which is faster?")
	x := a.X + 3
	for vote := voteA; vote <= voteSame; vote++ {
		style := theme.Plain
		if vote == e.vote {
			style = theme.Title
		}
		x = m.canvas.Text(x, y+2, style, fmt.Sprintf(" %d %s ", vote, answers[vote])) + 3
	}
	m.drawNote(l.left, l.keys.at-1, l.width)
}

// question is what the class votes on: the experiment's own as long as its
// arms are as usual.
func (e *experiment) question() string {
	if e.usual() {
		return e.Question
	}
	if changes := verdict.Changes(e.arms[0], e.arms[1]); changes != "" {
		return "From A to B: " + changes + "."
	}
	return "A and B are the same scenario."
}

// quick is how many windows set aside are too few to speak of.
const quick = 5

// warming says why an arm shows nothing yet.
func (m *Model) warming(arm live.Arm) string {
	switch {
	case m.paused || m.away:
		return "stopped before its first window"
	case arm.SetAside > quick:
		return fmt.Sprintf("no quiet window yet, %d set aside", arm.SetAside)
	}
	return "warming up"
}

// age says how old an experiment's figures are, "" while they are fresh and
// where they are recorded.
func (m *Model) age(e *experiment) string {
	if old := m.now.Sub(e.shown.At); !e.shown.At.IsZero() && old > 3*time.Second && !m.options.Recorded {
		return age(old)
	}
	return ""
}
