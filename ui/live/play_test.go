package live

import (
	"errors"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"linebounce/probes"
)

// recording is n pairs, a window every five milliseconds.
func recording(t testing.TB, n int) []probes.Reading {
	a, b := scenario(t, shared), scenario(t, padded)
	var list []probes.Reading
	for pair := range n {
		for arm, s := range []probes.Scenario{a, b} {
			r := window(arm, pair, s)
			r.Origin, r.Start = probes.Recorded, time.Duration(2*pair+arm)*5*time.Millisecond
			list = append(list, r)
		}
	}
	return list
}

// playing runs a test on its own clock, of a pump that plays these readings.
func playing(t *testing.T, readings []probes.Reading, test func(t *testing.T, p *Pump, l listener)) {
	synctest.Test(t, func(t *testing.T) {
		l := make(listener)
		p := Start(t.Context(), Options{
			Shows:  []Show{{Name: "counters", Source: &fake{readings: readings}, Arms: arms(t, padded, padded), Recorded: true}},
			Chosen: "counters", Deliver: l.deliver,
		})
		defer l.drain(p)
		test(t, p, l)
	})
}

// comparing is what a comparison of the readings before a time comes to.
func comparing(readings []probes.Reading, before time.Duration) *probes.Comparison {
	c := &probes.Comparison{Keep: keep}
	for _, r := range readings {
		if r.Start < before {
			c.Add(r)
		}
	}
	return c
}

func TestRecordingBeginsAgain(t *testing.T) {
	playing(t, recording(t, 200), func(t *testing.T, p *Pump, l listener) {
		s := await(t, l, func(s Snapshot) bool { return s.Jumps > 1 && s.Position > time.Second })
		if s.Origin != probes.Recorded || s.Arm(0).Scenario != scenario(t, shared) {
			t.Errorf("it shows %s readings of %s", s.Origin, s.Arm(0).Scenario)
		}
		if s.Pairs != 200 {
			t.Errorf("%d pairs count of a recording that holds 200 and was begun again", s.Pairs)
		}
		p.Arms("counters", arms(t, padded, shared))
		if r := await(t, l, func(Refused) bool { return true }); r.Err != probes.ErrFixed {
			t.Errorf("a recording was changed, or refused with %v", r.Err)
		}
	})
}

// The position is that of the clock, told four times a second and more, at any
// speed.
func TestPositionFollowsTheClock(t *testing.T) {
	readings := recording(t, 20_000) // 200 s
	for _, speed := range []float64{0.125, 1, 8, 64} {
		playing(t, readings, func(t *testing.T, p *Pump, l listener) {
			p.Speed(speed)
			first := await(t, l, func(s Snapshot) bool { return s.Position > 0 })
			begun, last := time.Now(), first
			for time.Since(begun) < 2*time.Second {
				asked := time.Now()
				last = await(t, l, func(Snapshot) bool { return true })
				if waited := time.Since(asked); waited > 250*time.Millisecond {
					t.Fatalf("at %v times the speed the next snapshot came after %v", speed, waited)
				}
			}
			want, got := float64(time.Since(begun))*speed, float64(last.Position-first.Position)
			if math.Abs(got-want) > want/100 {
				t.Errorf("at %v times the speed it moved by %v, want %v", speed, time.Duration(got), time.Duration(want))
			}
			if n := last.Arm(0).Windows; n != min(keep, int(last.Position/(10*time.Millisecond))+1) {
				t.Errorf("at %v times the speed %d windows of A count at %v", speed, n, last.Position)
			}
			if last.Length != readings[len(readings)-1].Start+time.Millisecond {
				t.Errorf("it is %v long", last.Length)
			}
		})
	}
}

// A factor of nothing, of less or of no number leaves the speed as it is.
func TestNoSpeedIsNone(t *testing.T) {
	playing(t, recording(t, 2000), func(t *testing.T, p *Pump, l listener) {
		for _, factor := range []float64{0, -1, math.NaN()} {
			p.Speed(factor)
		}
		s := await(t, l, func(s Snapshot) bool { return s.Position > 0 })
		begun := time.Now().Add(-s.Position)
		s = await(t, l, func(s Snapshot) bool { return s.Position > time.Second })
		if since := time.Since(begun); since != s.Position {
			t.Errorf("after %v it is at %v", since, s.Position)
		}
	})
}

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

// The figures at the end are those of the whole, played or moved to.
func TestFiguresAtTheEndAreThoseOfTheWhole(t *testing.T) {
	readings := recording(t, keep)
	for i := range readings {
		readings[i].CPUs[1].Ops += int64(i * i % 97)
	}
	whole := comparing(readings, math.MaxInt64)
	check := func(t *testing.T, s Snapshot) {
		t.Helper()
		if s.Ratio != whole.Ratio(probes.Confidence) || s.Pairs != keep || s.Arm(0).Rate != whole.Arm(0).Rate() || s.Arm(1).Rate != whole.Arm(1).Rate() {
			t.Errorf("at %v %d pairs come to %v", s.Position, s.Pairs, s.Ratio)
		}
	}
	playing(t, readings, func(t *testing.T, p *Pump, l listener) {
		check(t, await(t, l, func(s Snapshot) bool { return s.Position == s.Length }))
		check(t, await(t, l, func(s Snapshot) bool { return s.Jumps == 1 }))
		p.Seek("counters", time.Second)
		if s := await(t, l, func(s Snapshot) bool { return s.Jumps == 2 }); s.Pairs != 100 {
			t.Errorf("%d pairs lie before 1 s", s.Pairs)
		}
		check(t, await(t, l, func(s Snapshot) bool { return s.Position == s.Length }))
		p.Seek("counters", time.Hour)
		check(t, await(t, l, func(s Snapshot) bool { return s.Jumps == 3 }))
		begun := time.Now()
		check(t, await(t, l, func(s Snapshot) bool { return s.Jumps == 4 }))
		if stood := time.Since(begun); stood < atEnd {
			t.Errorf("the end was to be seen for %v", stood)
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

// The pace of what was played comes with each snapshot, and after a seek that of
// the last while before, each stretch of it once, at any speed.
func TestPaces(t *testing.T) {
	readings := recording(t, 2000)
	playing(t, readings, func(t *testing.T, p *Pump, l listener) {
		p.Speed(64)
		p.Seek("counters", 3*time.Second)
		s := await(t, l, func(s Snapshot) bool { return s.Jumps == 1 })
		all := s.Paces
		if n := len(all); n != int(3*time.Second/told) {
			t.Errorf("the 3 s before come as %d stretches", n)
		}
		for s.Jumps == 1 {
			if s = await(t, l, func(s Snapshot) bool { return true }); s.Jumps == 1 {
				all = append(all, s.Paces...)
			}
		}
		for i, pace := range all {
			want := Pace{told*time.Duration(i+1) - 5*time.Millisecond, [2]float64{200_000, 800_000}}
			if pace != want {
				t.Fatalf("stretch %d is %v, want %v", i, pace, want)
			}
		}
		if n := len(all); n < 98 || n > 100 {
			t.Errorf("20 s come as %d stretches", n)
		}
	})
}

// A recording that is not chosen is read at once, for its card, and played from
// its beginning when it is.
func TestOtherRecordingsAreReadThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := make(listener)
		p := Start(t.Context(), Options{Chosen: "counters", Deliver: l.deliver, Shows: []Show{
			{Name: "counters", Source: &fake{readings: recording(t, 40)}, Arms: arms(t, shared, padded), Recorded: true},
			{Name: "messages", Source: &fake{readings: recording(t, 2000)}, Arms: arms(t, shared, padded), Recorded: true},
		}})
		defer l.drain(p)
		s := await(t, l, func(s Snapshot) bool { return s.Experiment == "messages" })
		if s.Pairs != keep || s.Position != 0 {
			t.Errorf("%d pairs were read and it stands at %v", s.Pairs, s.Position)
		}
		p.Choose("messages")
		begun := time.Now()
		s = await(t, l, func(s Snapshot) bool { return s.Experiment == "messages" && s.Position > time.Second })
		if took := time.Since(begun); took < time.Second || s.Pairs != keep {
			t.Errorf("it is at %v after %v, with %d pairs", s.Position, took, s.Pairs)
		}
		p.Choose("counters") // it stands meanwhile
		stood := s.Position
		await(t, l, func(s Snapshot) bool { return s.Experiment == "counters" && s.Jumps > 3 })
		p.Choose("messages")
		if s = await(t, l, func(s Snapshot) bool { return s.Experiment == "messages" }); s.Position-stood > told {
			t.Errorf("it was left at %v and goes on at %v", stood, s.Position)
		}
	})
}

func TestEmptyRecordingIsAnError(t *testing.T) {
	playing(t, []probes.Reading{}, func(t *testing.T, p *Pump, l listener) {
		p.Seek("counters", time.Second)
		if s := await(t, l, func(s Snapshot) bool { return s.Err != nil }); !errors.Is(s.Err, errEmpty) {
			t.Errorf("it failed with %v", s.Err)
		}
	})
}

// What is measured is handed over to be kept, every reading of it; what is
// recorded is not recorded again.
func TestMeasuredReadingsAreKept(t *testing.T) {
	var kept []probes.Reading
	l, source := make(listener), &fake{}
	p := Start(t.Context(), Options{
		Shows:  []Show{{Name: "counters", Source: source, Arms: arms(t, shared, padded)}},
		Chosen: "counters", Deliver: l.deliver,
		Keep: func(experiment string, r probes.Reading) {
			if experiment == "counters" {
				kept = append(kept, r)
			}
		},
	})
	await(t, l, func(s Snapshot) bool { return s.Pairs > 20 })
	l.drain(p)
	if _, _, n := source.counts(); n != len(kept) || kept[7].Burst == nil {
		t.Errorf("of %d windows %d were kept", n, len(kept))
	}
	l = make(listener)
	p = Start(t.Context(), Options{
		Shows:  []Show{{Name: "counters", Source: &fake{readings: recording(t, 3)}, Arms: arms(t, shared, padded), Recorded: true}},
		Chosen: "counters", Deliver: l.deliver, Keep: func(string, probes.Reading) { t.Error("a recorded reading was kept") },
	})
	await(t, l, func(s Snapshot) bool { return s.Pairs == 3 })
	l.drain(p)
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
