package scope

import (
	"testing"

	bursts "linebounce/probes/scope"
)

// million is a burst of a million operations of each of two CPUs, in stays of 1 to 5.
func million() bursts.Capture {
	b := begun(one, 2)
	for i := 0; b.c.Lines[0].Ops < 2_000_000; i++ {
		b.stay(i%2, int64(1+(i*i+i/7)%5))
	}
	return b.done()
}

// BenchmarkOpen sums such a burst up, as a command does, and draws it: what opening
// it on the screen takes.
func BenchmarkOpen(b *testing.B) {
	c := million()
	m := open(b, made(2), 120, 40)
	b.ReportMetric(float64(len(c.Lines[0].Stays)), "stays")
	for b.Loop() {
		m.show(prepare(c, bursts.Trigger{StayOver: 50}))
		m.stale = true
		m.View()
	}
}

// BenchmarkLook zooms and pans in such a burst, a picture each.
func BenchmarkLook(b *testing.B) {
	m := open(b, made(2), 200, 60)
	m.show(prepare(million(), bursts.Trigger{}))
	keys := []string{"+", "right", "+", "+", "left", "+", "pgdown", "+", "+", "+", "end", "+", "+", "-", "-", "home", "L", "0"}
	i := 0
	for b.Loop() {
		m.Update(keyOf(keys[i%len(keys)]))
		m.View()
		i++
	}
}
