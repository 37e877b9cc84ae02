package lab

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
)

func TestVoteHidesEveryResult(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		m := counting(t, Options{}, size[0], size[1])
		shown := []string{"3.9", "3.8×", "1.03×", "84.", "328", "42.0", "164", "hand-offs", "faster", "has it"}
		before := ansi.Strip(m.View())
		for _, figure := range shown[:6] {
			if !strings.Contains(before, figure) {
				t.Fatalf("%v: without a vote the screen lacks %q, so the test proves nothing", size, figure)
			}
		}
		press(m, "v")
		m.note = "" // its words are not a result
		m.stale = true
		run(m, time.Second)
		hidden := strings.NewReplacer("A is faster", "", "B is faster", "", "Which is faster", "").Replace(ansi.Strip(m.View()))
		for _, figure := range shown {
			if strings.Contains(hidden, figure) {
				t.Errorf("%v: the vote does not hide %q", size, figure)
			}
		}
		press(m, "v")
		if after := ansi.Strip(m.View()); !strings.Contains(after, "3.9×") || strings.Contains(after, "3.8×") {
			t.Errorf("%v: the result must show this experiment and still hide the others", size)
		}
	}
}

func TestVoteIsJudged(t *testing.T) {
	unknown := probes.Summarize(nil, probes.Confidence)
	for _, c := range []struct {
		vote  string
		ratio probes.Interval
		says  string
	}{
		{"2", interval(3.9, 3.7, 4.1), "The class said: B is faster. The class was right."},
		{"1", interval(3.9, 3.7, 4.1), "The class said: A is faster. It was not so: B is faster."},
		{"3", interval(3.9, 3.7, 4.1), "The class said: no difference. It was not so: B is faster."},
		{"1", interval(0.5, 0.4, 0.6), "The class said: A is faster. The class was right."},
		{"3", interval(1.0, 0.98, 1.02), "The class said: no difference. The class was right."},
		{"2", interval(1.0, 0.98, 1.02), "The class said: B is faster. The measurement found no difference."},
		{"2", unknown, "The class said: B is faster. There are too few windows yet to say."},
		{"", interval(3.9, 3.7, 4.1), "Here is the result. Nobody voted."},
	} {
		m := newLab(t, Options{}, 120, 40)
		feed(m, c.ratio, 84e6, 328e6)
		press(m, "v")
		if c.vote != "" {
			press(m, c.vote)
		}
		press(m, "v")
		if m.note != c.says {
			t.Errorf("vote %q on %v to %v: it says %q, want %q", c.vote, c.ratio.Low, c.ratio.High, m.note, c.says)
		}
	}
}
