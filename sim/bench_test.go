package sim

import (
	"fmt"
	"testing"
)

// benchmarkCounters has CPUs add to counters so many bytes apart. An operation
// is one that was executed; a transfer is a line that moved.
func benchmarkCounters(b *testing.B, apart int) {
	for _, n := range []int{2, 16, 64, 1024} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := must(b, plainMachine(n), adders(n, apart))
			b.ResetTimer()
			var ops, transfers int64
			for ops < int64(b.N) {
				s.Run(s.Now() + 100*1000*Nanosecond)
				ops, transfers = 0, 0
				for c := range s.CPUs() {
					ops += s.CPU(c).Ops
				}
				for l := range s.Lines() {
					transfers += s.Line(l).Transfers
				}
			}
			b.ReportMetric(float64(ops)/b.Elapsed().Seconds()/1e6, "Mops/s")
			b.ReportMetric(float64(transfers)/b.Elapsed().Seconds()/1e6, "Mtransfers/s")
		})
	}
}

// Each CPU adds to its own counter; they lie side by side, eight to a line.
func BenchmarkCountersShared(b *testing.B) { benchmarkCounters(b, 8) }

// All CPUs add to one counter.
func BenchmarkCountersOne(b *testing.B) { benchmarkCounters(b, 0) }

// Each CPU adds to its own counter on a line of its own.
func BenchmarkCountersPadded(b *testing.B) { benchmarkCounters(b, 64) }
