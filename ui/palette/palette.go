// Package palette holds the colours that the screen and the reports share, and
// reads those that a user chose instead. The hues are those of Okabe and Ito,
// "Color Universal Design" (2008), which stay apart for colour-blind eyes.
package palette

// Count is how many CPUs can be told apart by colour, Levels how many steps of
// light there are.
const (
	Count  = 8
	Levels = 5
)

// Colour is one colour of a palette.
type Colour struct {
	Hex string // "#RRGGBB", "" to reverse what is there
	Own string // on a terminal of 16 colours the number of its own, default for that of its text, "" for the nearest
}

// Palette is the colours for one ground. Greys are what words and rules are drawn
// in, so that a hue is spent on nothing but a CPU.
type Palette struct {
	Name         string // as it was asked for
	Ground, Text Colour // the terminal's
	Dim          Colour // words that explain
	Faint        Colour // rails, ticks and borders
	Chosen       Colour // under what is chosen

	CPU  [Count]Colour // a CPU's hue as text and as blocks on the ground
	Fill [Count]Colour // the same as the ground of text
	Ink  [Count]Colour // text on a fill

	Heat   [Levels]Colour // grounds of figures, from dark to light, so that a picture means the same everywhere
	OnHeat [Levels]Colour // the figures on them
}

// slot is a place of a palette that a file has a name for.
type slot struct {
	name string
	at   *Colour
}

// slots are all places, in the order of a file.
func (p *Palette) slots() []slot {
	list := []slot{{"ground", &p.Ground}, {"text", &p.Text}, {"dim", &p.Dim}, {"faint", &p.Faint}, {chosen, &p.Chosen}}
	for _, row := range []struct {
		name string
		at   []Colour
	}{{"cpu", p.CPU[:]}, {"fill", p.Fill[:]}, {"ink", p.Ink[:]}, {"heat", p.Heat[:]}, {"on-heat", p.OnHeat[:]}} {
		for i := range row.at {
			list = append(list, slot{numbered(row.name, i), &row.at[i]})
		}
	}
	return list
}
