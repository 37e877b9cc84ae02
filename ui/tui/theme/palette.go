package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// palette is one set of colours. The hues are those of Okabe and Ito, "Color
// Universal Design" (2008), which stay apart for colour-blind eyes.
type palette struct {
	dim, faint color.Color       // greys, so that no hue is spent on words
	shade      color.Color       // under what is chosen, nil to reverse it
	cpu        [Hues]color.Color // as text
	ground     [Hues]color.Color // under text
	ink        color.Color       // text on a ground
}

// okabeIto begins with the pair that is easiest to tell apart, and ends with a
// grey in the place of their black.
var okabeIto = [Hues]string{"#56B4E9", "#E69F00", "#009E73", "#F0E442", "#CC79A7", "#0072B2", "#D55E00", "#999999"}

// onLight are the same hues, dark enough for text on a light ground.
var onLight = [Hues]string{"#1F78B4", "#9A6700", "#00704F", "#7A7000", "#A3437C", "#004E7C", "#A84300", "#666666"}

// onDark are the same hues, light enough for text on a dark ground.
var onDark = [Hues]string{"#56B4E9", "#E69F00", "#1BBF91", "#F0E442", "#DB9BBE", "#4D9FD6", "#F07F33", "#B2B2B2"}

func paletteFor(profile colorprofile.Profile, dark bool) palette {
	switch {
	case profile <= colorprofile.Ascii:
		return palette{}
	case profile == colorprofile.ANSI:
		return sixteen(dark)
	}
	p := palette{ink: lipgloss.Color("#101418")}
	text := onLight
	p.dim, p.faint, p.shade = lipgloss.Color("#5F5F5F"), lipgloss.Color("#AFAFAF"), lipgloss.Color("#D7D7D7")
	if dark {
		text = onDark
		p.dim, p.faint, p.shade = lipgloss.Color("#9E9E9E"), lipgloss.Color("#626262"), lipgloss.Color("#444444")
	}
	for i := range Hues {
		p.cpu[i], p.ground[i] = lipgloss.Color(text[i]), lipgloss.Color(okabeIto[i])
	}
	return p
}

// sixteen names the colours of the terminal itself, whatever they look like.
func sixteen(dark bool) palette {
	order := [Hues]string{"6", "3", "2", "5", "4", "1", "7", "15"}
	if !dark {
		order[6], order[7] = "0", "8"
	}
	p := palette{dim: lipgloss.Color("7"), faint: lipgloss.Color("8"), ink: lipgloss.Color("0")}
	for i, c := range order {
		p.cpu[i], p.ground[i] = lipgloss.Color(c), lipgloss.Color(c)
	}
	if !dark {
		p.dim, p.ink = lipgloss.Color("8"), lipgloss.Color("15")
	}
	return p
}

func (p palette) text(c color.Color) lipgloss.Style {
	if c == nil {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().Foreground(c)
}

// title is what is chosen.
func (p palette) title() lipgloss.Style {
	if p.shade == nil {
		return lipgloss.NewStyle().Bold(true).Reverse(true)
	}
	return lipgloss.NewStyle().Bold(true).Background(p.shade)
}

// heats are the grounds of figures and the text on them, on a dark terminal from
// dark to light. On a light one they go the same way, so that a picture means the
// same on both.
var heats = [Heats][2]string{{"#262626", "#E4E4E4"}, {"#4E4E4E", "#FFFFFF"}, {"#7A7A7A", "#000000"}, {"#ABABAB", "#000000"}, {"#DEDEDE", "#000000"}}

// heat is a figure on its ground. Where there are few colours or none, the figure
// stands alone.
func (p palette) heat(level int) lipgloss.Style {
	if p.shade == nil {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().Background(lipgloss.Color(heats[level][0])).Foreground(lipgloss.Color(heats[level][1]))
}

// block is text on a CPU's ground. Without colours every other CPU is
// reversed; the digit on it says which one it is.
func (p palette) block(hue int) lipgloss.Style {
	if p.ground[hue] == nil {
		return lipgloss.NewStyle().Reverse(hue%2 == 1)
	}
	return lipgloss.NewStyle().Background(p.ground[hue]).Foreground(p.ink)
}
