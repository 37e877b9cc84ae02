package lab

import (
	"fmt"
	"math"
	"strings"

	"linebounce/probes"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
)

// grid is a two by two of figures: two words of a scenario with two values
// each, everything else as in A, or as in B where more CPUs work.
type grid struct {
	rows, columns axis
	notes         [2]string
	hole          func(row, column int) bool // which would be another cell once more, nil for none
}

type axis struct {
	word         string
	values       [2]string
	names, short [2]string // in the table, and where there is only one row
}

// cells are the four scenarios, row by row, an empty one in a hole.
func (g *grid) cells(a probes.Scenario) [4]probes.Scenario {
	var four [4]probes.Scenario
	for i := range four {
		if g.hole != nil && g.hole(i/2, i%2) {
			continue
		}
		s, err := a.Set(g.rows.word, g.rows.values[i/2])
		if err == nil {
			s, err = s.Set(g.columns.word, g.columns.values[i%2])
		}
		if err == nil {
			four[i] = s
		}
	}
	return four
}

// besides is how many cells there can be that neither A nor B is.
const besides = 3

// figures are the cells' rates in one scale, "" in a hole, and which arms they
// are.
func (g *grid) figures(e *experiment) (texts, marks [4]string, s scale) {
	four := e.cells
	top := 0.0
	for _, cell := range four {
		if arm, found := e.shown.Cell(cell); found && arm.Rate.Median > top {
			top = arm.Rate.Median
		}
	}
	if s = scaleFor(top); top == 0 {
		s = scaleFor(math.NaN())
	}
	for i, cell := range four {
		if cell == (probes.Scenario{}) {
			continue
		}
		texts[i] = "..."
		if arm, found := e.shown.Cell(cell); found {
			texts[i] = s.digits(arm.Rate.Median)
		}
		for arm, scenario := range e.arms {
			if scenario == cell {
				marks[i] += armName(arm)
			}
		}
	}
	return texts, marks, s
}

// drawGrid draws the two by two.
func (m *Model) drawGrid(a widgets.Area, e *experiment, g *grid) {
	texts, marks, s := g.figures(e)
	unit := strings.TrimSpace(s.prefix + " " + unitName(e.Quantity) + "/s")
	m.canvas.Text(a.X, a.Y, theme.Dim, m.signed(a.Width, "the four together, "+unit, "the four, "+unit))
	column := 12
	if a.Width < tableWidth {
		column = 10
	}
	first, y := a.Width-3-2*column, a.Y+2
	for j, text := range g.columns.names {
		m.canvas.Right(a.X+first+(j+1)*column, y, theme.Dim, text)
	}
	for i, text := range texts {
		row, x := y+1+i/2, a.X+first+(i%2+1)*column
		if i%2 == 0 {
			m.canvas.Text(a.X, row, theme.Plain, g.rows.names[i/2])
		}
		m.canvas.Right(x, row, theme.Strong, text)
		m.canvas.Text(x+1, row, theme.Dim, marks[i])
	}
	for i, text := range g.notes {
		m.canvas.Text(a.X, y+4+i, theme.Dim, widgets.Fit(a.Width, text, ""))
	}
}

// inOneRow is the two by two as one row, at length and in brief.
func (g *grid) inOneRow(e *experiment) []string {
	texts, _, s := g.figures(e)
	row := func(rows, columns [2]string) string {
		var parts [2]string
		for i := range parts {
			parts[i] = fmt.Sprintf("%s, %s %s, %s %s", rows[i], columns[0], texts[2*i], columns[1], texts[2*i+1])
			if texts[2*i+1] == "" {
				parts[i] = rows[i] + " " + texts[2*i]
			}
		}
		return s.prefix + "/s: " + parts[0] + "; " + parts[1]
	}
	return []string{row(g.rows.names, g.columns.names), row(g.rows.short, g.columns.short)}
}
