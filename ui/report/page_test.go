package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"linebounce/probes/latency"
	"linebounce/ui/results"
)

// wellFormed holds that a page or a drawing is XML too, which no browser repairs,
// and returns its text and its elements.
func wellFormed(t *testing.T, page string) (text string, elements []xml.StartElement) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(page))
	var b strings.Builder
	var open []string
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return b.String(), elements
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements, open = append(elements, token.Copy()), append(open, token.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if !slices.Contains(open, "style") && !slices.Contains(open, "svg") {
				b.Write(token)
			}
		}
	}
}

// shown is the text that a report shows.
func shown(t *testing.T, f Format, report string) string {
	t.Helper()
	if f == Markdown {
		return rendered(t, report)
	}
	text, _ := wellFormed(t, report)
	return text
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func TestThePageIsForEveryone(t *testing.T) {
	_, elements := wellFormed(t, write(t, HTML, everything()))
	levels, ids, counts := 0, map[string]bool{}, map[string]int{}
	for _, e := range elements {
		name := e.Name.Local
		counts[name]++
		if id := attribute(e, "id"); id != "" {
			if ids[id] {
				t.Errorf("two elements are %q", id)
			}
			ids[id] = true
		}
		switch name {
		case "html":
			if attribute(e, "lang") != "en" {
				t.Errorf("the page does not say its language: %v", e.Attr)
			}
		case "h1", "h2", "h3", "h4":
			level := int(name[1] - '0')
			if level > levels+1 {
				t.Errorf("a heading of level %d follows one of %d", level, levels)
			}
			levels = level
		case "th":
			if scope := attribute(e, "scope"); scope != "col" && scope != "row" {
				t.Errorf("a table's heading has the scope %q", scope)
			}
		}
	}
	if counts["h1"] != 1 || counts["main"] != 1 || counts["table"] == 0 || counts["caption"] != counts["table"] {
		t.Errorf("%d first headings, %d main parts, %d captions of %d tables", counts["h1"], counts["main"], counts["caption"], counts["table"])
	}
	if counts["figure"] < 7 || counts["desc"] < counts["figure"] {
		t.Errorf("%d charts have %d descriptions", counts["figure"], counts["desc"])
	}
	for _, e := range elements {
		for _, name := range []string{"href", "aria-labelledby"} {
			if to, within := strings.CutPrefix(attribute(e, name), "#"); to != "" && (within || name != "href") && !ids[to] {
				t.Errorf("%s leads to %q, which is not there", e.Name.Local, to)
			}
		}
	}
}

// reaches are attributes by which a page can ask for something else.
var reaches = []string{"src", "srcset", "href", "xlink:href", "action", "data", "poster", "background", "formaction"}

func selfContained(t *testing.T, page string) {
	t.Helper()
	_, elements := wellFormed(t, page)
	forbids := false
	for _, e := range elements {
		forbids = forbids || attribute(e, "http-equiv") == "Content-Security-Policy" && attribute(e, "content") == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
		if slices.Contains([]string{"script", "iframe", "object", "embed", "img", "image", "use", "base", "form", "video", "audio"}, e.Name.Local) {
			t.Errorf("the page has a <%s>", e.Name.Local)
		}
		for _, a := range e.Attr {
			name := strings.ToLower(a.Name.Local)
			if strings.HasPrefix(name, "on") || slices.Contains(reaches, name) && !strings.HasPrefix(a.Value, "#") && a.Value != "data:," {
				t.Errorf(`<%s %s=%q> reaches out of the page`, e.Name.Local, a.Name.Local, a.Value)
			}
			if name == "style" && strings.Contains(strings.ToLower(a.Value), "url(") {
				t.Errorf("<%s> has the style %q", e.Name.Local, a.Value)
			}
		}
	}
	if !forbids {
		t.Error("the page does not forbid what it does not need")
	}
	if strings.Contains(page, "@import") || strings.Contains(page, "url(") {
		t.Error("the page's style asks for more")
	}
}

func TestThePageNeedsNothing(t *testing.T) { selfContained(t, write(t, HTML, everything())) }

// What files name is shown as it is, and never does anything.
func TestHostileNamesAreOnlyShown(t *testing.T) {
	for _, evil := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><script>alert(1)</script>`, `' onload='alert(1)`,
		`]]></text></svg><script>alert(1)</script>`, `javascript:alert(1)`, "`a` **b** [c](http://example.org) | <b>d</b>", `{{.Title}} {{define "x"}}`,
		`&lt;&amp; &#60;`, "![a](b)", "https://example.org/ www.example.org",
	} {
		file := hostile(evil)
		page := write(t, HTML, []results.File{file, recording()})
		selfContained(t, page)
		for _, f := range []Format{HTML, Markdown} {
			text := shown(t, f, write(t, f, []results.File{file, recording()}))
			if n := strings.Count(text, evil); n < 8 {
				t.Errorf("%s shows %q %d times, want it wherever a name stands", f, evil, n)
			}
		}
		drawing := write(t, SVG, []results.File{file})
		if _, elements := wellFormed(t, drawing); slices.ContainsFunc(elements, func(e xml.StartElement) bool { return e.Name.Local == "script" || e.Name.Local == "img" }) {
			t.Errorf("the drawing runs %q", evil)
		}
	}
}

func hostile(name string) results.File {
	f := recording()
	f.Path, f.Program, f.Warnings = "/tmp/x/"+name, name, []string{name}
	f.Machine.Model, f.Machine.Kernel, f.Machine.Governor, f.Machine.Turbo = name, name, name, name
	f.Findings[0].Experiment, f.Findings[1].Command = name, "linebounce run '"+name+"'"
	f.Findings[1].Arms[0].Name = name
	f.Scalings[0].Experiment, f.Scalings[0].A, f.Scalings[0].Machine = name, name, name
	f.Bursts[0].Lines[0].Name = name
	f.Profiles[0].Symbols[0].Name, f.Profiles[0].Event, f.Profiles[0].Absent = name, name, name
	for i := range f.Maps[0].Pairs {
		f.Maps[0].Pairs[i].Label = name
	}
	return f
}

func TestAMapOfManyCPUsStaysReadable(t *testing.T) {
	const n = 96
	m := latency.Map{Method: latency.CAS, Complete: true}
	for a := range n {
		m.CPUs = append(m.CPUs, a)
		for b := a + 1; b < n; b++ {
			m.Pairs = append(m.Pairs, latency.Pair{A: a, B: b, Label: "one L3", Median: 50, Low: 49, High: 51, Samples: 9, Pinned: true})
		}
	}
	f := recording()
	f.Maps = []latency.Map{m}
	began := time.Now()
	text := shown(t, HTML, write(t, HTML, []results.File{f}))
	if strings.Contains(text, "ns between every two CPUs") || !strings.Contains(text, "one L34,5604,560") {
		t.Error("4560 pairs are not summed up by what neighbours they are")
	}
	t.Logf("%d CPUs in %v", n, time.Since(began))
}

func TestAnchorsAreApart(t *testing.T) {
	b := builder{anchors: map[string]bool{}}
	var got []string
	for _, text := range []string{"counters", "Counters", "<script>", "AMD EPYC™ 9B45 (x)", "", "–", "counters-2"} {
		got = append(got, b.anchor(text, "other"))
	}
	if want := "[counters counters-2 script amd-epyc-9b45-x other other-2 counters-2-2]"; fmt.Sprint(got) != want {
		t.Errorf("anchors %v, want %s", got, want)
	}
}
