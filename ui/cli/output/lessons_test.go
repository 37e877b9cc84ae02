package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"linebounce/lessons"
	"linebounce/lessons/progress"
	"linebounce/lessons/trial"
	"linebounce/probes"
)

var finishedOn = time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC)

// course is a test, a lesson that is finished, one that is begun and cannot be
// measured, and a page.
func course() Lessons {
	right, wrong := progress.Answer{Kind: lessons.Choose, Points: 3, Right: true}, progress.Answer{Kind: lessons.Choose, Question: "Faster?", Given: "Twice", Belief: "CPUs add up"}
	return Lessons{Warnings: []string{"something was set aside."}, Entries: []LessonEntry{
		{Lesson: lessons.Lesson{ID: "test", Title: "Ten questions", Kind: lessons.Test, Minutes: 5}, State: progress.Finished, Runs: []progress.Run{
			{At: finishedOn, Moment: progress.Before, Answers: []progress.Answer{wrong, wrong}},
			{At: finishedOn, Moment: progress.After, Answers: []progress.Answer{wrong, right}},
			{At: finishedOn, Moment: progress.After, Answers: []progress.Answer{right, right}},
		}},
		{Lesson: lessons.Lesson{ID: "one", Title: "The first", Kind: lessons.Teaching, Minutes: 4, Steps: make([]lessons.Step, 3)}, State: progress.Finished,
			Done: progress.Lesson{Begun: finishedOn, Reached: 2, Finished: &finishedOn, Answers: []progress.Answer{right, wrong}}},
		{Lesson: lessons.Lesson{ID: "two", Title: "The second\x1b[2J", Kind: lessons.Teaching, Minutes: 1, Steps: make([]lessons.Step, 3), Refutes: "CPUs add up"}, State: progress.Begun,
			Done: progress.Lesson{Begun: finishedOn, Reached: 1}, Why: "there is one CPU."},
		{Lesson: lessons.Lesson{ID: "page", Title: "Misconceptions", Kind: lessons.Page, Minutes: 9}, State: progress.New},
	}}
}

func TestTheListOfLessons(t *testing.T) {
	var b bytes.Buffer
	if err := course().Write(&b, Text); err != nil {
		t.Fatal(err)
	}
	want := `    id     title            minutes   state
    test   Ten questions    5         before 0 of 2, after 2 of 2
1   one    The first        4         finished, 3 of 6 points
2   two    The second [2J   1         step 2 of 3 *
    page   Misconceptions   9         new

2 lessons, 5 minutes; 1 finished.
* cannot be measured here, and is shown from the model or a recording:
  two: there is one CPU.
note: something was set aside.
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTheListOfLessonsForPrograms(t *testing.T) {
	var b bytes.Buffer
	if err := course().Write(&b, JSON); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Schema   int
		Warnings []string
		Lessons  []map[string]any
	}
	if err := json.Unmarshal(b.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if d.Schema != 1 || len(d.Warnings) != 1 || len(d.Lessons) != 4 {
		t.Fatalf("%s", b.String())
	}
	for i, fields := range []map[string]any{
		{"id": "test", "number": nil, "kind": "test", "state": "finished", "reached": nil, "points": nil},
		{"id": "one", "number": 1.0, "title": "The first", "minutes": 4.0, "state": "finished", "reached": 3.0, "finished": "2026-11-30T15:00:00Z", "refutes": nil, "measurable": true},
		{"id": "two", "number": 2.0, "state": "begun", "reached": 2.0, "finished": nil, "refutes": "CPUs add up", "measurable": false, "why": "there is one CPU."},
		{"id": "page", "number": nil, "state": "new", "why": nil},
	} {
		for name, want := range fields {
			if got := d.Lessons[i][name]; got != want {
				t.Errorf("%s of %s is %v, want %v", name, fields["id"], got, want)
			}
		}
	}
	runs := d.Lessons[0]["runs"].([]any)
	if len(runs) != 3 || runs[1].(map[string]any)["right"] != 1.0 {
		t.Fatalf("%v", runs)
	}
	first := runs[0].(map[string]any)["answers"].([]any)[0].(map[string]any)
	if first["question"] != "Faster?" || first["given"] != "Twice" || first["right"] != false || first["belief"] != "CPUs add up" {
		t.Errorf("%v", first)
	}
}

func TestClaimsAsText(t *testing.T) {
	ratio := lessons.Value{Ratio: true, Quantity: lessons.Ops}
	plain, derived := &lessons.Bound{Factor: 2}, &lessons.Bound{Factor: 1, Step: 1}
	value := probes.Interval{Median: 2.91, Low: 2.8, High: 3.1, Confidence: 0.95, Samples: 20}
	var b bytes.Buffer
	c := Claims{Source: probes.Measured, Again: "linebounce lessons verify --measured"}
	for _, claimed := range []trial.Claimed{
		{Lesson: "one", Step: 1, Outcome: lessons.Outcome{Claim: lessons.Claim{Text: "B/A ops_per_s > 2", Value: ratio, Above: plain}, Value: value, Above: 2, Below: math.NaN(), Holds: true}},
		{Lesson: "one", Step: 1, Outcome: lessons.Outcome{Claim: lessons.Claim{Text: "B/A ops_per_s < 1 x step 1", Value: ratio, Below: derived}, Value: value, Above: math.NaN(), Below: 1.5}},
		{Lesson: "one", Step: 2, Outcome: lessons.Outcome{Claim: lessons.Claim{Text: "handoffs A > 2"}, Skip: "it is not known"}},
	} {
		if err := c.Line(&b, claimed); err != nil {
			t.Fatal(err)
		}
		c.Claims = append(c.Claims, claimed)
	}
	if err := c.Summary(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"one, step 1\n  holds          B/A ops_per_s > 2                             2.91 (2.8 to 3.1)\n",
		"  DOES NOT HOLD  B/A ops_per_s < 1 x step 1                    2.91 (2.8 to 3.1), to be below 1.5\none, step 2\n",
		"  skipped        handoffs A > 2                                it is not known\n",
		": 1 hold, 1 does not, 1 skipped.\nagain: linebounce lessons verify --measured\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := c.JSON(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"low": 2.8`, `"above": null`, `"below": 1.5`, `"holds": false`, `"holds": null`, `"skipped": "it is not known"`, `"preset": null`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not in\n%s", want, b.String())
		}
	}
}

func TestAnOutputThatFailsIsTold(t *testing.T) {
	full := errors.New("full")
	if err := course().Write(failing{full}, Text); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	if err := (Lesson{Width: 80, Again: func(*lessons.Stage) string { return "" }}).Write(failing{full}); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
