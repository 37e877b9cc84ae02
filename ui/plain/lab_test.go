package plain

import (
	"testing"

	"linebounce/probes"
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
