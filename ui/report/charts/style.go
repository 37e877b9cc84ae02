package charts

import (
	"fmt"
	"strings"

	"linebounce/ui/palette"
)

// Style returns the rules that the charts of a page need: the colours as
// variables, which the page may use too, and a class for each. They are light,
// dark where the reader's screen is, and light on paper.
func Style() string {
	var b strings.Builder
	b.WriteString(":root{color-scheme:light dark;" + variables(false) + "}\n")
	b.WriteString("@media screen and (prefers-color-scheme:dark){:root{" + variables(true) + "}}\n")
	b.WriteString("@media print{:root{color-scheme:light}}\n")
	for t := range tones {
		b.WriteString(rules(t, "var(--"+t.String()+")"))
	}
	b.WriteString(forms)
	b.WriteString(".chart{display:block;max-width:100%;height:auto}\n")
	b.WriteString(".chart.narrow{display:none}\n")
	b.WriteString("@media screen and (max-width:600px){.chart.wide{display:none}.chart.narrow{display:block}}\n")
	return b.String()
}

// forms are the classes without a colour.
const forms = ".chart text{font-family:ui-sans-serif,system-ui,sans-serif;font-variant-numeric:tabular-nums}\n" +
	".chart .middle{text-anchor:middle}\n.chart .end{text-anchor:end}\n.chart .bold{font-weight:bold}\n"

// plain returns the same rules for a document of its own, without variables:
// many programs that show SVG know none.
func plain() string {
	var light, dark strings.Builder
	for t := range tones {
		light.WriteString(rules(t, t.colour(false)))
		dark.WriteString(rules(t, t.colour(true)))
	}
	return light.String() + forms + "@media screen and (prefers-color-scheme:dark){\n" + dark.String() + "}\n"
}

func variables(dark bool) string {
	var b strings.Builder
	for t := range tones {
		fmt.Fprintf(&b, "--%s:%s;", t, t.colour(dark))
	}
	return b.String()
}

func rules(t tone, colour string) string {
	return fmt.Sprintf(".chart .fill-%s{fill:%s}\n.chart .stroke-%[1]s{stroke:%[2]s;fill:none}\n", t, colour)
}

// colour is how a tone looks on a light ground or a dark one.
func (t tone) colour(dark bool) string {
	p := palette.Light()
	if dark {
		p = palette.Dark()
	}
	var c palette.Colour
	switch {
	case t >= fills:
		c = p.Fill[t-fills]
	case t >= hues:
		c = p.CPU[t-hues]
	case t >= onHeats:
		c = p.OnHeat[t-onHeats]
	case t >= heats:
		c = p.Heat[t-heats]
	default:
		c = [...]palette.Colour{ink: p.Text, dim: p.Dim, faint: p.Faint, ground: p.Ground}[t]
	}
	return c.Hex
}
