package lab

import "linebounce/probes"

// letters returns the states of an arm's lines in one CPU, inferred from each
// line's last owner: one letter for each line that is counted on, "" where
// nothing can be inferred.
func (r *replay) letters(s probes.Scenario, worker int, cpu int) string {
	if s.Op == probes.OpLoad {
		if s.Line == probes.LinePadded && s.Counter == probes.CounterEach {
			return "E"
		}
		return "S"
	}
	if worker >= s.Writers+s.Readers { // observers only read, and a read leaves no trace in a strip
		return ""
	}
	own := s.Counter == probes.CounterEach && s.Line == probes.LinePadded
	text := ""
	for _, t := range r.tracks {
		owner, known := t.owner()
		switch {
		case !known:
		case owner == cpu:
			text += "M"
		case !own:
			text += "I"
		}
	}
	return text
}
