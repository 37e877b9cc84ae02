package simulator

import (
	"fmt"
	"math"
	"slices"

	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// tableWidth is what the table beside the curve takes.
const tableWidth = 64

// drawResults draws what the model predicts of the run of 2011: the curve, and
// as a table the figures that can be held against others.
func (m *Model) drawResults(a widgets.Area) {
	f := m.forecasts[m.set.topic()]
	if f == nil {
		f = newForecast(m.set.preset(m.presets))
	}
	switch {
	case a.Height == 0:
	case a.Height < chartRows:
		m.drawSummary(a, f)
	case a.Width < wide-4:
		table := min(a.Height-chartRows, 5)
		m.drawCurve(widgets.Area{X: a.X, Y: a.Y, Width: a.Width, Height: a.Height - table}, f)
		if table > 0 {
			m.drawTable(widgets.Area{X: a.X, Y: a.Y + a.Height - table, Width: a.Width, Height: table}, f)
		}
	default:
		width := a.Width - tableWidth - 3
		m.drawCurve(widgets.Area{X: a.X, Y: a.Y, Width: width, Height: a.Height}, f)
		m.drawTable(widgets.Area{X: a.X + width + 3, Y: a.Y, Width: a.Width - width - 3, Height: a.Height}, f)
	}
}

// drawSummary is the one figure that there is room for.
func (m *Model) drawSummary(a widgets.Area, f *forecast) {
	r, known := f.row(f.at)
	text := "computing what it predicts of hackbench"
	if known {
		text = fmt.Sprintf("hackbench on %d CPUs, always / on request: %s× simulated", f.at, ratio(r.Ratio))
		if m.set.machine == publishedMachine {
			text += fmt.Sprintf(", %s× published", ratio(publishedRatio))
		}
	}
	m.canvas.Text(a.X, a.Y, theme.Dim, text)
}

func ratio(r float64) string { return fmt.Sprintf("%.2f", r) }

// axisWidth is what the labels of the ratio's axis take.
const axisWidth = 6

// plot turns CPUs and ratios into cells, by their logarithms.
type plot struct {
	widgets.Area
	top float64 // log2 of the ratio in the first row; the last is 1
}

func (p plot) x(cpus float64) int {
	last := math.Log2(float64(curve[len(curve)-1]))
	return p.X + int(math.Round(math.Log2(cpus)/last*float64(p.Width-1)))
}

func (p plot) y(ratio float64) int {
	share := math.Log2(max(ratio, 1)) / p.top
	return p.Y + int(math.Round((1-share)*float64(p.Height-1)))
}

// drawCurve draws the ratio of the two times by the number of CPUs.
func (m *Model) drawCurve(a widgets.Area, f *forecast) {
	g := m.canvas.Glyphs()
	marks := fmt.Sprintf("  %c simulated", g.Simulated)
	if m.set.machine == publishedMachine {
		marks += fmt.Sprintf("  %c published", g.Published)
	}
	if len(f.todo) > 0 {
		marks += "  computing"
	}
	m.canvas.Text(a.X, a.Y, theme.Dim, widgets.Fit(a.Width, "hackbench, time always / on request"+marks, "always / on request"+marks, "ratio"+marks))
	top := 16.0
	for _, n := range curve {
		if r, known := f.row(n); known {
			top = max(top, math.Exp2(math.Ceil(math.Log2(r.Ratio))))
		}
	}
	p := plot{widgets.Area{X: a.X + axisWidth, Y: a.Y + 1, Width: a.Width - axisWidth - 6, Height: a.Height - 3}, math.Log2(top)}
	m.drawAxes(p, top)
	var known []int
	for _, n := range curve {
		if _, is := f.row(n); is {
			known = append(known, n)
		}
	}
	for i := 1; i < len(known); i++ {
		m.drawBetween(p, f, known[i-1], known[i])
	}
	for _, n := range known {
		r, _ := f.row(n)
		m.canvas.Put(p.x(float64(n)), p.y(r.Ratio), theme.Strong, g.Simulated)
	}
	if m.set.machine == publishedMachine {
		x, y := p.x(float64(publishedCPUs)), p.y(publishedRatio)
		r, is := f.row(publishedCPUs)
		if is && p.y(r.Ratio) == y {
			x++ // beside the prediction
		}
		m.canvas.Put(x, y, theme.Strong, g.Published)
		if is && y < p.y(r.Ratio) {
			m.canvas.Right(x-1, y, theme.Strong, ratio(publishedRatio)) // to the left and above the curve there is room
		} else {
			m.canvas.Text(x, y+1, theme.Strong, ratio(publishedRatio)) // or to the right and below it
		}
	}
}

func (m *Model) drawAxes(p plot, top float64) {
	g, base := m.canvas.Glyphs(), p.Y+p.Height
	for y := p.Y; y < base; y++ {
		m.canvas.Put(p.X-1, y, theme.Faint, g.Upright)
	}
	used := map[int]bool{}
	for r := 1.0; r <= top; r *= 2 {
		if y := p.y(r); !used[y] {
			used[y] = true
			m.canvas.Put(p.X-1, y, theme.Faint, g.Tick)
			m.canvas.Right(p.X-2, y, theme.Dim, fmt.Sprintf("%.0f×", r))
		}
	}
	m.canvas.Put(p.X-1, base, theme.Faint, g.Corner)
	m.canvas.Repeat(p.X, base, p.Width, theme.Faint, g.Flat)
	for _, n := range curve {
		m.canvas.Text(p.x(float64(n)), base+1, theme.Dim, fmt.Sprint(n))
	}
	m.canvas.Text(p.X+p.Width+2, base, theme.Dim, "CPUs")
}

// drawBetween joins two neighbours of the curve, evenly in its logarithms.
func (m *Model) drawBetween(p plot, f *forecast, from, to int) {
	a, _ := f.row(from)
	b, _ := f.row(to)
	g, last := m.canvas.Glyphs(), -1
	x0, x1 := p.x(float64(from)), p.x(float64(to))
	for x := x0; x <= x1; x++ {
		share := float64(x-x0) / float64(max(x1-x0, 1))
		y := p.y(math.Exp2((1-share)*math.Log2(max(a.Ratio, 1)) + share*math.Log2(max(b.Ratio, 1))))
		switch {
		case last < 0 || last == y:
			m.canvas.Put(x, y, theme.Strong, g.Flat)
		case last > y:
			m.canvas.Put(x, last, theme.Strong, g.RiseFrom)
			m.canvas.Put(x, y, theme.Strong, g.RiseTo)
		default:
			m.canvas.Put(x, last, theme.Strong, g.FallFrom)
			m.canvas.Put(x, y, theme.Strong, g.FallTo)
		}
		if last >= 0 {
			for between := min(last, y) + 1; between < max(last, y); between++ {
				m.canvas.Put(x, between, theme.Strong, g.Upright)
			}
		}
		last = y
	}
}

// figure is a row of the table.
type figure struct{ what, predicted, other, off, more string }

// columnsOf are where the columns of the table end, the last one where it
// begins.
var columnsOf = [...]int{31, 45, 52, 53}

// drawTable draws what is predicted beside what was published, and beside what
// was measured on this machine.
func (m *Model) drawTable(a widgets.Area, f *forecast) {
	other := "published"
	if m.set.machine != publishedMachine {
		other = ""
	}
	y := m.drawFigures(a, 0, other, m.run2011(f))
	if m.set.machine != publishedMachine {
		y = m.drawRemark(a, y, "Nobody published this run on this machine.")
	}
	y++
	switch {
	case y+1 >= a.Height && len(m.here) > 0:
	case len(m.here) > 0:
		y = m.drawFigures(a, y, "measured here", m.onThis(a.Height-y-1))
	case m.options.Measure != nil:
		y = m.drawRemark(a, y, "predicted against measured here: not measured yet, press c")
	default:
		y = m.drawRemark(a, y, "predicted against measured here: nothing can be measured")
	}
	if m.set.machine == publishedMachine && y+1 < a.Height {
		m.drawRemark(a, y+1, "Base work from the repaired time; the rest published latencies times operations.")
	}
}

// onThis is the figures of this machine, at most so many: first those that the
// model was not calibrated from.
func (m *Model) onThis(most int) []figure {
	var rows, taken []figure
	for _, j := range m.here {
		row := figure{what: j.What, predicted: perSecond(j.Predicted), other: perSecond(j.Measured)}
		if j.Taken {
			row.off = "taken"
			taken = append(taken, row)
			continue
		}
		row.off = fmt.Sprintf("%+.0f %%", 100*j.Error)
		rows = append(rows, row)
	}
	rows = append(rows, taken...)
	return rows[:min(max(most, 0), len(rows))]
}

// run2011 is the figures of the run of the mail.
func (m *Model) run2011(f *forecast) []figure {
	r, known := f.row(f.at)
	request, always, factor := fmt.Sprintf("on request, %d CPUs", f.at), fmt.Sprintf("always, %d CPUs", f.at), "ratio"
	if !known {
		return []figure{{what: request, predicted: "computing"}, {what: always, predicted: "computing"}, {what: factor, predicted: "computing"}}
	}
	rows := []figure{
		{what: request, predicted: seconds(r.B.Seconds)}, {what: always, predicted: seconds(r.A.Seconds)}, {what: factor, predicted: ratio(r.Ratio) + "×"},
	}
	if low, high, known := f.band(); known {
		rows[2].more = fmt.Sprintf("%s-%s", ratio(low), ratio(high))
	}
	if m.set.machine == publishedMachine {
		rows[0].other, rows[0].off = seconds(publishedRequest), "base"
		rows[1].other, rows[1].off = seconds(publishedAlways), off(r.A.Seconds, publishedAlways)
		rows[2].other, rows[2].off = ratio(publishedRatio)+"×", off(r.Ratio, publishedRatio)
	}
	return rows
}

func seconds(s float64) string { return fmt.Sprintf("%.2f s", s) }

// perSecond writes a rate with three digits.
func perSecond(x float64) string {
	switch {
	case x >= 1e9:
		return fmt.Sprintf("%.3g G/s", x/1e9)
	case x >= 1e6:
		return fmt.Sprintf("%.3g M/s", x/1e6)
	case x >= 1e3:
		return fmt.Sprintf("%.3g k/s", x/1e3)
	}
	return fmt.Sprintf("%.3g /s", x)
}

// drawFigures draws a part of the table from a row on and returns the row
// behind it.
func (m *Model) drawFigures(a widgets.Area, row int, other string, list []figure) int {
	at := func(i int) int { return a.X + columnsOf[i] }
	if row >= a.Height {
		return row
	}
	m.canvas.Right(at(0), a.Y+row, theme.Dim, m.canvas.Glyphs().Text(string(m.canvas.Glyphs().Simulated))+" predicted")
	m.canvas.Right(at(1), a.Y+row, theme.Dim, other)
	if other != "" {
		m.canvas.Right(at(2), a.Y+row, theme.Dim, "error")
	}
	if slices.ContainsFunc(list, func(f figure) bool { return f.more != "" }) {
		m.canvas.Text(at(3)+1, a.Y+row, theme.Dim, "band")
	}
	row++
	for _, f := range list {
		if row >= a.Height {
			return row
		}
		y := a.Y + row
		m.canvas.Text(a.X, y, theme.Dim, f.what)
		m.canvas.Right(at(0), y, theme.Strong, f.predicted)
		m.canvas.Right(at(1), y, theme.Strong, f.other)
		m.canvas.Right(at(2), y, theme.Dim, f.off)
		m.canvas.Text(at(3)+1, y, theme.Dim, f.more)
		row++
	}
	return row
}

// drawRemark writes text from a row on and returns the row behind it.
func (m *Model) drawRemark(a widgets.Area, row int, text string) int {
	for _, line := range widgets.Wrap(text, a.Width) {
		if row >= a.Height {
			break
		}
		m.canvas.Text(a.X, a.Y+row, theme.Dim, line)
		row++
	}
	return row
}
