package simulator

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"linebounce/assets/machines"
	"linebounce/probes/topology/cpulist"
	"linebounce/sim"
)

// tells steps through a tale and returns what it says, with the states behind
// each event.
func tells(t *testing.T, tale *Tale, events int) (said, states []string) {
	t.Helper()
	for range events {
		text, moved := tale.Step(+1)
		if !moved {
			t.Fatalf("after %d events: %s", len(said), text)
		}
		said, states = append(said, text), append(states, strings.Join(tale.States(), "\n"))
	}
	return said, states
}

// Told forward and back, events are the same and lines are in the same caches;
// and what is told keeps what the protocol promises: a CPU that may write has the
// line alone.
func TestATaleIsTheSameForwardAndBack(t *testing.T) {
	holder := regexp.MustCompile(`CPU \d+ (shared|exclusive|modified|owned|forward)`)
	tale := NewTale()
	for _, name := range tale.Experiments() {
		_ = tale.Choose(name) // the first is there already
		if !strings.HasPrefix(tale.Setting(), name+" on ") {
			t.Fatalf("chosen is %s, told is %q", name, tale.Setting())
		}
		if text, moved := tale.Step(-1); moved || text != "This is the beginning." {
			t.Errorf("%s: before the beginning is %q", name, text)
		}
		said, states := tells(t, tale, 60)
		for i, at := range states {
			for line := range strings.Lines(at) {
				holders := holder.FindAllString(line, -1)
				alone := strings.Contains(line, " exclusive") || strings.Contains(line, " modified")
				if alone && len(holders) != 1 {
					t.Errorf("%s, event %d: %s", name, i+1, line)
				}
			}
			if !strings.HasPrefix(said[i], fmt.Sprintf("Event %d, at ", i+1)) {
				t.Errorf("%s: event %d is told as %q", name, i+1, said[i])
			}
		}
		for i := len(said) - 2; i >= 0; i-- {
			if text, moved := tale.Step(-1); !moved || text != said[i] || strings.Join(tale.States(), "\n") != states[i] {
				t.Fatalf("%s: back at event %d is %q, was %q", name, i+1, text, said[i])
			}
		}
	}
}

func upTo(n int) []int {
	var list []int
	for i := range n {
		list = append(list, i)
	}
	return list
}

// Whatever is asked for is what is told then, from the beginning; what there is
// not is refused with what there is, and changes nothing.
func TestATaleTakesWhatThereIs(t *testing.T) {
	tale := NewTale()
	tells(t, tale, 3)
	setting, event := tale.Setting(), tale.Event()
	for asked, ask := range map[string]func() error{
		"experiment": func() error { return tale.Choose("juggling") },
		"machine":    func() error { return tale.Machine("i486") },
		"word":       func() error { return tale.Set("size=100") },
		"value":      func() error { return tale.Set("path=never") },
		"text":       func() error { return tale.Set("path") },
	} {
		if err := ask(); err == nil || err.Error() == "" || tale.Setting() != setting || tale.Event() != event {
			t.Errorf("an unknown %s: %v, and %q", asked, err, tale.Setting())
		}
	}
	for _, name := range machines.Names() {
		_ = tale.Machine(name) // one is there already
		if !strings.Contains(tale.Setting(), "of the machine "+name+" ") {
			t.Errorf("asked for %s, told is %q", name, tale.Setting())
		}
	}
	if err := tale.Choose("counters"); err != nil {
		t.Fatal(err)
	}
	if err := tale.Machine("2011"); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 2, 16} {
		_ = tale.CPUs(n)
		cpus := fmt.Sprintf(" on %s of ", plural(n, "CPU"))
		layout := strings.Join(tale.Layout(), "\n")
		if !strings.Contains(tale.Setting(), cpus) || !strings.Contains(layout, strings.TrimPrefix(cpulist.Name(upTo(n)), "CPUs ")) {
			t.Errorf("asked for %d CPUs, told is %q and\n%s", n, tale.Setting(), layout)
		}
	}
	tells(t, tale, 3)
	if err := tale.Set("line=padded counter=each"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(tale.Setting(), ", counter each") || !strings.Contains(tale.Setting(), ", line padded") || !strings.HasPrefix(tale.Event(), "Nothing has happened yet.") {
		t.Errorf("told are %q and %q", tale.Setting(), tale.Event())
	}
	if command := tale.Command(); !strings.HasPrefix(command, "linebounce sim counters") || !strings.Contains(command, "line=padded") {
		t.Errorf("as a command it is %q", command)
	}
}

// A key that a tale offers changes what is told, or says why it does not.
func TestEveryKeyOfATaleSaysOrDoesSomething(t *testing.T) {
	for _, key := range NewTale().Toggles() {
		tale := NewTale()
		before := tale.Setting()
		said, changed := tale.Press(key[0])
		if strings.ContainsAny(said, "←→") {
			t.Errorf("%s says %q, which nobody can type", key[0], said)
		}
		if !changed && said == "" || changed && tale.Setting() == before || !changed && tale.Setting() != before {
			t.Errorf("%s (%s): changed %t, says %q, told is %q", key[0], key[1], changed, said, tale.Setting())
		}
	}
}

// A fault is found by words as by the picture.
func TestAFaultIsFoundInATale(t *testing.T) {
	tale := NewTale()
	if tale.Game() != "" {
		t.Errorf("without a fault there is the game %q", tale.Game())
	}
	if _, changed := tale.Press("b"); !changed {
		t.Fatal("b plants no fault")
	}
	for promise := range answerKeys {
		if !strings.Contains(tale.Game(), sim.Invariant(promise).String()) {
			t.Errorf("the game is %q, without %s", tale.Game(), sim.Invariant(promise))
		}
	}
	if strings.Contains(tale.Game()+tale.Setting(), tale.room.set.fault.String()) {
		t.Errorf("%q and %q give the fault away", tale.Game(), tale.Setting())
	}
	if err := tale.Set("path=always"); err == nil {
		t.Error("the workload that shows the fault was changed")
	}
	var verdicts []string
	for range 400 {
		if _, moved := tale.Step(+1); !moved {
			break
		}
		if b := tale.room.broken; b != nil && tale.room.cursor.Position() >= b.to {
			for _, key := range answerKeys {
				said, _ := tale.Press(key)
				verdicts = append(verdicts, said)
			}
			break
		}
	}
	other := func(said string) bool { return strings.Contains(said, "nother promise") }
	if len(verdicts) != len(answerKeys) || slices.Contains(verdicts, "") || slices.IndexFunc(verdicts, func(s string) bool { return !other(s) }) < 0 || !slices.ContainsFunc(verdicts, other) {
		t.Errorf("answers where the promise breaks: %q", verdicts)
	}
}
