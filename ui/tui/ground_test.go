package tui

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"linebounce/ui/palette"
)

func TestGroundUntilTheTerminalAnswers(t *testing.T) {
	for env, want := range map[string]bool{
		"COLUMNS=80": true, "COLORFGBG=15;0": true, "COLORFGBG=0;15": false, "COLORFGBG=0;default;7": false, "COLORFGBG=12;8": true,
		"COLORFGBG=0;11": false, "COLORFGBG=default;default": true, "COLORFGBG=": true, "COLORFGBG=15": false,
	} {
		r := rooted(t, env)
		if r.dark != want {
			t.Errorf("%s: dark %v, want %v", env, r.dark, want)
		}
		if r.Update(tea.BackgroundColorMsg{Color: color.White}); r.dark {
			t.Errorf("%s: it goes before the terminal's answer", env)
		}
	}
}

func themed(t *testing.T, name string) palette.Choice {
	t.Helper()
	choice, err := palette.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return choice
}

// Whose ground the screen stands on: the theme's where one was asked for and the
// terminal has enough colours, else the terminal's.
func TestWhoseGround(t *testing.T) {
	black, white := color.Color(color.RGBA{A: 255}), color.Color(color.RGBA{R: 255, G: 255, B: 255, A: 255})
	for _, c := range []struct {
		name, theme string
		env         []string
		answer      color.Color
		want        color.Color
	}{
		{"no theme", "", []string{"COLORTERM=truecolor"}, color.White, nil},
		{"light", "light", []string{"COLORTERM=truecolor"}, nil, white},
		{"light on a dark terminal", "light", []string{"COLORTERM=truecolor"}, color.Black, white},
		{"256 colours", "light", []string{"COLORTERM="}, nil, white},
		{"16 colours", "light", []string{"COLORTERM=", "TERM=xterm-16color"}, nil, nil},
		{"no colours", "light", []string{"COLORTERM=truecolor", "NO_COLOR=1"}, color.Black, nil},
		{"high contrast before the answer", "high-contrast", []string{"COLORTERM=truecolor"}, nil, nil},
		{"high contrast on white", "high-contrast", []string{"COLORTERM=truecolor"}, color.White, white},
		{"high contrast on black", "high-contrast", []string{"COLORTERM=truecolor"}, color.Black, black},
	} {
		o := options(nil)
		if c.theme != "" {
			o.Theme = themed(t, c.theme)
		}
		r, _ := build(o, append([]string{"CLICOLOR_FORCE=1", "TERM=xterm-256color"}, c.env...), func(any) {})
		if c.answer != nil {
			r.handle(tea.BackgroundColorMsg{Color: c.answer})
		}
		view := r.View()
		if view.BackgroundColor != c.want {
			t.Errorf("%s: the ground becomes %v, want %v", c.name, view.BackgroundColor, c.want)
		}
		if (view.ForegroundColor == nil) != (c.want == nil) {
			t.Errorf("%s: the ground becomes %v, the text %v", c.name, view.BackgroundColor, view.ForegroundColor)
		}
	}
}

// A hue never stands alone: what is on a CPU's ground is that CPU's digits, or a
// field of a line whose border names the CPU. The ground of the terminal is as
// before when the program has ended.
func TestEveryHueHasItsDigit(t *testing.T) {
	for _, name := range []string{"dark", "light", "high-contrast-dark", "high-contrast-light"} {
		o := options(nil)
		o.Theme = themed(t, name)
		p := o.Theme.For(true)
		x := open(t, t.Context(), o, 120, 40)
		before := x.screen.BackgroundColor()
		x.await("B is 3.9 times as fast", "q quit")
		x.press(" ")
		x.await("Paused")
		x.mu.Lock()
		if got := hexOf(x.screen.BackgroundColor()); got != p.Ground.Hex {
			t.Errorf("%s: the ground is %s, want %s", name, got, p.Ground.Hex)
		}
		rows, seen := strings.Split(x.screen.String(), "\n"), map[int]bool{}
		for y := range rows {
			for _, r := range x.runs(y) {
				cpu := slices.IndexFunc(p.Fill[:], func(fill palette.Colour) bool { return fill.Hex == r.ground })
				if cpu < 0 {
					continue
				}
				seen[cpu] = true
				digits := strings.Trim(r.text, fmt.Sprint(cpu)) == ""
				if !digits && !strings.Contains(rows[y-1], fmt.Sprintf("CPU %d", cpu)) {
					t.Errorf("%s: row %d has %q on the ground of CPU %d, and nothing says so", name, y, r.text, cpu)
				}
			}
		}
		x.mu.Unlock()
		if !seen[0] || !seen[1] {
			t.Errorf("%s: the grounds of CPUs seen are %v", name, seen)
		}
		x.press("q")
		if err := x.end(); err != nil {
			t.Errorf("%s: q ends it with %v", name, err)
		}
		if after := x.screen.BackgroundColor(); after != before {
			t.Errorf("%s: the ground is %v after the end, and was %v", name, after, before)
		}
	}
}

// What is faint need not be read: no word and no figure is, in any room.
func TestNothingFaintIsToBeRead(t *testing.T) {
	p := palette.Dark()
	for room, shows := range []string{"the four together", "protocol", "Who receives", "Scope", "lessons finished"} {
		x := open(t, t.Context(), options(nil), 120, 40)
		x.await("B is 3.9 times as fast", "q quit")
		x.press(fmt.Sprint(room + 1))
		x.await(shows)
		x.mu.Lock()
		faint := 0
		for y := range 40 {
			for column := range 120 {
				cell := x.screen.CellAt(column, y)
				if cell == nil || cell.Style.Fg == nil || hexOf(cell.Style.Fg) != p.Faint.Hex {
					continue
				}
				faint++
				if strings.ContainsFunc(cell.Content, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
					t.Errorf("room %d: %q in row %d is faint:\n%s", room+1, cell.Content, y, strings.Split(x.screen.String(), "\n")[y])
				}
			}
		}
		x.mu.Unlock()
		if room == 0 && faint == 0 {
			t.Error("nothing in the Lab is faint, so nothing was looked at")
		}
		x.press("q")
		_ = x.end()
	}
}

// stretch is neighbouring cells on one ground, "" for the terminal's.
type stretch struct{ ground, text string }

func (x *terminal) runs(y int) []stretch {
	var list []stretch
	for column := range x.screen.Width() {
		r := stretch{text: " "}
		if cell := x.screen.CellAt(column, y); cell != nil {
			r.text = cell.Content
			if cell.Style.Bg != nil {
				r.ground = hexOf(cell.Style.Bg)
			}
		}
		if last := len(list) - 1; last >= 0 && list[last].ground == r.ground {
			list[last].text += r.text
			continue
		}
		list = append(list, r)
	}
	return list
}

func hexOf(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02X%02X%02X", r>>8, g>>8, b>>8)
}
