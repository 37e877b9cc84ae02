package windows

import (
	"reflect"
	"testing"

	"linebounce/probes"
)

func deal(r rounds, n int) []turn {
	var turns []turn
	for range n {
		turns = append(turns, r.next())
	}
	return turns
}

func TestPairsFollowTheCoin(t *testing.T) {
	tosses := []bool{false, true, true}
	r := rounds{arms: 2, coin: func() bool {
		toss := tosses[0]
		tosses = tosses[1:]
		return toss
	}}
	w := probes.Window
	want := []turn{{0, 0, w}, {1, 0, w}, {1, 1, w}, {0, 1, w}, {1, 2, w}, {0, 2, w}}
	if got := deal(r, 6); !reflect.DeepEqual(got, want) {
		t.Errorf("turns %v, want %v", got, want)
	}
}

func TestFurtherArmsTakeTurns(t *testing.T) {
	r := rounds{arms: 4, coin: func() bool { return false }}
	w := probes.Window
	want := []turn{{0, 0, w}, {1, 0, w}, {2, 0, w}, {0, 1, w}, {1, 1, w}, {3, 1, w}, {0, 2, w}, {1, 2, w}, {2, 2, w}}
	if got := deal(r, 9); !reflect.DeepEqual(got, want) {
		t.Errorf("turns %v, want %v", got, want)
	}
}

func TestCapturesComeFirstAndThenSeldom(t *testing.T) {
	r := rounds{arms: 1, captures: true, coin: func() bool { return false }}
	for i, got := range deal(r, 2*(captureEvery+1)) {
		want := probes.Window
		if i%(captureEvery+1) == 0 {
			want = probes.Capture
		}
		if got.unit != want {
			t.Errorf("turn %d is a %s, want a %s", i, got.unit, want)
		}
	}
}

func TestARestartBeginsANewPair(t *testing.T) {
	r := rounds{arms: 2, coin: func() bool { return false }}
	first := r.next()
	r.restart()
	if next := r.next(); next.arm != 0 || next.pair == first.pair {
		t.Errorf("after a restart %v follows %v, want arm 0 of a new pair", next, first)
	}
}
