package charts

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"linebounce/ui/palette"
)

// luminance is that of WCAG 2, from 0 to 1.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil || len(hex) != 7 {
		t.Fatalf("%q is no colour", hex)
	}
	linear := func(b uint64) float64 {
		c := float64(b&0xFF) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestTextStandsOutFromItsGround(t *testing.T) {
	if c := contrast(t, "#000000", "#FFFFFF"); c != 21 {
		t.Fatalf("black on white has %v, want 21", c)
	}
	for _, dark := range []bool{false, true} {
		texts := []tone{ink, dim}
		for i := range palette.Count {
			texts = append(texts, hue(i))
		}
		for _, text := range texts {
			if c := contrast(t, text.colour(dark), ground.colour(dark)); c < 4.5 {
				t.Errorf("%s on the ground, dark %v: %.2f", text, dark, c)
			}
		}
		for level := range palette.Levels {
			if c := contrast(t, onHeat(level).colour(dark), heat(level).colour(dark)); c < 4.5 {
				t.Errorf("text on %s: %.2f", heat(level), c)
			}
		}
	}
}

func TestEachToneIsASentinelOfItsOwn(t *testing.T) {
	names := map[string]bool{}
	for want := range tones {
		for _, end := range []anchor{start, middle, end} {
			r, g, b, _ := sentinel(want, end).RGBA()
			hex := "#"
			for _, c := range []uint32{r, g, b} {
				hex += strconv.FormatUint(uint64(c>>8)-1|0x100, 16)[1:] // as vgsvg may round it
			}
			if got, a := meaning(hex); got != want || a != end {
				t.Errorf("%s at %d comes back as %s at %d", want, end, got, a)
			}
		}
		names[want.String()] = true
	}
	if len(names) != int(tones) {
		t.Errorf("%d names for %d tones", len(names), tones)
	}
}

func TestTheStyleIsLightOnPaper(t *testing.T) {
	style := Style()
	inOrder(t, style, ":root{", "--ground:#FFFFFF;", "@media screen and (prefers-color-scheme:dark)", "--ground:#101418;", "@media print", "var(--ground)")
	for line := range strings.Lines(style) {
		if strings.Contains(line, "dark)") && !strings.HasPrefix(line, "@media screen and ") {
			t.Errorf("dark on paper too: %s", line)
		}
	}
	if strings.Contains(style, "<") || strings.Contains(style, "url") {
		t.Error("the style ends its element or asks for something")
	}
	if strings.Contains(plain(), "var(") {
		t.Error("a document of its own must do without variables")
	}
}
