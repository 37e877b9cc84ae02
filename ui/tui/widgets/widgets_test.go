package widgets

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"linebounce/ui/tui/canvas"
	"linebounce/ui/tui/theme"
)

func blank(width, height int) *canvas.Canvas {
	return canvas.New(theme.New(colorprofile.Ascii, true, false), width, height)
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, nil},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 5, []string{"one", "two", "three"}},
		{"unbreakable", 4, []string{"unbr", "eaka", "ble"}},
		{"a unbreakable b", 4, []string{"a", "unbr", "eaka", "ble", "b"}},
		{"×× ××", 2, []string{"××", "××"}},
		{"text", 0, nil},
	} {
		if got := Wrap(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestFitTakesTheFirstThatFits(t *testing.T) {
	for width, want := range map[int]string{20: "the long wording", 16: "the long wording", 15: "short", 2: "short"} {
		if got := Fit(width, "the long wording", "short"); got != want {
			t.Errorf("at %d cells %q, want %q", width, got, want)
		}
	}
}

func TestFlowLosesNoItem(t *testing.T) {
	c := blank(40, 10)
	var items []Item
	for _, word := range strings.Fields("n counter l line o op b batch w observers k neighbours") {
		items = append(items, Item{{Text: word}})
	}
	for width := 10; width < 60; width++ {
		n := 0
		for _, row := range Flow(c, items, width, 2) {
			sum := -2
			for _, item := range row {
				sum += item.Width(c) + 2
				n++
			}
			if sum > width {
				t.Errorf("a row of %d cells in %d", sum, width)
			}
		}
		if n != len(items) {
			t.Errorf("at %d cells %d of %d items are left", width, n, len(items))
		}
	}
}

func TestNiceHoldsTheTop(t *testing.T) {
	for top := 1e-3; top < 1e10; top *= 1.37 {
		nice := Nice(top)
		if nice < top || nice > 2*top {
			t.Errorf("Nice(%v) = %v", top, nice)
		}
	}
	for _, top := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if Nice(top) != 1 {
			t.Errorf("Nice(%v) = %v, want 1", top, Nice(top))
		}
	}
}

func TestChart(t *testing.T) {
	c := blank(40, 7)
	nan := math.NaN()
	width := ChartColumns(40)
	a, b := slices.Repeat([]float64{25}, width), slices.Repeat([]float64{nan}, width)
	for i := width / 2; i < width; i++ {
		b[i] = 25
		if i >= width/2+4 {
			b[i] = 100
		}
	}
	Chart{
		Title: "M operations a second", Top: 100, Axis: []string{"100", "50", "0"}, First: "30 s", Last: "now",
		Series: []Series{{Name: "A", Values: a, Label: "25"}, {Name: "B", Values: b, Label: "100"}},
		Tags:   []Tag{{Column: width/2 + 4, Text: "l: B"}},
	}.Draw(c, Area{Width: 40, Height: 7})
	want := strings.TrimPrefix(`
M operations a second
  100 ┤                ╭─────── B 100
      ┤                │
   50 ┤                │
      ┤────────────────╯─────── A 25
    0 ┤
      └30 s ───────────┴ l: B ─ now`, "\n")
	if got := ansi.Strip(c.String()); got != want {
		t.Errorf("the chart is\n%s\nwant\n%s", got, want)
	}
	if lost := c.Lost(); len(lost) > 0 {
		t.Errorf("%q fell off the chart", lost)
	}
}

func TestBarKeepsItsWidth(t *testing.T) {
	for _, share := range []float64{-1, 0, 0.01, 0.5, 0.99, 1, 7} {
		c := blank(10, 1)
		Bar(c, 0, 0, 10, theme.Plain, share)
		if n := len([]rune(ansi.Strip(c.String()))); n != 10 || len(c.Lost()) > 0 {
			t.Errorf("a share of %v draws %d cells", share, n)
		}
	}
}

func TestBig(t *testing.T) {
	ink := map[int]int{}
	for _, rows := range []int{BigRows, HugeRows} {
		c := blank(40, rows)
		if end, width := Big(c, 0, 0, rows, theme.Plain, "3.90×"), BigWidth(c, "3.90×", rows); end != width || len(c.Lost()) > 0 {
			t.Errorf("over %d rows it ends at column %d, its width is %d, and %q fell off", rows, end, width, c.Lost())
		}
		for r, halves := range map[string]int{"█": 2, "▀": 1, "▄": 1} {
			ink[rows] += halves * strings.Count(ansi.Strip(c.String()), r)
		}
	}
	if ink[HugeRows] != 4*ink[BigRows] {
		t.Errorf("%d halves of cells are drawn, and %d where each pixel is two by two", ink[BigRows], ink[HugeRows])
	}
	for r := range digits {
		rows := digits[r]
		for _, row := range rows {
			if len([]rune(row)) != len([]rune(rows[0])) {
				t.Errorf("the rows of %q are not of one width", r)
			}
		}
	}
}

// A note on a faint border is to be read all the same.
func TestNotesAreNotFaint(t *testing.T) {
	th := theme.New(colorprofile.TrueColor, true, false)
	c := canvas.New(th, 20, 3)
	Box(c, Area{Width: 20, Height: 3}, theme.Faint, theme.Strong, "line", "note")
	if got := c.String(); !strings.Contains(got, th.Prefix(theme.Dim)+" note ") {
		t.Errorf("the note is not dim: %q", got)
	}
}
