package cli

import (
	"strings"
	"testing"
	"time"

	"linebounce/probes"
	bursts "linebounce/probes/scope"
	"linebounce/probes/topology"
	"linebounce/ui/tui"
)

func TestTimesInARecording(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1:20": 80 * time.Second, "0:05": 5 * time.Second, "1:02:03": time.Hour + 2*time.Minute + 3*time.Second,
		"80s": 80 * time.Second, "1m20s": 80 * time.Second, "250ms": 250 * time.Millisecond, "0": 0,
	} {
		var m moment
		if err := m.Set(text); err != nil || time.Duration(m) != want {
			t.Errorf("%q: %v, %v, want %v", text, time.Duration(m), err, want)
		}
	}
	for _, text := range []string{"", "80", "1:", ":", "1:2:3:4", "-1:20", "-5s", "1:99999", "soon"} {
		m := moment(7)
		if err := m.Set(text); exitCode(err) != misused || m != 7 {
			t.Errorf("%q: %v, %v, want it refused", text, time.Duration(m), err)
		}
	}
}

func TestWhereAReplayOpens(t *testing.T) {
	for _, c := range []struct {
		parts      []string
		shown      bool
		experiment string
		scope      bool
	}{
		{[]string{"hackbench", "ring", "scope"}, true, "ring", false},
		{[]string{"scope"}, true, "", true},
		{[]string{"profile", "latency"}, true, "", true},
		{[]string{"scaling", "profile"}, false, "", false},
	} {
		var o tui.Options
		if got := onScreen(c.parts, &o); got != c.shown || o.Experiment != c.experiment || o.Scope != c.scope {
			t.Errorf("%v: shown %v at %q, scope %v; want %v, %q, %v", c.parts, got, o.Experiment, o.Scope, c.shown, c.experiment, c.scope)
		}
	}
}

// Bursts that counted hand-offs both ways have shorter stays: beside others their
// stays do not count, alone they are all there is.
func TestBurstsThatCountedBothWays(t *testing.T) {
	n := int64(3)
	plain := bursts.Capture{Scenario: probes.Scenario{Writers: 2}, Length: 1, HandoffsExact: &n}
	both := plain
	both.HandoffsByOwner = &n
	for name, c := range map[string]struct {
		bursts []bursts.Capture
		want   int
	}{
		"beside others": {[]bursts.Capture{both, plain, plain}, 2},
		"alone":         {[]bursts.Capture{both, both, both}, 3},
	} {
		var w sweep
		for _, b := range c.bursts {
			w.add(b)
		}
		if got := w.all().Bursts(); got != c.want {
			t.Errorf("%s: %d bursts count, want %d", name, got, c.want)
		}
	}
}

// What shaped the figures where they were measured is said where they are shown,
// as far as the file's machine has the CPUs.
func TestWhatIsToBeKnownOfRecordedCPUs(t *testing.T) {
	m := topology.Machine{CPUs: []topology.CPU{{Number: 2, Core: 7}, {Number: 3, Core: 7}}, Governor: "powersave"}
	list := about(m, []probes.Scenario{{CPUs: "2,3", Writers: 2}, {CPUs: "2,3", Writers: 2}, {CPUs: "2,9", Writers: 2}})
	if len(list) != 2 || !strings.Contains(list[0], "SMT siblings") || !strings.Contains(list[1], "powersave") {
		t.Errorf("%q, want that they are siblings and what their clock does, each once", list)
	}
}
