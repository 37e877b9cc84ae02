package charts

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"linebounce/probes"
	"linebounce/probes/latency"
	bursts "linebounce/probes/scope"
	"linebounce/ui/results"
)

// drawn returns a chart that must be possible.
func drawn(t testing.TB) func(Chart, error) Chart {
	return func(c Chart, err error) Chart {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		check(t, c)
		return c
	}
}

// about reports whether two lengths are equal but for what five digits lose.
func about(a, b float64) bool { return math.Abs(a-b) < 0.1 }

func inOrder(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Errorf("%q is not there, or not in its place, in %q", part, text)
			return
		}
		rest = after
	}
}

func TestBarsAreInProportion(t *testing.T) {
	c := drawn(t)(Throughput(comparison(t), here))
	wide, narrow := look(t, c)
	for _, p := range []picture{wide, narrow} {
		a, b := p.all("fill-fill0"), p.all("fill-fill1")
		if len(a) != 1 || len(b) != 1 || a[0].left != b[0].left || !about(4*a[0].width(), b[0].width()) {
			t.Errorf("%s: bars %+v and %+v, want from one line and of 1 to 4", p.class, a, b)
		}
		if !p.says("counter=each line=shared") || !p.says("80.0M/s") || !p.begins("(unpinned) counter=one") || !p.says("3.9×") || !p.says("3.7 to 4.0") {
			t.Errorf("%s: its words are %+v", p.class, p.texts)
		}
	}
	inOrder(t, c.Text, "A, counter=each line=shared: 80.0M (95%: 78.0M to 84.0M) operations a second",
		"B, counter=each line=padded: 320M (95%: 301M to 333M)", "C, (unpinned) counter=one line=shared: 52.1M (too few",
		"B is 3.9 times as fast (95%: 3.7 to 4.0)", "61 pairs", "recorded 2026-11-30")
}

func TestOneArmHasNoRatio(t *testing.T) {
	f := comparison(t)
	f.Arms, f.Ratio = f.Arms[:1], nil
	c := drawn(t)(Throughput(f, here))
	f.Arms[0].Rate.Low, f.Arms[0].Rate.High = 80e6, 80e6
	wide, _ := look(t, drawn(t)(Throughput(f, here)))
	if wide.begins("operations a second, measured; whiskers") || len(wide.all("stroke-ink")) > 0 {
		t.Error("an interval without a length has whiskers")
	}
	wide, _ = look(t, c)
	if wide.says("B/A") || !wide.says(f.Arms[0].Scenario.String()) {
		t.Errorf("its words are %+v", wide.texts)
	}
}

func TestOneFigureIsSaidOnce(t *testing.T) {
	f := comparison(t)
	ratio := interval(1.98, 1.98, 1.98)
	f.Ratio, f.Arms[0].Rate, f.Arms[1].Rate = &ratio, alone(1.9e6), alone(3.77e6)
	for from, want := range map[From]string{model: "by the model", here: "recorded 2026-11-30"} {
		c := drawn(t)(Throughput(f, from))
		wide, narrow := look(t, c)
		if strings.Contains(c.Text, "1.98 to 1.98") || !wide.says(want) || !narrow.says(want) {
			t.Errorf("%v: %q, and in the picture %q", from, c.Text, wide.said())
		}
		inOrder(t, c.Text, "B is 1.98 times as fast ("+want+").")
	}
	c := drawn(t)(Throughput(f, model))
	if strings.Contains(c.Text, "too few") {
		t.Errorf("the model says %q", c.Text)
	}
}

func TestCurvesRiseWithTheirFigures(t *testing.T) {
	c := drawn(t)(Scaling(growth(), model))
	wide, narrow := look(t, c)
	for _, p := range []picture{wide, narrow} {
		discs := p.all("stroke-hue0")
		var centres, places []float64
		for _, s := range discs {
			if s.points > 2 { // not a line of the curve
				centres, places = append(centres, (s.top+s.bottom)/2), append(places, s.left)
			}
		}
		centres, places = centres[1:], places[1:] // the first is the key
		if len(centres) != 7 {
			t.Fatalf("%s: %d marks of A, want 7", p.class, len(centres))
		}
		for i := range 5 {
			if !about(centres[i]-centres[i+1], centres[i+1]-centres[i+2]) || !about(places[i+1]-places[i], places[i+2]-places[i+1]) {
				t.Errorf("%s: marks at %v and %v, want even steps for what grows by as much and for CPUs that double", p.class, places, centres)
			}
		}
		if hollow := p.all("fill-ground"); len(hollow) != 4 {
			t.Errorf("%s: %d hollow marks, want those of two extrapolated points", p.class, len(hollow))
		}
		if !p.says("path=always") || !p.says("64") || !p.says("B/A") {
			t.Errorf("%s: its words are %+v", p.class, p.texts)
		}
	}
	inOrder(t, c.Text, "A is path=always", "1 CPU, A 230k, B 250k, B/A 1.09", "64 CPUs (extrapolated), A 1.61M, B 16.0M", "simulated, two Xeons")
}

func TestAMapSaysItsFiguresWhereTheyFit(t *testing.T) {
	m := square(16)
	m.Pairs[0].Samples, m.Pairs[1].Pinned = 0, false
	c := drawn(t)(Latency(m, here))
	wide, narrow := look(t, c)
	if !wide.says("141") || !wide.says(fmt.Sprintf("%.0f*", m.Pairs[1].Median)) || narrow.says("141") {
		t.Error("the figures are not where there is room, or are where there is none")
	}
	inOrder(t, c.Text, "0 and 1 not measured", "0 and 2 56.0 (95%: 55.0 to 58.0) (unpinned)", "14 and 15", "Not measured: 1 pair of 120")

	c = drawn(t)(Latency(square(40), here))
	wide, _ = look(t, c)
	if wide.says("141") {
		t.Error("figures of 40 CPUs have no room")
	}
	inOrder(t, c.Text, "same L3: median", "380 pairs", "other socket: median", "140 to 150, 400 pairs")
}

func TestAMapGoesFromDarkToLight(t *testing.T) {
	m := square(4)
	wide, _ := look(t, drawn(t)(Latency(m, here)))
	dark, light := wide.all("fill-heat0"), wide.all("fill-heat4")
	if len(dark) != 2 || len(light) != 2 || dark[1].points != 4*4 || light[1].points != 8*4 { // the first is the scale's
		t.Errorf("dark %+v, light %+v; want the cells of 2 pairs and of 4, each twice", dark, light)
	}
	for i := range m.Pairs {
		m.Pairs[i].Median = 50 + float64(i%2)
	}
	wide, _ = look(t, drawn(t)(Latency(m, here)))
	if light := wide.all("fill-heat4"); len(light) != 0 {
		t.Errorf("figures that are alike are told apart: %+v", light)
	}
}

func TestAHugeMapIsDrawnInBlocks(t *testing.T) {
	c := drawn(t)(Latency(square(1024), here))
	if size := len(c.SVG); size > 1<<20 {
		t.Errorf("%d bytes", size)
	}
	wide, _ := look(t, c)
	if said := wide.said(); !strings.Contains(said, "11 by 11") {
		t.Errorf("it says %q", said)
	}
}

func TestAHistogramIsInProportion(t *testing.T) {
	c := drawn(t)(Stays(burst(t), here))
	wide, _ := look(t, c)
	bars := wide.all("fill-faint")
	if len(bars) != 7+1 || !about(bars[2].height(), 5*bars[1].height()) || !about(bars[1].height(), 8*bars[0].height()) || !about(bars[1].width(), bars[7-1].width()) {
		t.Errorf("bars %+v", bars)
	}
	for _, text := range []string{"p10 3", "median 5", "p90 7", "longest 1,999", "count", "pid"} {
		if !wide.says(text) {
			t.Errorf("%q is not written", text)
		}
	}
	inOrder(t, c.Text, "Line count: 2,209,000 stays of 15,598,709 operations", "at most 3, half 5, 90% 7, the longest 1,999",
		"1 45,000, 2 to 3 360,000, 4 to 7 1,800,000", "1,024 to 2,047 40", "Line pid: 4,000 stays", "the longest 90")
}

func TestOnlyTheBusiestLinesAreDrawn(t *testing.T) {
	b := burst(t)
	for i := range 4 {
		b.Lines = append(b.Lines, results.Line{Name: fmt.Sprint("cred ", i), Ops: 100_000 + int64(i), Stays: bursts.Percentiles{P10: 1, P50: 1, P90: 1, Max: 1, Count: 9}})
	}
	c := drawn(t)(Stays(b, here))
	inOrder(t, c.Text, "Line count", "Line cred 3", "Line cred 2", "3 further lines")
	if wide, _ := look(t, c); wide.says("pid") || wide.says("cred 0") {
		t.Error("more lines are drawn than there is room for")
	}
}

func TestAProfileSaysWhatMoved(t *testing.T) {
	c := drawn(t)(Profile(difference(t), here))
	inOrder(t, c.Text, "Off is passcred=off, on is passcred=receiver", "put_pid +3.11 (95%: +2.61 to +4.00), from 0.03% to 3.30%",
		"_raw_spin_lock -1.88 (95%: -3.57 to +1.59), from 10.79% to 9.60%", "+1.16", "put_cmsg +1.01 (too few", "1 further function", "157 pairs")
	wide, narrow := look(t, c)
	for _, p := range []picture{wide, narrow} {
		bold := map[string]bool{}
		for _, w := range p.texts {
			bold[w.text] = strings.Contains(w.class, "bold")
		}
		if !bold["put_pid"] || bold["_raw_spin_lock"] || bold["put_cmsg"] {
			t.Errorf("%s: bold are %v", p.class, bold)
		}
		if len(p.all("fill-ground")) != 2 || len(p.all("fill-ink")) != 2 {
			t.Errorf("%s: %d hollow and %d filled marks, want 2 and 2", p.class, len(p.all("fill-ground")), len(p.all("fill-ink")))
		}
	}
}

// A chart is passed on without its page: what it shows says itself where it is
// from, in the picture and in the words for whoever cannot see it.
func TestEveryChartSaysWhereItsFiguresAreFrom(t *testing.T) {
	for _, c := range everyChart(t) {
		wide, narrow := look(t, c)
		for _, said := range []string{c.Text, wide.said(), narrow.said()} {
			if !strings.Contains(said, "recorded 2026-11-30") || strings.Contains(strings.ReplaceAll(said, "not measured", ""), "measured") {
				t.Errorf("%s: %q, want recorded on a day and nothing else", c.Title, said)
			}
		}
	}
	for _, c := range []struct {
		from From
		want string
	}{{From{Source: probes.Measured}, "measured"}, {model, "simulated"}, {From{Made: here.Made}, "of an unknown source"}} {
		if got := c.from.String(); got != c.want {
			t.Errorf("%+v says %q, want %q", c.from, got, c.want)
		}
	}
}

func TestTheSameDataDrawsTheSame(t *testing.T) {
	c := drawn(t)(Throughput(comparison(t), here))
	for range 5 {
		if again := drawn(t)(Throughput(comparison(t), here)); again.SVG != c.SVG || again.Text != c.Text {
			t.Fatal("two drawings of the same data differ")
		}
	}
	golden.RequireEqual(t, []byte(c.SVG))
}

func TestWhatCannotBeDrawnSaysWhy(t *testing.T) {
	nothing := probes.Interval{Median: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}
	silent, still := comparison(t), growth()
	for i := range silent.Arms {
		silent.Arms[i].Rate = nothing
	}
	for i := range still.Points {
		still.Points[i].CPUs = 0
	}
	unmeasured, short := square(3), square(3)
	for i := range unmeasured.Pairs {
		unmeasured.Pairs[i].Samples = 0
	}
	short.Pairs = short.Pairs[1:]
	unknown := difference(t)
	unknown.Symbols = unknown.Symbols[4:]
	var errs []error
	gather := func(_ Chart, err error) { errs = append(errs, err) }
	gather(Throughput(results.Finding{}, here))
	gather(Throughput(silent, here))
	gather(Scaling(results.Scaling{}, here))
	gather(Scaling(still, here))
	gather(Latency(latency.Map{}, here))
	gather(Latency(square(1), here))
	gather(Latency(unmeasured, here))
	gather(Latency(short, here))
	gather(Stays(results.Burst{}, here))
	gather(Stays(results.Burst{Lines: make([]results.Line, 3)}, here))
	gather(Profile(unknown, here))
	for i, err := range errs {
		if err == nil || len(strings.Fields(err.Error())) < 6 {
			t.Errorf("case %d: %v, want a sentence", i, err)
		}
	}
}
