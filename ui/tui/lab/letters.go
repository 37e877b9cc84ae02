package lab

import (
	"strings"

	"linebounce/probes"
)

// mostLetters is how many lines a CPU's row has room for.
const mostLetters = 2

// letters returns the states of an arm's lines in one CPU, inferred from each
// line's last owner: one letter for each line that is counted on, "" where
// nothing can be inferred.
func (e *experiment) letters(arm, worker, cpu int) string {
	s := e.arms[arm]
	if s.Op == probes.OpLoad {
		if s.Line == probes.LinePadded && s.Counter == probes.CounterEach {
			return "E"
		}
		return "S"
	}
	if worker >= s.Writers+s.Readers { // observers only read, and a read leaves no trace in a strip
		return ""
	}
	text := ""
	for _, t := range e.replays[arm].tracks {
		owner, known := t.owner()
		switch {
		case !known:
		case owner == cpu:
			text += "M"
		case !e.apart(s):
			text += "I"
		}
	}
	if len(text) > mostLetters { // a CPU among many uses one of the lines
		if strings.Contains(text, "M") {
			return "M"
		}
		return "I"
	}
	return text
}
