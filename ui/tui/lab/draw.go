package lab

import (
	"fmt"
	"time"

	"linebounce/ui/live"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/verdict"
	"linebounce/ui/wording"
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
	m.drawTransport(l)
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
		m.drawPanel(l, e.Name+" cannot run now", m.refusal())
	case m.stage != nil && e.secret:
		m.drawPanel(l, "The prediction comes first", "What A and B come to is hidden until you have answered the lesson's question. "+e.difference())
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
	if l.paste.height > 0 {
		m.canvas.Text(l.left, l.paste.at, theme.Dim, m.paste(l.width))
	}
}

// inside draws a part into its area and no further.
func (m *Model) inside(a widgets.Area, draw func(widgets.Area)) {
	m.canvas.Inside(a.X, a.Y, a.Width, a.Height, func() { draw(a) })
}

// needs says how much room the chosen experiment wants.
func (m *Model) needs() needs {
	e, l := m.experiment(), columns(m.width)
	n := needs{cards: m.cardRows(l.width), boxes: m.boxRows(), strips: 1, keys: len(m.keyRows(l.width))}
	for arm, s := range e.arms {
		n.lanes = max(n.lanes, s.Workers())
		if r := &e.replays[arm]; !r.empty() {
			n.strips = max(n.strips, min(len(r.tracks), mostStrips))
		}
	}
	if m.options.Recorded && e.shown.Err == nil {
		n.transport = 1
	}
	n.notes = len(widgets.Wrap(m.message(), l.width))
	n.reason = len(widgets.Wrap(m.verdict().Reason, m.reasonWidth(l)))
	if !m.pastesBeside(l, n.reason) {
		n.paste = 1
	}
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
	case m.options.Recorded && m.paused:
		return "Paused: the recording stands still. Space goes on."
	case m.options.Recorded && m.away:
		return "Stopped: nobody has looked here for 10 s. The recording goes on when the terminal has the focus."
	case m.paused:
		return "Paused: no worker runs. Space goes on."
	case m.away:
		return "Stopped: nobody has looked here for 10 s, so no worker runs. It goes on when the terminal has the focus."
	case m.options.Why != "":
		return wording.Sentence(m.options.Why)
	}
	return m.disturbance
}

// lesson is the first sentence on the screen.
func (m *Model) lesson(width int) string {
	bytes := m.options.Machine.LineBytes
	return widgets.Fit(width,
		fmt.Sprintf("A cache line is %d bytes that travel together. Only one CPU at a time may write it: the colour says which.", bytes),
		fmt.Sprintf("A cache line is %d bytes that travel together. One CPU at a time may write it: its colour.", bytes),
		fmt.Sprintf("A line is %d bytes that travel together; its colour is the CPU that may write.", bytes))
}

// panel is the place of the results less the message below it.
func (m *Model) panel(l layout) widgets.Area {
	notes := len(widgets.Wrap(m.message(), l.width))
	return widgets.Area{X: l.left, Y: l.lanes.at, Width: l.width, Height: l.keys.at - l.lanes.at - notes - 2}
}

// drawPanel fills the place of the results with one text.
func (m *Model) drawPanel(l layout, title, text string) {
	a := m.panel(l)
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
	m.drawNote(l.left, l.keys.at-2, l.width)
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
	a := m.panel(l)
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
	m.drawNote(l.left, l.keys.at-2, l.width)
}

// question is what the class votes on: the experiment's own as long as its
// arms are as usual.
func (e *experiment) question() string {
	if e.usual() {
		return e.Question
	}
	return e.difference()
}

// difference says what B has otherwise than A.
func (e *experiment) difference() string {
	a, b := e.arms[0], e.arms[1]
	if a.Workers() != b.Workers() {
		a.CPUs, b.CPUs = "", "" // that follows from the rest
	}
	if changes := verdict.Changes(a, b); changes != "" {
		return "From A to B: " + changes + "."
	}
	return "A and B are the same scenario."
}

// quick is how many windows set aside are too few to speak of.
const quick = 5

// warming says why an arm shows nothing yet.
func (m *Model) warming(arm live.Arm) string {
	switch {
	case m.options.Recorded && m.experiment().shown.Length == 0:
		return "the recording is being read"
	case m.options.Recorded && arm.SetAside == 0:
		return "nothing recorded before this moment"
	case !m.options.Recorded && (m.paused || m.away):
		return "stopped before its first window"
	case m.options.Recorded || arm.SetAside > quick:
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
