package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/ui/live"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// drawHeader says what an arm is and what its CPUs do.
func (m *Model) drawHeader(a widgets.Area, arm int) {
	e := m.experiment()
	s, bytes := e.arms[arm], m.options.Machine.LineBytes
	badge := theme.Strong
	if arm == m.edited {
		badge = theme.Title
	}
	m.canvas.Text(a.X, a.Y, badge, " "+armName(arm)+" ")
	m.canvas.Text(a.X+4, a.Y, theme.Strong, e.title(arm, a.Width-4))
	if !e.secret {
		longer := max(m.canvas.Width(e.title(0, a.Width-4)), m.canvas.Width(e.title(1, a.Width-4)))
		m.canvas.Right(a.X+a.Width, a.Y, theme.Dim, m.mark(a.Width-4-longer-2)) // alike in both
	}
	wordings := e.code(s, bytes)
	m.canvas.Text(a.X+4, a.Y+1, theme.Dim, widgets.Fit(a.Width-4, wordings...))
}

// title names an arm in a row so wide.
func (e *experiment) title(arm, width int) string {
	s := e.arms[arm]
	name := e.named(s)
	return widgets.Fit(width, name+e.extras(s), name)
}

// told are the words that an arm's name or its code tells.
var told = []string{"counter", "line", "path", "op", "batch", "observers", "index", "cached"}

// extras names what else is unusual about an arm.
func (e *experiment) extras(s probes.Scenario) string {
	text := ""
	for _, t := range toggles {
		if slices.Contains(told, t.word) || t.word == "writers" && s.Observers > 0 {
			continue
		}
		if value := s.Get(t.word); value != "" && value != e.Default.Get(t.word) && (t.word != "passcred" || e.Default.Path != "") {
			text += ", " + t.label + " " + value
		}
	}
	if s.Path != "" && s.Line == probes.LinePadded {
		text += ", padded"
	}
	if s.Path != "" && s.Counter == probes.CounterEach {
		text += ", a counter each"
	}
	return text
}

// drawLanes draws a row for each CPU: what it does, the state of the line in
// it, and how fast it is. The bars of both arms share one scale.
func (m *Model) drawLanes(a widgets.Area, arm int) {
	e := m.experiment()
	shown := e.arm(arm)
	if len(shown.Workers) == 0 {
		m.canvas.Text(a.X, a.Y, theme.Dim, m.warming(shown))
		return
	}
	rows := shown.Workers
	if len(rows) > a.Height {
		rows = rows[:a.Height-1]
	}
	label := 0
	for _, w := range shown.Workers {
		label = max(label, len(laneLabel(w)))
	}
	high := m.laneHeight(a.Height)
	for i, w := range rows {
		m.drawLane(widgets.Area{X: a.X, Y: a.Y + i*high, Width: a.Width, Height: max(high-1, 1)}, e, arm, i, w, label)
	}
	if left := shown.Workers[len(rows):]; len(left) > 0 {
		sum := 0.0
		for _, w := range left {
			sum += w.Rate
		}
		m.canvas.Text(a.X, a.Y+len(rows), theme.Dim, fmt.Sprintf("and %d more CPUs, together %s", len(left), rate(sum)))
	}
}

// laneHeight is how many rows a CPU has where all have so many, alike in both arms.
func (m *Model) laneHeight(rows int) int {
	workers := 1
	for arm := range m.experiment().arms {
		workers = max(workers, len(m.experiment().arm(arm).Workers))
	}
	return min(max(rows/workers, 1), highLane)
}

func laneLabel(w live.Worker) string { return fmt.Sprintf("CPU %d %s", w.CPU, w.Role) }

// drawLane draws one CPU's row.
func (m *Model) drawLane(a widgets.Area, e *experiment, arm, i int, w live.Worker, label int) {
	style := theme.CPU(m.hues[w.CPU])
	m.canvas.Text(a.X, a.Y, style, laneLabel(w))
	letters := e.letters(arm, i, w.CPU)
	m.canvas.Text(a.X+label+1, a.Y, theme.Strong, fmt.Sprintf("%-2s", letters))
	figure := fmt.Sprintf("%9s", rate(w.Rate))
	if !w.Pinned {
		figure += " unpinned"
	}
	bar := a.Width - label - 4 - m.canvas.Width(figure) - 1
	share, top := 0.0, max(e.fastest(0, w.Role), e.fastest(1, w.Role))
	if top > 0 && !math.IsNaN(w.Rate) {
		share = w.Rate / top
	}
	widgets.HighBar(m.canvas, widgets.Area{X: a.X + label + 4, Y: a.Y, Width: bar, Height: a.Height}, style, theme.Solid(m.hues[w.CPU]), share)
	m.canvas.Right(a.X+a.Width, a.Y, theme.Plain, figure)
}

// fastest returns the highest rate of an arm's CPUs, observers apart from
// those that write: reading is faster than any bar could show beside writing.
func (e *experiment) fastest(arm int, role probes.Role) float64 {
	top := 0.0
	for _, w := range e.arm(arm).Workers {
		if (w.Role == probes.Observer) == (role == probes.Observer) && w.Rate > top {
			top = w.Rate
		}
	}
	return top
}

// drawLegend explains the letters of the lanes.
func (m *Model) drawLegend(l layout) {
	if l.legend.height == 0 {
		return
	}
	e := m.experiment()
	letters := ""
	for arm := range e.arms {
		for i, w := range e.arm(arm).Workers {
			letters += e.letters(arm, i, w.CPU)
		}
	}
	var long, short []string
	for _, state := range []struct{ letter, means, says string }{
		{"M", "M modified, the only copy", "M modified"}, {"E", "E exclusive, not written", "E exclusive"},
		{"S", "S shared to read", "S shared"}, {"I", "I invalid, must fetch it", "I invalid"},
	} {
		if strings.Contains(letters, state.letter) {
			long, short = append(long, state.means), append(short, state.says)
		}
	}
	meanings := strings.Join(long, ", ")
	text := widgets.Fit(l.width,
		"state of the line in each CPU, inferred from the last owner: "+meanings+" (more with ?)",
		"inferred from the last owner: "+meanings, "inferred: "+meanings, "inferred: "+strings.Join(short, ", "))
	if meanings == "" {
		text = ""
		if e.still(e.arms[0]) != nil && e.still(e.arms[1]) != nil {
			text = "no letter M O E S I beside a CPU: nothing here tells the state of its lines"
		}
	}
	m.canvas.Text(l.left, l.legend.at, theme.Dim, text)
}
