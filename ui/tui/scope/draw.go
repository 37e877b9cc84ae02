package scope

import (
	"fmt"
	"slices"
	"strings"

	"linebounce/probes"
	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

const (
	keyGap      = 2
	countersGap = 3
)

// draw draws the whole picture.
func (m *Model) draw() {
	m.canvas.Clear()
	if m.width < leastWidth || m.height < leastHeight {
		text := fmt.Sprintf("linebounce needs %d x %d cells, this is %d x %d.", leastWidth, leastHeight, m.width, m.height)
		for y, line := range widgets.Wrap(text, m.width) {
			if y < m.height {
				m.canvas.Text(0, y, theme.Plain, line)
			}
		}
		return
	}
	left, width := frame(m.width)
	g := m.canvas.Glyphs()
	origin := string(g.Measured) + " measured"
	if m.player.plays() {
		origin = string(g.Recorded) + " " + m.player.dated()
	}
	if m.page == burstPage && m.model.wanted {
		origin += " " + string(g.Simulated) + " simulated"
	}
	widgets.Title(m.canvas, left, width, widgets.Scope, m.keeping, origin, m.facts)
	keys := widgets.FlowKeys(m.canvas, m.keyItems(), width, keyGap, m.keeping)
	notes := widgets.Wrap(m.remark(), width)
	low := m.height - len(keys) - max(len(notes), 1)
	widgets.DrawRows(m.canvas, keys, left, m.height-len(keys), keyGap)
	for i, text := range notes {
		m.canvas.Text(left, low+i, theme.Plain, text)
	}
	low = m.drawPaste(left, width, low)
	if m.page == mapPage {
		m.drawMap(left, width, 1, low)
		return
	}
	settings := widgets.Flow(m.canvas, m.settings(), width, keyGap)
	widgets.DrawRows(m.canvas, settings, left, 1, keyGap)
	y := m.paragraph(left, width, 1+len(settings), theme.Plain, m.says())
	if m.ready == nil {
		m.dealt = rows{}
		m.drawModel(left, width, y+1, 3)
		return
	}
	counters := m.dated(m.counters(), width)
	m.dealt = m.share(low - y - len(counters))
	d := m.dealt
	between := func() {
		if d.gaps > 0 {
			d.gaps--
			y++
		}
	}
	y = m.drawTime(left, width, y, d)
	between()
	y = m.drawOrder(left, width, y, d.order)
	if d.model > 0 {
		between()
		y = m.drawModel(left, width, y, d.model)
	}
	between()
	widgets.DrawRows(m.canvas, counters, left, y, countersGap)
	m.drawFigures(left, width, y+len(counters), d.figures)
}

// paragraph writes text over as many rows as it takes and returns the row behind.
func (m *Model) paragraph(x, width, y int, style theme.Style, text string) int {
	for _, line := range widgets.Wrap(text, width) {
		m.canvas.Text(x, y, style, line)
		y++
	}
	return y
}

// facts says on which machine, in as many words as there is room for.
func (m *Model) facts(width int) string {
	if !m.known {
		return ""
	}
	cpus := plural(len(m.machine.CPUs), "CPU")
	return widgets.Fit(width, m.machine.Model+"  "+cpus, cpus, "")
}

// settings is what is captured, word by word.
func (m *Model) settings() []widgets.Item {
	word := func(name, value string) widgets.Item {
		return widgets.Item{{Style: theme.Dim, Text: name + " "}, {Style: theme.Strong, Text: value}}
	}
	if m.player.empty() {
		return []widgets.Item{{{Style: theme.Title, Text: " no burst "}}}
	}
	s := m.scenario
	if m.ready != nil {
		s.CPUs = m.ready.Scenario.CPUs
	}
	cpus := strings.ReplaceAll(string(s.CPUs), ",", ", ")
	if s.CPUs == "" {
		cpus = fmt.Sprintf("any %d", s.Workers())
	} else if s.Workers() > 8 {
		cpus = fmt.Sprint(s.Workers())
	}
	state := "live"
	switch {
	case m.frozen:
		state = "frozen"
	case m.player.plays():
		state = "playing"
	}
	switch {
	case m.failed != nil:
		state = "no burst"
	case m.player.plays():
	case m.taken > 0:
		state = fmt.Sprintf("burst %s, %s", grouped(int64(m.taken)), state)
	}
	trigger := "off"
	switch t := triggers[m.trigger]; {
	case t.Gap:
		trigger = "a gap"
	case t.StayOver > 0:
		trigger = "stay over " + grouped(t.StayOver)
	}
	items := []widgets.Item{word("counter", s.Counter), word("line", s.Line), word("op", s.Op), word("CPUs", cpus), word("trigger", trigger), {{Style: theme.Title, Text: " " + state + " "}}}
	if m.player.plays() {
		items = append(items, m.player.items()...)
	}
	return items
}

// says is the sentence that tells what the picture is.
func (m *Model) says() string {
	what := "Who had the line, in the exact order, " + m.origin()
	r := m.ready
	switch {
	case m.player.empty():
		return m.player.lacks()
	case m.failed != nil && m.player.plays():
		return fmt.Sprintf("This burst cannot be shown: %s , and . go to the bursts before and behind it.", wording.Sentence(m.failed.Error()))
	case m.failed != nil:
		return wording.Sentence(m.failed.Error()) + " Key 2 opens the Simulator, where a line bounces on a model; s shows here which order the model makes; space tries again."
	case r == nil && m.player.plays():
		return what + ". The first burst is being read."
	case r == nil:
		return what + ". The first burst is being captured."
	case m.window.single:
		digit := "its digit says"
		if slices.ContainsFunc(r.lanes, func(l lane) bool { return l.cpu > 9 }) {
			digit = "its digit, the last of a number, says"
		}
		return fmt.Sprintf("%s: each character is one operation, and %s which CPU did it.", what, digit)
	}
	from, to := m.window.span(r, m.line, m.columns())
	column := max((to-from)/int64(m.columns()), 1)
	ops := r.lines[m.line].opAt(to) - r.lines[m.line].opAt(from)
	which := ""
	if len(r.lines) > 1 {
		which = fmt.Sprintf(" on line %d of %d", m.line+1, len(r.lines))
	}
	return fmt.Sprintf("%s: %s%s in %s. A column is %s; bars are each CPU's share of it.",
		what, plural(int(ops), "operation"), which, duration(to-from), duration(column))
}

// remark is the note, or else what the burst warns of.
func (m *Model) remark() string {
	if m.page == mapPage {
		return m.mapRemark()
	}
	if m.note != "" || m.ready == nil {
		return m.note
	}
	if m.model.wanted && m.model.failed != nil {
		return wording.Sentence("the model: " + m.model.failed.Error())
	}
	var kept []string
	for _, w := range m.ready.Warnings {
		kept = append(kept, wording.Sentence(w.Text))
	}
	_, width := frame(m.width)
	return widgets.Fit(2*width, append([]string{strings.Join(kept, " ")}, kept...)...)
}

// keyItems lists every key but those of every room.
func (m *Model) keyItems() []widgets.Item {
	item := func(key, label string) widgets.Item {
		return widgets.Item{{Style: theme.Strong, Text: key}, {Style: theme.Dim, Text: " " + label}}
	}
	if m.page == mapPage {
		return m.mapKeys(item)
	}
	freeze := "freeze"
	if m.frozen {
		freeze = "go on"
	}
	look := []widgets.Item{item("+-", "zoom"), item("←→", "pan"), item("0", "whole"), item("L", "longest stay"), item("g", "next gap"), item("t", "trigger")}
	var items []widgets.Item
	switch {
	case m.player.empty():
		return []widgets.Item{item("m", "latency map"), item("y", "copy")}
	case m.player.plays():
		items = append([]widgets.Item{item("f", freeze), item(", .", "burst before, next"), item("< >", "slower, faster")}, look...)
	default:
		items = append([]widgets.Item{item("f", freeze), item("space", "one more")}, look...)
		items = append(items, item("n", "counter"), item("l", "line"), item("o", "op"))
		if len(m.machine.CPUs) > 2 {
			items = append(items, item("a", "how many CPUs"), item("c", "other CPUs"))
		}
		items = append(items, item("b", "count both ways"), item("z", "burst size"))
	}
	if m.ready != nil && len(m.ready.lines) > 1 {
		items = append(items, item("tab", "next line"))
	}
	if m.ready != nil && len(m.ready.lanes) > max(m.dealt.lanes, 2) {
		items = append(items, item("jk", "lanes"))
	}
	return append(items, item("s", "simulated"), item("m", "latency map"), item("y", "copy"))
}

// style is a CPU's digit on its colour.
func (r *ready) style(cpu int) theme.Style { return theme.OnCPU(r.hue(cpu)) }

func digit(cpu int) rune { return rune('0' + cpu%10) }

// method says how the order is known.
func method(by probes.BurstMethod) string {
	if by == probes.ByValue {
		return "known from the values that adds returned"
	}
	return "known from an owner word on the line"
}
