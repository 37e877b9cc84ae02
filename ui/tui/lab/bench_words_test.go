package lab

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"linebounce/probes"
	"linebounce/probes/catalog"
	"linebounce/ui/live"
)

func bench(o Options) *Bench {
	o.Machine, o.Experiments = machine(2), catalog.Lab()
	return NewBench(o)
}

// Every experiment can be told: what is asked, what each arm does and how the
// comparison is had again.
func TestEveryExperimentIsToldInWords(t *testing.T) {
	b := bench(Options{})
	if b.Choose("juggling") {
		t.Error("there is an experiment called juggling")
	}
	for _, name := range b.Names() {
		if !b.Choose(name) || b.Chosen().Name != name {
			t.Fatalf("asked for %s, chosen is %s", name, b.Chosen().Name)
		}
		if !strings.HasSuffix(b.Question(), "?") || !strings.HasPrefix(b.Command(), "linebounce run "+name) {
			t.Errorf("%s asks %q and is had again by %q", name, b.Question(), b.Command())
		}
		for arm := range 2 {
			if b.Called(arm) == "" || b.Code(arm) == "" || b.Operation() == "" {
				t.Errorf("%s, arm %d: called %q, does %q, counts %q", name, arm, b.Called(arm), b.Code(arm), b.Operation())
			}
		}
		if b.Called(0) == b.Called(1) {
			t.Errorf("%s: both arms are called %q", name, b.Called(0))
		}
	}
}

// What is set is what is compared, as a command too; what is refused changes
// nothing.
func TestArmsAreSetInWords(t *testing.T) {
	b := bench(Options{})
	b.Choose("counters")
	if err := b.Set(1, "counter=each line=padded batch=4"); err != nil {
		t.Fatal(err)
	}
	if s := b.Arms()[1]; s.Batch != 4 || s.Line != probes.LinePadded || len(s.CPUs.Numbers()) != 2 {
		t.Errorf("B is %s", s)
	}
	if !strings.Contains(b.Command(), "batch=4") {
		t.Errorf("the command is %q", b.Command())
	}
	before := b.Arms()
	for _, words := range []string{"batch", "batch=-1", "path=always", "cpus=0,9"} {
		if err := b.Set(0, words); err == nil || err.Error() == "" || b.Arms() != before {
			t.Errorf("%s: %v, and the arms are %v", words, err, b.Arms())
		}
	}
	if err := bench(Options{Recorded: true}).Set(0, "counter=one"); !errors.Is(err, probes.ErrFixed) {
		t.Errorf("the arms of a recording are set: %v", err)
	}
	for _, key := range b.Toggles() {
		if key[0] == "n" {
			if said := b.Press("n"); b.Arms() == before && said == "" {
				t.Error("n changes nothing and says nothing")
			}
		}
	}
}

// A refusal is told once, and the arms are then those that the pump has.
func TestARefusalIsToldOnce(t *testing.T) {
	b := bench(Options{})
	b.Choose("counters")
	before := b.Arms()
	if err := b.Set(1, "counter=one line=padded"); err != nil {
		t.Fatal(err)
	}
	said := b.Take(live.Refused{Experiment: "counters", Err: errors.New("no worker got its CPU"), Arms: before[:]})
	if said != "No worker got its CPU." || b.Arms() != before {
		t.Errorf("it says %q, and the arms are %v, were %v", said, b.Arms(), before)
	}
	if said := b.Take(b.lab.experiment().snapshot(about(2), 1e6, 2e6)); said != "" {
		t.Errorf("figures say %q", said)
	}
}

// Figures that came are told as they came: rates, ratio, and the four beside.
func TestFiguresAreThoseThatCame(t *testing.T) {
	b := bench(Options{})
	b.Choose("counters")
	b.Take(b.lab.experiment().snapshot(interval(3.87, 3.71, 4.02), 84e6, 328e6, 84.2e6, 84.6e6, 84e6))
	if b.Ratio() != interval(3.87, 3.71, 4.02) || b.Arm(0).Rate.Median != 84e6 || b.Arm(1).Rate.Median != 328e6 || b.Snapshot().Pairs != 120 {
		t.Errorf("a ratio of %v of %v and %v", b.Ratio(), b.Arm(0).Rate, b.Arm(1).Rate)
	}
	var rates []float64
	for _, c := range b.Cells() {
		if c.Called == "" {
			t.Errorf("%v has no name", c)
		}
		rates = append(rates, c.Rate)
	}
	if len(rates) != 4 || !slices.Contains(rates, 328e6) || slices.Max(rates) != 328e6 {
		t.Errorf("beside it stand %v", b.Cells())
	}
	if b.Secret() || b.Paused() {
		t.Errorf("secret %t, paused %t, and nobody asked for either", b.Secret(), b.Paused())
	}
}
