package palette

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/lucasb-eyer/go-colorful"
)

// visions are what colours become for eyes that lack one kind of cones: matrices on
// linear RGB, at severity 1.0, from table 1 of Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
// Transactions on Visualization and Computer Graphics 15(6), 2009.
var visions = []struct {
	name   string
	matrix [9]float64
}{
	{"full vision", [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}},
	{"protanopia", [9]float64{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998}},
	{"deuteranopia", [9]float64{0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881}},
	{"tritanopia", [9]float64{1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}},
}

func seen(hex string, m [9]float64) colorful.Color {
	c, err := colorful.Hex(hex)
	if err != nil {
		panic(err)
	}
	r, g, b := c.LinearRgb()
	return colorful.LinearRgb(m[0]*r+m[1]*g+m[2]*b, m[3]*r+m[4]*g+m[5]*b, m[6]*r+m[7]*g+m[8]*b).Clamped()
}

// apart is the least difference, CIEDE2000, of two hues that are to be told apart
// where they touch. A just noticeable one is about 1, side by side and in rest; a
// cell is small and soon gone.
const apart = 10

// pairwise is how many CPUs must stay apart without their digits: two arms have two
// each on the machine that most learners have.
const pairwise = 4

// near lists the hues of one set that come nearer than apart, for any eyes.
func near(set string, hues [Count]Colour, report func(a, b int, line string)) {
	for b := range Count {
		for a := range b {
			for _, v := range visions {
				d := 100 * seen(hues[a].Hex, v.matrix).DistanceCIEDE2000(seen(hues[b].Hex, v.matrix))
				if d < apart {
					report(a, b, fmt.Sprintf("%-30s CPU %d and CPU %d: %4.1f with %s", set, a, b, d, v.name))
				}
			}
		}
	}
}

// The hues of the first CPUs stay apart for all eyes, in every theme, as text and as
// grounds. Eight hues cannot: the file names the pairs that need their digits.
func TestHuesStayApartForAllEyes(t *testing.T) {
	var text strings.Builder
	fmt.Fprintf(&text, "Hues nearer than %d (CIEDE2000), which the digit on each cell tells apart:\n", apart)
	for _, name := range Names() {
		p, found := brought()[name]
		if !found {
			continue
		}
		list := func(a, b int, line string) {
			fmt.Fprintln(&text, line)
			if b < pairwise {
				t.Error(line)
			}
		}
		near(name+", grounds", p.Fill, list)
		near(name+", text", p.CPU, list)
	}
	golden.RequireEqual(t, text.String())
}

// What is grey in the theme is grey to all eyes, and what the matrices make of the
// hues that are confused is what is known of them.
func TestVisions(t *testing.T) {
	for _, v := range visions {
		if d := 100 * seen("#808080", v.matrix).DistanceCIEDE2000(seen("#808080", visions[0].matrix)); d > 1 {
			t.Errorf("%s turns grey into another colour, by %.1f", v.name, d)
		}
	}
	red, green := "#C05030", "#707020"
	full := seen(red, visions[0].matrix).DistanceCIEDE2000(seen(green, visions[0].matrix))
	for i, confused := range []bool{false, true, true, false} {
		v := visions[i]
		d := seen(red, v.matrix).DistanceCIEDE2000(seen(green, v.matrix))
		if (d < full/2) != confused {
			t.Errorf("%s sees red and green %.1f apart, of %.1f", v.name, 100*d, 100*full)
		}
	}
}
