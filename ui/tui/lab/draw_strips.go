package lab

import (
	"fmt"
	"math"
	"strings"

	"linebounce/ui/live"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// mostStrips is how many lines of one arm are replayed at once.
const mostStrips = 4

// drawStripLabel says how the strips are to be read.
func (m *Model) drawStripLabel(l layout) {
	if l.strips.height == 0 {
		return
	}
	e := m.experiment()
	if e.replays[0].empty() && e.replays[1].empty() {
		m.canvas.Text(l.left, l.strips.at, theme.Dim, "who had the line, operation by operation")
		return
	}
	pace := grouped(e.slowdown()) + "× slowed"
	if m.options.ReduceMotion {
		pace = "not moving"
	}
	gap := strings.Repeat(string(m.canvas.Glyphs().Gap), gapCells)
	long, short := e.operation()
	x := m.canvas.Text(l.left, l.strips.at, theme.Plain, "who had the line")
	m.canvas.Text(x, l.strips.at, theme.Dim, m.signed(l.left+l.width-x,
		fmt.Sprintf("  each digit is one %s by that CPU, in real order, %s; %s the line travels (not to scale)", long, pace, gap),
		fmt.Sprintf("  each digit is one %s by that CPU, %s; %s it travels (not to scale)", long, pace, gap),
		fmt.Sprintf(": 1 digit 1 %s, %s, gap %s not to scale", short, pace, gap)))
}

// drawStrips draws an arm's strips and what its captures counted.
func (m *Model) drawStrips(a widgets.Area, arm int) {
	e := m.experiment()
	if a.Height < 2 {
		return
	}
	shown, r := e.arm(arm), &e.replays[arm]
	a.Y, a.Height = a.Y+1, a.Height-1
	if why := e.still(e.arms[arm]); why != nil {
		m.canvas.Text(a.X, a.Y, theme.Dim, widgets.Fit(a.Width, why...))
		return
	}
	if r.empty() {
		m.canvas.Text(a.X, a.Y, theme.Dim, m.awaiting(shown, a.Width))
		return
	}
	rows := max(a.Height-1, 1)
	each := max(rows/len(r.tracks), 1)
	lines := min(len(r.tracks), rows)
	label := 0
	if len(r.tracks) > 1 {
		for _, t := range r.tracks[:lines] {
			label = max(label, len(t.name)+1)
		}
	}
	for i, t := range r.tracks[:lines] {
		y := a.Y + i*each
		if label > 0 {
			m.canvas.Text(a.X, y, theme.Dim, t.name)
		}
		m.drawTrack(widgets.Area{X: a.X + label, Y: y, Width: a.Width - label, Height: each}, t)
	}
	if a.Height > lines*each {
		m.canvas.Text(a.X, a.Y+lines*each, theme.Dim, m.handoffs(shown, a.Width, len(r.tracks)-lines))
	}
}

func (m *Model) awaiting(shown live.Arm, width int) string {
	if shown.Windows > 0 && shown.Burst == nil {
		return "waiting for the first burst"
	}
	if shown.Burst != nil {
		return widgets.Fit(width, "no hand-offs to show: nobody used the line", "no hand-offs: nobody used the line")
	}
	return m.warming(shown)
}

// drawTrack draws one strip as an oscilloscope does: from left to right and
// again, what is new on the colour of its CPU, and ahead of it what is left of
// the sweep before in the colour alone.
func (m *Model) drawTrack(a widgets.Area, t track) {
	room := a.Width * a.Height
	shown := min(int(t.at), len(t.cells))
	if room <= 0 || shown == 0 {
		return
	}
	page := (shown - 1) / room * room
	for i := range room {
		x, y := a.X+i%a.Width, a.Y+i/a.Width
		switch {
		case page+i < shown:
			m.drawOperation(x, y, t.cells[page+i], true)
		case page+i < shown+2: // room between new and old
		case page > 0:
			m.drawOperation(x, y, t.cells[page-room+i], false)
		}
	}
}

func (m *Model) drawOperation(x, y, cpu int, fresh bool) {
	if cpu == travelling {
		m.canvas.Put(x, y, theme.Faint, m.canvas.Glyphs().Gap)
		return
	}
	style := theme.CPU(m.hues[cpu])
	if fresh {
		style = theme.OnCPU(m.hues[cpu])
	}
	m.canvas.Put(x, y, style, rune('0'+cpu%10))
}

// handoffs says what the captures of an arm counted on its lines.
func (m *Model) handoffs(shown live.Arm, width, hidden int) string {
	if len(shown.Lines) == 0 {
		return ""
	}
	moved := shown.Lines[0]
	for _, line := range shown.Lines {
		if line.Handoffs > moved.Handoffs {
			moved = line
		}
	}
	more := ""
	if hidden > 0 {
		more = fmt.Sprintf("; %s more", wording.Count(hidden, "line"))
	}
	if math.IsNaN(moved.Handoffs) {
		return m.signed(width, "hand-offs not counted yet: a worker was kept from its CPU", "hand-offs not counted yet")
	}
	if moved.Handoffs == 0 {
		return m.signed(width, "0 hand-offs/s: each line stays where it is"+more, "0 hand-offs/s: each line stays")
	}
	which := ""
	if len(shown.Lines) > 1 {
		which = moved.Name + ": "
	}
	noun, _ := m.experiment().operation()
	number := count(moved.Handoffs, "hand-offs")
	if shown.Burst.Short() {
		number = "at least " + number
	}
	middle, mean := operations(moved.StayMedian), operations(moved.StayMean)
	return m.signed(width,
		fmt.Sprintf("%s%s   stays: median %s, mean %s %ss%s", which, number, middle, mean, noun, more),
		fmt.Sprintf("%s%s, stays: median %s, mean %s", which, number, middle, mean),
		fmt.Sprintf("%s%s, median stay %s", which, number, middle), fmt.Sprintf("%s, median stay %s", number, middle), number)
}

// operations writes the length of a stay.
func operations(n float64) string {
	if n >= 1e6 {
		return fmt.Sprintf("%.1f M", n/1e6)
	}
	if n >= 10 {
		return grouped(n)
	}
	return fmt.Sprintf("%.1f", n)
}
