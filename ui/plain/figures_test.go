package plain

import (
	"math"
	"strings"
	"testing"
	"time"

	"linebounce/probes"
)

func TestAmountsHaveUnitsInWords(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 3: "3", 2.5: "2.50", 812: "812", 9999: "9999", 13800: "13.8 thousand", 61.04e6: "61.0 million", 298e6: "298 million", 1.23e9: "1230 million",
	} {
		if got := amount(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
	if got := amount(math.NaN()); got != "unknown" {
		t.Errorf("no figure is %q", got)
	}
}

func TestSpans(t *testing.T) {
	for ns, want := range map[float64]string{89: "89 nanoseconds", 9999: "9999 nanoseconds", 45500: "45.5 microseconds", 3.48e6: "3.48 milliseconds", 2e9: "2 seconds"} {
		if got := span(ns); got != want {
			t.Errorf("%v is %q, want %q", ns, got, want)
		}
	}
}

func TestClocksAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]time.Duration{"1:20": 80 * time.Second, "80": 80 * time.Second, "80s": 80 * time.Second, "1:00:01": 3601 * time.Second} {
		got, ok := parseClock(text)
		if !ok || got != want {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "x", "-1s", "1:x", "1:2:3:4"} {
		if d, ok := parseClock(text); ok {
			t.Errorf("%q was taken for %v", text, d)
		}
	}
	if got := clock(3601 * time.Second); got != "1:00:01" {
		t.Errorf("%q", got)
	}
}

func TestAFindingSaysHowSureItIs(t *testing.T) {
	a, b := probes.Scenario{Counter: probes.CounterEach, Line: probes.LineShared, Writers: 2}, probes.Scenario{Counter: probes.CounterEach, Line: probes.LinePadded, Writers: 2}
	text := found("counters", a, b, probes.Interval{Median: 4.9, Low: 4.8, High: 5.02, Confidence: 0.95, Samples: 40})
	if want := "B is 4.9 times as fast, 4.8 to 5.0 in 95 of 100 cases. Each CPU has a line of its own now"; !strings.HasPrefix(text, want) {
		t.Errorf("%q", text)
	}
	text = found("counters", a, b, probes.Interval{Median: 1, Low: 0.98, High: 1.03, Confidence: 0.95, Samples: 40})
	if want := "No difference detected: the ratio of B to A is 0.98 to 1.03 in 95 of 100 cases."; !strings.HasPrefix(text, want) {
		t.Errorf("%q", text)
	}
	text = found("counters", a, b, probes.Summarize(nil, probes.Confidence))
	if strings.Contains(text, "of 100") || !strings.HasPrefix(text, "Too few pairs") {
		t.Errorf("%q claims what is not known", text)
	}
}
