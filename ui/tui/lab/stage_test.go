package lab

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
	"linebounce/ui/live"
)

func arm(t *testing.T, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// present shows the first lesson: one adder against two on one counter.
func present(t *testing.T, m *Model, secret bool) {
	t.Helper()
	if err := m.Present("counters", arm(t, "counter=one writers=1"), arm(t, "counter=one writers=2"), secret); err != nil {
		t.Fatal(err)
	}
}

func TestALessonSetsBothArms(t *testing.T) {
	m := newLab(t, Options{Experiment: "messages"}, 80, 24)
	press(m, "tab", "space")
	present(t, m, false)
	e := m.experiment()
	want := pair{flags(t, "counters", "counter=one writers=1"), flags(t, "counters", "counter=one writers=2")}
	if e.Name != "counters" || e.arms != want || m.edited != 1 || m.Paused() {
		t.Errorf("it shows %s with %v, edits arm %d, paused %v; want counters with %v, running", e.Name, e.arms, m.edited, m.Paused(), want)
	}
	press(m, "n")
	press(m, "r")
	if e.arms != want {
		t.Errorf("reset in a lesson gave %v, want the lesson's own arms", e.arms)
	}
}

// What was there before a lesson is there after it, whatever the lesson and
// the keys did.
func TestLeavingALessonBringsBackWhatWasThere(t *testing.T) {
	m := newLab(t, Options{Experiment: "messages"}, 120, 40)
	press(m, "a", "tab", "p", "e", "v", "2") // messages changed; sockets chosen and voted on
	type was struct {
		arms, initial pair
		past          int
		secret        bool
		vote          int
	}
	look := func() (list []was) {
		for _, e := range m.list {
			list = append(list, was{e.arms, e.initial, len(e.past), e.secret, e.vote})
		}
		return list
	}
	before, chosen, edited := look(), m.Chosen(), m.edited
	present(t, m, true)
	m.Reveal()
	press(m, "n", "o", "u", "right")
	if err := m.Present("messages", arm(t, "path=noref"), arm(t, "path=modern"), true); err != nil {
		t.Fatal(err)
	}
	m.Leave()
	after := look()
	for i := range before {
		if after[i] != before[i] {
			t.Errorf("%s is\n%+v\nand was\n%+v", m.list[i].Name, after[i], before[i])
		}
	}
	if m.Chosen() != chosen || m.edited != edited {
		t.Errorf("%s is chosen and arm %d edited, want %s and %d", m.Chosen(), m.edited, chosen, edited)
	}
	press(m, "e")
	if m.Chosen() == chosen {
		t.Error("after the lesson e does nothing")
	}
	m.Leave() // once more changes nothing
}

func TestALessonHidesEveryFigureUntilItReveals(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {80, 40}, {120, 40}} {
		m := counting(t, Options{}, size[0], size[1])
		present(t, m, true)
		feed(m, interval(0.69, 0.67, 0.71), 150e6, 104e6)
		run(m, time.Second)
		hidden := ansi.Strip(m.View())
		if !strings.Contains(hidden, "The prediction comes first") {
			t.Errorf("%v: it does not say that the prediction comes first:\n%s", size, hidden)
		}
		for _, figure := range []string{"0.69", "3.8", "1.03", "150", "104", "52.0", "hand-offs", "faster", "slower", "has it"} {
			if strings.Contains(hidden, figure) {
				t.Errorf("%v: the lesson does not hide %q:\n%s", size, figure, hidden)
			}
		}
		m.Reveal()
		if shown := ansi.Strip(m.View()); !strings.Contains(shown, "0.69×") || strings.Contains(shown, "3.8") {
			t.Errorf("%v: revealed, it must show this experiment and none of the others:\n%s", size, shown)
		}
	}
}

// Before the answer no key changes what is predicted, and 1 to 3 belong to the
// lesson.
func TestKeysWaitForTheAnswer(t *testing.T) {
	m := newLab(t, Options{}, 120, 40)
	present(t, m, true)
	if m.Voting() {
		t.Error("1, 2 and 3 would be votes")
	}
	e := m.experiment()
	want := e.arms
	for _, k := range strings.Fields("n l o b w k h tab left right u r") {
		press(m, k)
		if e.arms != want || m.edited != 1 || !strings.HasPrefix(m.note, k+": the prediction comes first") {
			t.Errorf("%s before the answer gives %v and says %q", k, e.arms, m.note)
		}
	}
	m.Reveal()
	for _, k := range strings.Fields("e E v 1 2 3") {
		press(m, k)
		if m.experiment() != e || e.secret || !strings.Contains(m.note, "lesson") {
			t.Errorf("%s in a lesson shows %s, hidden %v, and says %q", k, m.Chosen(), e.secret, m.note)
		}
	}
	if press(m, "n"); e.arms == want {
		t.Error("after the answer n does nothing")
	}
}

func TestFiguresAreThoseOfTheArmsAsTheyAre(t *testing.T) {
	m := newLab(t, Options{}, 120, 40)
	present(t, m, true)
	if m.Figures() != nil || m.Pairs() != 0 {
		t.Error("there are figures before anything ran")
	}
	feed(m, interval(0.69, 0.67, 0.71), 150e6, 104e6)
	f := m.Figures()
	if f == nil || m.Pairs() != 120 || f.Ratio.Median != 0.69 {
		t.Fatalf("after %d pairs the figures are %+v", m.Pairs(), f)
	}
	m.Reveal()
	press(m, "o")
	if m.Figures() != nil || m.Pairs() != 0 {
		t.Error("the figures outlived the arms they are of")
	}
	feed(m, about(4), 150e6, 600e6)
	if f := m.Figures(); f == nil || f.Ratio.Median != 4 {
		t.Errorf("for arms that keys have changed the figures are %+v", f)
	}
}

// Where a lesson's arms could not be had, the figures of those that run instead
// are not passed off as the lesson's.
func TestRefusedArmsComeToNothing(t *testing.T) {
	m := counting(t, Options{}, 120, 40)
	running := m.experiment().plan()
	present(t, m, true)
	m.Update(live.Refused{Experiment: "counters", Err: &probes.Unable{What: "CPU 1 cannot be had", Why: "it went offline"}, Arms: running})
	feed(m, about(3.9), 84e6, 328e6)
	if m.Figures() != nil || m.Pairs() != 0 {
		t.Errorf("%d pairs of other arms count as the lesson's", m.Pairs())
	}
	if text := ansi.Strip(m.View()); !strings.Contains(text, "it went offline") {
		t.Errorf("it does not say why:\n%s", text)
	}
}

func TestWhatCannotBePresented(t *testing.T) {
	m := newLab(t, Options{}, 120, 40)
	before := m.experiment().arms
	var fault *probes.ScenarioError
	var unable *probes.Unable
	for _, c := range []struct {
		experiment, a, b string
		of               any
	}{
		{"hackbench", "", "", nil},
		{"counters", "path=always", "", &fault},
		{"counters", "", "writers=9", &unable},
		{"counters", "cpus=0,7", "", &fault},
	} {
		err := m.Present(c.experiment, arm(t, c.a), arm(t, c.b), true)
		if err == nil || c.of != nil && !errors.As(err, c.of) {
			t.Errorf("%s with %q and %q gives %v", c.experiment, c.a, c.b, err)
		}
		if m.stage != nil || m.experiment().arms != before || m.experiment().secret {
			t.Errorf("%s with %q and %q changed the Lab", c.experiment, c.a, c.b)
		}
	}
}

// A recording can be presented only with the arms that it has.
func TestARecordingIsPresentedAsItIs(t *testing.T) {
	m := counting(t, Options{Recorded: true}, 120, 40)
	if err := m.Present("counters", arm(t, "counter=one"), arm(t, ""), true); err != probes.ErrFixed {
		t.Errorf("other arms than the recording's give %v", err)
	}
	if err := m.Present("counters", arm(t, "line=shared"), arm(t, "line=padded"), true); err != nil {
		t.Errorf("the recording's own arms give %v", err)
	}
	if f := m.Figures(); f == nil || f.Ratio.Median != 3.87 {
		t.Errorf("the figures are %+v", f)
	}
	m.Leave()
}

// An arm held against itself is no reason to fall over.
func TestALessonOfOneArm(t *testing.T) {
	m := newLab(t, Options{}, 80, 24)
	s := arm(t, "counter=one")
	if err := m.Present("counters", s, s, false); err != nil {
		t.Fatal(err)
	}
	feed(m, about(1), 84e6, 84e6)
	if text := ansi.Strip(m.View()); !strings.Contains(text, "same scenario") {
		t.Errorf("it shows\n%s", text)
	}
}

// Who shows the Lab beside a lesson says where the keys are.
func TestAGuideStandsWithTheKeys(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {80, 40}, {120, 40}} {
		m := counting(t, Options{}, size[0], size[1])
		present(t, m, true)
		m.Guide(false, "The lesson has the keys.")
		if text := ansi.Strip(m.View()); !strings.Contains(text, "The lesson has the keys.") || strings.Contains(text, "space pause") {
			t.Errorf("%v: without keys it shows\n%s", size, text)
		}
		m.Reveal()
		m.Guide(true, "w back to the lesson")
		if text := ansi.Strip(m.View()); !strings.Contains(text, "w back to the lesson") || !strings.Contains(text, "n counter one") {
			t.Errorf("%v: with keys it shows\n%s", size, text)
		}
		m.Leave()
		if text := ansi.Strip(m.View()); strings.Contains(text, "to the lesson") {
			t.Errorf("%v: after the lesson it shows\n%s", size, text)
		}
	}
}
