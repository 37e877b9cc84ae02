package palette

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// grounds are those of common terminals besides the theme's own: black and the greys
// that desktops bring, white and the creams.
var grounds = map[bool][]string{true: {"#000000", "#101418", "#1E1E1E"}, false: {"#FFFFFF", "#FAFAFA", "#FDF6E3"}}

func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#FFFFFF", 21}, {"#FFFFFF", "#FFFFFF", 1}, {"#767676", "#FFFFFF", 4.54}, {"#101418", "#0072B2", 3.57}} {
		if got := Contrast(c.a, c.b); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%s on %s has %.2f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// Every theme that the program brings can be read on its own ground, those of high
// contrast with 7:1 (1.4.6 of the guidelines), and the two that are chosen by the
// terminal's ground on all common ones.
func TestEveryThemeCanBeRead(t *testing.T) {
	for _, name := range Names() {
		data, found := Source(name)
		if !found {
			continue
		}
		p, err := Parse(name, data)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.IsDark(); got != strings.Contains(name, "dark") {
			t.Errorf("%s is dark: %v", name, got)
		}
		for _, weak := range p.Weak() {
			t.Error(weak)
		}
		for _, pair := range p.Pairs() {
			if strings.HasPrefix(name, contrast) && pair.Contrast < 7 {
				t.Errorf("%s: %s on %s has only %.2f", name, pair.What, pair.On, pair.Contrast)
			}
		}
		if strings.HasPrefix(name, contrast) {
			continue
		}
		for _, ground := range grounds[p.IsDark()] {
			other := p
			other.Ground.Hex = ground
			for _, weak := range other.Weak() {
				t.Errorf("on %s: %s", ground, weak)
			}
		}
	}
}

// Ink is what stands out best of dark and light.
func TestInkIsTheBetterOne(t *testing.T) {
	for _, p := range []Palette{Dark(), Light()} {
		for i, ink := range p.Ink {
			got := Contrast(ink.Hex, p.Fill[i].Hex)
			if other := max(Contrast(Dark().Ground.Hex, p.Fill[i].Hex), Contrast("#FFFFFF", p.Fill[i].Hex)); got < other {
				t.Errorf("%s: ink-%d has %.2f, and there is one with %.2f", p.Name, i, got, other)
			}
		}
	}
}

// The terminal's own colours look like this on a Linux console (and every PC before
// it) and in xterm.
var own = map[string][16]string{
	"VGA": {"#000000", "#AA0000", "#00AA00", "#AA5500", "#0000AA", "#AA00AA", "#00AAAA", "#AAAAAA",
		"#555555", "#FF5555", "#55FF55", "#FFFF55", "#5555FF", "#FF55FF", "#55FFFF", "#FFFFFF"},
	"xterm": {"#000000", "#CD0000", "#00CD00", "#CDCD00", "#0000EE", "#CD00CD", "#00CDCD", "#E5E5E5",
		"#7F7F7F", "#FF0000", "#00FF00", "#FFFF00", "#5C5CFF", "#FF00FF", "#00FFFF", "#FFFFFF"},
}

// With 16 colours too every digit stands out from the ground of its CPU, and with
// high contrast by 7:1. Text does on dark; on light there are not eight colours
// that do, so the first CPUs have those that do.
func TestSixteenColoursCanBeRead(t *testing.T) {
	at := func(terminal [16]string, c Colour) string {
		for i, hex := range terminal {
			if c.Own == numbers[i] {
				return hex
			}
		}
		return ""
	}
	for name, p := range brought() {
		for kind, terminal := range own {
			least := LeastMark
			if strings.HasPrefix(name, contrast) {
				least = 7
			}
			fills := map[string]bool{}
			for i := range Count {
				fills[p.Fill[i].Own] = true
				ink, fill := at(terminal, p.Ink[i]), at(terminal, p.Fill[i])
				if ink == "" || fill == "" {
					t.Errorf("%s does not say which of 16 colours ink-%d and fill-%[2]d are", name, i)
				} else if c := Contrast(ink, fill); c < least {
					t.Errorf("%s on %s: ink-%d on fill-%[3]d has %.2f", name, kind, i, c)
				}
				text, ground := at(terminal, p.CPU[i]), terminal[0]
				if !p.IsDark() {
					ground = terminal[15]
				}
				if c := Contrast(text, ground); text != "" && c < LeastMark && (p.IsDark() || i < 3) {
					t.Errorf("%s on %s: cpu-%d has %.2f", name, kind, i, c)
				}
			}
			if len(fills) != Count {
				t.Errorf("%s has %d fills for %d CPUs", name, len(fills), Count)
			}
		}
	}
}

var numbers = strings.Fields("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")

func TestFaultsOfAThemeNameTheirLine(t *testing.T) {
	dark, _ := Source(dark)
	changed := func(old, new string) string {
		if !bytes.Contains(dark, []byte(old)) {
			t.Fatalf("%q is not in the theme", old)
		}
		return strings.Replace(string(dark), old, new, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"unknown", changed(`"dim"`, `"dimm"`), `theme unknown, line 4: "dimm" is no colour of a theme; accepted: ground, `},
		{"colour", changed(`#9E9E9E 7`, `grey`), `theme colour, line 4: dim is "grey"; it must be a colour such as #56B4E9, or #56B4E9 14 `},
		{"number", changed(`#9E9E9E 7`, `#9E9E9E 16`), `theme number, line 4: dim is "#9E9E9E 16"; it must be`},
		{"short", changed(`#9E9E9E 7`, `#9E9`), `theme short, line 4: dim is "#9E9"`},
		{"reversed", changed(`#9E9E9E 7`, `reverse`), `theme reversed, line 4: dim is "reverse"`},
		{"chosen", changed(`#444444`, `inverse`), `theme chosen, line 6: chosen is "inverse"; it must be a colour such as #56B4E9, or reverse`},
		{"value", changed(`"#9E9E9E 7"`, `7`), `theme value, line 4: dim is 7, which is no text`},
		{"nested", changed(`"#9E9E9E 7"`, `{"a": 1}`), `theme nested, line 4: dim is {, which is no text`},
		{"twice", changed(`"faint"`, `"dim"`), `theme twice, line 5: dim is there already, in line 4`},
		{"missing", changed(`  "dim": "#9E9E9E 7",`+"\n", ""), `theme missing, line 40: the theme ends without dim; linebounce theme dark prints`},
		{"comma", changed(`7",`+"\n", `7"`+"\n"), `theme comma, line 5: this is no JSON: `},
		{"list", `["#000000"]`, `theme list, line 1: a theme is a JSON object`},
		{"empty", ``, `theme empty, line 1: the file ends`},
		{"half", string(dark[:bytes.Index(dark, []byte(`#F0E442`))]), `theme half, line 10: the file ends in the middle`},
		{"open", strings.TrimRight(string(dark), "}\n"), `theme open, line 40: the file ends`},
		{"more", string(dark) + "{}", `theme more, line 42: something follows`},
	} {
		_, err := Parse(c.name, []byte(c.text))
		if fault, is := errors.AsType[*Fault](err); !is || !strings.HasPrefix(fault.Error(), c.want) {
			t.Errorf("%s: %v, want %s…", c.name, err, c.want)
		}
	}
}

// A theme is found by its name, and by that of its file.
func TestFind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.json")
	mine, _ := Source(light)
	mine = bytes.Replace(mine, []byte(`"dim": "#5F5F5F`), []byte(`"dim": "#cccccc`), 1)
	if err := os.WriteFile(file, mine, 0o600); err != nil {
		t.Fatal(err)
	}
	choice, err := Find(file)
	if err != nil {
		t.Fatal(err)
	}
	if p := choice.For(true); p.Dim.Hex != "#CCCCCC" || p.IsDark() || !choice.Brings(false) {
		t.Errorf("a file brings %+v, brings its ground %v", p, choice.Brings(false))
	}
	if weak := choice.Weak(); len(weak) != 1 || !strings.Contains(weak[0], "dim on ground has a contrast of 1.6, and 4.5 is") {
		t.Errorf("what is hard to read is %q", weak)
	}
	if choice, err = Find(contrast); err != nil || choice.Brings(false) || !choice.Brings(true) || !choice.For(true).IsDark() || choice.For(false).IsDark() {
		t.Errorf("high contrast is %+v, %v", choice, err)
	}
	if choice, err = Find(dark); err != nil || !choice.For(false).IsDark() || len(choice.Weak()) > 0 {
		t.Errorf("dark is %+v, %v", choice, err)
	}
	if none := (Choice{}); none.Brings(true) || none.For(false).IsDark() || !none.For(true).IsDark() {
		t.Error("where no theme is asked for, the terminal's ground must stay and decide")
	}
	folder := t.TempDir()
	large := filepath.Join(folder, "large")
	if err := os.WriteFile(large, make([]byte, longest+1), 0o600); err != nil {
		t.Fatal(err)
	}
	for theme, want := range map[string]string{
		"drak": "theme drak: there is no theme and no file of this name; accepted: dark, light, high-contrast, ",
		folder: "theme " + folder + ": it cannot be read: ", large: "theme " + large + ": it has more than 65536 bytes",
	} {
		if _, err := Find(theme); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s…", theme, err, want)
		}
	}
}

// FuzzParse holds that no file makes a palette that lacks a colour.
func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		data, _ := Source(name)
		f.Add(data)
	}
	f.Add([]byte(`{"dim": "#101010 default"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse("fuzzed", data)
		if err != nil {
			if _, is := errors.AsType[*Fault](err); !is {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		for _, s := range p.slots() {
			if s.at.Hex == "" && s.name != chosen {
				t.Errorf("there is no %s", s.name)
			}
		}
	})
}
