package simulator

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"linebounce/probes"
	"linebounce/probes/simulated"
)

func scenario(t *testing.T, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// present has a lesson show two scenarios and waits for what is computed.
func present(t *testing.T, m *Model, name, a, b, machine string, cpus int) {
	t.Helper()
	if err := m.Present(name, scenario(t, a), scenario(t, b), machine, cpus); err != nil {
		t.Fatalf("%s %q: %v", name, a, err)
	}
	settle(m, m.Show())
}

// What a lesson asks for is what runs: its words, those of the catalog where it
// names none, and as many workers and CPUs as it says.
func TestWhatALessonAsksFor(t *testing.T) {
	for _, c := range []struct {
		name, a, b, machine string
		cpus                int
		runs, other         string // the scenarios that run
		on                  string // machine and its CPUs
	}{
		{"counters", "counter=one writers=1", "counter=one writers=2", "", 0,
			"counter=one line=shared cpus=0 writers=1", "counter=one line=shared cpus=0,1 writers=2", "2011 2"},
		{"counters", "", "", "", 0, "counter=each line=shared cpus=0,1 writers=2", "", "2011 2"},
		{"counters", "op=plain writers=1 observers=2", "", "two-ccx", 0, "counter=each line=shared op=plain cpus=0,1,2 writers=1 observers=2", "", "two-ccx 3"},
		{"counters", "counter=one cpus=0,5", "", "", 0, "counter=one line=shared cpus=0,5 writers=2", "", "2011 6"},
		{"counters", "counter=one writers=16", "", "", 0, "counter=one line=shared cpus=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 writers=16", "", "2011 16"},
		{"rwlock", "readers=1", "counter=each readers=3", "arm-mesh", 0,
			"counter=one line=shared cpus=0 readers=1", "counter=each line=shared cpus=0,1,2 readers=3", "arm-mesh 3"},
		{"rwlock", "", "", "", 4, "counter=one line=shared cpus=0,1,2,3 readers=4", "", "2011 4"},
		{"spinlock", "", "line=shared mode=tas", "", 0, "line=padded cpus=0,1 writers=2 mode=ttas", "line=shared cpus=0,1 writers=2 mode=tas", "2011 2"},
		{"spinlock", "mode=tas", "", "", 16, "line=padded cpus=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 writers=16 mode=tas", "", "2011 16"},
		{"ring", "", "index=padded cached=on", "", 0, "index=shared cached=off cpus=0,1 writers=1 readers=1", "index=padded cached=on cpus=0,1 writers=1 readers=1", "2011 2"},
		{"messages", "path=request", "", "", 4, "path=request counter=one line=shared cpus=0,2,1,3 writers=2 readers=2", "", "2011 4"},
		{"hackbench", "path=always groups=3 loops=5 mode=threads", "path=request", "", 16,
			"path=always counter=one line=shared transport=socketpair cpus=0,2,4,6,8,10,12,14,1,3,5,7,9,11,13,15 writers=8 readers=8",
			"path=request counter=one line=shared transport=socketpair cpus=0,2,4,6,8,10,12,14,1,3,5,7,9,11,13,15 writers=8 readers=8", "2011 16"},
		{"hackbench", "path=noref", "", "", 0, "path=noref counter=one line=shared transport=socketpair cpus=0,1 writers=1 readers=1", "", "2011 2"},
		{"sockets", "passcred=receiver", "", "", 0, "path=modern counter=one line=shared passcred=receiver cpus=0,1 writers=1 readers=1", "", "2011 2"},
		{"semaphores", "", "mode=single", "client-ring", 0, "cpus=0,1 writers=2 mode=double", "cpus=0,1 writers=2 mode=single", "client-ring 2"},
		{"lock", "", "mode=aligned writers=3", "", 0, "cpus=0,1 writers=2 mode=before", "cpus=0,1,2 writers=3 mode=aligned", "2011 3"},
	} {
		m := open(t, 80, 24)
		present(t, m, c.name, c.a, c.b, c.machine, c.cpus)
		if got := m.set.complete().String(); got != c.runs {
			t.Errorf("%s %q: %q runs, want %q", c.name, c.a, got, c.runs)
		}
		if got := fmt.Sprint(m.set.machine, " ", m.set.cpus); got != c.on {
			t.Errorf("%s %q runs on %s CPUs, want %s", c.name, c.a, got, c.on)
		}
		if len(m.trace.Events) == 0 {
			t.Errorf("%s %q: nothing runs", c.name, c.a)
		}
		before := m.set
		settle(m, m.PresentArm(1))
		switch {
		case c.other == "" && m.set != before:
			t.Errorf("%s %q: there is no other arm, and it runs %q", c.name, c.a, m.set.complete())
		case c.other != "" && m.set.complete().String() != c.other:
			t.Errorf("%s %q: the other arm is %q, want %q", c.name, c.a, m.set.complete(), c.other)
		}
		settle(m, m.PresentArm(0))
		if m.set != before {
			t.Errorf("%s %q: back at the first arm runs %q", c.name, c.a, m.set.complete())
		}
		if lost := m.canvas.Lost(); m.View() == "" || len(lost) > 0 {
			t.Errorf("%s %q: %q fell off", c.name, c.a, lost)
		}
	}
}

// Every experiment that the model knows can be presented.
func TestEveryExperimentOfTheModelIsShown(t *testing.T) {
	for _, name := range append(simulated.Experiments(), "hackbench") {
		m := open(t, 80, 24)
		present(t, m, name, "", "", "", 0)
	}
}

func TestWhatALessonCannotHave(t *testing.T) {
	m := open(t, 120, 40, "e")
	set, picture := m.set, m.View()
	for _, c := range []struct {
		name, a, b, machine string
		cpus                int
		says                string
	}{
		{"scope", "", "", "", 0, `no experiment "scope"; accepted: hackbench, messages`},
		{"counters", "", "", "i486", 0, `no machine "i486"; accepted: 2011`},
		{"counters", "writers=17", "", "client-ring", 0, "cannot have 17"},
		{"counters", "", "", "client-ring", 17, "cannot have 17"},
		{"counters", "op=store batch=8", "", "", 0, "needs an operation that adds"},
		{"ring", "", "writers=2", "", 0, "does not make pairs"},
		{"semaphores", "mode=alternate", "", "", 0, "mode=alternate"},
	} {
		err := m.Present(c.name, scenario(t, c.a), scenario(t, c.b), c.machine, c.cpus)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %q: %v, want %q", c.name, c.a, err, c.says)
		}
		if m.lesson != nil || m.set != set || m.View() != picture {
			t.Fatalf("%s %q: the room has changed", c.name, c.a)
		}
	}
	if m.PresentArm(0) != nil || m.set != set {
		t.Error("an arm of no lesson changes the room")
	}
}

// After a lesson the room is as the user left it: settings, the place in the run
// and what can be undone.
func TestAfterALessonAllIsAsBefore(t *testing.T) {
	for _, keys := range [][]string{nil, {"e", "n", "right", "right", "left"}, {"b", "right", "f"}, {"e", "e", "e", "space", ">"}} {
		m := open(t, 120, 40, keys...)
		m.note = ""
		m.stale = true
		picture, set, past, running := m.View(), m.set, len(m.past), m.running
		m.Hide()
		present(t, m, "ring", "", "cached=on", "two-ccx", 0)
		m.Guide(true, "the lesson has the keys")
		press(m, "x", "m", "+", "<", "right", "space")
		settle(m, m.PresentArm(1))
		present(t, m, "counters", "", "", "", 3) // a second step
		press(m, "n")
		m.Hide()
		m.Leave()
		if m.View() != picture || m.set != set || len(m.past) != past || m.running != running || m.lesson != nil {
			t.Errorf("%v: after the lesson\n%s", keys, m.text())
		}
		m.Leave()
		settle(m, m.Show())
		m.note = ""
		press(m, "right", "left", "u")
		if len(keys) > 0 && keys[0] == "e" && m.set == set {
			t.Errorf("%v: after the lesson nothing can be undone", keys)
		}
	}
}

// What was being computed when a lesson began is not lost, nor taken for the
// lesson's.
func TestAChunkUnderWayFindsItsRun(t *testing.T) {
	m := open(t, 120, 40)
	begun := m.producer.next(m.generation)
	m.producing = true
	before := len(m.trace.Events)
	present(t, m, "counters", "", "", "", 0)
	shown := len(m.trace.Events)
	settle(m, begun)
	if len(m.trace.Events) != shown {
		t.Errorf("the lesson's trace has %d events, had %d", len(m.trace.Events), shown)
	}
	m.Leave()
	if len(m.trace.Events) <= before || m.producing {
		t.Errorf("%d events after the lesson, %d before; still computing: %v", len(m.trace.Events), before, m.producing)
	}
}

// Keys work in a lesson, but those that would leave it, and r and u go no
// farther back than its beginning.
func TestKeysInALesson(t *testing.T) {
	m := open(t, 120, 40, "e", "n")
	present(t, m, "spinlock", "mode=tas", "mode=ttas", "", 0)
	first := m.set
	for _, k := range []string{"e", "b"} {
		press(m, k)
		if m.set != first || !strings.Contains(m.note, "the lesson chooses") {
			t.Errorf("%s leads to %+v and says %q", k, m.set, m.note)
		}
	}
	press(m, "u")
	if m.set != first || m.note != "There is nothing to undo." {
		t.Errorf("u leads to %+v and says %q", m.set, m.note)
	}
	press(m, "l", "+", "t")
	if m.set == first || m.set.exact {
		t.Errorf("l, + and t lead to %+v", m.set)
	}
	press(m, "r")
	if m.set != first {
		t.Errorf("r leads to %+v", m.set)
	}
	press(m, "y")
	if want := "linebounce sim spinlock --machine 2011 --cpus 2 -a 'line=padded writers=2 mode=tas'"; m.note != "Copied: "+want {
		t.Errorf("y says %q, want %q", m.note, want)
	}
	present(t, m, "sockets", "", "", "", 0)
	press(m, "y")
	if !strings.Contains(m.note, "no command") {
		t.Errorf("y says %q", m.note)
	}
	present(t, m, "lock", "mode=packed", "", "", 0)
	press(m, "y")
	if !strings.Contains(m.note, "linebounce sim semaphores --machine 2011 --cpus 2 -a 'writers=2 mode=packed'") {
		t.Errorf("y says %q", m.note)
	}
}

// A lesson's hint stands where the keys are.
func TestGuide(t *testing.T) {
	m := open(t, 80, 24)
	present(t, m, "ring", "", "", "", 0)
	m.Guide(false, "The lesson has the keys.")
	if text := m.text(); !strings.Contains(text, "The lesson has the keys.") || strings.Contains(text, "q quit") {
		t.Errorf("without keys it shows\n%s", text)
	}
	m.Guide(true, "w back to the lesson")
	if text := m.text(); !strings.Contains(text, "w back to the lesson") || !strings.Contains(text, "q quit") {
		t.Errorf("with keys it shows\n%s", text)
	}
	m.Leave()
	if strings.Contains(m.text(), "back to the lesson") {
		t.Error("after the lesson its hint stays")
	}
}

// A lesson's stage beside the lesson, in the least room there is.
func TestPicturesOfLessons(t *testing.T) {
	for _, c := range []struct{ title, name, a string }{
		{"alone", "counters", "counter=one writers=1"}, {"calls", "semaphores", "mode=double"}, {"own locks", "lock", "mode=packed"},
	} {
		for _, height := range []int{24, 40} {
			t.Run(fmt.Sprintf("%s 80x%d", c.title, height), func(t *testing.T) {
				m := open(t, 160, height)
				m.SetSize(80, height)
				present(t, m, c.name, c.a, "", "", 0)
				m.Guide(true, "w back to the lesson")
				feed(m)
				golden.RequireEqual(t, []byte(m.text()+"\n"))
			})
		}
	}
}

// A lesson opens running, unless motion is to be reduced.
func TestALessonOpensRunning(t *testing.T) {
	for _, still := range []bool{false, true} {
		m := New(Options{ReduceMotion: still})
		m.SetSize(120, 40)
		m.computing, m.running = true, false // no prediction is wanted
		present(t, m, "ring", "", "", "", 0)
		if m.Moving() == still {
			t.Errorf("with reduced motion %v it moves: %v", still, m.Moving())
		}
		m.Hide()
		m.Leave()
		if m.Moving() {
			t.Error("after the lesson it runs, and stood still before")
		}
	}
}
