package progress

import (
	"math"
	"testing"

	"linebounce/lessons"
	"linebounce/probes"
)

var (
	choose = lessons.Question{Kind: lessons.Choose, Text: "Faster?", Options: []lessons.Option{
		{Text: "Yes", Belief: "CPUs add up"}, {Text: "No", Right: true}}}
	order = lessons.Question{Kind: lessons.Order, Text: "Slowest first?", Options: []lessons.Option{
		{Text: "memory"}, {Text: "cache"}, {Text: "register"}, {Text: "nothing"}}}
	ratio = lessons.Question{Kind: lessons.Number, Text: "How many times?", Asked: lessons.Value{Ratio: true, Quantity: lessons.Ops}}
	rate  = lessons.Question{Kind: lessons.Number, Text: "How many?", Asked: lessons.Value{Quantity: lessons.OpsPerStay}}
)

func guess(guess, figure float64) Answer { return Answer{Guess: guess, Figure: &Figure{Value: figure}} }

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		name   string
		q      lessons.Question
		a      Answer
		hints  int
		points int
		right  bool
	}{
		{"the right option", choose, Answer{Chosen: 1}, 0, 3, true},
		{"after a hint", choose, Answer{Chosen: 1}, 1, 2, true},
		{"after five", choose, Answer{Chosen: 1}, 5, 0, true},
		{"a wrong option", choose, Answer{Chosen: 0}, 0, 0, false},
		{"no option", choose, Answer{Chosen: 2}, 0, 0, false},
		{"an option before the first", choose, Answer{Chosen: -1}, 0, 0, false},

		{"the whole order", order, Answer{Order: []int{0, 1, 2, 3}}, 0, 3, true},
		{"two neighbours swapped", order, Answer{Order: []int{0, 2, 1, 3}}, 0, 1, false},
		{"the same after a hint", order, Answer{Order: []int{0, 2, 1, 3}}, 1, 0, false},
		{"two that are no neighbours", order, Answer{Order: []int{2, 1, 0, 3}}, 0, 0, false},
		{"two pairs of neighbours", order, Answer{Order: []int{1, 0, 3, 2}}, 0, 0, false},
		{"too few", order, Answer{Order: []int{0, 1, 2}}, 0, 0, false},
		{"one twice", order, Answer{Order: []int{0, 1, 1, 3}}, 0, 0, false},
		{"two that are all there is", lessons.Question{Kind: lessons.Order, Options: order.Options[:2]}, Answer{Order: []int{1, 0}}, 0, 0, false},

		{"exactly", ratio, guess(2.9, 2.9), 0, 3, true},
		{"within a tenth", ratio, guess(3.1, 2.9), 0, 3, true},
		{"within a third below", ratio, guess(2.2, 2.9), 0, 2, true},
		{"within a factor of two", ratio, guess(1.5, 2.9), 0, 1, false},
		{"beyond", ratio, guess(1.4, 2.9), 0, 0, false},
		{"within a factor of two, wrong side of 1", ratio, guess(0.8, 1.4), 0, 0, false},
		{"no ratio knows no side", rate, guess(0.8, 1.4), 0, 1, false},
		{"within a third over 1 is close enough", ratio, guess(0.9, 1.1), 0, 2, true},
		{"below 1", ratio, guess(0.6, 0.52), 0, 2, true},
		{"below 1 after a hint", ratio, guess(0.6, 0.52), 1, 1, true},
		{"none lost", rate, guess(0, 0), 0, 3, true},
		{"none guessed", rate, guess(0, 4), 0, 0, false},
		{"less than none", rate, guess(-4, 4), 0, 0, false},
		{"no number", rate, guess(math.NaN(), 4), 0, 0, false},
		{"no end", rate, guess(math.Inf(1), 4), 0, 0, false},
		{"no figure", rate, Answer{Guess: 4}, 0, 0, false},
	} {
		if got := Points(c.q, c.a, c.hints); got != c.points {
			t.Errorf("%s: %d points, want %d", c.name, got, c.points)
		}
		c.a.Hints = c.hints
		if judged := Judge(c.q, c.a); judged.Right != c.right || judged.Points != c.points {
			t.Errorf("%s: judged right=%v with %d points, want %v with %d", c.name, judged.Right, judged.Points, c.right, c.points)
		}
	}
}

func TestJudgeSaysWhatWasAnswered(t *testing.T) {
	if a := Judge(choose, Answer{Chosen: 0}); a.Given != "Yes" || a.Belief != "CPUs add up" || a.Question != "Faster?" || a.Kind != lessons.Choose {
		t.Errorf("%+v", a)
	}
	if a := Judge(order, Answer{Order: []int{1, 0, 2, 3}}); a.Given != "cache; memory; register; nothing" || a.Belief != "" {
		t.Errorf("%+v", a)
	}
	if a := Judge(ratio, Answer{Guess: 2.5}); a.Given != "2.5" || a.Judged() {
		t.Errorf("%+v", a)
	}
}

func TestNewFigure(t *testing.T) {
	f := NewFigure(ratio.Asked, probes.Interval{Median: 2.9, Low: 2.8, High: 3, Samples: 20}, probes.Measured)
	if f == nil || f.Of != "B/A ops_per_s" || f.Value != 2.9 || *f.Low != 2.8 || *f.High != 3 || f.Source != probes.Measured {
		t.Errorf("%+v", f)
	}
	if f := NewFigure(ratio.Asked, probes.Interval{Median: 2.9, Low: math.Inf(-1), High: math.Inf(1)}, probes.Simulated); f == nil || f.Low != nil || f.High != nil {
		t.Errorf("%+v", f)
	}
	if f := NewFigure(ratio.Asked, probes.Interval{Median: math.NaN()}, probes.Measured); f != nil {
		t.Errorf("%+v for what is not known", f)
	}
}
