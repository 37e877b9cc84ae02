package lab

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/assets"
	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/probes/recorded"
)

// The keys move the recording that the program brings, by the real pump: at
// once, playing or not, with the figures of the readings before.
func TestAShippedRecordingInTheHand(t *testing.T) {
	r, err := recorded.Read(bytes.NewReader(assets.Recording))
	if err != nil {
		t.Fatal(err)
	}
	var held []catalog.Experiment
	for _, e := range catalog.Lab() {
		if r.Source(e.Name) != nil {
			held = append(held, e)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		m := newLab(t, Options{Machine: r.Machine, Experiments: held, Recorded: true, RecordedOn: r.Made.Format(time.DateOnly)}, 120, 40)
		shows := m.Shows(func(e catalog.Experiment) probes.Source { return r.Source(e.Name) })
		pump, listen := pumped(t, m, shows)
		e := m.experiment()
		length := r.Length(e.Name)
		listen(func() bool { return e.shown.Position > 500*time.Millisecond })
		if e.shown.Length != length || e.arms[0] != r.Scenarios(e.Name)[0] {
			t.Errorf("it is %v long and has %v, want %v", e.shown.Length, e.arms[0], length)
		}
		press(m, "space")
		pump.Idle(m.Paused())
		jumps := e.shown.Jumps
		for _, keys := range []string{"home right right", "left", "pgdown", "end", "home"} {
			press(m, strings.Fields(keys)...)
			want, asked := e.heading(), time.Now()
			listen(func() bool { return e.wished == nil && e.shown.Position == want })
			if took := time.Since(asked); took != 0 || e.shown.Jumps == jumps {
				t.Errorf("%s was answered after %v", keys, took)
			}
			whole := before(t, r, e.Name, want)
			if got := e.ratio(); got != whole.Ratio(probes.Confidence) && !(math.IsNaN(got.Median) && whole.Pairs() == 0) {
				t.Errorf("%s: at %v B over A is %v, want %v", keys, want, got, whole.Ratio(probes.Confidence))
			}
			text := ansi.Strip(m.View())
			for _, part := range []string{"paused ", clock(want) + " of " + clock(length), "recorded " + m.options.RecordedOn} {
				if !strings.Contains(text, part) {
					t.Errorf("%s: the picture does not show %q", keys, part)
				}
			}
		}
		press(m, ">", ">", ">", "space")
		pump.Idle(m.Paused())
		begun := time.Now()
		listen(func() bool { return e.shown.Position > length/2 })
		if took := time.Since(begun); took > length/8 {
			t.Errorf("eight times as fast half of %v took %v", length, took)
		}
		if n := len(e.history.at); n < int(length/2/(300*time.Millisecond)) {
			t.Errorf("the chart of half of %v has %d points", length, n)
		}
	})
}

// before compares the readings of a recording that began before a time.
func before(t *testing.T, r *recorded.Recording, experiment string, at time.Duration) *probes.Comparison {
	t.Helper()
	session, err := r.Source(experiment).Open(t.Context(), probes.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	c := &probes.Comparison{}
	for _, reading := range session.(*recorded.Session).Seek(at, math.MaxInt) {
		c.Add(reading)
	}
	return c
}
