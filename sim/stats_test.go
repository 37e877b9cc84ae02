package sim

import (
	"slices"
	"testing"
)

// Two CPUs take turns at a counter: 60 ns from one to the other, half of it on
// the way, and in the other half five additions of 6 ns.
func TestStays(t *testing.T) {
	s := must(t, plainMachine(2), adders(2, 0))
	s.KeepStays(0, 4)
	s.Run(1000 * Nanosecond)
	const ns = Nanosecond
	want := []Stay{
		{CPU: 0, Ops: 5, From: 40 * ns, To: 70 * ns}, {CPU: 1, Ops: 5, From: 100 * ns, To: 130 * ns},
		{CPU: 0, Ops: 5, From: 160 * ns, To: 190 * ns}, {CPU: 1, Ops: 5, From: 220 * ns, To: 250 * ns},
	}
	if got := s.Stays(0); !slices.Equal(got, want) {
		t.Errorf("stays %v, want %v", got, want)
	}
	if got, want := s.Handoffs(0), []Handoff{{0, 1, 8}, {1, 0, 8}}; !slices.Equal(got, want) {
		t.Errorf("hand-offs %v, want %v", got, want)
	}
	if got := s.Line(0).Handoffs; got != 16 {
		t.Errorf("%d hand-offs of the line, want 16", got)
	}
	// The home's data was on its way from 20 to 40 ns; then 30 ns held and 30 ns
	// on its way alternate.
	if got := s.Line(0).Travelled; got != 20*ns+16*30*ns {
		t.Errorf("on its way for %d ps", got)
	}
	for c, want := range []CPUStats{
		{Ops: 41, Misses: 9, Waited: 40*ns + 8*90*ns, Held: 8 * 30 * ns},
		{Ops: 40, Misses: 9, Waited: 100*ns + 7*90*ns, Held: 8 * 30 * ns},
	} {
		if got := s.CPU(c); got != want {
			t.Errorf("CPU %d: %+v, want %+v", c, got, want)
		}
	}
	if s.Stays(1) != nil || s.Handoffs(1) != nil {
		t.Error("a line of which nothing is kept has stays")
	}
}

// Stays add up: kept from any time on, with readers in between, their
// operations are the writes between the first and the last hand-off.
func TestStaysAddUp(t *testing.T) {
	for seed := range uint64(30) {
		d := randomDice(seed)
		m := drawMachine(&d)
		m.UnitBytes = 256 // one line, all on it
		s := must(t, m, drawWorkload(&d, m.CPUs()))
		s.Run(Time(seed) * Nanosecond)
		before := s.Line(0)
		s.KeepStays(0, 1000)
		s.Run(1 << 40)
		var ops, pairs int64
		for i, stay := range s.Stays(0) {
			ops += stay.Ops
			if stay.Ops < 1 || stay.To < stay.From {
				t.Errorf("seed %d, stay %d: %+v", seed, i, stay)
			}
		}
		for _, h := range s.Handoffs(0) {
			pairs += h.Count
		}
		after := s.Line(0)
		if pairs != after.Handoffs-before.Handoffs {
			t.Errorf("seed %d: %d hand-offs by pair, %d of the line", seed, pairs, after.Handoffs-before.Handoffs)
		}
		stays := int64(len(s.Stays(0)))
		if most := after.Writes - before.Writes; ops > most || stays > pairs || stays < pairs-1 {
			t.Errorf("seed %d: %d stays of %d operations, %d writes, %d hand-offs", seed, stays, ops, most, pairs)
		}
	}
}
