package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/palette"
)

// colours is one set of them, as one kind of terminal shows them.
type colours struct {
	dim, faint color.Color       // nil for the terminal's own
	shade      color.Color       // under what is chosen, nil to reverse it
	cpu        [Hues]color.Color // as text
	ground     [Hues]color.Color // under text, nil for none
	ink        [Hues]color.Color // text on a ground
	heat, hot  [Heats]color.Color
	few        bool // there are 16
}

// coloursOf returns a palette's colours, or those that the terminal has nearest to
// them. Where two would come out the same, so that a text were not to be seen, the
// text gets another.
func coloursOf(profile colorprofile.Profile, p palette.Palette) colours {
	if profile <= colorprofile.Ascii {
		return colours{}
	}
	ground := shown(profile, palette.Colour{Hex: p.Ground.Hex})
	text := func(c palette.Colour) color.Color {
		if x := shown(profile, c); x != ground {
			return x
		}
		return nil
	}
	c := colours{dim: text(p.Dim), faint: text(p.Faint), few: profile == colorprofile.ANSI}
	for i := range Hues {
		c.cpu[i], c.ground[i] = text(p.CPU[i]), shown(profile, p.Fill[i])
		c.ink[i] = apart(profile, shown(profile, p.Ink[i]), c.ground[i])
	}
	if c.few {
		return c // too few for greys: what is chosen is reversed, and figures stand alone
	}
	if p.Chosen.Hex != "" {
		c.shade = shown(profile, p.Chosen)
	}
	for i := range Heats {
		c.heat[i] = shown(profile, p.Heat[i])
		c.hot[i] = apart(profile, shown(profile, p.OnHeat[i]), c.heat[i])
	}
	return c
}

// shown is a colour as a terminal shows it, nil for that of its text.
func shown(profile colorprofile.Profile, c palette.Colour) color.Color {
	switch {
	case profile != colorprofile.ANSI || c.Own == "":
		return profile.Convert(lipgloss.Color(c.Hex))
	case c.Own == "default":
		return nil
	}
	return lipgloss.Color(c.Own)
}

// apart returns the ink, or black or white in its place where it came out like
// what is under it.
func apart(profile colorprofile.Profile, ink, ground color.Color) color.Color {
	if ink != ground || ground == nil {
		return ink
	}
	r, g, b, _ := ground.RGBA()
	if 3*r+6*g+b > 5*0xFFFF {
		return profile.Convert(lipgloss.Color("#000000"))
	}
	return profile.Convert(lipgloss.Color("#FFFFFF"))
}

func (colours) text(c color.Color) lipgloss.Style {
	if c == nil {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().Foreground(c)
}

// bold makes a style bold, so that a run of cells ends with a full reset: some
// programs that turn a terminal's output into pictures know no other end of a
// colour. Not so a colour of 16: to many terminals bold is the bright one of it, and
// black ink the grey that cannot be read.
func (c colours) bold(style lipgloss.Style) lipgloss.Style {
	if _, none := style.GetForeground().(lipgloss.NoColor); c.few && !none {
		return style
	}
	return style.Bold(true)
}

// title is what is chosen.
func (c colours) title() lipgloss.Style {
	if c.shade == nil {
		return lipgloss.NewStyle().Bold(true).Reverse(true)
	}
	return lipgloss.NewStyle().Bold(true).Background(c.shade)
}

// figure is one on its ground. Where there are few colours or none, it stands
// alone.
func (c colours) figure(level int) lipgloss.Style {
	if c.heat[level] == nil {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().Background(c.heat[level]).Foreground(c.hot[level])
}

// block is text on a CPU's ground. Without colours every other CPU is
// reversed; the digit on it says which one it is.
func (c colours) block(hue int) lipgloss.Style {
	if c.ground[hue] == nil {
		return lipgloss.NewStyle().Reverse(hue%2 == 1)
	}
	return c.text(c.ink[hue]).Background(c.ground[hue])
}
