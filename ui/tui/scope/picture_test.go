package scope

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"linebounce/ui/tui/theme"
)

// sights are the pictures: on which machine, after which keys.
var sights = map[string]struct {
	options func() Options
	keys    []string
}{
	"whole":      {func() Options { return made(2) }, nil},
	"operations": {func() Options { return made(2) }, []string{"f", "+", "+", "+", "+", "+", "+", "+", "+"}},
	"longest":    {func() Options { return made(2) }, []string{"L"}},
	"gap":        {func() Options { return made(2) }, []string{"g", "g"}},
	"model":      {func() Options { return made(2) }, []string{"f", "s"}},
	"apart":      {func() Options { return made(2) }, []string{"n", "l"}},
	"many":       {func() Options { return made(32) }, []string{"a", "a", "a", "j"}},
	"refused":    {refused, nil},
	"map":        {func() Options { return made(2) }, []string{"m"}},
	"large map":  {func() Options { return made(32) }, []string{"m", "down", "right"}},
	"no map":     {refused, []string{"m"}},

	"recorded":        {func() Options { return taped(2, 12) }, []string{".", "."}},
	"recorded model":  {func() Options { return taped(2, 12) }, []string{".", "L", "s"}},
	"recorded many":   {func() Options { return taped(32, 3) }, []string{">", ">"}},
	"recorded map":    {func() Options { return taped(4, 3) }, []string{"m"}},
	"no recorded map": {func() Options { return taped(4, 3) }, []string{"m", "w"}},
	"nothing taped":   {func() Options { return taped(2, 0) }, nil},
}

func TestPictures(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}, {60, 20}} {
		for name, s := range sights {
			t.Run(fmt.Sprintf("%s %dx%d", name, size[0], size[1]), func(t *testing.T) {
				golden.RequireEqual(t, []byte(open(t, s.options(), size[0], size[1], s.keys...).text()+"\n"))
			})
		}
	}
}

// Of a large terminal no more than a third of the rows stays empty where there is a
// burst, gaps included, and the map of two CPUs is larger than it has to be.
func TestLargeTerminalsAreUsed(t *testing.T) {
	for name, keys := range map[string][]string{"whole": nil, "operations": {"f", "+", "+", "+", "+", "+", "+", "+", "+"}, "longest": {"L"}} {
		for _, size := range [][2]int{{200, 60}, {240, 80}, {300, 100}} {
			text, empty := open(t, made(2), size[0], size[1], keys...).text(), 0
			for row := range strings.SplitSeq(text, "\n") {
				if strings.TrimSpace(row) == "" {
					empty++
				}
			}
			if 3*empty > size[1] {
				t.Errorf("%s at %v: %d rows are empty", name, size, empty)
			}
		}
	}
	between := func(text string) int {
		return strings.Count(text[strings.Index(text, "CPU 0  "):strings.Index(text, "CPU 1  ")], "\n")
	}
	if small, large := open(t, made(2), 80, 24, "m").text(), open(t, made(2), 200, 60, "m").text(); between(large) <= between(small) {
		t.Errorf("the map has cells as small as those of a small terminal:\n%s", large)
	}
}

// Nothing is drawn outside the terminal or over something else, and no note is
// cut.
func TestEverythingFits(t *testing.T) {
	for name, s := range sights {
		for _, keys := range [][]string{nil, {"g"}, {"L"}, {"s"}, {"s", "g", "t"}, {"+", "+", "+", "+", "+", "+", "+", "+", "right", "s"}, {"m"}, {"b"}, {"w"}} {
			m := open(t, s.options(), 120, 40, append(append([]string{}, s.keys...), keys...)...)
			for _, ascii := range []bool{false, true} {
				m.SetTheme(theme.New(colorprofile.TrueColor, true, ascii))
				for _, size := range [][2]int{{80, 24}, {81, 25}, {80, 40}, {95, 30}, {100, 24}, {113, 38}, {114, 36}, {118, 38}, {120, 30}, {120, 40}, {160, 45}, {200, 60}, {300, 100}} {
					m.SetSize(size[0], size[1])
					rows := strings.Split(m.text(), "\n")
					if lost := m.canvas.Lost(); len(lost) > 0 || len(rows) != size[1] {
						t.Errorf("%s %v at %v: %d rows, and %q fell off:\n%s", name, keys, size, len(rows), strings.Join(lost, ""), m.text())
					}
					if strings.ContainsRune(m.text(), utf8.RuneError) || ascii && strings.ContainsFunc(m.text(), func(r rune) bool { return r > '~' }) {
						t.Errorf("%s %v at %v: a character cannot be shown:\n%s", name, keys, size, m.text())
					}
					all := strings.Join(strings.Fields(m.text()), " ")
					for _, want := range []string{m.remark(), "q quit", "? help"} {
						if want := strings.Join(strings.Fields(m.canvas.Glyphs().Text(want)), " "); !strings.Contains(all, want) {
							t.Errorf("%s %v at %v: %q is cut:\n%s", name, keys, size, want, m.text())
						}
					}
				}
			}
		}
	}
}
