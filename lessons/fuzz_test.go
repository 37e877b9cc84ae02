package lessons

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unicode"
)

func FuzzParse(f *testing.F) {
	f.Add([]byte(front + step))
	f.Add([]byte(Template("x")))
	f.Add([]byte("\v")) // blank, and not allowed
	f.Add([]byte(front + heading + "- a\n\n  > b\n\n| c | d |\n|---|---|\n\n<!--\n## Two\n```lab\n## Three\n~~~\n&#27;[x](y)\n"))
	f.Add([]byte("---\nid\n\n# x\n" + stage + choice + "```number\n= x\n```\n```order\n1. a\n1. a\n"))
	entries, err := course.ReadDir("course")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range entries {
		text, err := course.ReadFile("course/" + e.Name())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		l, faults := Parse("x.md", text)
		if !bytes.Equal(text, before) {
			t.Fatal("reading changed the text")
		}
		lines := bytes.Count(text, []byte("\n")) + 1
		last := 0
		for _, fault := range faults {
			if fault.Line < last || fault.Line > lines {
				t.Errorf("fault %v after line %d, of %d lines", fault, last, lines)
			}
			last = fault.Line
			if fault.File != "x.md" || fault.Problem == "" {
				t.Errorf("fault %#v", fault)
			}
		}
		for _, s := range l.Steps {
			for _, b := range s.Prose {
				if text := strings.ReplaceAll(b.Text(), "\n", ""); strings.ContainsFunc(text, unicode.IsControl) || b.Kind != Code && text != b.Text() {
					t.Errorf("%q would reach the terminal", b.Text())
				}
			}
		}
		again, same := Parse("x.md", text)
		if !reflect.DeepEqual(l, again) || !reflect.DeepEqual(faults, same) {
			t.Error("the same text was read in two ways")
		}
		if len(faults) == 0 && (len(l.Steps) == 0 || !isID(l.ID) || l.Title == "" || l.Minutes < 1) {
			t.Errorf("no fault in %+v", l)
		}
	})
}

func FuzzParseClaim(f *testing.F) {
	for _, text := range []string{
		"B/A ops_per_s > 2", "0.8 < B/A ops_per_s < 1.25", "adder B/A ops_per_s > 2", "handoffs A > 100 x B", "B/A messages_per_s < 1 x step 1",
		"0.8 x latency_ns < period_ns A < 1.2 x latency_ns in far", "differing < 1 on measured", "B/A speed > fast", "ops_per_s B > 1e3 x ops_per_s A on simulated in near",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseClaim(text)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		again, err := ParseClaim(c.String())
		if err != nil {
			t.Fatalf("%q became %q: %v", text, c, err)
		}
		c.Text, again.Text = "", ""
		if !reflect.DeepEqual(c, again) {
			t.Errorf("%q became %+v and then %+v", text, c, again)
		}
	})
}
