package verdict

import (
	"strings"
	"testing"

	"linebounce/probes"
)

func TestLocksAreExplainedWhereTheFindingFits(t *testing.T) {
	const slowed = "Changed from A to B"
	up := probes.Interval{Median: 2, Low: 1.9, High: 2.1, Confidence: 0.95, Samples: 50}
	down := probes.Interval{Median: 0.5, Low: 0.4, High: 0.6, Confidence: 0.95, Samples: 50}
	for _, c := range []struct {
		experiment, a, b string
		ratio            probes.Interval
		want             string
	}{
		{"lock", "writers=2 mode=before", "writers=2 mode=after", up, "before the lock is taken"},
		{"lock", "writers=2 mode=after", "writers=2 mode=packed", up, "still lie on one line"},
		{"lock", "writers=2 mode=packed", "writers=2 mode=aligned", up, "a line of its own"},
		{"lock", "writers=2 mode=before", "writers=2 mode=aligned", up, "a lock and a line"},
		{"lock", "writers=2 mode=before", "writers=2 mode=after", down, slowed},
		{"lock", "writers=1 mode=before", "writers=1 mode=after", up, slowed},
		{"semaphores", "writers=2 mode=double", "writers=2 mode=single", up, "the array's lock"},
		{"semaphores", "writers=1 mode=double", "writers=1 mode=single", up, "one operation less"},
		{"semaphores", "writers=2 mode=double", "writers=2 mode=single", down, slowed},
		{"hackbench", "passcred=receiver groups=1", "passcred=off groups=1", up, "Nobody asked for credentials"},
		{"seqpacket", "passcred=receiver size=16", "passcred=off size=16", up, "Nobody asked for credentials"},
	} {
		a, err := probes.ParseScenario(c.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := probes.ParseScenario(c.b)
		if err != nil {
			t.Fatal(err)
		}
		if got := Of(c.experiment, a, b, c.ratio).Reason; !strings.Contains(got, c.want) {
			t.Errorf("%s, %q against %q: %q, want %q in it", c.experiment, c.a, c.b, got, c.want)
		}
	}
}
