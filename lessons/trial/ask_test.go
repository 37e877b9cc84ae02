package trial

import (
	"errors"
	"testing"

	"linebounce/lessons"
	"linebounce/probes"
	"linebounce/probes/credentials"
)

// The figures of the truth table are the table's: how many of its rows came out
// otherwise than they are documented, and why those that could not be asked were
// not.
func TestTheTruthTableIsAskedOfTheKernel(t *testing.T) {
	rows, err := credentials.Run(t.Context())
	if errors.As(err, new(*probes.Unable)) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var shown, differing, hidden int
	for _, row := range rows {
		switch {
		case !row.Shown():
			hidden++
		case !row.Same():
			differing++
			fallthrough
		default:
			shown++
		}
	}
	f, err := ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if f.Origin != probes.Measured || f.Asked != (shown > 0) || f.Differing != differing || len(f.Notes) != hidden {
		t.Errorf("%+v; the table has %d rows that were asked, %d of them otherwise, and %d that could not be", f, shown, differing, hidden)
	}
}

func TestWhatAStepSpeaksOf(t *testing.T) {
	latency, ops := lessons.Value{Quantity: lessons.Latency}, lessons.Value{Quantity: lessons.Ops}
	number := &lessons.Question{Kind: lessons.Number, Asked: latency}
	choice := &lessons.Question{Kind: lessons.Choose, Asked: latency}
	for title, c := range map[string]struct {
		step lessons.Step
		want bool
	}{
		"nothing":                   {lessons.Step{}, false},
		"a claim about it":          {lessons.Step{Claims: []lessons.Claim{{Value: latency}}}, true},
		"a claim about another":     {lessons.Step{Claims: []lessons.Claim{{Value: ops, Above: above(2)}}}, false},
		"a bound in it":             {lessons.Step{Claims: []lessons.Claim{{Value: ops, Below: &lessons.Bound{Factor: 2, Of: &latency}}}}, true},
		"a state, judged by it":     {lessons.Step{Claims: []lessons.Claim{{Value: ops, State: lessons.Far}}}, true},
		"a number asked for":        {lessons.Step{Question: number}, true},
		"a choice, not of a number": {lessons.Step{Question: choice}, false},
	} {
		if got := mentions(c.step, lessons.Latency); got != c.want {
			t.Errorf("%s: %t, want %t", title, got, c.want)
		}
	}
}
