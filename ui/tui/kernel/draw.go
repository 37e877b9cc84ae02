package kernel

import (
	"fmt"
	"strings"

	"linebounce/ui/tui/theme"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
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
	between := " "
	if m.width >= abreast {
		between = "  "
	}
	origin := strings.Join([]string{string(g.Measured) + " measured", string(g.Published) + " published", string(g.Simulated) + " simulated"}, between)
	widgets.Title(m.canvas, left, width, widgets.Kernel, m.keeping, origin, m.facts)
	notes := wrapped(width, theme.Plain, sentence(m.note))
	keys := m.keyRows(width)
	var blocks []block
	free := 0
	for range 2 { // the keys depend on what has room, and take room
		free = m.height - 1 - max(len(notes), 1) - len(keys)
		blocks, m.whole = m.sheet(width, free)
		keys = m.keyRows(width)
	}
	free = m.height - 1 - max(len(notes), 1) - len(keys)
	for _, b := range blocks {
		free -= len(b.rows)
	}
	y := 1
	for i, b := range blocks {
		if free > 0 && (i == 0 || b.full || blocks[i-1].full) {
			y++
			free--
		}
		y = m.write(left, y, b.rows)
	}
	m.write(left, m.height-len(keys)-max(len(notes), 1), notes)
	widgets.DrawRows(m.canvas, keys, left, m.height-len(keys), keyGap)
}

// facts says which machine, in as many words as there is room for.
func (m *Model) facts(width int) string {
	if !m.known {
		return ""
	}
	return fit(width, fmt.Sprintf("%s, %s", m.here.Kernel, wording.Count(m.here.CPUs, "CPU")), m.here.Kernel, "")
}

const keyGap = 2

// keyRows lists every key: those that do something here, then dim those that
// do not, then those of every room.
func (m *Model) keyRows(width int) [][]widgets.Item {
	if m.rests {
		return widgets.Flow(m.canvas, []widgets.Item{{{Style: theme.Dim, Text: m.hint}}}, width, keyGap)
	}
	items := []widgets.Item{keyItem("t", "ask again"), keyItem("s", "socket "+strings.ToUpper(sockets[m.socket]))}
	label := "special cases"
	if m.corner {
		label = "usual cases"
	}
	if !m.all {
		items = append(items, keyItem("x", label))
	}
	var dead []string
	add := func(k, label, name string) {
		if m.refuses(name) == "" {
			items = append(items, keyItem(k, label))
			return
		}
		dead = append(dead, k)
	}
	for _, c := range cards {
		add(c.key, strings.TrimSuffix(c.title, " rate"), c.name)
	}
	add("f", "profile", profiling)
	if len(dead) > 0 {
		items = append(items, widgets.Item{{Style: theme.Dim, Text: "not here: " + strings.Join(dead, " ")}})
	}
	if m.job != nil {
		items = append(items, keyItem("esc", "stop"))
	}
	if !m.whole {
		items = append(items, keyItem("tab", "next part"))
	}
	if m.hint != "" {
		items = append(items, widgets.Item{{Style: theme.Strong, Text: m.hint}})
	}
	return widgets.FlowKeys(m.canvas, items, width, keyGap, m.keeping)
}

func keyItem(key, label string) widgets.Item {
	return widgets.Item{{Style: theme.Strong, Text: key}, {Style: theme.Dim, Text: " " + label}}
}
