package kernel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/probes/profile"
	"linebounce/ui/tui/theme"
	"linebounce/ui/wording"
)

const (
	symbolsBeside = 12 // as many as were published
	thenWidth     = 42 // of the table of 2011
	fewest        = 6  // symbols that come before any remark
)

// profileRows is the profile of this kernel beside the one of 2011, or above it
// where the terminal is narrow.
func (m *Model) profileRows(width, height int) []row {
	if width >= abreast-4 {
		at := width - thenWidth
		return beside([][]row{m.nowRows(at-gap, height-1), m.thenRows(thenWidth, height)}, []int{0, at})
	}
	below := m.thenText(width)
	return append(m.nowRows(width, min(max(height-len(below)-3, 3), symbolsBeside)), below...)
}

// thenRows is the table of 2011 in so many rows. Where there is no room for
// all of it, the last row sums up the rest.
func (m *Model) thenRows(width, height int) []row {
	rows := []row{{{0, false, theme.Strong, "2011 (E. Dumazet), before the repair, %"}, {width, true, theme.Dim, string(m.canvas.Glyphs().Published)}}}
	for i, s := range profile2011 {
		name, percent := s.Symbol, s.Percent
		rest := profile2011[i:]
		if len(rows) == height-1 && len(rest) > 1 {
			name, percent = fmt.Sprintf("%d more, together", len(rest)), 0
			for _, s := range rest {
				percent += s.Percent
			}
		}
		rows = append(rows, row{{0, false, theme.Plain, name}, {width, true, theme.Plain, fmt.Sprintf("%.2f", percent)}})
		if len(rows) == height {
			break
		}
	}
	return rows
}

// thenText is that table in running text.
func (m *Model) thenText(width int) []row {
	var list []string
	for _, s := range profile2011 {
		list = append(list, fmt.Sprintf("%s %.2f", s.Symbol, s.Percent))
	}
	return wrapped(width, theme.Dim, string(m.canvas.Glyphs().Published)+" 2011 (E. Dumazet), before the repair, in percent: "+strings.Join(list, ", "))
}

// nowRows is the profile of this kernel as a difference, in at most so many
// symbols.
func (m *Model) nowRows(width, symbols int) []row {
	head := row{{0, false, theme.Strong, "Where this kernel's time goes: SO_PASSCRED on less off"}, {width, true, theme.Dim, string(m.canvas.Glyphs().Measured) + " measured"}}
	rows := []row{head}
	switch {
	case m.job != nil && m.job.name == profiling:
		return append(rows, m.progress(width)...)
	case m.blocked != nil:
		return append(rows, wrapped(width, theme.Plain, sentence(m.blocked.Error()))...)
	case m.profiled == nil:
		return append(rows, line(theme.Dim, fmt.Sprintf("not measured yet, press f: it takes about %s", seconds(ProfileFor))))
	}
	p := *m.profiled
	under := fmt.Sprintf("%s, %s, samples %d off and %d on, in percent of all", p.Event, wording.Count(p.Pairs, "pair"), p.Samples[profile.Off], p.Samples[profile.On])
	rows = append(rows, line(theme.Dim, under))
	more := wrapped(width, theme.Dim, remarks(p))
	if symbols-1-len(more) < fewest {
		more = nil
	}
	rows = append(rows, m.bars(choose(p.Symbols, symbols-1-len(more)), width)...)
	return append(rows, more...)
}

// remarks are what a profile warns of, and what the processor itself counted of
// lines that came from another cache, or why it did not.
func remarks(p profile.Result) string {
	list := slices.Clone(p.Warnings)
	if p.Absent != "" {
		list = append(list, p.Absent)
	}
	for _, c := range p.Counters {
		off, on := c.PerMessage[profile.Off].Median, c.PerMessage[profile.On].Median
		if !math.IsNaN(off) && !math.IsNaN(on) {
			list = append(list, fmt.Sprintf("%s, a message: %.2f off, %.2f on.", c.Name, off, on))
		}
	}
	return strings.Join(list, " ")
}

// choose returns the symbols that differ most, those first whose interval
// leaves 0 out, in the order of their differences.
func choose(all []profile.Symbol, most int) []profile.Symbol {
	list := slices.Clone(all)
	rank := func(s profile.Symbol) float64 {
		size := math.Abs(s.Difference.Median)
		if !s.Moved() {
			size -= 1000 // behind all that moved
		}
		return size
	}
	slices.SortStableFunc(list, func(a, b profile.Symbol) int { return cmp.Compare(rank(b), rank(a)) })
	list = list[:min(max(most, 0), len(list))]
	slices.SortStableFunc(list, func(a, b profile.Symbol) int { return cmp.Compare(b.Difference.Median, a.Difference.Median) })
	return list
}

// bars draws each symbol's difference: to the right of the middle where it
// grew with SO_PASSCRED on, to the left where it shrank.
func (m *Model) bars(list []profile.Symbol, width int) []row {
	names, most := 0, 0.0
	for _, s := range list {
		names, most = max(names, len(s.Name)), max(most, math.Abs(s.Difference.Median))
	}
	names = min(names, width-36)
	const figures = 23 // of "-12.3 (-12.3 to -12.3)"
	half := max((width-names-figures-4)/2, 3)
	middle := names + 1 + figures + 1 + half
	g := m.canvas.Glyphs()
	var rows []row
	for _, s := range list {
		d := s.Difference
		style := theme.Dim
		if s.Moved() {
			style = theme.Strong
		}
		r := row{{0, false, style, fit(names, s.Name, shortened(s.Name, names))}}
		text := difference(d, s.Moved())
		n := 0
		if most > 0 {
			n = int(math.Round(math.Abs(d.Median) / most * float64(half)))
		}
		at := middle + 1
		if d.Median < 0 {
			at = middle - n
		}
		r = append(r, word{names + 1 + figures, true, style, text}, word{middle, false, theme.Faint, string(g.Upright)}, word{at, false, style, repeat(g.Bar, n)})
		rows = append(rows, r)
	}
	return rows
}

// difference writes one with its interval, with as many digits as it takes to
// tell a bound from 0 where the interval leaves 0 out.
func difference(d probes.Interval, moved bool) string {
	digits := 1
	if moved && math.Min(math.Abs(d.Low), math.Abs(d.High)) < 0.05 {
		digits = 2
	}
	text := fmt.Sprintf("%+.*f", digits, d.Median)
	if d.Known() {
		text += fmt.Sprintf(" (%.*f to %.*f)", digits, d.Low, digits, d.High)
	}
	return text
}

// shortened leaves the middle of a name out.
func shortened(name string, width int) string {
	keep := max(width-1, 2)
	if len(name) <= keep {
		return name
	}
	return name[:keep-keep/2] + "~" + name[len(name)-keep/2:]
}

// profileBrief is the profile in a row.
func (m *Model) profileBrief(width int) []row {
	const at = 18
	r := row{{0, false, theme.Strong, "f"}, {2, false, theme.Plain, "kernel profile"}}
	switch {
	case m.job != nil && m.job.name == profiling:
		return []row{append(r, m.progress(width - at)[0].shift(at)...)}
	case m.blocked != nil:
		return []row{append(r, word{at, false, theme.Dim, "cannot be had here; f says why"})}
	case m.profiled == nil:
		return []row{append(r, word{at, false, theme.Dim, "not measured yet, press f"})}
	}
	text := "no symbol's share differs between SO_PASSCRED off and on"
	if list := choose(m.profiled.Symbols, 1); len(list) > 0 && list[0].Moved() {
		s := list[0]
		text = fit(width-at-2, fmt.Sprintf("%s %+.1f percentage points with SO_PASSCRED on", s.Name, s.Difference.Median), fmt.Sprintf("%s %+.1f points", s.Name, s.Difference.Median))
	}
	return []row{append(r, word{at, false, theme.Plain, string(m.canvas.Glyphs().Measured) + " " + text})}
}
