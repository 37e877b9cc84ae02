package svg

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

// drawn is a small picture as the rooms draw theirs.
func drawn(profile colorprofile.Profile, dark bool) string {
	c := canvas.New(theme.New(profile, dark, false), 40, 4)
	g := c.Glyphs()
	c.Text(0, 0, theme.Title, " 1 Lab ")
	c.Text(8, 0, theme.Dim, "a < b & \"c\"")
	c.Text(0, 1, theme.OnCPU(0), "000")
	c.Text(3, 1, theme.OnCPU(1), "1")
	c.Repeat(5, 1, 3, theme.Solid(1), g.Solid)
	c.Text(10, 1, theme.Alarm, "unpinned")
	c.Put(0, 2, theme.Faint, g.TopLeft)
	c.Repeat(1, 2, 5, theme.Faint, g.Flat)
	c.Text(8, 2, theme.Plain, string(g.Measured)+" measured   84.3 M·ops")
	return c.String()
}

// node is any element of a document.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Nodes   []node     `xml:",any"`
}

func (n node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// all returns the elements of a name below a node.
func (n node) all(name string) []node {
	var found []node
	for _, child := range n.Nodes {
		if child.XMLName.Local == name {
			found = append(found, child)
		}
		found = append(found, child.all(name)...)
	}
	return found
}

func parsed(t *testing.T, document string) node {
	t.Helper()
	var root node
	in := xml.NewDecoder(strings.NewReader(document))
	if err := in.Decode(&root); err != nil {
		t.Fatalf("this is no XML: %v\n%s", err, document)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		if _, err = in.Token(); !errors.Is(err, io.EOF) {
			t.Errorf("something follows the document: %v", err)
		}
	}
	return root
}

// Every word stands in its own cells, as wide as they are, in its colour.
func TestWordsStandWhereTheyStood(t *testing.T) {
	root := parsed(t, Draw(drawn(colorprofile.TrueColor, true), About{Title: "a <screen>", Description: "what & when", Width: 40, Height: 4, Ground: "#101418", Ink: "#E6E6E6"}))
	if root.attr("width") != fmt.Sprint(40*cellWidth+2*margin) || root.attr("height") != fmt.Sprint(4*cellHeight+2*margin) {
		t.Errorf("it is %s by %s", root.attr("width"), root.attr("height"))
	}
	if got := root.all("title")[0].Text + root.all("desc")[0].Text; got != "a <screen>what & when" {
		t.Errorf("it says of itself %q", got)
	}
	words := map[string]node{}
	for _, w := range root.all("text") {
		words[w.Text] = w
	}
	for _, want := range []struct {
		text                string
		column, row, width  int
		fill, weight, under string
	}{
		{"1 Lab", 1, 0, 5, "#E6E6E6", "bold", ""}, {`a < b & "c"`, 8, 0, 11, "#9E9E9E", "", ""},
		{"000", 0, 1, 3, "#101418", "bold", ""}, {"1", 3, 1, 1, "#101418", "bold", ""},
		{"unpinned", 10, 1, 8, "#E6E6E6", "bold", "underline"},
		{"●", 8, 2, 1, "#E6E6E6", "", ""}, {"measured", 10, 2, 8, "#E6E6E6", "", ""}, {"84.3 M·ops", 21, 2, 10, "#E6E6E6", "", ""},
	} {
		w, found := words[want.text]
		if !found {
			t.Errorf("%q is not in it: %v", want.text, words)
			continue
		}
		got := []string{w.attr("x"), w.attr("y"), w.attr("textLength"), w.attr("fill"), w.attr("font-weight"), w.attr("text-decoration")}
		wanted := []string{fmt.Sprint(want.column * cellWidth), fmt.Sprint(want.row*cellHeight + baseline), fmt.Sprint(want.width * cellWidth), want.fill, want.weight, want.under}
		if strings.Join(got, " ") != strings.Join(wanted, " ") {
			t.Errorf("%q stands at %v, want %v", want.text, got, wanted)
		}
	}
	if _, written := words["█"]; written || words["─"].Text != "" {
		t.Error("blocks and lines of boxes are written, not drawn")
	}
}

// Grounds and blocks have the colours of their CPUs, and neighbours of one colour
// are one area.
func TestGroundsAreOneArea(t *testing.T) {
	root := parsed(t, Draw(drawn(colorprofile.TrueColor, true), About{Width: 40, Height: 4, Ground: "#101418", Ink: "#E6E6E6"}))
	found := map[string][]string{}
	for _, p := range root.all("path") {
		if fill := p.attr("fill"); fill != "none" {
			found[fill] = append(found[fill], p.attr("d"))
		}
	}
	for fill, want := range map[string]string{
		"#56B4E9": "M0 19h27v19h-27z", "#E69F00": "M27 19h9v19h-9z M45 19h27v19h-27z", "#444444": "M0 0h63v19h-63z",
	} {
		if got := strings.Join(found[fill], " "); got != want {
			t.Errorf("%s fills %q, want %q", fill, got, want)
		}
	}
}

// A light terminal makes a light picture, and one without colours a grey one.
func TestGroundsOfThePage(t *testing.T) {
	for _, c := range []struct {
		profile colorprofile.Profile
		dark    bool
		want    string
		colours bool
	}{
		{colorprofile.TrueColor, true, "#101418", true}, {colorprofile.TrueColor, false, "#FFFFFF", true},
		{colorprofile.Ascii, true, "#101418", false}, {colorprofile.Ascii, false, "#FFFFFF", false}, {colorprofile.ANSI, true, "#101418", true},
	} {
		document := Draw(drawn(c.profile, c.dark), About{Width: 40, Height: 4, Ground: c.want, Ink: "#808080"})
		if got := parsed(t, document).all("rect")[0].attr("fill"); got != c.want {
			t.Errorf("%v, dark %v: the ground is %s, want %s", c.profile, c.dark, got, c.want)
		}
		coloured := false
		for i := range len(document) - 6 {
			var r, g, b int
			if n, _ := fmt.Sscanf(document[i:], "#%02X%02X%02X", &r, &g, &b); n == 3 && max(r, g, b)-min(r, g, b) > 16 {
				coloured = true
			}
		}
		if coloured != c.colours {
			t.Errorf("%v, dark %v: colours %v", c.profile, c.dark, coloured)
		}
	}
}

// What is reversed where there are no colours has the page's ground as its ink.
func TestReversed(t *testing.T) {
	root := parsed(t, Draw("\x1b[7mchosen\x1b[m", About{Width: 10, Height: 1, Ground: "#101418", Ink: "#E6E6E6"}))
	if got := root.all("text")[0].attr("fill"); got != "#101418" {
		t.Errorf("the ink is %s", got)
	}
	if got := root.all("path")[0].attr("fill"); got != "#E6E6E6" {
		t.Errorf("the ground is %s", got)
	}
}

// No line of a box and no block that any room draws is left to a font.
func TestEveryLineAndBlockIsDrawn(t *testing.T) {
	files, err := filepath.Glob("../*/testdata/*/*.golden")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d pictures, %v", len(files), err)
	}
	missing := map[rune]string{}
	s := newShapes()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range string(text) {
			if r >= 0x2500 && r < 0x25A0 && !s.draw(string(r), "#000000", 0, 0) {
				missing[r] = name
			}
		}
	}
	for r, name := range missing {
		t.Errorf("%c (%U) in %s is not drawn", r, r, name)
	}
}

// What is no character of XML cannot make it none.
func TestAnyText(t *testing.T) {
	root := parsed(t, Draw("a\x01b\xffc", About{Title: "\x00]]>", Width: 3, Height: 1}))
	if len(root.all("text")) == 0 {
		t.Error("nothing is written")
	}
}

func TestText(t *testing.T) {
	if got, want := Text("\x1b[1ma b \x1b[m  \n\n  c\x1b[7m \x1b[m"), "a b\n\n  c\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
