package palette

import (
	"fmt"

	"github.com/lucasb-eyer/go-colorful"
)

// The least contrasts that the Web Content Accessibility Guidelines 2.2 ask for, in
// 1.4.3 of text and in 1.4.11 of what has a meaning without being text.
const (
	LeastText = 4.5
	LeastMark = 3.0
)

// Contrast is that of two colours after the Web Content Accessibility Guidelines
// 2.2, from 1 to 21. What is no "#RRGGBB" counts as black.
func Contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(hex string) float64 {
	c, _ := colorful.Hex(hex)
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// IsDark reports whether the palette is for a dark ground.
func (p Palette) IsDark() bool {
	return Contrast(p.Ground.Hex, "#FFFFFF") > Contrast(p.Ground.Hex, "#000000")
}

// Pair is a colour of a palette on another.
type Pair struct {
	What, On string // their names in a file
	Contrast float64
	Least    float64 // that it should have
}

// Pairs are all that a palette puts on each other.
func (p Palette) Pairs() []Pair {
	var list []Pair
	add := func(what, on string, a, b Colour, least float64) {
		list = append(list, Pair{what, on, Contrast(a.Hex, b.Hex), least})
	}
	add("text", "ground", p.Text, p.Ground, LeastText)
	add("dim", "ground", p.Dim, p.Ground, LeastText)
	add("faint", "ground", p.Faint, p.Ground, LeastMark)
	if p.Chosen.Hex != "" {
		add("text", chosen, p.Text, p.Chosen, LeastText)
	}
	for i := range Count {
		add(numbered("cpu", i), "ground", p.CPU[i], p.Ground, LeastText)
		add(numbered("ink", i), numbered("fill", i), p.Ink[i], p.Fill[i], LeastText)
	}
	for i := range Levels {
		add(numbered("on-heat", i), numbered("heat", i), p.OnHeat[i], p.Heat[i], LeastText)
	}
	return list
}

// Weak says of each pair that has too little contrast which it is and how much it
// lacks.
func (p Palette) Weak() []string {
	var list []string
	for _, pair := range p.Pairs() {
		if pair.Contrast < pair.Least {
			list = append(list, fmt.Sprintf("theme %s: %s on %s has a contrast of %.1f, and %.1f is the least that can be read well", p.Name, pair.What, pair.On, pair.Contrast, pair.Least))
		}
	}
	return list
}
