package charts

import (
	"strconv"
	"strings"
	"testing"

	"linebounce/ui/palette"
)

func TestTextStandsOutFromItsGround(t *testing.T) {
	for _, dark := range []bool{false, true} {
		texts := []tone{ink, dim}
		for i := range palette.Count {
			texts = append(texts, hue(i))
		}
		for _, text := range texts {
			if c := palette.Contrast(text.colour(dark), ground.colour(dark)); c < palette.LeastText {
				t.Errorf("%s on the ground, dark %v: %.2f", text, dark, c)
			}
		}
		if c := palette.Contrast(faint.colour(dark), ground.colour(dark)); c < palette.LeastMark {
			t.Errorf("rails on the ground, dark %v: %.2f", dark, c)
		}
		for level := range palette.Levels {
			if c := palette.Contrast(onHeat(level).colour(dark), heat(level).colour(dark)); c < palette.LeastText {
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
