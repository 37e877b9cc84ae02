package probes

import (
	"errors"
	"strings"
	"testing"
)

func TestTheTextFormIsCanonical(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"line=padded counter=each", "counter=each line=padded"},
		{"  cpus=3,0   path=always\tpasscred=on ", "path=always passcred=receiver cpus=3,0"},
		{"cpus=0-2,7 writers=4 batch=64", "batch=64 cpus=0,1,2,7 writers=4"},
	} {
		s, err := ParseScenario(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		if got := s.String(); got != c.want {
			t.Errorf("%q prints as %q, want %q", c.in, got, c.want)
		}
		if again, err := ParseScenario(s.String()); err != nil || again != s {
			t.Errorf("%q does not come back from its own text: %v, %v", c.in, again, err)
		}
	}
}

func TestFaultsNameTheWordAndWhatIsAccepted(t *testing.T) {
	for _, c := range []struct{ in, word, accepted string }{
		{"colour=red", "colour", "counter"},
		{"line", "line", "padded"},
		{"line=", "line", "shared"},
		{"line=wide", "line", "shared"},
		{"line=shared line=padded", "line", ""},
		{"cpus=0,0", "cpus", "CPU numbers"},
		{"cpus=0-1,1", "cpus", ""},
		{"cpus=1-0", "cpus", ""},
		{"cpus=-1", "cpus", ""},
		{"cpus=0-65535", "cpus", ""},
		{"cpus=", "cpus", ""},
		{"size=0", "size", "1 to"},
		{"size=10485760", "size", "1 to"},
		{"size=9999999999999999999", "size", ""},
		{"batch=0", "batch", ""},
		{"writers=two", "writers", ""},
	} {
		_, err := ParseScenario(c.in)
		var fault *ScenarioError
		if !errors.As(err, &fault) {
			t.Errorf("%q gives %v, want a *ScenarioError", c.in, err)
			continue
		}
		if fault.Word != c.word || !strings.Contains(fault.Error(), c.accepted) || strings.Contains(fault.Error(), "\n") {
			t.Errorf("%q gives %q, want one line about %q that names %q", c.in, fault, c.word, c.accepted)
		}
	}
}

func TestDefaultsFillOnlyWhatIsNotNamed(t *testing.T) {
	defaults, _ := ParseScenario("counter=each line=shared op=lock writers=2")
	s, _ := ParseScenario("line=padded writers=1 observers=1")
	if got, want := s.Or(defaults).String(), "counter=each line=padded op=lock writers=1 observers=1"; got != want {
		t.Errorf("filled to %q, want %q", got, want)
	}
}

func TestValidate(t *testing.T) {
	words := []string{"counter", "cpus", "writers", "observers"}
	for _, c := range []struct{ in, problem string }{
		{"counter=one writers=2 cpus=4,9", ""},
		{"counter=one writers=2", ""},
		{"line=shared writers=2", "means nothing"},
		{"writers=2 cpus=4,5", "CPU 5"},
		{"writers=2 cpus=4", "1 CPUs for 2 workers"},
		{"counter=one", "no worker"},
	} {
		s, err := ParseScenario(c.in)
		if err != nil {
			t.Fatal(err)
		}
		switch err := s.Validate(words, []int{4, 9}); {
		case c.problem == "" && err != nil:
			t.Errorf("%q: %v, want no error", c.in, err)
		case c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)):
			t.Errorf("%q: %v, want an error about %q", c.in, err, c.problem)
		}
	}
}

func TestAnExperimentMayTakeSomeOfTheValues(t *testing.T) {
	for text, want := range map[string]string{
		"mode=threads": "", "": "",
		"mode=single": `"mode=single" means nothing in this experiment; accepted: threads, processes`,
	} {
		s, err := ParseScenario(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := s.OneOf("mode", ModeThreads, ModeProcesses); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestEveryWordIsReadAndPrinted(t *testing.T) {
	for _, name := range Words() {
		value := Values(name)[0]
		switch name {
		case "batch", "size", "writers", "readers", "observers", "messages", "runs", "groups", "senders", "receivers", "loops", "semaphores":
			value = "3"
		case "cpus":
			value = "0,1"
		}
		s, err := Scenario{}.Set(name, value)
		if err != nil {
			t.Errorf("%s=%s: %v", name, value, err)
		}
		if s.Get(name) != value || s.String() != name+"="+value {
			t.Errorf("%s=%s prints as %q", name, value, s)
		}
	}
}

func FuzzScenario(f *testing.F) {
	for _, seed := range []string{"path=always counter=one", "cpus=0-3,9 writers=5", "size=0", "=", "line=padded line=", "cpus=0,00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseScenario(text)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an error without words")
			}
			return
		}
		if again, err := ParseScenario(s.String()); err != nil || again != s {
			t.Errorf("%q reads as %q, which reads as %q, %v", text, s, again, err)
		}
	})
}
