package charts

import (
	"fmt"
	"image/color"
	"strconv"

	"linebounce/ui/palette"
)

// tone is what a colour is for. The drawing knows no colours: it carries tones,
// which become classes, and what those look like the style says.
type tone uint8

const (
	ink    tone = iota // text, whiskers and marks
	dim                // words beside them
	faint              // rails and ticks
	ground             // under all
	heats              // so many steps of light

	onHeats = heats + palette.Levels
	hues    = onHeats + palette.Levels
	fills   = hues + palette.Count
	tones   = fills + palette.Count
)

// hue is a hue to write and to outline in, fill the same to fill in.
func hue(i int) tone  { return hues + tone(i%palette.Count) }
func fill(i int) tone { return fills + tone(i%palette.Count) }

// heat is a step of light, onHeat what is written on it.
func heat(level int) tone   { return heats + tone(level) }
func onHeat(level int) tone { return onHeats + tone(level) }

func (t tone) String() string {
	switch {
	case t >= fills:
		return fmt.Sprintf("fill%d", t-fills)
	case t >= hues:
		return fmt.Sprintf("hue%d", t-hues)
	case t >= onHeats:
		return fmt.Sprintf("on-heat%d", t-onHeats)
	case t >= heats:
		return fmt.Sprintf("heat%d", t-heats)
	}
	return [...]string{"ink", "dim", "faint", "ground"}[t]
}

// anchor is which end of a text stays where it was put, whatever its font.
type anchor uint8

const (
	start anchor = iota
	middle
	end
)

// sentinel is a colour that stands for a tone and an anchor until the drawing is
// dressed. The low halves of its bytes leave room for rounding.
func sentinel(t tone, a anchor) color.Color {
	return color.RGBA{R: uint8(t)&0xF0 | 8, G: uint8(t)<<4 | 8, B: uint8(a)<<4 | 8, A: 0xFF}
}

// meaning reads a sentinel as vgsvg writes it, "#RRGGBB".
func meaning(hex string) (tone, anchor) {
	n, _ := strconv.ParseUint(hex[1:], 16, 32)
	return tone(n>>16&0xF0 | n>>12&0xF), anchor(n >> 4 & 0xF)
}
