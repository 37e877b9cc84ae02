package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/palette"
)

// colours is one set of them.
type colours struct {
	dim, faint color.Color       // greys, so that no hue is spent on words
	shade      color.Color       // under what is chosen, nil to reverse it
	cpu        [Hues]color.Color // as text
	ground     [Hues]color.Color // under text
	ink        color.Color       // text on a ground
}

func coloursFor(profile colorprofile.Profile, dark bool) colours {
	switch {
	case profile <= colorprofile.Ascii:
		return colours{}
	case profile == colorprofile.ANSI:
		return sixteen(dark)
	}
	text, greys := palette.OnLight, palette.GreysOnLight
	if dark {
		text, greys = palette.OnDark, palette.GreysOnDark
	}
	c := colours{
		dim: lipgloss.Color(greys.Dim), faint: lipgloss.Color(greys.Faint), shade: lipgloss.Color(greys.Shade),
		ink: lipgloss.Color(palette.Ink),
	}
	for i := range Hues {
		c.cpu[i], c.ground[i] = lipgloss.Color(text[i]), lipgloss.Color(palette.Fills[i])
	}
	return c
}

// sixteen names the colours of the terminal itself, whatever they look like.
func sixteen(dark bool) colours {
	order := [Hues]string{"6", "3", "2", "5", "4", "1", "7", "15"}
	if !dark {
		order[6], order[7] = "0", "8"
	}
	c := colours{dim: lipgloss.Color("7"), faint: lipgloss.Color("8"), ink: lipgloss.Color("0")}
	for i, number := range order {
		c.cpu[i], c.ground[i] = lipgloss.Color(number), lipgloss.Color(number)
	}
	if !dark {
		c.dim, c.ink = lipgloss.Color("8"), lipgloss.Color("15")
	}
	return c
}

func (colours) text(c color.Color) lipgloss.Style {
	if c == nil {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().Foreground(c)
}

// title is what is chosen.
func (c colours) title() lipgloss.Style {
	if c.shade == nil {
		return lipgloss.NewStyle().Bold(true).Reverse(true)
	}
	return lipgloss.NewStyle().Bold(true).Background(c.shade)
}

// heat is a figure on its ground. Where there are few colours or none, the figure
// stands alone.
func (c colours) heat(level int) lipgloss.Style {
	if c.shade == nil {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().Background(lipgloss.Color(palette.Heats[level].Ground)).Foreground(lipgloss.Color(palette.Heats[level].Text))
}

// block is text on a CPU's ground. Without colours every other CPU is
// reversed; the digit on it says which one it is.
func (c colours) block(hue int) lipgloss.Style {
	if c.ground[hue] == nil {
		return lipgloss.NewStyle().Reverse(hue%2 == 1)
	}
	return lipgloss.NewStyle().Background(c.ground[hue]).Foreground(c.ink)
}
