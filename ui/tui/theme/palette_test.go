package theme

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/palette"
)

var profiles = []colorprofile.Profile{colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor}

func named(t *testing.T, name string) palette.Palette {
	t.Helper()
	data, found := palette.Source(name)
	p, err := palette.Parse(name, data)
	if !found || err != nil {
		t.Fatalf("theme %s: %v", name, err)
	}
	return p
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02X%02X%02X", r>>8, g>>8, b>>8)
}

// invisible lists the texts that came out as the ground they stand on.
func invisible(c colours, ground color.Color) []string {
	var list []string
	is := func(what string, text, under color.Color) {
		if text != nil && text == under {
			list = append(list, what)
		}
	}
	is("dim", c.dim, ground)
	is("faint", c.faint, ground)
	for i := range Hues {
		is(fmt.Sprint("cpu-", i), c.cpu[i], ground)
		is(fmt.Sprint("ink-", i), c.ink[i], c.ground[i])
	}
	for i := range Heats {
		is(fmt.Sprint("on-heat-", i), c.hot[i], c.heat[i])
	}
	return list
}

// With few colours no text becomes the ground it stands on: not in the themes that
// the program brings, and not in one whose colours are all nearly alike.
func TestNoTextVanishesWithFewColours(t *testing.T) {
	themes := []palette.Palette{named(t, "dark"), named(t, "light"), named(t, "high-contrast-dark"), named(t, "high-contrast-light")}
	for _, grey := range []string{"#000000", "#0A0A0A", "#7F7F7F", "#80807E", "#FDFDFD", "#FFFFFF"} {
		p := palette.Palette{Name: grey}
		near := palette.Colour{Hex: grey}
		p.Ground, p.Text, p.Dim, p.Faint, p.Chosen = near, near, near, near, near
		for i := range Hues {
			p.CPU[i], p.Fill[i], p.Ink[i] = near, near, near
		}
		for i := range Heats {
			p.Heat[i], p.OnHeat[i] = near, near
		}
		themes = append(themes, p)
	}
	for _, p := range themes {
		for _, profile := range profiles {
			for _, what := range invisible(coloursOf(profile, p), profile.Convert(hexed(p.Ground.Hex))) {
				t.Errorf("%s with %s: %s cannot be seen", p.Name, profile, what)
			}
		}
	}
}

func hexed(s string) color.Color { return shown(colorprofile.TrueColor, palette.Colour{Hex: s}) }

// The nearest of 256 colours, which are the same everywhere above the first 16, can
// be read as well as those that were meant.
func TestNearestOf256ColoursCanBeRead(t *testing.T) {
	for _, name := range []string{"dark", "light", "high-contrast-dark", "high-contrast-light"} {
		p := named(t, name)
		c := coloursOf(colorprofile.ANSI256, p)
		can := func(what string, text, under color.Color, least float64) {
			if got := palette.Contrast(hex(text), hex(under)); got < least {
				t.Errorf("%s: %s has %.2f", name, what, got)
			}
		}
		ground := hexed(p.Ground.Hex)
		can("dim", c.dim, ground, palette.LeastText)
		can("faint", c.faint, ground, palette.LeastMark)
		for i := range Hues {
			can(fmt.Sprint("cpu-", i), c.cpu[i], ground, palette.LeastText)
			can(fmt.Sprint("ink-", i), c.ink[i], c.ground[i], palette.LeastText)
		}
		for i := range Heats {
			can(fmt.Sprint("on-heat-", i), c.hot[i], c.heat[i], palette.LeastText)
		}
	}
}

// Without colours, as NO_COLOR asks for, a theme is not seen: every style is that of
// every other theme.
func TestNoColoursBeatATheme(t *testing.T) {
	want := New(colorprofile.Ascii, true, false)
	for _, name := range []string{"light", "high-contrast-dark"} {
		got := Of(named(t, name), colorprofile.Ascii, false)
		for style, prefix := range want.prefixes {
			if got.Prefix(style) != prefix {
				t.Errorf("%s: style %d is %q, want %q", name, style, got.Prefix(style), prefix)
			}
		}
	}
}

// High contrast is told by bold and reversed letters, not by grey ones, with 16
// colours too.
func TestHighContrastHasNoGrey(t *testing.T) {
	for _, name := range []string{"high-contrast-dark", "high-contrast-light"} {
		few := Of(named(t, name), colorprofile.ANSI, false)
		for _, style := range []Style{Dim, Faint} {
			if few.Prefix(style) != few.Prefix(Plain) {
				t.Errorf("%s: style %d is %q", name, style, few.Prefix(style))
			}
		}
		many := Of(named(t, name), colorprofile.TrueColor, false)
		for _, th := range []Theme{few, many} {
			if got := th.Prefix(Title); got != "\x1b[1;7m" {
				t.Errorf("%s: what is chosen is %q, want bold and reversed", name, got)
			}
			if th.Prefix(Strong) == th.Prefix(Dim) {
				t.Errorf("%s: what is strong looks like what is dim", name)
			}
		}
	}
}

// To many terminals bold is the bright colour of the 16, so no colour of them is
// bold. What has none, with high contrast, is.
func TestNoneOf16ColoursIsBold(t *testing.T) {
	bold := func(th Theme, s Style) bool {
		return slices.Contains(strings.FieldsFunc(th.Prefix(s), func(r rune) bool { return r < '0' || r > '9' }), "1")
	}
	for _, name := range []string{"dark", "light", "high-contrast-dark"} {
		few, many := Of(named(t, name), colorprofile.ANSI, false), Of(named(t, name), colorprofile.TrueColor, false)
		for hue := range Hues {
			if got := bold(few, CPU(hue)); got != strings.HasPrefix(name, "high") {
				t.Errorf("%s: CPU %d is bold: %v, as %q", name, hue, got, few.Prefix(CPU(hue)))
			}
			if bold(few, OnCPU(hue)) || !bold(many, OnCPU(hue)) {
				t.Errorf("%s: on CPU %d it is %q, and %q where there are more colours", name, hue, few.Prefix(OnCPU(hue)), many.Prefix(OnCPU(hue)))
			}
		}
	}
}
