package lab

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/ui/live"
)

// flags prepares a scenario as the command line does with -a or -b.
func flags(t *testing.T, experiment, text string) probes.Scenario {
	t.Helper()
	e, err := catalog.Find(experiment)
	if err != nil {
		t.Fatal(err)
	}
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err = e.Prepare(machine(2), s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestKeysAndFlagsBuildEqualScenarios(t *testing.T) {
	for _, c := range []struct{ experiment, keys, flags string }{
		{"messages", "tab p c", "path=always pid-ref=off cred-ref=off"},
		{"messages", "a a a p c", "path=always pid-ref=off cred-ref=off"},
		{"messages", "tab p", "path=always pid-ref=off"},
		{"messages", "a d", "path=passcred passcred=receiver"},
		{"messages", "a a d d s", "path=modern passcred=sender socket=dgram"},
		{"messages", "k n l", "path=request neighbours=off counter=each line=padded"},
		{"messages", "t z", "path=request transport=socketpair size=1000"},
		{"messages", "x", "path=request send=explicit"},
		{"counters", "l l l", "line=shared"},
		{"counters", "n", "counter=one line=padded"},
		{"counters", "tab n", "counter=one"},
		{"counters", "o", "line=padded op=plain"},
		{"counters", "b b b", "line=padded batch=64"},
		{"counters", "k h", "line=padded neighbours=on track=on"},
		{"counters", "w", "line=padded writers=1 observers=1"},
		{"counters", "w w", "line=padded"},
		{"counters", "right", "line=padded cpus=1,0"},
		{"counters", "right left", "line=padded cpus=0,1"},
		{"sockets", "tab d", "passcred=sender"},
		{"sockets", "s z", "passcred=off socket=dgram size=1000"},
		{"sockets", "a p", "passcred=off path=always pid-ref=off"},
		{"sockets", "a a a a a a", "passcred=off"},
		{"counters", "f", "line=padded writers=1"},
		{"counters", "f f", "line=padded writers=2"},
		{"rwlock", "j", "counter=each line=padded readers=1"},
		{"rwlock", "tab j j", "readers=2"},
		{"rwlock", "l n", "counter=one"},
		{"rwlock", "tab n h", "counter=each track=on"},
		{"spinlock", "m", "line=shared mode=tas"},
		{"spinlock", "m m l", ""},
		{"spinlock", "f right", "line=shared writers=1 cpus=1"},
		{"ring", "i", "cached=on"},
		{"ring", "g", "index=padded"},
		{"ring", "tab g i right", "cached=on index=padded cpus=1,0"},
	} {
		m := newLab(t, Options{Experiment: c.experiment}, 120, 40)
		press(m, strings.Fields(c.keys)...)
		got := m.experiment().arms[m.edited]
		if want := flags(t, c.experiment, c.flags); got != want {
			t.Errorf("%s, keys %s:\n got %s\nwant %s", c.experiment, c.keys, got, want)
		}
	}
}

// What y copies builds the same scenarios again.
func TestCopiedCommandRepeatsTheComparison(t *testing.T) {
	for _, c := range []struct{ experiment, keys string }{
		{"counters", ""}, {"counters", "l"}, {"counters", "tab o b"}, {"counters", "right"}, {"messages", "a a a p"}, {"sockets", "d d"}, {"sockets", "tab d d d"},
		{"rwlock", ""}, {"rwlock", "j"}, {"spinlock", "m"}, {"spinlock", "tab f"}, {"ring", ""}, {"ring", "g tab i"},
	} {
		m := newLab(t, Options{Experiment: c.experiment}, 120, 40)
		press(m, strings.Fields(c.keys)...)
		command := m.experiment().command(m.options.Machine, m.experiment().arms)
		parts := strings.Split(command, "'")
		if len(parts) != 5 || !strings.HasPrefix(command, "linebounce run "+c.experiment+" -a '") || parts[2] != " -b " {
			t.Fatalf("the command is %s", command)
		}
		for arm, text := range []string{parts[1], parts[3]} {
			if got, want := flags(t, c.experiment, text), m.experiment().arms[arm]; got != want {
				t.Errorf("%s after %q: arm %s is\n got %s\nwant %s", command, c.keys, armName(arm), got, want)
			}
		}
		press(m, "y")
		if shown := strings.Join(strings.Fields(ansi.Strip(m.View())), " "); !strings.Contains(shown, command) {
			t.Errorf("the screen does not show what was copied, %s", command)
		}
	}
}

func TestUndoAndReset(t *testing.T) {
	m := newLab(t, Options{}, 120, 40)
	e := m.experiment()
	began := e.arms
	var passed []pair
	for _, key := range []string{"l", "n", "tab", "o", "right", "k"} {
		passed = append(passed, e.arms)
		press(m, key)
	}
	for i := len(passed) - 1; i >= 0; i-- {
		if i < len(passed)-1 && passed[i] == passed[i+1] {
			continue // tab changes no arm
		}
		press(m, "u")
		if e.arms != passed[i] {
			t.Fatalf("undo gave %v, want %v", e.arms, passed[i])
		}
	}
	press(m, "u")
	if e.arms != began || m.note != "There is nothing to undo." {
		t.Errorf("undo at the beginning gave %v and says %q", e.arms, m.note)
	}
	press(m, "l", "o", "r")
	if e.arms != began {
		t.Errorf("reset gave %v, want %v", e.arms, began)
	}
	press(m, "u")
	if e.arms == began {
		t.Error("a reset cannot be undone")
	}
}

func TestKeysThatDoNothingSayWhy(t *testing.T) {
	for _, c := range []struct{ experiment, key, says string }{
		{"counters", "p", "messages and sockets"}, {"counters", "d", "SO_PASSCRED means nothing in counters"},
		{"messages", "o", "only in counters"}, {"messages", "z", "Press t for a real socket"},
		{"messages", "d", "path request counts the same"}, {"sockets", "p", "Press a for one"},
		{"counters", "1", "Press v"}, {"counters", "u", "nothing to undo"},
		{"rwlock", "m", "only in spinlock"}, {"ring", "j", "only in rwlock"}, {"messages", "f", "only in counters and spinlock"},
		{"counters", "i", "only in ring"}, {"spinlock", "g", "only in ring"}, {"ring", "h", "track means nothing in ring"},
	} {
		m := newLab(t, Options{Experiment: c.experiment}, 80, 24)
		before := m.experiment().arms
		press(m, c.key)
		if m.experiment().arms != before {
			t.Errorf("%s: %s changed an arm", c.experiment, c.key)
		}
		if shown := strings.Join(strings.Fields(ansi.Strip(m.View())), " "); !strings.Contains(shown, c.says) {
			t.Errorf("%s: after %s the screen does not say %q but %q", c.experiment, c.key, c.says, m.note)
		}
	}
}

// Arms of different numbers of CPUs move each on its own.
func TestArrowsMoveUnequalArms(t *testing.T) {
	m := newLab(t, Options{Experiment: "rwlock"}, 120, 40)
	press(m, "tab", "j", "right")
	arms := m.experiment().arms
	if arms[0].CPUs != "1" || arms[1].CPUs != "1,0" || m.note != "A runs on CPUs 1 now, B on CPUs 1 0." {
		t.Errorf("A is on %s, B on %s, and it says %q", arms[0].CPUs, arms[1].CPUs, m.note)
	}
}

// A refusal leaves the arms as they run and says why.
func TestRefusedToggleGoesBack(t *testing.T) {
	m := newLab(t, Options{}, 120, 40)
	e := m.experiment()
	running := e.plan()
	press(m, "l")
	changed := e.arms
	m.Update(live.Refused{Experiment: "counters", Err: &probes.Unable{What: "CPU 1 cannot be had", Why: "it went offline"}, Arms: running})
	if e.arms == changed || e.arms[1] != running[1] {
		t.Errorf("the arms are %v", e.arms)
	}
	if m.note != "CPU 1 cannot be had: it went offline." {
		t.Errorf("it says %q", m.note)
	}
	press(m, "u")
	if m.note != "There is nothing to undo." {
		t.Errorf("the refused change can be undone: %q", m.note)
	}
}

// A figure never stands beside a scenario that did not give it.
func TestToggleDropsTheOldFigures(t *testing.T) {
	m := counting(t, Options{}, 120, 40)
	press(m, "o")
	text := ansi.Strip(m.View())
	for _, old := range []string{"3.9×", "164 M/s"} {
		if strings.Contains(text, old) {
			t.Errorf("after a toggle of B the screen still shows %q", old)
		}
	}
	if !strings.Contains(text, "42.0 M/s") {
		t.Error("A did not change, so its figures must stay")
	}
	if !strings.Contains(text, "o: B plain") {
		t.Error("the chart has no mark for the key")
	}
}

func TestPlanHoldsTheCells(t *testing.T) {
	for name, c := range map[string]struct {
		keys  []string
		cells int
	}{
		"counters": {[]string{"", "n", "l", "o", "tab o", "tab n l", "w"}, 4},
		"rwlock":   {[]string{"", "n", "l", "j", "tab n", "tab n l", "tab n l j"}, 3}, // one word cannot be padded
		"spinlock": {[]string{"", "m", "l", "f", "tab m", "tab l f"}, 4},
		"ring":     {[]string{"", "i", "g", "tab i", "tab g i"}, 4},
	} {
		for _, keys := range c.keys {
			m := newLab(t, Options{Machine: machine(4), Experiment: name}, 120, 40)
			press(m, strings.Fields(keys)...)
			plan, found := m.experiment().plan(), 0
			if len(plan) != 5 {
				t.Errorf("%s: after %q the plan has %d arms, want always 5", name, keys, len(plan))
			}
			for _, cell := range m.experiment().cells {
				if slices.Contains(plan, cell) {
					found++
				}
			}
			if found != c.cells {
				t.Errorf("%s: after %q the plan has %d cells, want %d", name, keys, found, c.cells)
			}
		}
	}
	m := newLab(t, Options{}, 120, 40)
	press(m, "tab", "f") // A has one adder, which nobody disturbs
	for _, cell := range m.experiment().cells {
		if cell.Writers != 2 {
			t.Errorf("beside one adder and two the cells have %d", cell.Writers)
		}
	}
	for _, name := range []string{"messages", "sockets"} {
		if m := newLab(t, Options{Experiment: name}, 120, 40); len(m.experiment().plan()) != 2 {
			t.Errorf("%s have no cells", name)
		}
	}
}

func TestArrowsGoThroughAllPairs(t *testing.T) {
	m := newLab(t, Options{Machine: machine(3)}, 120, 40)
	seen := map[probes.CPUList]bool{}
	for range 6 {
		seen[m.experiment().arms[0].CPUs] = true
		if m.experiment().arms[0].CPUs != m.experiment().arms[1].CPUs {
			t.Fatal("A and B must run on the same CPUs")
		}
		press(m, "right")
	}
	if len(seen) != 6 || m.experiment().arms[0].CPUs != "0,1" {
		t.Errorf("six presses showed %v and ended on %s", seen, m.experiment().arms[0].CPUs)
	}
	if list := choices(machine(200), 2); len(list) != 199 {
		t.Errorf("200 CPUs give %d choices, want one for each other CPU", len(list))
	}
}

func TestPauseStopsTheClock(t *testing.T) {
	m := counting(t, Options{}, 120, 40)
	press(m, "space")
	at, shown := m.clock, m.experiment().replays[0].tracks[0].at
	run(m, 5*time.Second)
	if m.clock != at || m.experiment().replays[0].tracks[0].at != shown {
		t.Error("the picture moves while it is paused")
	}
	if !strings.Contains(ansi.Strip(m.View()), "paused") {
		t.Error("the screen does not say that it is paused")
	}
	press(m, "space")
	run(m, time.Second)
	if m.clock == at {
		t.Error("the picture does not go on")
	}
}
