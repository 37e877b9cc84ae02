package recorded

import (
	"fmt"

	"linebounce/probes"
	"linebounce/probes/latency"
	"linebounce/probes/profile"
	"linebounce/probes/scope"
)

// measured refuses what was not measured, which it would pass for once it is
// recorded.
func measured(what string, o probes.Origin) error {
	if o == probes.Simulated || o == probes.Recorded {
		return fmt.Errorf("%s cannot be recorded, for it is %s: recordings are of what was measured", what, o)
	}
	return nil
}

// room reports whether the strips of an arm are kept.
func (w *Writer) room(a *arm, size int) bool {
	if w.allowed.room(fmt.Sprint(a.Experiment, " ", a.Arm, " ", a.Scenario), w.file.takes(size), w.clock()) {
		return true
	}
	w.end.Strips++
	return false
}

// Burst writes one burst of the Scope, or leaves it out where bursts have grown
// too many.
func (w *Writer) Burst(c scope.Capture) error {
	return w.write(func(to []byte) ([]byte, error) {
		if err := measured("a burst", c.Origin); err != nil {
			return to, err
		}
		if err := c.Check(); err != nil {
			return to, fmt.Errorf("a burst is not recorded: %w", err)
		}
		now := w.clock()
		lines, err := appendBurst(to, w.picture, now, c)
		if err != nil {
			return to, err
		}
		if !w.allowed.room("a burst of "+c.Scenario.String(), w.file.takes(len(lines)), now) {
			w.end.Bursts++
			return to, nil
		}
		w.picture++
		return lines, nil
	})
}

// Map writes one latency map.
func (w *Writer) Map(m latency.Map) error {
	return w.write(func(to []byte) ([]byte, error) {
		if err := m.Check(); err != nil {
			return to, fmt.Errorf("a latency map is not recorded: %w", err)
		}
		lines, err := appendMap(to, w.picture, m)
		if err != nil {
			return to, err
		}
		w.picture++
		return lines, nil
	})
}

// Profile writes one profile.
func (w *Writer) Profile(p profile.Result) error {
	return w.write(func(to []byte) ([]byte, error) { return appendKind(to, "profile", formOf(p)) })
}
