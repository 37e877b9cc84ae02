package lab

import (
	"strings"

	"linebounce/probes/topology"
)

// circumstances names in a few words what about the CPUs at work shapes the
// ratio: siblings, between which no line bounces, cores of two kinds, a clock
// that is free to change.
func (m *Model) circumstances() string {
	machine := m.options.Machine
	cpus := m.experiment().arms[0].CPUs.Numbers()
	text, kinds := "", map[string]bool{}
	for i, a := range cpus {
		cpu, _ := machine.Find(a)
		kinds[cpu.Kind] = true
		for _, b := range cpus[i+1:] {
			if machine.Nearness(a, b) == topology.Siblings && text == "" {
				text = "  SMT siblings"
			}
		}
	}
	if kinds["P"] && kinds["E"] {
		text += "  P and E cores"
	}
	if machine.Clock() != "" {
		text += "  " + machine.Governor + " governor"
		if strings.Contains(machine.Governor, " and ") {
			text += "s"
		}
		if machine.Turbo == "on" {
			text += " with turbo"
		}
	}
	return text
}

// Disturbed says what comes in the way of the measuring, "" for nothing. The Lab
// shows it where nothing else is to be told.
type Disturbed struct{ Text string }

func (m *Model) disturbed(d Disturbed) {
	m.stale = m.stale || m.disturbance != d.Text
	m.disturbance = d.Text
}
