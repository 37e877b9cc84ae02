package charts

import (
	"math"
	"strings"
	"testing"

	"linebounce/ui/results"
)

// published is figures that others published of growth, of which the first two
// have a place on a chart of rates.
func published() []results.Published {
	return []results.Published{
		{Figure: "A", Unit: "s", CPUs: 16, Published: 12.5, Predicted: 12, Rate: 1e6, Source: "a <mail>"},
		{Figure: "B", Unit: "/s", CPUs: 16, Published: 4e6, Predicted: 4e6, Rate: 4e6, Source: "another"},
		{Figure: "B/A", CPUs: 16, Published: 4, Predicted: 3.5, Rate: math.NaN(), Source: "the two above"},
		{Figure: "A", Unit: "s", CPUs: 16, Published: 3, Predicted: 4, Rate: math.NaN(), Source: "nobody knows of how much work"},
		{Figure: "A", Unit: "/s", CPUs: 128, Published: 3, Predicted: 4, Rate: 3, Source: "a machine without a point"},
		{Figure: "", Unit: "/s", CPUs: 16, Published: 3, Predicted: 4, Rate: 3, Source: "nothing"},
	}
}

func TestPublishedFiguresStandWhereTheirRateIs(t *testing.T) {
	s := growth()
	s.Published = published()
	c := drawn(t)(Scaling(s, model))
	wide, narrow := look(t, c)
	for _, p := range []picture{wide, narrow} {
		diamonds := p.all("fill-ink")
		if len(diamonds) != 2 {
			t.Fatalf("%s: %d diamonds, want those of two rates", p.class, len(diamonds))
		}
		var square shape // of B on 16 CPUs, which does what was published
		for _, mark := range p.all("fill-fill1")[1:] {
			if about((mark.left+mark.right)/2, (diamonds[1].left+diamonds[1].right)/2) {
				square = mark
			}
		}
		if !about((square.top+square.bottom)/2, (diamonds[1].top+diamonds[1].bottom)/2) || diamonds[1].width() <= square.width() {
			t.Errorf("%s: the diamond %+v does not stand around the mark %+v of the same rate", p.class, diamonds[1], square)
		}
		if a, b := diamonds[0], diamonds[1]; a.top <= b.top || a.left != b.left {
			t.Errorf("%s: A's diamond %+v is not below B's %+v", p.class, a, b)
		}
		if !p.says("published A") || !p.says("published B") || strings.Contains(p.said(), "mail") {
			t.Errorf("%s: its words are %q", p.class, p.said())
		}
	}
	want := []string{
		"Published, A on 16 CPUs: 12.5 s, which is 1.00M/s of the same work (a <mail>)",
		"Published, B on 16 CPUs: 4.00M/s (another)",
	}
	inOrder(t, c.Text, want[0]+".", want[1]+".")
	inOrder(t, strings.Join(c.Sources, "\n")+"\n", want[0]+"\n", want[1]+"\n")
	if len(c.Sources) != 2 {
		t.Errorf("sources %q", c.Sources)
	}
	inOrder(t, Stack([]Chart{c}), "</svg>\n<text", "(a &lt;mail&gt;)</text>", "(another)</text>")
}

// The axis is long enough for what was published, however far off the model is.
func TestAPublishedFigureIsNeverCut(t *testing.T) {
	s := growth()
	s.Published = []results.Published{{Figure: "A", Unit: "/s", CPUs: 1, Published: 90e6, Predicted: 1, Rate: 90e6, Source: "x"}}
	wide, _ := look(t, drawn(t)(Scaling(s, model)))
	highest := math.Inf(1)
	for _, mark := range wide.all("fill-fill1")[1:] {
		highest = min(highest, mark.top)
	}
	if d := wide.all("fill-ink"); len(d) != 1 || d[0].top >= highest {
		t.Errorf("the diamond %+v, of 90M, is not above all of the model, %g", d, highest)
	}
	for _, no := range []float64{math.Inf(1), -1, 0, math.NaN()} {
		s.Published[0].Rate = no
		if wide, _ := look(t, drawn(t)(Scaling(s, model))); len(wide.all("fill-ink")) != 0 {
			t.Errorf("a rate of %g is drawn", no)
		}
	}
}
