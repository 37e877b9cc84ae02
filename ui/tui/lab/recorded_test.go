package lab

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
	"linebounce/probes/catalog"
)

func TestRecordingsCannotBeChanged(t *testing.T) {
	m := newLab(t, Options{Recorded: true, RecordedOn: "2026-02-28", Why: "this machine has one CPU"}, 120, 40)
	feed(m, about(3.9), 84e6, 328e6)
	text := ansi.Strip(m.View())
	for _, want := range []string{"▷ recorded 2026-02-28", "AMD EPYC", "This machine has one CPU."} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen does not show %q", want)
		}
	}
	before := m.experiment().arms
	press(m, "right", "l")
	if m.experiment().arms != before || !strings.Contains(m.note, "Recorded") {
		t.Errorf("after l the arms are %v and it says %q", m.experiment().arms, m.note)
	}
}

// A recording need not hold all experiments: those it has are the Lab's.
func TestARecordingOfThreeExperiments(t *testing.T) {
	m := counting(t, Options{Experiments: catalog.Lab()[:3], Recorded: true}, 80, 24)
	var seen []string
	for range 3 {
		seen = append(seen, m.Chosen())
		press(m, "e")
	}
	if want := []string{"counters", "messages", "sockets"}; !slices.Equal(seen, want) || m.Chosen() != want[0] {
		t.Errorf("e goes round %v and on to %s, want %v", seen, m.Chosen(), want)
	}
	if press(m, "m"); m.note != "m: mode means nothing in counters." {
		t.Errorf("a key of an experiment that is not there says %q", m.note)
	}
	if err := m.Present("rwlock", probes.Scenario{}, probes.Scenario{}, true); err == nil || !strings.Contains(err.Error(), "only counters, messages and sockets") {
		t.Errorf("a lesson about one that is not there gives %v", err)
	}
}
