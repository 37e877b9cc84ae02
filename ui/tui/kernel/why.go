package kernel

import (
	"fmt"
	"strings"

	"linebounce/ui/tui/theme"
	"linebounce/ui/verdict"
)

// why is what the model says of the run of 2011 on fewer CPUs, and on more.
func (m *Model) why(width, _ int) []row {
	g := m.canvas.Glyphs()
	rows := []row{{{0, false, theme.Strong, "Why so small here?"}, {width, true, theme.Dim, string(g.Simulated) + " simulated"}}}
	rows = append(rows, wrapped(width, theme.Dim, "hackbench of 2011, by CPUs: time with credentials always over on request")...)
	top := 1.0
	for _, r := range m.predicted {
		top = max(top, r.Ratio)
	}
	const number, label = 3, 15 // columns of " 16" and of " 2.04× ◆ 2.15×"
	cells := max(width-number-1-label, 4)
	for _, n := range m.rungs() {
		r := row{{number, true, theme.Strong, fmt.Sprint(n)}}
		p, known := m.predicted[n]
		at, text := number+1, "computing"
		style := theme.Dim
		if known {
			long := max(int(p.Ratio/top*float64(cells)+0.5), 1)
			r = append(r, word{at, false, theme.Strong, repeat(g.Bar, long)})
			at, text, style = at+long+1, verdict.Times(p.Ratio)+"×", theme.Strong
		}
		r = append(r, word{at, false, style, text})
		at += m.canvas.Width(text) + 1
		switch n {
		case m.here.CPUs:
			r = append(r, word{at, false, theme.Plain, "here"})
		case then:
			r = append(r, word{at, false, theme.Plain, string(g.Published) + " " + cards[0].ratio})
		}
		rows = append(rows, r)
	}
	text := "The cost is queueing for the line: the fewer CPUs, the shorter the queue."
	if m.here.CPUs > mostModeled {
		text = fmt.Sprintf("The model is not run for the %d CPUs here. ", m.here.CPUs) + text
	}
	return append(rows, wrapped(width, theme.Dim, text)...)
}

// whyBrief is the same in a row.
func (m *Model) whyBrief(width int) []row {
	g := m.canvas.Glyphs()
	var parts []string
	for _, n := range []int{m.here.CPUs, then} {
		if p, known := m.predicted[n]; known && (n != then || len(parts) == 0 || m.here.CPUs != then) {
			parts = append(parts, fmt.Sprintf("%s× on %d CPUs", verdict.Times(p.Ratio), n))
		}
	}
	text := "computing"
	if len(parts) > 0 {
		text = strings.Join(parts, ", ")
	}
	text = string(g.Simulated) + " " + text
	return []row{{{0, false, theme.Plain, "  " + fit(width-2, "why so small?  "+text+" ("+string(g.Published)+" "+cards[0].ratio+")", "why so small?  "+text)}}}
}
