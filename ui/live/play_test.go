package live

import (
	"errors"
	"math"
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
	readings := recording(t, 2000)
	for i := range readings {
		readings[i].Start *= 10 // 200 s
	}
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
			if n := last.Arm(0).Windows; n != min(keep, int(last.Position/(100*time.Millisecond))+1) {
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
		begun := time.Now()
		s := await(t, l, func(s Snapshot) bool { return s.Experiment == "messages" })
		if took := time.Since(begun); took > 10*time.Millisecond {
			t.Errorf("it was read after %v of the other", took)
		}
		if s.Pairs != keep || s.Position != 0 {
			t.Errorf("%d pairs were read and it stands at %v", s.Pairs, s.Position)
		}
		p.Choose("messages")
		begun = time.Now()
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
