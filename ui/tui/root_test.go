package tui

import (
	"image/color"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"linebounce/ui/live"
)

// rooted is the root with a pump whose readings go nowhere.
func rooted(t *testing.T, env ...string) *root {
	t.Helper()
	r, shows := build(options(nil), append(env, "TERM=xterm-256color"), func(any) {})
	r.pump = live.Start(t.Context(), live.Options{Shows: shows, Chosen: r.lab.Chosen(), Deliver: func(any) {}})
	r.lab.Attach(r.pump)
	t.Cleanup(func() { _ = r.pump.Close() })
	r.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	return r
}

func key(text string) tea.KeyPressMsg { return tea.KeyPressMsg{Code: rune(text[0]), Text: text} }

func (r *root) text() string { return ansi.Strip(r.View().Content) }

// Workers only run while somebody can see what they do.
func TestWorkersStopWhereNobodyLooks(t *testing.T) {
	for _, c := range []struct {
		name        string
		stop, goOn  []tea.Msg
		saysStopped string
	}{
		{"pause", []tea.Msg{key(" ")}, []tea.Msg{key(" ")}, "Paused"},
		{"help", []tea.Msg{key("?")}, []tea.Msg{key("?")}, "What a line is"},
		{"too small", []tea.Msg{tea.WindowSizeMsg{Width: 20, Height: 5}}, []tea.Msg{tea.WindowSizeMsg{Width: 80, Height: 24}}, "needs 80 x 24"},
		{"no focus", []tea.Msg{tea.BlurMsg{}, absent{1}}, []tea.Msg{tea.FocusMsg{}}, "Stopped"},
		{"no focus, then a key", []tea.Msg{tea.BlurMsg{}, absent{1}}, []tea.Msg{key("e")}, "Stopped"},
		{"suspended", []tea.Msg{tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl}}, []tea.Msg{tea.ResumeMsg{}}, ""},
	} {
		r := rooted(t)
		for _, msg := range c.stop {
			r.Update(msg)
		}
		if !r.idle {
			t.Errorf("%s: the workers run on", c.name)
		}
		if shown := strings.Join(strings.Fields(r.text()), " "); !strings.Contains(shown, c.saysStopped) {
			t.Errorf("%s: the screen does not say %q", c.name, c.saysStopped)
		}
		for _, msg := range c.goOn {
			r.Update(msg)
		}
		if r.idle {
			t.Errorf("%s: the workers do not go on", c.name)
		}
	}
}

func TestFocusThatCameBackInTimeStopsNothing(t *testing.T) {
	r := rooted(t)
	r.Update(tea.BlurMsg{})
	r.Update(tea.FocusMsg{})
	r.Update(absent{1})
	if r.idle {
		t.Error("the workers stopped although the focus is back")
	}
}

func TestNothingTicksWhileIdle(t *testing.T) {
	r := rooted(t)
	r.ticking = false
	r.Update(key(" "))
	if r.Update(frame{time.Now()}); r.ticking {
		t.Error("a paused screen asks for pictures")
	}
	if r.Update(key(" ")); !r.ticking {
		t.Error("a screen that goes on asks for no pictures")
	}
}

func TestScreenRecoversFromTooSmall(t *testing.T) {
	r := rooted(t)
	before := r.text()
	r.Update(tea.WindowSizeMsg{Width: 20, Height: 5})
	r.Update(key("l")) // nobody sees what it would do
	for _, row := range strings.Split(r.text(), "\n") {
		if len([]rune(row)) > 20 {
			t.Errorf("a row of %q does not fit 20 cells", row)
		}
	}
	r.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	if r.text() != before {
		t.Errorf("after the terminal grew again it shows\n%s", r.text())
	}
}

func TestASCIIWhereTheLocaleIsNotUTF8(t *testing.T) {
	for _, c := range []struct {
		env   []string
		ascii bool
	}{
		{[]string{"LANG=en_GB.UTF-8"}, false}, {[]string{"LANG=C"}, true}, {[]string{"LC_ALL=POSIX", "LANG=en_GB.UTF-8"}, true},
		{[]string{"LC_CTYPE=C.utf8", "LANG=C"}, false}, {[]string{"LC_ALL=", "LANG=de_DE.ISO-8859-1"}, true}, {nil, false},
	} {
		r := rooted(t, c.env...)
		for _, keys := range []string{"", "?"} {
			if keys != "" {
				r.Update(key(keys))
			}
			foreign := regexp.MustCompile(`[^\x00-\x7f]`).FindString(r.text())
			if (foreign == "") != c.ascii && !(keys == "?" && foreign == "") {
				t.Errorf("%v: the screen shows %q, ASCII wanted: %v", c.env, foreign, c.ascii)
			}
		}
	}
}

// colours are the sequences that set one; bold and the like are not colours.
var colours = regexp.MustCompile(`\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;:]*m`)

func TestNoColor(t *testing.T) {
	for value, coloured := range map[string]bool{"NO_COLOR=1": false, "NO_COLOR=yes please": false, "NO_COLOR=": true, "COLUMNS=1": true} {
		r := rooted(t, "CLICOLOR_FORCE=1", value)
		if found := colours.FindString(r.View().Content); (found != "") != coloured {
			t.Errorf("%s: the screen sets %q", value, found)
		}
	}
}

// The background is asked for and never waited for; its answer changes the
// colours.
func TestLightBackground(t *testing.T) {
	r := rooted(t, "CLICOLOR_FORCE=1", "COLORTERM=truecolor")
	dark := r.View().Content
	r.Update(tea.BackgroundColorMsg{Color: color.White})
	light := r.View().Content
	if dark == light || ansi.Strip(dark) != ansi.Strip(light) {
		t.Error("on a light ground the screen must say the same in other colours")
	}
}

func TestHelpListsEveryKey(t *testing.T) {
	r := rooted(t)
	r.Update(key("?"))
	all := r.text()
	for range 20 {
		r.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
		all += r.text()
	}
	for _, want := range []string{"perf c2c record", "atomic.AddInt64", "M modified", "O owned", "Keys"} {
		if !strings.Contains(all, want) {
			t.Errorf("the help does not show %q", want)
		}
	}
	for _, k := range strings.Fields("n l o b w k a p c t s d x z h ← → tab e v space u r y K S ? q") {
		if !regexp.MustCompile(`(?m)^ .*` + regexp.QuoteMeta(k) + ` `).MatchString(all) {
			t.Errorf("the help has no row for key %s", k)
		}
	}
}
