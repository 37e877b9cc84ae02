package lessons

import (
	"fmt"
	"strings"
	"testing"
)

// front is front matter without faults, of five lines.
const front = "---\nid: x\ntitle: X\nminutes: 5\n---\n"

// A step with a stage and a question, from line 6 on, and what stands where.
const (
	heading = "## One\nProse.\n"                                                    // 6
	stage   = "```lab\nexperiment: counters\nA: line=shared\nB: line=padded\n```\n" // 8
	choice  = "```choose\nWhat?\n* Yes.\n- No. | a belief\n```\n"                   // 13
	claim   = "```claims\nB/A ops_per_s > 2\n```\n"                                 // 18
	told    = "### Hint\nLook.\n### Explanation\nSo.\n### Notes\n- Vote.\n"         // 21
	step    = heading + stage + choice + claim + told                               // to 26
)

func parsed(t *testing.T, text string) []string {
	t.Helper()
	_, faults := Parse("x.md", []byte(text))
	var list []string
	for _, f := range faults {
		list = append(list, strings.TrimPrefix(f.Error(), "x.md"))
	}
	return list
}

func TestALessonWithoutFaults(t *testing.T) {
	text := "---\nid: a-lesson\ntitle: A lesson: the first\nkind: lesson\nminutes: 5\nneeds: two-cpus, linux\n\nafter: one, two\nrefutes: a belief\n---\n" + step
	l, faults := Parse("01.md", []byte(text))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if got, want := fmt.Sprint(l.ID, l.Title, l.Kind, l.Minutes, l.Needs, l.After, l.Refutes, l.File),
		"a-lessonA lesson: the firstlesson5 [two-cpus linux] [one two]a belief01.md"; got != want {
		t.Errorf("front matter %q, want %q", got, want)
	}
	if len(l.Steps) != 1 {
		t.Fatalf("%d steps", len(l.Steps))
	}
	s := l.Steps[0]
	if s.Title != "One" || s.Line != 11 || s.Prose[0].Text() != "Prose." || s.Hints[0][0].Text() != "Look." || s.Explanation[0].Text() != "So." ||
		s.Notes[0].Label != "-" || s.Notes[0].Text() != "Vote." {
		t.Errorf("%+v", s)
	}
	if s.Stage.Screen != Lab || s.Stage.Experiment != "counters" || s.Stage.Line != 13 || s.Stage.Arms[1].String() != "line=padded" {
		t.Errorf("stage %+v", s.Stage)
	}
	q := s.Question
	if q.Kind != Choose || q.Text != "What?" || q.Line != 18 || q.Options[0] != (Option{"Yes.", true, ""}) || q.Options[1] != (Option{"No.", false, "a belief"}) {
		t.Errorf("question %+v", q)
	}
	if len(s.Claims) != 1 || s.Claims[0].Text != "B/A ops_per_s > 2" || s.Claims[0].Line != 24 || s.Claims[0].Above.Factor != 2 {
		t.Errorf("claims %+v", s.Claims)
	}
}

func TestTheOtherQuestions(t *testing.T) {
	l, faults := Parse("x.md", []byte(front+heading+stage+"```number\nHow many\ntimes?\n\n= B/A ops_per_s\n```\n"+
		"## Two\n```order\nWhich first?\n1. This.\n2. That.\n```\n"))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if q := l.Steps[0].Question; q.Kind != Number || q.Text != "How many times?" || q.Asked != (Value{Ratio: true, Quantity: Ops}) {
		t.Errorf("%+v", q)
	}
	if q := l.Steps[1].Question; q.Kind != Order || q.Text != "Which first?" || fmt.Sprint(q.Options) != "[{This. false } {That. false }]" {
		t.Errorf("%+v", q)
	}
}

// Files from Windows begin with a byte-order mark and end their lines with a
// carriage return.
func TestWindowsFilesAreNoFault(t *testing.T) {
	unix, faults := Parse("x.md", []byte(front+step))
	windows, again := Parse("x.md", []byte("\uFEFF"+strings.ReplaceAll(front+step, "\n", "\r\n")))
	if len(faults)+len(again) > 0 {
		t.Fatal(faults, again)
	}
	if a, b := fmt.Sprintf("%+v", unix.Steps[0].Prose), fmt.Sprintf("%+v", windows.Steps[0].Prose); a != b {
		t.Errorf("%s became %s", a, b)
	}
	if a, b := unix.Steps[0].Claims[0].String(), windows.Steps[0].Claims[0].String(); a != b || windows.Steps[0].Claims[0].Line != 19 {
		t.Errorf("%s became %s on line %d", a, b, windows.Steps[0].Claims[0].Line)
	}
}

// One reading names what is wrong in every part of a file.
func TestAllFaultsAtOnce(t *testing.T) {
	got := parsed(t, "---\nid: Bad Id\nminutes: five\ncolour: red\n---\nEarly.\n"+
		"# Too high\n"+
		"## One\n```lab\nexperiment: counters\nA: line=wide op=jump\n```\n```choose\nWhat?\n- No.\n- Nor this.\n```\n"+
		"## Two\n```claims\nB/A ops_per_s > 2\nspeed > 3\n```\n### Conclusion\nx\n```number\nHow?\n```\n")
	want := []string{
		`:1: the front matter has no title; wanted: title: one line of text`,
		`:2: id is "Bad Id"; wanted: lower-case words joined by hyphens, such as two-cpus`,
		`:3: minutes is "five"; wanted: a whole number from 1 to 180`,
		`:4: "colour" is not a word of the front matter; wanted: id, title, kind, minutes, needs, after, refutes`,
		`:6: something stands before the first step; wanted: ## and the title of a step before it`,
		`:7: a heading of level 1; wanted: ## for a step, ### for its parts, #### for a heading within a part`,
		`:11: A: "line=wide" is not known; wanted: shared, padded`,
		`:11: A: "op=jump" is not known; wanted: lock, plain, store, load`,
		`:13: the question has no right answer; wanted: * before one of the answers`,
		`:18: a step says nothing; wanted: prose, a stage or a question before its first ###`,
		`:20: a claim stands on a step without a stage; wanted: a stage in this step`,
		`:21: "speed" is no quantity; wanted: ops_per_s, messages_per_s, handoffs, ops_per_stay, period_ns, latency_ns, lost_share, differing, B/A or a role: adder, taker, dropper, observer, sender, receiver, reader`,
		`:23: "Conclusion" is no part of a step; wanted: ### Hint, ### Explanation or ### Notes`,
		`:25: a fence number has no place here; wanted: it before the first ### of the step`,
	}
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}
