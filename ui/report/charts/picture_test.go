package charts

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// picture is an SVG as a reader sees it: px from the top left corner.
type picture struct {
	class         string
	width, height float64
	title, desc   string
	shapes        []shape
	texts         []words
}

type shape struct {
	class                    string
	left, right, top, bottom float64
	points                   int
}

type words struct {
	class     string
	x, y, big float64
	text      string
}

func (s shape) width() float64  { return s.right - s.left }
func (s shape) height() float64 { return s.bottom - s.top }

// all returns the shapes of a class.
func (p picture) all(class string) []shape {
	var list []shape
	for _, s := range p.shapes {
		if s.class == class {
			list = append(list, s)
		}
	}
	return list
}

func (p picture) says(text string) bool {
	return slices.ContainsFunc(p.texts, func(w words) bool { return w.text == text })
}

// said is all words one after another.
func (p picture) said() string {
	var list []string
	for _, w := range p.texts {
		list = append(list, w.text)
	}
	return strings.Join(list, " ")
}

// begins is says for text that may have been cut.
func (p picture) begins(text string) bool {
	return slices.ContainsFunc(p.texts, func(w words) bool { return strings.HasPrefix(w.text, text) })
}

// look reads the wide and the narrow drawing of a chart.
func look(t testing.TB, c Chart) (wide, narrow picture) {
	t.Helper()
	list := parse(t, c.SVG)
	if len(list) != 2 || list[0].class != "chart wide" || list[1].class != "chart narrow" {
		t.Fatalf("a chart of %d drawings, want a wide and a narrow one", len(list))
	}
	return list[0], list[1]
}

func parse(t testing.TB, svg string) []picture {
	t.Helper()
	var list []picture
	decoder := xml.NewDecoder(strings.NewReader(svg))
	inside := ""
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatalf("not XML: %v in\n%.2000s", err, svg)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inside = e.Name.Local
			list = element(t, list, e)
		case xml.EndElement:
			inside = ""
		case xml.CharData:
			if len(list) == 0 {
				continue
			}
			p := &list[len(list)-1]
			switch inside {
			case "title":
				p.title += string(e)
			case "desc":
				p.desc += string(e)
			case "text":
				p.texts[len(p.texts)-1].text += string(e)
			}
		}
	}
}

func element(t testing.TB, list []picture, e xml.StartElement) []picture {
	t.Helper()
	attributes := map[string]string{}
	for _, a := range e.Attr {
		attributes[a.Name.Local] = a.Value
		switch a.Name.Local {
		case "id", "href", "src", "onload", "fill", "stroke":
			t.Errorf("an attribute %s=%q", a.Name.Local, a.Value)
		case "style":
			if strings.ContainsAny(a.Value, "#(") || strings.Contains(a.Value, "font-family") {
				t.Errorf("a style of its own, %q", a.Value)
			}
		}
	}
	switch e.Name.Local {
	case "svg":
		p := picture{class: attributes["class"], width: number(t, attributes["width"]), height: number(t, attributes["height"])}
		if want := fmt.Sprintf("0 0 %s %s", attributes["width"], attributes["height"]); attributes["viewBox"] != want || attributes["role"] != "img" {
			t.Errorf("viewBox %q and role %q, want %q and img", attributes["viewBox"], attributes["role"], want)
		}
		return append(list, p)
	case "path":
		p := &list[len(list)-1]
		p.shapes = append(p.shapes, outline(t, attributes["class"], attributes["d"], p.height))
	case "text":
		p := &list[len(list)-1]
		big, _ := strings.CutSuffix(strings.TrimPrefix(attributes["style"], "font-size:"), "px")
		p.texts = append(p.texts, words{class: attributes["class"], x: number(t, attributes["x"]), y: p.height + number(t, attributes["y"]), big: number(t, big)})
	case "title", "desc", "g":
	default:
		t.Errorf("an element %q", e.Name.Local)
	}
	return list
}

func number(t testing.TB, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		t.Fatalf("%q in the place of a number", text)
	}
	return x
}

var pairsOfPx = regexp.MustCompile(`([MLA])([^MLAZ]*)`)

// outline reads the box around a path. A disc's arcs end on its left and right.
func outline(t testing.TB, class, d string, height float64) shape {
	t.Helper()
	s := shape{class: class, left: math.Inf(1), right: math.Inf(-1), top: math.Inf(1), bottom: math.Inf(-1)}
	for _, part := range pairsOfPx.FindAllStringSubmatch(d, -1) {
		px := strings.FieldsFunc(part[2], func(r rune) bool { return r == ',' || r == ' ' })
		x, y := number(t, px[len(px)-2]), height-number(t, px[len(px)-1])
		var r float64
		if part[1] == "A" {
			r = number(t, px[0])
		}
		s.left, s.right = min(s.left, x), max(s.right, x)
		s.top, s.bottom = min(s.top, y-r), max(s.bottom, y+r)
		s.points++
	}
	if s.points == 0 {
		t.Fatalf("a path without points, %q", d)
	}
	return s
}

var ruled = regexp.MustCompile(`\.chart \.([a-z0-9-]+)\{`)

// check holds what is true of every chart.
func check(t testing.TB, c Chart) {
	t.Helper()
	known := map[string]bool{"": true}
	for _, rule := range ruled.FindAllStringSubmatch(Style(), -1) {
		known[rule[1]] = true
	}
	wide, narrow := look(t, c)
	if int(wide.width) != c.Width || int(wide.height) != c.Height {
		t.Errorf("drawn %g by %g, said %d by %d", wide.width, wide.height, c.Width, c.Height)
	}
	for _, p := range []picture{wide, narrow} {
		if p.title != clean(c.Title) || p.desc != clean(c.Text) {
			t.Errorf("titled %q and described %q, want %q and %q", p.title, p.desc, c.Title, c.Text)
		}
		for _, s := range p.shapes {
			if s.left < -0.1 || s.top < -0.1 || s.right > p.width+0.1 || s.bottom > p.height+0.1 {
				t.Errorf("%s: a shape %+v outside of %g by %g", p.class, s, p.width, p.height)
			}
			for name := range strings.FieldsSeq(s.class) {
				if !known[name] {
					t.Errorf("no rule for %q", name)
				}
			}
		}
		for _, w := range p.texts {
			p.within(t, w)
			for name := range strings.FieldsSeq(w.class) {
				if !known[name] {
					t.Errorf("no rule for %q", name)
				}
			}
		}
	}
}

// within holds a text against the edges, in Go's font.
func (p picture) within(t testing.TB, w words) {
	t.Helper()
	f := face(w.big, strings.Contains(w.class, "bold"))
	length := float64(f.Width(w.text))
	left := w.x
	switch {
	case strings.Contains(w.class, "middle"):
		left -= length / 2
	case strings.Contains(w.class, "end"):
		left -= length
	}
	if left < -0.1 || left+length > p.width+0.1 || w.y < 0.7*w.big || w.y > p.height {
		t.Errorf("%s: %q from %g to %g at %g, outside of %g by %g", p.class, w.text, left, left+length, w.y, p.width, p.height)
	}
}
