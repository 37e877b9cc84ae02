package lab

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// tableWidth is what stands beside the chart.
const tableWidth = 42

// drawFigures draws the chart with the table beside it, or where there is no
// room the table as one row.
func (m *Model) drawFigures(l layout) {
	e, b := m.experiment(), l.figures
	switch {
	case b.height == 0:
	case b.height < chartRows:
		m.canvas.Text(l.left, b.at, theme.Dim, m.inOneRow(l.width))
	default:
		table := min(tableWidth, l.half)
		chart := widgets.Area{X: l.left, Y: b.at, Width: l.width - table - l.gap, Height: b.height}
		m.inside(chart, func(a widgets.Area) { m.drawChart(a, e) })
		beside := widgets.Area{X: l.left + l.width - table, Y: b.at, Width: table, Height: b.height}
		m.inside(beside, func(a widgets.Area) {
			switch {
			case e.grid() != nil:
				m.drawGrid(a, e, e.grid())
			case e.portrait(e.arms[0]).published:
				m.drawPublished(a, e)
			}
		})
	}
}

// drawChart draws the throughput of A and B over the last half minute.
func (m *Model) drawChart(a widgets.Area, e *experiment) {
	n := widgets.ChartColumns(a.Width)
	w := m.window(e)
	series := [2][]float64{e.history.columns(0, n, w), e.history.columns(1, n, w)}
	top := 0.0
	for _, values := range series {
		for _, v := range values {
			if v > top {
				top = v
			}
		}
	}
	s := scaleFor(top)
	top = widgets.Nice(top / s.unit)
	unit := strings.TrimSpace(s.prefix + " " + unitName(e.Quantity))
	title := unit + " a second"
	titles := []string{title}
	if e.Quantity == probes.OpsPerSecond {
		titles = []string{title + ", all CPUs together", title}
	}
	chart := widgets.Chart{
		Title: m.marked(a.Width, titles...),
		Top:   top * s.unit,
		Axis:  []string{number(top), number(top / 2), "0"},
		First: w.first, Last: w.last,
		Series: []widgets.Series{
			{Name: "A", Style: theme.Dim, Values: series[0], Label: s.digits(e.arm(0).Rate.Median)},
			{Name: "B", Style: theme.Strong, Values: series[1], Label: s.digits(e.arm(1).Rate.Median)},
		},
	}
	if len(e.history.at) == 0 {
		chart.Axis = nil
	}
	for _, t := range m.happened(e) {
		if t.at <= w.now {
			chart.Tags = append(chart.Tags, widgets.Tag{Column: w.column(t.at, n), Text: t.text})
		}
	}
	chart.Draw(m.canvas, a)
}

// happened are the keys that were pressed, and what is known of those that were
// pressed when a recording was made.
func (m *Model) happened(e *experiment) []tag {
	if !m.options.Recorded {
		return e.tags
	}
	var list []tag
	for _, at := range e.shown.Changes {
		list = append(list, tag{at, "arms changed"})
	}
	return list
}

func number(x float64) string {
	text := fmt.Sprintf("%.2f", x)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// published is what the repair gained in 2011, as its author posted it.
var published = []string{
	"published 2011 (E. Dumazet, Linux 16e57262): hackbench on 16 CPUs 9.102 s -> 4.228 s, 2.15 times as fast",
	"published 2011, hackbench, 16 CPUs: 9.102 s -> 4.228 s, 2.15x (16e57262)",
}

// drawPublished says what a message costs in both arms and what was published
// about it.
func (m *Model) drawPublished(a widgets.Area, e *experiment) {
	y := a.Y
	if e.arms[0].Path != "" || e.arms[1].Path != "" {
		m.canvas.Text(a.X, y, theme.Dim, "locked operations a message")
		for i, title := range []string{"pid", "cred", "all"} {
			m.canvas.Right(a.X+18+6*(i+1), y+1, theme.Dim, title)
		}
		for arm, s := range e.arms {
			pid, cred, known := references(s)
			path := s.Path
			if path == "" {
				path = noPath
			}
			m.canvas.Text(a.X, y+2+arm, theme.Plain, armName(arm)+" path "+path)
			for i, n := range []int{pid, cred, pid + cred} {
				text := fmt.Sprint(n)
				if s.Path != "" && !known {
					text = "?"
				}
				m.canvas.Right(a.X+18+6*(i+1), y+2+arm, theme.Plain, text)
			}
		}
		y += 5
	} else {
		for i, text := range widgets.Wrap("Here the system calls around a message cost far more than its references.", a.Width) {
			m.canvas.Text(a.X, y+i, theme.Plain, text)
		}
		y += 3
	}
	var simulated []string
	if said, known := e.simulation(); known {
		_, long := said.modelLine()
		simulated = append(widgets.Wrap(long, a.Width), "")
	}
	said := widgets.Wrap(published[0], a.Width)
	if y+len(simulated)+len(said) > a.Y+a.Height {
		said = widgets.Wrap(published[1], a.Width)
	}
	for i, text := range simulated {
		m.canvas.Text(a.X, y+i, theme.Plain, text)
	}
	for i, text := range said {
		m.canvas.Text(a.X, y+len(simulated)+i, theme.Dim, text)
	}
}

// inOneRow is what stands beside the chart as one row.
func (m *Model) inOneRow(width int) string {
	e := m.experiment()
	if g := e.grid(); g != nil {
		return m.signed(width, g.inOneRow(e)...)
	}
	if !e.portrait(e.arms[0]).published {
		return ""
	}
	return widgets.Fit(width, published...)
}

// reasonWidth is the room beside the big ratio.
func (m *Model) reasonWidth(l layout) int { return m.besideBig(l, m.bigRows(l)) }

// besideBig is the room beside the ratio where that has so many rows.
func (m *Model) besideBig(l layout, rows int) int {
	if big := m.big(); big != "" && l.width >= wide-4 {
		return l.width - widgets.BigWidth(m.canvas, big, rows) - 2
	}
	return l.width
}

// bigRows is how many rows the ratio takes: more where they are free and the reason
// takes no further row beside it.
func (m *Model) bigRows(l layout) int {
	free := l.verdict.height - len(widgets.Wrap(m.message(), l.width))
	reason := func(rows int) int { return len(widgets.Wrap(m.verdict().Reason, m.besideBig(l, rows))) }
	if free < widgets.HugeRows || reason(widgets.HugeRows) > reason(widgets.BigRows) {
		return widgets.BigRows
	}
	return widgets.HugeRows
}

// big is the ratio as it is written large, "" where it is not known.
func (m *Model) big() string {
	if ratio := m.experiment().ratio(); ratio.Known() {
		return times(ratio.Median)
	}
	return ""
}

// drawVerdict says what was found: the ratio large where there is room, the
// claim with its interval, why, and the message of the last key.
func (m *Model) drawVerdict(l layout) {
	b, v := l.verdict, m.verdict()
	x, width := l.left, m.reasonWidth(l)
	notes := widgets.Wrap(m.message(), l.width)
	room := b.height - len(notes)
	beside := width < l.width && room >= widgets.BigRows
	if beside {
		x = widgets.Big(m.canvas, x, b.at, m.bigRows(l), theme.Strong, m.big()) + 2
	} else {
		width = l.width
	}
	if room > 0 {
		at := m.canvas.Text(x, b.at, theme.Strong, v.Claim) + 3
		tail := v.Range
		if old := m.age(m.experiment()); old != "" {
			tail += ", " + old
		}
		m.canvas.Text(at, b.at, theme.Dim, m.marked(l.left+l.width-at, tail+m.circumstances()+m.doubts(), tail+m.circumstances(), tail+m.doubts(), v.Range, ""))
	}
	reasons := widgets.Wrap(v.Reason, width)
	if 1+len(reasons) <= room {
		for i, line := range reasons {
			m.canvas.Text(x, b.at+1+i, theme.Plain, line)
		}
	}
	if beside && m.pastesBeside(l, len(reasons)) {
		m.canvas.Text(x, b.at+widgets.BigRows-1, theme.Dim, m.paste(width))
	}
	m.drawNote(l.left, b.at+b.height-1, l.width)
	if len(notes) == 0 && room > 1+len(reasons) {
		m.canvas.Text(l.left, b.at+b.height-1, theme.Plain, m.invitation())
	}
}

// doubts counts the windows that do not count and names what was unpinned.
func (m *Model) doubts() string {
	e := m.experiment()
	text, aside := "", e.arm(0).SetAside+e.arm(1).SetAside
	if aside > 0 {
		text += fmt.Sprintf("  %s set aside: a worker was kept from its CPU", wording.Count(aside, "window"))
	}
	if e.arm(0).Unpinned || e.arm(1).Unpinned {
		text += "  unpinned"
	}
	return text
}
