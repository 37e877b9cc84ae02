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

// origin is the mark of the readings' source.
func (m *Model) origin() string {
	g := m.canvas.Glyphs()
	if m.options.Recorded { // whether it plays stands in its own row
		return strings.TrimSpace(string(g.Recorded) + " recorded " + m.options.RecordedOn)
	}
	if m.experiment().shown.Origin == probes.Simulated {
		return string(g.Simulated) + " simulated"
	}
	return string(g.Measured) + " measured"
}

// facts says that no readings come now, where that is so, and which machine it is, in
// as many words as there is room for.
func (m *Model) facts(width int) string {
	still := ""
	switch {
	case m.options.Recorded: // that stands in its own row
	case m.paused:
		still = "paused"
	case m.away:
		still = "stopped"
	}
	if still == "" {
		return m.onWhat(width)
	}
	if text := m.onWhat(width - len(still) - 2); len([]rune(text))+len(still)+2 <= width {
		return still + "  " + text
	}
	return still
}

// onWhat says which machine, in as many words as there is room for.
func (m *Model) onWhat(width int) string {
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
