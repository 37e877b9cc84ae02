package live

import (
	"math"
	"slices"
	"testing"
	"time"

	"linebounce/probes"
)

// After a seek the figures are those of the readings before, the strips the
// newest of them, and all that at once, though nothing plays.
func TestSeekWhilePaused(t *testing.T) {
	readings := recording(t, 250)
	for i := range readings {
		readings[i].CPUs[0].Ops += int64(i) // no figure is like another
		if i%20 == 6 {
			capture(&readings[i])
		}
	}
	for _, to := range []time.Duration{-1, 0, 1, 10 * time.Millisecond, 333 * time.Millisecond, 2 * time.Second, time.Hour} {
		playing(t, readings, func(t *testing.T, p *Pump, l listener) {
			await(t, l, func(s Snapshot) bool { return s.Pairs > 2 })
			p.Idle(true)
			begun := time.Now()
			p.Seek("counters", to)
			s := await(t, l, func(s Snapshot) bool { return s.Jumps == 1 })
			if waited := time.Since(begun); waited != 0 {
				t.Errorf("%v: it took until %v later", to, waited)
			}
			at := min(max(to, 0), s.Length)
			c := comparing(readings, at)
			if s.Position != at || s.Pairs != c.Pairs() || s.Pairs > 0 && s.Ratio != c.Ratio(probes.Confidence) {
				t.Errorf("%v: at %v with %d pairs and %v, want %d and %v", to, s.Position, s.Pairs, s.Ratio, c.Pairs(), c.Ratio(probes.Confidence))
			}
			for arm := range 2 {
				want := c.Arm(arm)
				if got := s.Arm(arm); got.Windows != len(want.Windows) || len(want.Windows) > 0 && got.Rate != want.Rate() || !math.IsNaN(got.Recent) {
					t.Errorf("%v: arm %d has %d windows at %v, recently %v", to, arm, got.Windows, got.Rate, got.Recent)
				}
				var newest *probes.Burst
				if n := len(want.Captures); n > 0 {
					newest = want.Captures[n-1].Burst
				}
				if s.Arm(arm).Burst != newest {
					t.Errorf("%v: arm %d does not show the newest strip before", to, arm)
				}
			}
			time.Sleep(10 * time.Second) // on the test's clock
			p.Idle(false)
			if on := await(t, l, func(s Snapshot) bool { return s.Jumps == 1 }); on.Position-at > told {
				t.Errorf("%v: it stood at %v and goes on at %v", to, at, on.Position)
			}
		})
	}
}

// A seek in the middle of a long wait does not wait for that.
func TestSeekWakes(t *testing.T) {
	readings := recording(t, 100)
	for i := range readings[100:] {
		readings[100+i].Start += time.Hour
	}
	playing(t, readings, func(t *testing.T, p *Pump, l listener) {
		await(t, l, func(s Snapshot) bool { return s.Position > 2*time.Second })
		p.Seek("counters", time.Hour+700*time.Millisecond)
		begun := time.Now()
		s := await(t, l, func(s Snapshot) bool { return s.Jumps == 1 })
		if waited := time.Since(begun); waited != 0 || s.Pairs < 60 {
			t.Errorf("it took %v until %d pairs were there", waited, s.Pairs)
		}
	})
}

// Where the arms change in the middle of a recording, those of the position are
// shown, also before they have any reading, with nothing of the others.
func TestArmsAreThoseOfThePosition(t *testing.T) {
	const one = "counter=one line=shared"
	readings := recording(t, 200)
	for i := range readings {
		if i%20 == 7 {
			capture(&readings[i])
		}
		if i >= 200 && readings[i].Arm == 1 {
			readings[i].Scenario = scenario(t, one)
		}
	}
	playing(t, readings, func(t *testing.T, p *Pump, l listener) {
		s := await(t, l, func(s Snapshot) bool { return s.Position > 0 })
		if want := []time.Duration{readings[201].Start}; !slices.Equal(s.Changes, want) {
			t.Errorf("it changes at %v, want %v", s.Changes, want)
		}
		jumps := 0
		to := func(at time.Duration) Snapshot {
			p.Seek("counters", at)
			jumps++
			return await(t, l, func(s Snapshot) bool { return s.Jumps == jumps })
		}
		if s := to(1500 * time.Millisecond); s.Arm(1).Scenario != scenario(t, one) || s.Arm(1).Windows > 50 || s.Arm(0).Windows < 100 || s.Pairs > 50 {
			t.Errorf("after the change B is %q with %d windows and %d pairs", s.Arm(1).Scenario, s.Arm(1).Windows, s.Pairs)
		}
		if s := to(0); s.Arm(1).Scenario != scenario(t, padded) || s.Arm(1).Windows != 0 || s.Arm(1).Burst != nil || s.Ratio.Known() {
			t.Errorf("at the beginning B is %q with %d windows", s.Arm(1).Scenario, s.Arm(1).Windows)
		}
		await(t, l, func(s Snapshot) bool { return s.Jumps == 2 }) // it began again
		s = await(t, l, func(s Snapshot) bool { return s.Position > 800*time.Millisecond })
		if s.Arm(1).Scenario != scenario(t, padded) || s.Pairs < 70 || s.Pairs > 90 {
			t.Errorf("when it has begun again B is %q with %d pairs", s.Arm(1).Scenario, s.Pairs)
		}
	})
}

// BenchmarkSeek is what moving to the middle of a long recording costs, its
// snapshot included.
func BenchmarkSeek(b *testing.B) {
	l := &lane{Show: Show{Name: "counters", Source: &fake{readings: recording(b, 20_000)}, Recorded: true}}
	l.forget()
	l.seek(b.Context(), 0, time.Now())
	for b.Loop() {
		l.seek(b.Context(), 100*time.Second, time.Now())
		l.snapshot(time.Now())
	}
}
