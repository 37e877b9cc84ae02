package recorded

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"linebounce/probes"
)

// A source that is opened anew begins at 0 again: on the timeline its readings
// come after those before, with pairs of their own.
func TestSessionsFollowOneAnother(t *testing.T) {
	type moment struct {
		pair  int
		start time.Duration
	}
	var readings []added
	for _, m := range []moment{
		{0, 50 * time.Millisecond}, {1, 100 * time.Millisecond}, // a session
		{0, 40 * time.Millisecond}, {1, 90 * time.Millisecond}, // another
		{2, 30 * time.Second},         // after a pause
		{0, 31 * time.Second},         // one that begins later, by its pair
		{5, 31500 * time.Millisecond}, // pairs that were left out
		{0, 10 * time.Millisecond},
	} {
		r := reading(t, 0, m.pair, eachShared)
		r.Start, r.Elapsed = m.start, 10*time.Millisecond
		readings = append(readings, added{"counters", r})
	}
	var got []moment
	r := open(t, write(t, "file", readings))
	for _, reading := range drain(t, r, "counters") {
		got = append(got, moment{reading.Pair, reading.Start / time.Millisecond})
	}
	want := []moment{{0, 50}, {1, 100}, {2, 110}, {3, 160}, {4, 1170}, {5, 2170}, {10, 2670}, {11, 2680}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if len(r.Warnings) > 0 || r.Length("counters") != 2690*time.Millisecond {
		t.Errorf("warnings %q, length %v", r.Warnings, r.Length("counters"))
	}
}

// Whatever the clock did, the timeline never goes back, has no long gap, and is
// as it is when it is written again.
func TestTimelinesGoForward(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 6))
	var first, again timeline
	last, end := int64(0), int64(0)
	for range 10_000 {
		clock, elapsed := dice.Int64N(20_000_000), time.Duration(dice.Int64N(2_000_000_000))
		at, _ := first.place(clock, elapsed)
		if at < last || at > end+longestGap {
			t.Fatalf("a reading at %d after one from %d to %d", at, last, end)
		}
		last, end = at, max(end, at+elapsed.Microseconds())
		if same, back := again.place(at, elapsed); same != at || back {
			t.Fatalf("%d was written as %d", at, same)
		}
	}
}

func TestSeek(t *testing.T) {
	var readings []added
	for pair := range 100 {
		r := reading(t, 0, pair, eachShared)
		r.Start, r.Elapsed = time.Duration(pair)*20*time.Millisecond, 10*time.Millisecond
		readings = append(readings, added{"counters", r})
	}
	r := open(t, write(t, "file", readings))
	s := session(t, r, "counters")
	all := drain(t, r, "counters")
	if s.Length() != 1990*time.Millisecond || s.Length() != r.Length("counters") || s.At() != 0 {
		t.Fatalf("length %v, at %v", s.Length(), s.At())
	}
	for to, next := range map[time.Duration]int{
		-time.Second: 0, 0: 0, 1: 1, 20 * time.Millisecond: 1, 21 * time.Millisecond: 2, 1980 * time.Millisecond: 99,
		1981 * time.Millisecond: 100, time.Hour: 100,
	} {
		for _, history := range []int{0, 5, 1000} {
			before := s.Seek(to, history)
			want := all[max(0, next-history):next]
			if len(before) != len(want) || len(want) > 0 && (before[0].Pair != want[0].Pair || before[len(before)-1].Pair != want[len(want)-1].Pair) {
				t.Errorf("to %v: %d readings before, want %d", to, len(before), len(want))
			}
		}
		at := s.At()
		reading, err := s.Next(context.Background())
		switch {
		case next == 100 && (err != io.EOF || at != s.Length()):
			t.Errorf("to %v: %v at %v, want the end", to, err, at)
		case next < 100 && (err != nil || reading.Pair != next || reading.Start != at || at < to):
			t.Errorf("to %v: pair %d at %v, %v, want %d", to, reading.Pair, at, err, next)
		}
	}
	s.Seek(0, 0)
	if reading, err := s.Next(context.Background()); err != nil || reading.Pair != 0 {
		t.Errorf("back at the beginning: %v, %v", reading.Pair, err)
	}
}

// Two sessions of one recording do not disturb each other.
func TestSessionsAreApart(t *testing.T) {
	r := open(t, write(t, "file", kinds(t)))
	a, b := session(t, r, "counters"), session(t, r, "counters")
	b.Seek(time.Hour, 3)
	if next, err := a.Next(context.Background()); err != nil || next.Pair != 0 || b.At() != b.Length() {
		t.Errorf("pair %d, %v; the other at %v", next.Pair, err, b.At())
	}
}

func TestRecordingsCanBeCompared(t *testing.T) {
	r := open(t, write(t, "file", kinds(t)))
	for _, experiment := range r.Experiments() {
		var c probes.Comparison
		for _, reading := range drain(t, r, experiment) {
			c.Add(reading)
		}
		if c.Arms() == 0 || c.Arm(0).Origin != probes.Recorded {
			t.Errorf("%s: %d arms of origin %q", experiment, c.Arms(), c.Arm(0).Origin)
		}
	}
}
