package charts

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// dress turns what vgsvg wrote into an element of a page: classes in the place of
// colours and fonts, a name and a description, and a size that follows the page.
func dress(s *sheet, title, text string) string {
	var raw strings.Builder
	_, _ = s.render().WriteTo(&raw) // to memory, which has no faults
	_, body, _ := strings.Cut(raw.String(), "<g ")
	kind := "wide"
	if s.narrow {
		kind = "narrow"
	}
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="chart %s" role="img" viewBox="0 0 %g %g" width="%[2]g" height="%[3]g">`+
		"\n<title>%[4]s</title>\n<desc>%[5]s</desc>\n<g ", kind, s.width, s.height, html.EscapeString(clean(title)), html.EscapeString(clean(text)))
	return head + styles.ReplaceAllStringFunc(body, classes)
}

// styles are the only attributes with colours. A text never looks like one, for
// its quotation marks are escaped.
var styles = regexp.MustCompile(`style="[^"]*"`)

// classes rewrites one style attribute.
func classes(style string) string {
	var names, rest []string
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(style, `style="`), `"`), ";") {
		property, value, _ := strings.Cut(part, ":")
		switch property {
		case "fill", "stroke":
			if value == "none" {
				continue // a class of strokes says so
			}
			t, a := meaning(value)
			names = append(names, property+"-"+t.String())
			if a != start {
				names = append(names, [...]string{middle: "middle", end: "end"}[a])
			}
		case "font-weight":
			if value == "bold" {
				names = append(names, "bold")
			}
		case "font-family", "font-variant", "font-style":
			// the page's
		default:
			rest = append(rest, part)
		}
	}
	text := `class="` + strings.Join(names, " ") + `"`
	if len(rest) > 0 {
		text += ` style="` + strings.Join(rest, ";") + `"`
	}
	return text
}

// clean replaces what no XML may hold, not even escaped.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r < ' ' || r == 0xFFFE || r == 0xFFFF:
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
