// Package theme holds what the screen looks like: colours, glyphs and the
// escape sequences that go with them. One rule decides the colours: a hue
// says which CPU and nothing else.
package theme

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/palette"
)

// A Style is a foreground, a background and attributes packed into a number,
// so that a cell of the screen stays small and comparable.
type Style uint16

// The grounds that a text can have besides a CPU's colour.
const (
	Plain  Style = iota // the terminal's own foreground
	Dim                 // labels and explanations, still to be read
	Faint               // rails, ticks and borders, not to be read
	Strong              // bold
	Title               // what is chosen
	Alarm               // what is wrong
	firstCPU
)

// Hues is how many CPUs can be told apart by colour.
const Hues = palette.Count

const (
	onGround = 0x100
	solid    = 0x200
	heat     = 0x400
)

// CPU is text in a CPU's colour; hue counts from 0 and begins again after Hues.
func CPU(hue int) Style { return firstCPU + Style(hue%Hues) }

// OnCPU is text on a CPU's colour.
func OnCPU(hue int) Style { return CPU(hue) | onGround }

// Solid is a cell filled with a CPU's colour, to be drawn as a block. It stands
// without a digit on the ground, so it is the colour that stands out from it.
func Solid(hue int) Style { return CPU(hue) | solid }

// Heats is how many steps of light a figure's ground can have.
const Heats = palette.Levels

// Heat is text on a grey ground, the lighter the higher the level, from 0 to
// below Heats: a hue would say which CPU. The figure on it says the same.
func Heat(level int) Style { return heat + Style(min(max(level, 0), Heats-1)) }

// Theme turns styles into escape sequences for one kind of terminal.
type Theme struct {
	Glyphs   Glyphs
	prefixes map[Style]string
}

// New makes the theme that the program brings, for a terminal with the given
// colours and background. ASCII replaces every glyph outside it.
func New(profile colorprofile.Profile, dark, ascii bool) Theme {
	return Of(palette.Choice{}.For(dark), profile, ascii)
}

// Of makes the theme of a palette, for a terminal with the given colours.
func Of(colours palette.Palette, profile colorprofile.Profile, ascii bool) Theme {
	t := Theme{Glyphs: unicodeGlyphs, prefixes: map[Style]string{}}
	if ascii {
		t.Glyphs = asciiGlyphs
	}
	p := coloursOf(profile, colours)
	t.set(Plain, lipgloss.NewStyle())
	t.set(Dim, p.text(p.dim))
	t.set(Faint, p.text(p.faint))
	t.set(Strong, lipgloss.NewStyle().Bold(true))
	t.set(Title, p.title())
	t.set(Alarm, lipgloss.NewStyle().Bold(true).Underline(true))
	for level := range Heats {
		t.set(Heat(level), p.figure(level))
	}
	for hue := range Hues {
		t.set(CPU(hue), p.bold(p.text(p.cpu[hue])))
		t.set(OnCPU(hue), p.bold(p.block(hue)))
		t.set(Solid(hue), p.bold(p.text(p.cpu[hue])))
	}
	return t
}

func (t *Theme) set(s Style, style lipgloss.Style) {
	prefix, _, found := strings.Cut(style.Render("x"), "x")
	if found {
		t.prefixes[s] = prefix
	}
}

// Prefix is the escape sequence that begins a run of cells of one style, to be
// ended by Reset.
func (t Theme) Prefix(s Style) string { return t.prefixes[s] }

// Reset ends a run of cells.
const Reset = "\x1b[m"
