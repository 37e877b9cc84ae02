package output

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"linebounce/assets/published"
	"linebounce/probes"
)

// grown is counters on one CPU, where both arms do alike, and on two, where B does
// four times what A does. It was recorded.
func grown(t *testing.T) Scaling {
	t.Helper()
	s := Scaling{Again: "linebounce record scaling.jsonl scaling"}
	for n := 1; n <= 2; n++ {
		cpus := []string{"0", "0,3"}[n-1]
		a := scenario(t, fmt.Sprintf("counter=each line=shared op=lock cpus=%s writers=%d", cpus, n))
		b := scenario(t, fmt.Sprintf("counter=each line=padded op=lock cpus=%s writers=%d", cpus, n))
		var c probes.Comparison
		for pair := range 8 {
			ops := slices.Repeat([]int64{400_000 + int64(pair)}, n)
			c.Add(window(a, 0, pair, probes.Adder, ops...))
			for i := range ops {
				ops[i] *= int64(1 + 3*(n-1))
			}
			c.Add(window(b, 1, pair, probes.Adder, ops...))
		}
		s.Points = append(s.Points, New(Session{
			Experiment: "counters", Origin: probes.Recorded, Made: made, Machine: machine, Quantity: probes.OpsPerSecond,
			Scenarios: []probes.Scenario{a, b}, Warnings: []string{"The clock changed."},
		}, &c))
	}
	return s
}

var made = time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)

func TestScalingFormats(t *testing.T) {
	for _, format := range Formats() {
		t.Run(format, func(t *testing.T) {
			var b bytes.Buffer
			if err := grown(t).Write(&b, Format(format)); err != nil {
				t.Fatal(err)
			}
			golden.RequireEqual(t, b.Bytes())
		})
	}
}

// What was recorded says so, and when, wherever it is printed with its source.
func TestWhatWasRecordedSaysSo(t *testing.T) {
	scope := &Scope{Machine: machine, Origin: probes.Recorded, Made: made}
	scope.Add(burst(false))
	latencies := mapped(2)
	latencies.Origin, latencies.Made = probes.Recorded, made
	profile := profiled(t)
	profile.Origin, profile.Made, profile.Published = probes.Recorded, made, published.Profile{}
	for name, write := range map[string]func(*bytes.Buffer, Format) error{
		"scope":   func(b *bytes.Buffer, f Format) error { return scope.Write(b, f) },
		"latency": func(b *bytes.Buffer, f Format) error { return latencies.Write(b, f) },
		"profile": func(b *bytes.Buffer, f Format) error { return profile.Write(b, f) },
	} {
		for format, want := range map[Format][]string{
			Text: {name + ", recorded 2026-03-09 on Constructed CPU"},
			JSON: {`"source": "recorded"`, `"recorded_at": "2026-03-09T12:00:00Z"`},
		} {
			var b bytes.Buffer
			if err := write(&b, format); err != nil {
				t.Fatal(err)
			}
			for _, text := range want {
				if !strings.Contains(b.String(), text) {
					t.Errorf("%s as %s does not say %q:\n%s", name, format, text, b.String())
				}
			}
			if strings.Contains(b.String(), "measured on") || strings.Contains(b.String(), `"source": "measured"`) {
				t.Errorf("%s as %s says that it was measured now", name, format)
			}
		}
	}
}
