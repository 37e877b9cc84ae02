package canvas

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/tui/theme"
)

func TestOneSequenceForARun(t *testing.T) {
	c := New(theme.New(colorprofile.TrueColor, true, false), 10, 2)
	c.Text(0, 0, theme.OnCPU(0), "000")
	c.Text(3, 0, theme.OnCPU(1), "1111")
	c.Text(0, 1, theme.Plain, "plain")
	text := c.String()
	if n := strings.Count(text, "\x1b["); n != 4 {
		t.Errorf("%d sequences for two runs, want two and their ends: %q", n, text)
	}
	if !strings.HasSuffix(text, "\nplain") {
		t.Errorf("plain text is not plain: %q", text)
	}
}

func TestWhatFallsOffIsLost(t *testing.T) {
	c := New(theme.New(colorprofile.Ascii, true, false), 4, 1)
	c.Text(2, 0, theme.Plain, "abc")
	c.Put(0, 1, theme.Plain, 'x')
	if got := strings.Join(c.Lost(), ""); got != "cx" {
		t.Errorf("lost %q, want cx", got)
	}
	if c.Clear(); len(c.Lost()) != 0 || c.String() != "" {
		t.Error("Clear does not clear")
	}
	c.Inside(1, 0, 2, 1, func() { c.Text(0, 0, theme.Plain, "abcd") })
	if got := strings.Join(c.Lost(), ""); got != "ad" || c.String() != " bc" {
		t.Errorf("inside an area: lost %q, shown %q", got, c.String())
	}
}

// Colours of CPUs differ from each other in every kind of terminal that has
// colours.
func TestHuesDiffer(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor} {
		for _, dark := range []bool{true, false} {
			th, seen := theme.New(profile, dark, false), map[string]bool{}
			for hue := range theme.Hues {
				seen[th.Prefix(theme.CPU(hue))] = true
				seen[th.Prefix(theme.OnCPU(hue))] = true
			}
			if len(seen) != 2*theme.Hues {
				t.Errorf("%v, dark %v: %d of %d styles differ", profile, dark, len(seen), 2*theme.Hues)
			}
		}
	}
}

// A character that takes two cells takes two cells, and what stands behind it
// stays where it was put.
func TestWideCharacters(t *testing.T) {
	c := New(theme.New(colorprofile.Ascii, true, false), 10, 1)
	if end := c.Text(0, 0, theme.Plain, "a缓存b"); end != 6 || c.Width("a缓存b") != 6 {
		t.Errorf("it ends in column %d and counts as %d wide, want 6", end, c.Width("a缓存b"))
	}
	c.Right(10, 0, theme.Plain, "行")
	if got := c.String(); got != "a缓存b  行" {
		t.Errorf("the row is %q", got)
	}
	for _, r := range "a─│█×→●╌▀" {
		if Wide(r) {
			t.Errorf("%q counts as wide", r)
		}
	}
}

// What a file says cannot steer the terminal.
func TestControlCharactersAreNotPassedOn(t *testing.T) {
	c := New(theme.Theme{}, 20, 1)
	c.Text(0, 0, theme.Plain, "a\x1b[2Jb\u009b1mc\rd")
	if got, want := c.String(), "a?[2Jb?1mc?d"; got != want {
		t.Errorf("it writes %q, want %q", got, want)
	}
}
