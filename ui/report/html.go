package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"linebounce/ui/report/charts"
)

//go:embed page.html.tmpl
var pageTemplate string

//go:embed page.css
var pageStyle string

// The charts' own text and style are made by this program, with whatever files
// name in them escaped; everything else html/template escapes.
var pages = template.Must(template.New("page").Funcs(template.FuncMap{
	"drawing": func(c *charts.Chart) template.HTML { return template.HTML(c.SVG) },
	"style":   func() template.CSS { return template.CSS(charts.Style() + pageStyle) },
	"inc":     func(i int) int { return i + 1 },
	"words":   words,
}).Parse(pageTemplate))

// page writes the document as one page.
func page(w io.Writer, d document) error { return pages.Execute(w, d) }

// word is a part of a text. A browser breaks a line at every hyphen, and a word
// that is whole should stay so where it fits: a flag, a date, a word of a scenario.
type word struct {
	Text  string
	Whole bool
}

func words(text string) []word {
	var list []word
	for i, part := range strings.Split(text, " ") {
		if i > 0 {
			list = append(list, word{Text: " "})
		}
		list = append(list, word{part, strings.Contains(part, "-")})
	}
	return list
}
