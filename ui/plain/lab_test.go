package plain

import (
	"errors"
	"strings"
	"testing"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/ui/live"
)

// A line is worth telling for another verdict, for an interval beside the last one
// and for the first that is narrow, and for nothing else.
func TestWhatIsWorthALine(t *testing.T) {
	ratio := func(low, median, high float64) told {
		return finding(probes.Interval{Median: median, Low: low, High: high, Confidence: 0.95, Samples: 40})
	}
	unknown := finding(probes.Summarize(nil, probes.Confidence))
	for _, c := range []struct {
		name      string
		last, now told
		want      bool
	}{
		{"the first interval", unknown, ratio(2, 3, 4), true},
		{"still nothing", unknown, unknown, false},
		{"an interval lost", ratio(2, 3, 4), unknown, false},
		{"about the same", ratio(2, 3, 4), ratio(2.1, 3, 3.9), false},
		{"narrowed to a tenth", ratio(2, 3, 4), ratio(2.9, 3, 3.1), true},
		{"narrow before", ratio(2.9, 3, 3.1), ratio(2.95, 3, 3.05), false},
		{"beside the last", ratio(2, 3, 4), ratio(4.1, 6, 8), true},
		{"no difference any more", ratio(1.1, 3, 4), ratio(0.9, 3, 4), true},
		{"slower instead of faster", ratio(1.1, 2, 3), ratio(0.2, 0.5, 0.9), true},
	} {
		if got := c.last.worth(c.now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// What cannot run is told once, with the word that tries again, and once more when
// that was in vain.
func TestWhatCannotRunIsToldWithTheWordThatTriesAgain(t *testing.T) {
	two := topology.Machine{LineBytes: 64, CanPin: true, Online: 2, CPUs: []topology.CPU{{Number: 0}, {Number: 1, Core: 1}}}
	var out strings.Builder
	s := &session{account: account{out: &out}, options: Options{Machine: two}, ctx: t.Context(), posted: make(chan func()), closing: make(chan struct{})}
	close(s.closing)
	s.furnish()
	s.room = s.lab
	l := s.lab
	fails := live.Snapshot{Experiment: l.bench.Chosen().Name, Err: errors.New("a thread could not be pinned to CPU 1: it is offline")}
	for range 3 {
		l.heard(fails)
	}
	if text := out.String(); strings.Count(text, "pinned to CPU 1") != 1 || !strings.Contains(text, "r tries again.") {
		t.Errorf("told %q, want once that it cannot run and what tries again", text)
	}
	l.press("r")
	l.heard(fails)
	if text := out.String(); strings.Count(text, "pinned to CPU 1") != 2 || !strings.Contains(text, "Tried again.") {
		t.Errorf("told %q, want it once more after r", text)
	}
}
