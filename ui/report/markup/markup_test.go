package markup

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
)

// read returns what an XML reader makes of markup.
func read(t *testing.T, n Node) (elements []xml.StartElement, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(n.String()))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return elements, text
		}
		if err != nil {
			t.Fatalf("%v in %q", err, n)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements = append(elements, token.Copy())
		case xml.CharData:
			text += string(token)
		case xml.EndElement:
		default:
			t.Errorf("%T in %q", token, n)
		}
	}
}

// Whatever a text is, it is shown as it is and makes no element and no attribute.
func FuzzTextStaysText(f *testing.F) {
	for _, seed := range []string{"", "plain", "<script>alert(1)</script>", `" onload="x`, `' onload='x`, "</p><p>", "&amp;&#60;", "]]>", "<!--", "<?x?>", "{{.}}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		given = strings.Map(inXML, strings.ToValidUTF8(given, "?"))
		elements, text := read(t, El("span", Class(given), Text(given), El("b", ID(given)), Text(given)))
		if text != given+given || len(elements) != 2 {
			t.Errorf("%q became %d elements with %q", given, len(elements), text)
		}
		for _, e := range elements {
			if len(e.Attr) != 1 || e.Attr[0].Value != given {
				t.Errorf("%q as an attribute became %v", given, e.Attr)
			}
		}
	})
}

// inXML replaces what XML holds in no form, or only as another character.
func inXML(r rune) rune {
	if r < ' ' || r == 0xfffe || r == 0xffff {
		return ' '
	}
	return r
}

func TestPartsStandInTheirOrder(t *testing.T) {
	list := Each([]string{"x", "y"}, func(s string) Node { return El("li", Text(s)) })
	got := El("p", Text("a<b "), Class("c"), El("code", Raw("<i>d</i>")), Node{}, Text(" e"), list)
	const want = `<p class="c">a&lt;b <code><i>d</i></code> e<li>x</li>` + "\n<li>y</li>\n</p>\n"
	if got.String() != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Void("meta", Attr("a", "b"), Attr("c", "d")).String(); got != "<meta a=\"b\" c=\"d\"/>\n" {
		t.Errorf("an element without content is %q", got)
	}
}

// A blank between words is never made by the builder, which would part what
// belongs together.
func TestNoBlankWithinALine(t *testing.T) {
	for _, name := range []string{"a", "code", "span", "strong", "td", "th"} {
		if got := Join(Text("x"), El(name, Text("y")), Text("z")).String(); strings.ContainsAny(got, " \n") {
			t.Errorf("%q", got)
		}
	}
	if !slices.Contains(strings.Fields(blocks), "p") {
		t.Error("paragraphs stand on one line in the source")
	}
}
