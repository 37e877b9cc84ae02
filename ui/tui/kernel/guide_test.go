package kernel

import (
	"strings"
	"testing"
)

// A lesson shows what it is about at any size, and leaves everything as it was.
func TestALessonShowsItsPart(t *testing.T) {
	m := open(t, made(), 80, 24, "tab")
	before := m.text()
	for experiment, part := range map[string]string{
		"credentials": "Who receives which credentials", "semaphores": "not measured yet, press m", "hackbench": "not measured yet, press h", "sockets": "so small",
	} {
		m.Present(experiment)
		m.Guide(false, "The lesson has the keys.")
		if !strings.Contains(m.text(), part) || !strings.Contains(m.text(), "The lesson has the keys.") || strings.Contains(m.text(), "q quit") {
			t.Errorf("%s shows\n%s", experiment, m.text())
		}
		m.Guide(true, "w back to the lesson")
		if !strings.Contains(m.text(), "w back to the lesson") || !strings.Contains(m.text(), "q quit") {
			t.Errorf("with the keys it shows\n%s", m.text())
		}
		if lost := m.canvas.Lost(); len(lost) > 0 {
			t.Errorf("%s: %q fell off", experiment, strings.Join(lost, ""))
		}
	}
	m.Leave()
	if m.text() != before {
		t.Errorf("after the lesson it shows\n%s\nand before\n%s", m.text(), before)
	}
}
