package charts

import (
	"fmt"
	"html"
	"strings"
)

// The layout of a stack.
const (
	stackMargin  = 24.0
	stackHeading = 10.0 // between a heading and its chart
	stackLine    = 24.0
	stackLetters = 18.0
)

// Stack returns one SVG document with all charts below one another, each under
// its title. It needs no page and no style of others.
func Stack(list []Chart) string {
	var body strings.Builder
	var width float64
	for _, c := range list {
		width = max(width, float64(c.Width))
	}
	y, titles := stackMargin, make([]string, len(list))
	for i, c := range list {
		titles[i] = clean(c.Title)
		for _, line := range wrap(width, stackLetters, true, titles[i]) {
			fmt.Fprintf(&body, `<text class="fill-ink bold" style="font-size:%gpx" x="%g" y="%g">%s</text>`+"\n",
				stackLetters, stackMargin, y+stackLetters, html.EscapeString(line))
			y += stackLine
		}
		y += stackHeading
		body.WriteString(strings.Replace(c.wide, "<svg ", fmt.Sprintf(`<svg x="%g" y="%g" `, stackMargin, y), 1))
		y += float64(c.Height) + stackMargin
	}
	width += 2 * stackMargin
	y = max(y, 2*stackMargin)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 %g %g" width="%[1]g" height="%[2]g">`+
		"\n<title>%s</title>\n<style>\n%s</style>\n"+`<rect class="fill-ground" width="%[1]g" height="%[2]g"/>`+"\n%[5]s</svg>\n",
		width, y, html.EscapeString(strings.Join(titles, "; ")), plain(), body.String())
}
