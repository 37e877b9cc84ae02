package catalog

import (
	"errors"
	"slices"
	"testing"

	"linebounce/probes"
	"linebounce/probes/topology"
)

var twoCPUs = topology.Machine{OS: "linux", LineBytes: 64, CanPin: true, CPUs: []topology.CPU{
	{Number: 3, Core: 3, Package: 0, Node: 0, L3: 0}, {Number: 7, Core: 7, Package: 0, Node: 0, L3: 0}}}

func TestEveryExperimentIsWhole(t *testing.T) {
	for _, e := range All() {
		if e.Headline == "" || e.Note == "" || e.Question == "" || e.Source == nil {
			t.Errorf("%s lacks its headline, note, question or source", e.Name)
		}
		if e.Default == e.B {
			t.Errorf("%s compares a scenario with itself", e.Name)
		}
		for _, word := range e.Words {
			if !slices.Contains(probes.Words(), word) {
				t.Errorf("%s: %q is no word of a scenario", e.Name, word)
			}
		}
		for _, arm := range []probes.Scenario{e.Default, e.B} {
			s, _, err := e.Prepare(twoCPUs, arm)
			if err != nil {
				t.Errorf("%s: %q: %v", e.Name, arm, err)
			}
			if slices.Contains(e.Words, "cpus") && s.CPUs != "3,7" {
				t.Errorf("%s: %q runs on CPUs %s, want the two that may be used", e.Name, arm, s.CPUs)
			}
		}
	}
}

func TestUnnamedWordsGetTheDefault(t *testing.T) {
	e, err := Find("messages")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := probes.ParseScenario("path=always pid-ref=off cpus=7,3")
	got, _, err := e.Prepare(twoCPUs, s)
	want, _ := e.Default.With("pid-ref=off cpus=7,3")
	if err != nil || got != want {
		t.Errorf("prepared %q, %v; want %q", got, err, want)
	}
}

func TestFaultsOfAScenario(t *testing.T) {
	e, _ := Find("counters")
	for _, c := range []struct {
		text   string
		unable bool
	}{
		{"passcred=on", false},    // no word of this experiment
		{"cpus=3,4", false},       // a CPU outside the mask
		{"cpus=3", false},         // too few for two workers
		{"writers=3", true},       // more than the machine has
		{"observers=9000", false}, // out of range
	} {
		s, err := probes.ParseScenario(c.text)
		if err == nil {
			_, _, err = e.Prepare(twoCPUs, s)
		}
		var fault *probes.ScenarioError
		var unable *probes.Unable
		if errors.As(err, &unable) != c.unable || errors.As(err, &fault) == c.unable {
			t.Errorf("%q gives %v (unable: want %v)", c.text, err, c.unable)
		}
	}
}

func TestAnUnknownExperimentIsNamedWithTheKnownOnes(t *testing.T) {
	_, err := Find("hackbnech")
	if want := `"hackbnech" is no experiment; accepted: counters, messages, sockets, rwlock, spinlock, ring, hackbench, seqpacket, semaphores, lock`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestTheLabShowsItsSix(t *testing.T) {
	var names []string
	for _, e := range Lab() {
		names = append(names, e.Name)
	}
	if want := []string{"counters", "messages", "sockets", "rwlock", "spinlock", "ring"}; !slices.Equal(names, want) {
		t.Errorf("the Lab has %v, want %v", names, want)
	}
}
