package lab

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/ui/tui/widgets"
	"linebounce/ui/wording"
)

// drawTitle draws the name of the room and where its figures come from.
func (m *Model) drawTitle(l layout) {
	widgets.Title(m.canvas, l.left, l.width, widgets.Lab, m.keeping, m.origin(), m.facts)
}

// origin is the mark of the readings' source, or that there are none now.
func (m *Model) origin() string {
	g := m.canvas.Glyphs()
	switch {
	case m.options.Recorded: // whether it plays stands in its own row
		return strings.TrimSpace(string(g.Recorded) + " recorded " + m.options.RecordedOn)
	case m.paused:
		return "paused"
	case m.away:
		return "stopped"
	case m.experiment().shown.Origin == probes.Simulated:
		return string(g.Simulated) + " simulated"
	}
	return string(g.Measured) + " measured"
}

// facts says which machine, in as many words as there is room for.
func (m *Model) facts(width int) string {
	machine := m.options.Machine
	line := fmt.Sprintf("%d B lines", machine.LineBytes)
	if machine.LineSource == "assumed" {
		line += " (assumed)"
	}
	rest := wording.Count(len(machine.CPUs), "CPU") + "  " + line
	words := strings.Fields(shortModel(machine.Model))
	for n := len(words); n > 0; n-- {
		if text := strings.Join(words[:n], " ") + "  " + rest; len([]rune(text)) <= width {
			return text
		}
	}
	return widgets.Fit(width, rest, line)
}

// shortModel leaves out of a CPU's name what says nothing.
func shortModel(model string) string {
	model = strings.NewReplacer("(R)", "", "(TM)", "", "(tm)", "", " CPU", "", " Processor", "", "-Core", " cores").Replace(model)
	model, _, _ = strings.Cut(model, " @")
	model, _, _ = strings.Cut(model, " with ")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, model)
}
