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

	stackSmall     = 14.0 // under a chart
	stackSmallLine = 19.0
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
			stacked(&body, "fill-ink bold", stackLetters, y, line)
			y += stackLine
		}
		y += stackHeading
		body.WriteString(strings.Replace(c.wide, "<svg ", fmt.Sprintf(`<svg x="%g" y="%g" `, stackMargin, y), 1))
		y += float64(c.Height)
		for _, source := range c.Sources {
			for _, line := range wrap(width, stackSmall, false, clean(source)) {
				stacked(&body, "fill-dim", stackSmall, y, line)
				y += stackSmallLine
			}
		}
		y += stackMargin
	}
	width += 2 * stackMargin
	y = max(y, 2*stackMargin)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 %g %g" width="%[1]g" height="%[2]g">`+
		"\n<title>%s</title>\n<style>\n%s</style>\n"+`<rect class="fill-ground" width="%[1]g" height="%[2]g"/>`+"\n%[5]s</svg>\n",
		width, y, html.EscapeString(strings.Join(titles, "; ")), plain(), body.String())
}

// stacked writes a line whose letters hang from y.
func stacked(body *strings.Builder, class string, letters, y float64, line string) {
	fmt.Fprintf(body, `<text class="%s" style="font-size:%gpx" x="%g" y="%g">%s</text>`+"\n", class, letters, stackMargin, y+letters, html.EscapeString(line))
}
