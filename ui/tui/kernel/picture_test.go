package kernel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"linebounce/probes"
	"linebounce/probes/credentials"
	"linebounce/probes/profile"
	"linebounce/ui/tui/theme"
)

// forbidden is a machine on which nothing but the table can be had.
func forbidden() Options {
	o := made()
	o.Credentials = func(context.Context) ([]credentials.Row, error) { return answers(true), nil }
	o.Profilable = func() error {
		return &probes.Unable{What: "the kernel cannot be profiled", Why: "kernel.perf_event_paranoid is 4, so only root may see what the kernel does",
			Advice: "Run it as root, or type: sudo sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0"}
	}
	o.Profile = func(context.Context, func(float64)) (profile.Result, error) { return profile.Result{}, o.Profilable() }
	delete(o.Measure, hackbench)
	o.Measure[semaphores] = func(context.Context, func(float64)) (Measured, error) {
		return Measured{}, &probes.Unable{What: "semaphores cannot be measured", Why: "this kernel has no System V IPC", Advice: "Run it on one that was built with CONFIG_SYSVIPC."}
	}
	return o
}

// unanswered is a machine whose kernel cannot even be asked.
func unanswered() Options {
	o := forbidden()
	o.Here = func() Machine { return Machine{"Darwin 24.1", 128} }
	o.Credentials = func(context.Context) ([]credentials.Row, error) {
		return nil, &probes.Unable{What: "the kernel cannot be asked who receives which credentials",
			Why: "SO_PASSCRED and SCM_CREDENTIALS are Linux's, and this is darwin", Advice: "Run it on Linux."}
	}
	return o
}

// sights are the pictures: on which machine, after which keys.
var sights = map[string]struct {
	options func() Options
	keys    []string
}{
	"fresh":     {made, nil},
	"special":   {made, []string{"s", "x"}},
	"measured":  {made, []string{"h", "p", "m", "f"}},
	"profile":   {made, []string{"f"}},
	"cards":     {made, []string{"p"}},
	"why":       {made, []string{"tab", "tab", "tab"}},
	"forbidden": {forbidden, []string{"m"}},
	"no table":  {unanswered, []string{"t"}},
}

func TestPictures(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}, {60, 20}} {
		for name, s := range sights {
			t.Run(fmt.Sprintf("%s %dx%d", name, size[0], size[1]), func(t *testing.T) {
				golden.RequireEqual(t, []byte(open(t, s.options(), size[0], size[1], s.keys...).text()+"\n"))
			})
		}
		t.Run(fmt.Sprintf("measuring %dx%d", size[0], size[1]), func(t *testing.T) {
			m := open(t, made(), size[0], size[1])
			underWay(m, "h", 0.4)
			golden.RequireEqual(t, []byte(m.text()+"\n"))
		})
	}
}

// A large terminal has the tables of all types of socket, and no more than a third of
// its rows stays empty.
func TestLargeTerminalsAreUsed(t *testing.T) {
	for size, tables := range map[[2]int]int{{200, 60}: 1, {240, 80}: 2, {300, 100}: 3} {
		m := open(t, made(), size[0], size[1], "s", "h", "p", "m", "f")
		text, empty := m.text(), 0
		for row := range strings.SplitSeq(text, "\n") {
			if strings.TrimSpace(row) == "" {
				empty++
			}
		}
		if got := strings.Count(text, "Who receives which credentials"); got != tables || 3*empty > size[1] {
			t.Errorf("at %v: %d tables, want %d; %d rows are empty:\n%s", size, got, tables, empty, text)
		}
	}
}

// Nothing is drawn outside the terminal, and no note is cut.
func TestEverythingFits(t *testing.T) {
	for name, s := range sights {
		for _, keys := range [][]string{nil, {"x"}, {"s"}, {"f"}, {"p"}, {"h"}, {"tab"}} {
			m := open(t, s.options(), 120, 40, append(s.keys, keys...)...)
			for _, ascii := range []bool{false, true} {
				m.SetTheme(theme.New(colorprofile.TrueColor, true, ascii))
				for _, size := range [][2]int{{80, 24}, {81, 25}, {80, 40}, {95, 30}, {100, 24}, {113, 38}, {114, 36}, {118, 38}, {120, 30}, {120, 40}, {160, 45}, {200, 60}, {300, 100}} {
					m.SetSize(size[0], size[1])
					rows := strings.Split(m.text(), "\n")
					if lost := m.canvas.Lost(); len(lost) > 0 || len(rows) != size[1] {
						t.Errorf("%s %v at %v: %d rows, and %q fell off:\n%s", name, keys, size, len(rows), strings.Join(lost, ""), m.text())
					}
					if strings.ContainsRune(m.text(), utf8.RuneError) {
						t.Errorf("%s %v at %v: a character is broken", name, keys, size)
					}
					all := strings.Join(strings.Fields(m.text()), " ")
					for _, want := range []string{m.canvas.Glyphs().Text(sentence(m.note)), "q quit", "? help"} {
						if want := strings.Join(strings.Fields(want), " "); !strings.Contains(all, want) {
							t.Errorf("%s %v at %v: %q is cut:\n%s", name, keys, size, want, m.text())
						}
					}
				}
			}
		}
	}
}

// What cannot be had is named with the sentence that says why.
func TestWhatCannotBeHadSaysWhy(t *testing.T) {
	for _, c := range []struct {
		key, says string
	}{
		{"f", "type: sudo sysctl kernel.perf_event_paranoid=1"}, {"h", "h: this program brings no workload called hackbench."}, {"m", "Semaphores cannot be measured: this kernel has no System V IPC. Run it on one"},
	} {
		m := open(t, forbidden(), 120, 40)
		press(m, c.key)
		if shown := strings.Join(strings.Fields(m.text()), " "); !strings.Contains(shown, c.says) {
			t.Errorf("%s does not say %q:\n%s", c.key, c.says, m.text())
		}
		if !strings.Contains(m.text(), "not here: ") {
			t.Errorf("%s is not dim:\n%s", c.key, m.text())
		}
	}
}

// A kernel that answers otherwise is told in words.
func TestADifferentAnswerIsToldInWords(t *testing.T) {
	m := open(t, forbidden(), 120, 40)
	if n := strings.Count(m.text(), "different"); n != 1 {
		t.Errorf("%d rows are marked, want 1:\n%s", n, m.text())
	}
	if !strings.Contains(m.text(), "1 answered otherwise") {
		t.Errorf("no sentence says so:\n%s", m.text())
	}
	press(m, "x")
	if !strings.Contains(m.text(), "not asked") {
		t.Errorf("what could not be asked is not marked:\n%s", m.text())
	}
}

// A failed measurement that has figures already keeps them.
func TestAFailureLeavesTheFigures(t *testing.T) {
	o := made()
	m := open(t, o, 120, 40, "h")
	o.Measure[hackbench] = func(context.Context, func(float64)) (Measured, error) { return Measured{}, errors.New("a sender died") }
	press(m, "h")
	if !strings.Contains(m.text(), "1.03×") || !strings.Contains(m.text(), "A sender died") {
		t.Errorf("after a failure it shows\n%s", m.text())
	}
}
