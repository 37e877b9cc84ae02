package lab

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/probes/catalog"
)

// An experiment that is only in the catalog has its card, its arms told by the
// words that they have otherwise than usual, and its modes on a key.
func TestAnExperimentWithoutAPortrait(t *testing.T) {
	lock, err := catalog.Find("lock")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {80, 40}, {120, 40}, {200, 60}} {
		m := newLab(t, Options{Experiments: append(catalog.Lab(), lock), Experiment: "lock"}, size[0], size[1])
		feed(m, about(1.5), 5e6, 7.5e6)
		run(m, time.Second)
		text := ansi.Strip(m.View())
		for _, want := range []string{"as usual", "mode=after", "lock", "1.50", "m mode after"} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: it lacks %q:\n%s", size, want, text)
			}
		}
		if lost := m.canvas.Lost(); len(lost) > 0 {
			t.Errorf("%v: %q fell off", size, lost)
		}
		var modes []string
		for range lock.Modes {
			press(m, "m")
			modes = append(modes, m.experiment().arms[1].Mode)
		}
		if got := strings.Join(modes, " "); got != "packed aligned before after" {
			t.Errorf("m goes through %s", got)
		}
	}
}

// Each of the Lab's experiments tells its two arms apart in words, and has
// something to say about every word that a key changes.
func TestPortraitsTellTheArmsApart(t *testing.T) {
	for _, e := range catalog.Lab() {
		m := newLab(t, Options{Experiment: e.Name}, 120, 40)
		x := m.experiment()
		if a, b := x.named(x.arms[0]), x.named(x.arms[1]); a == b || a == "" || b == "" {
			t.Errorf("%s: A is %q and B is %q", e.Name, a, b)
		}
		for _, k := range toggles {
			if x.refuses(k, 1, m.list) != "" {
				continue
			}
			before := x.arms[1]
			press(m, k.key)
			if x.arms[1] == before {
				t.Errorf("%s: %s changes nothing and says %q", e.Name, k.key, m.note)
			}
			if !strings.HasPrefix(m.note, "B: "+k.label) || strings.Count(m.note, ". ") == 0 {
				t.Errorf("%s: after %s it says only %q", e.Name, k.key, m.note)
			}
			press(m, "u")
		}
	}
}
