package scope

import (
	"fmt"
	"math"
	"strings"

	"linebounce/probes/latency"
	"linebounce/probes/topology"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

const (
	mapLabel = 8 // "CPU 123"
	mapCell  = 7
	largest  = 8 // times that a cell can be so high and wide
)

// mapRows is how many CPUs have a row.
func (m *Model) mapRows() int { return max(m.height/2-4, 1) }

// drawMap draws the map into the rows from y to below low.
func (m *Model) drawMap(left, width, y, low int) {
	y = m.paragraph(left, width, y, theme.Plain, m.mapSays())
	found, have := m.atlas.maps[m.atlas.method]
	m.drawProgress(left, width, y, have)
	y += 2
	if !have {
		return
	}
	groups := found.Groups()
	below := min(len(groups), max((low-y)/3, 1)) + 3 // a legend, and gaps
	n := len(found.CPUs)
	times := min((width-mapLabel)/(mapCell*n), (low-y-below-len(found.Pairs)-3)/n, largest)
	times = max(times, 1)
	tall := min(low-y-below, times*n+1)
	m.drawMatrixOf(found, widgets.Area{X: left, Y: y, Width: width, Height: max(tall, 2)}, times)
	y += tall + 1
	m.canvas.Text(left, y, theme.Dim, widgets.Fit(width,
		"below the diagonal ns, above it what neighbours they are; ~ not yet within 5%, * unpinned, - not measured", "ns, and what neighbours; ~ not within 5%, * unpinned, - not measured"))
	y = m.drawGroups(left, width, y+2, below-3, groups)
	m.drawPairs(left, width, y+1, low, found)
}

// drawProgress draws how far the map is.
func (m *Model) drawProgress(left, width, y int, have bool) {
	p := m.atlas.progress
	switch {
	case m.player.plays() && !have:
	case m.atlas.job == nil && !have && m.atlas.failed == nil:
		m.canvas.Text(left, y, theme.Dim, "waiting for the CPUs")
	case m.atlas.job == nil && have:
		found := m.atlas.maps[m.atlas.method]
		text := fmt.Sprintf("all %s measured", plural(len(found.Pairs), "pair"))
		if len(found.Pairs) == 1 {
			text = "the one pair there is was measured"
		}
		switch {
		case !found.Complete && m.player.plays():
			text = "incomplete: it ended early"
		case !found.Complete:
			text = "incomplete: it ended early, r measures again"
		}
		if m.player.plays() {
			text += "; " + m.player.dated()
		}
		m.canvas.Text(left, y, theme.Strong, text)
	case m.atlas.job != nil && p.Pairs == 0:
		m.canvas.Text(left, y, theme.Dim, "the first look begins")
	case m.atlas.job != nil:
		text := fmt.Sprintf("%d of %d pairs are known to 5%%", p.Settled, p.Pairs)
		if p.Coarse {
			text = fmt.Sprintf("first look: %d of %d pairs", p.Measured, p.Pairs)
		}
		text += fmt.Sprintf(", about %.0f s left", math.Ceil(p.Left.Seconds()))
		widgets.Bar(m.canvas, left, y, 24, theme.Strong, p.Share())
		m.canvas.Text(left+26, y, theme.Plain, widgets.Fit(width-26, text))
	}
}

// drawMatrixOf draws the part of the map that has room, with cells so many times as
// large as they have to be.
func (m *Model) drawMatrixOf(found latency.Map, a widgets.Area, times int) {
	n, wide := len(found.CPUs), times*mapCell
	across, down := min((a.Width-mapLabel)/wide, n), min((a.Height-1)/times, n)
	t := &m.atlas
	t.row, t.column = min(max(t.row, 0), n-down), min(max(t.column, 0), n-across)
	low, high := bounds(found)
	for j := range across {
		m.canvas.Right(a.X+mapLabel+j*wide+inset(times)+mapCell-1, a.Y, theme.Dim, fmt.Sprint(found.CPUs[t.column+j]))
	}
	for i := range down {
		row := t.row + i
		y := a.Y + 1 + i*times
		m.canvas.Text(a.X, y+times/2, theme.Dim, "CPU "+fmt.Sprint(found.CPUs[row])+m.kind(found.CPUs[row]))
		for j := range across {
			m.drawPair(widgets.Area{X: a.X + mapLabel + j*wide, Y: y, Width: wide, Height: times}, found, row, t.column+j, low, high)
		}
	}
	if across < n || down < n {
		m.canvas.Text(a.X, a.Y, theme.Dim, fmt.Sprintf("of %d", n))
	}
}

// inset is how many columns stand on either side of what a cell says.
func inset(times int) int { return (times - 1) * mapCell / 2 }

// kind is a letter for performance and efficiency cores.
func (m *Model) kind(cpu int) string {
	if c, found := m.machine.Find(cpu); found && c.Kind != "" {
		return c.Kind
	}
	return ""
}

// drawPair draws one cell of the map: below the diagonal its number, above it what
// neighbours they are.
func (m *Model) drawPair(a widgets.Area, found latency.Map, row, column int, low, high float64) {
	x, y := a.X+inset(a.Height), a.Y+a.Height/2
	if row == column {
		m.canvas.Right(x+mapCell-1, y, theme.Faint, string(m.canvas.Glyphs().Gap))
		return
	}
	p := found.Between(row, column)
	if row < column {
		m.canvas.Right(x+mapCell-1, y, theme.Dim, near(p.Label))
		return
	}
	text, mark, style := "-", " ", theme.Dim
	if p.Measured() {
		text, style = nanoseconds(p.Median), theme.Heat(level(p.Median, low, high))
		switch {
		case !p.Pinned:
			mark = "*"
		case !p.Tight():
			mark = "~"
		}
		for row := range a.Height {
			m.canvas.Repeat(a.X, a.Y+row, a.Width, style, ' ')
		}
	}
	m.canvas.Text(x, y, style, fmt.Sprintf("%*s%s", mapCell-1, text, mark))
}

// bounds are the least and the largest median.
func bounds(found latency.Map) (low, high float64) {
	low, high = math.Inf(1), 0
	for _, p := range found.Pairs {
		if p.Measured() {
			low, high = min(low, p.Median), max(high, p.Median)
		}
	}
	return low, high
}

// level is how light the ground of a figure is. Figures that are all about alike
// are not told apart: the levels span a factor of 2 at least.
func level(ns, low, high float64) int {
	span := math.Log(max(high/low, 2))
	return min(int(math.Log(ns/low)/span*theme.Heats), theme.Heats-1)
}

// near is a label of neighbours in few characters.
func near(label string) string {
	first, rest, more := strings.Cut(label, ",")
	text := map[string]string{
		string(topology.Siblings): "SMT", string(topology.OneL3): "L3", string(topology.OneL2): "L2", string(topology.OneSocket): "socket",
		string(topology.OtherL3): "oth L3", string(topology.OtherL2): "oth L2", string(topology.OtherSocket): "oth S", string(topology.Unknown): "?",
	}[first]
	if text == "" {
		text = "?"
	}
	if more && strings.Contains(rest, "node") {
		text = "node"
	}
	return text
}

// nanoseconds writes a latency with three digits or so.
func nanoseconds(ns float64) string {
	if ns < 99.95 {
		return fmt.Sprintf("%.1f", ns)
	}
	return fmt.Sprintf("%.0f", ns)
}

// drawGroups sums the map up by kind of neighbours, and returns the row behind it.
func (m *Model) drawGroups(left, width, y, height int, groups []latency.Group) int {
	for i, g := range groups[:min(len(groups), height)] {
		if i == height-1 && len(groups) > height {
			m.canvas.Text(left, y+i, theme.Dim, plural(len(groups)-i, "further kind")+" of neighbours: linebounce latency has all")
			continue
		}
		text := g.Label + ": not measured yet"
		switch {
		case g.Measured == 1:
			text = fmt.Sprintf("%s (%s): %s ns, 1 pair", g.Label, near(g.Label), nanoseconds(g.Median))
		case g.Measured > 1:
			text = fmt.Sprintf("%s (%s): %s ns, from %s to %s, %s", g.Label, near(g.Label), nanoseconds(g.Median), nanoseconds(g.Lowest), nanoseconds(g.Highest), plural(g.Measured, "pair"))
		}
		m.canvas.Text(left, y+i, theme.Plain, widgets.Fit(width, text))
	}
	return y + min(len(groups), height)
}

// drawPairs draws all that is known of each pair, where there is room for all.
func (m *Model) drawPairs(left, width, y, low int, found latency.Map) {
	at := []int{20, 37, 45, 53, 61, 69, 78}
	if y+1+len(found.Pairs) > low || at[len(at)-1] > width {
		return
	}
	for i, name := range []string{"median", "95% interval", "min", "p10", "p90", "p99", "samples"} {
		m.canvas.Right(left+at[i], y, theme.Dim, name)
	}
	for i, p := range found.Pairs {
		m.canvas.Text(left, y+1+i, theme.Dim, fmt.Sprintf("%d and %d", p.A, p.B))
		if !p.Measured() {
			m.canvas.Right(left+at[0], y+1+i, theme.Dim, "-")
			continue
		}
		span := "too few"
		if p.Known() {
			span = nanoseconds(p.Low) + " to " + nanoseconds(p.High)
		}
		for j, text := range []string{nanoseconds(p.Median), span, nanoseconds(p.Min), nanoseconds(p.P10), nanoseconds(p.P90), nanoseconds(p.P99), grouped(int64(p.Samples))} {
			m.canvas.Right(left+at[j], y+1+i, theme.Plain, text)
		}
	}
}
