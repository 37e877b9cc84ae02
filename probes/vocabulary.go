package probes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"linebounce/sim/paths"
)

// A word is one entry of the vocabulary of scenarios: how to read it from a
// scenario, how to put it in, and what it accepts.
type word struct {
	name     string
	accepted func() []string
	get      func(*Scenario) string
	set      func(*Scenario, string) error
}

// vocabulary is the one list of words, in the order of the text form.
var vocabulary = []word{
	choice("path", func(s *Scenario) *string { return &s.Path }, paths.Names()...),
	choice("counter", func(s *Scenario) *string { return &s.Counter }, CounterOne, CounterEach),
	choice("line", func(s *Scenario) *string { return &s.Line }, LineShared, LinePadded),
	choice("transport", func(s *Scenario) *string { return &s.Transport }, TransportRing, TransportSocketpair),
	choice("op", func(s *Scenario) *string { return &s.Op }, OpLock, OpPlain, OpStore, OpLoad),
	number("batch", func(s *Scenario) *int { return &s.Batch }, 1, MaxBatch),
	choice("pid-ref", func(s *Scenario) *string { return &s.PidRef }, On, Off),
	choice("cred-ref", func(s *Scenario) *string { return &s.CredRef }, On, Off),
	choice("neighbours", func(s *Scenario) *string { return &s.Neighbours }, On, Off),
	passcred(),
	choice("send", func(s *Scenario) *string { return &s.Send }, SendPlain, SendExplicit),
	choice("socket", func(s *Scenario) *string { return &s.Socket }, SocketStream, SocketDgram, SocketSeqpacket),
	number("size", func(s *Scenario) *int { return &s.Size }, 1, MaxSize),
	choice("index", func(s *Scenario) *string { return &s.Index }, LineShared, LinePadded),
	choice("cached", func(s *Scenario) *string { return &s.Cached }, On, Off),
	choice("track", func(s *Scenario) *string { return &s.Track }, On, Off),
	cpus(),
	number("writers", func(s *Scenario) *int { return &s.Writers }, 0, MaxWorkers),
	number("readers", func(s *Scenario) *int { return &s.Readers }, 0, MaxWorkers),
	number("observers", func(s *Scenario) *int { return &s.Observers }, 0, MaxWorkers),
	number("messages", func(s *Scenario) *int { return &s.Messages }, 1, MaxMessages),
	number("runs", func(s *Scenario) *int { return &s.Runs }, 1, MaxRuns),
	number("groups", func(s *Scenario) *int { return &s.Groups }, 1, MaxGroups),
	number("senders", func(s *Scenario) *int { return &s.Senders }, 1, MaxWorkers),
	number("receivers", func(s *Scenario) *int { return &s.Receivers }, 1, MaxWorkers),
	number("loops", func(s *Scenario) *int { return &s.Loops }, 1, MaxLoops),
	choice("mode", func(s *Scenario) *string { return &s.Mode },
		ModeBefore, ModeAfter, ModePacked, ModeAligned, ModeThreads, ModeProcesses, ModeDouble, ModeSingle, ModeAlternate,
		ModeTAS, ModeTTAS),
	number("semaphores", func(s *Scenario) *int { return &s.Semaphores }, 1, MaxSemaphores),
}

// Words returns the names of all words, in the order of the text form.
func Words() []string {
	names := make([]string, len(vocabulary))
	for i, w := range vocabulary {
		names[i] = w.name
	}
	return names
}

// Values returns what a word accepts: its values, or a description of them.
func Values(name string) []string {
	if w := lookup(name); w != nil {
		return w.accepted()
	}
	return nil
}

func lookup(name string) *word {
	for i := range vocabulary {
		if vocabulary[i].name == name {
			return &vocabulary[i]
		}
	}
	return nil
}

func choice(name string, field func(*Scenario) *string, values ...string) word {
	return word{
		name:     name,
		accepted: func() []string { return values },
		get:      func(s *Scenario) string { return *field(s) },
		set: func(s *Scenario, value string) error {
			if !slices.Contains(values, value) {
				return &ScenarioError{Word: name, Value: value, Problem: "is not known", Accepted: values}
			}
			*field(s) = value
			return nil
		},
	}
}

// passcred also takes "on", which in a comparison means the receiver.
func passcred() word {
	w := choice("passcred", func(s *Scenario) *string { return &s.PassCred },
		PassCredOff, PassCredSender, PassCredReceiver, PassCredBoth)
	plain := w.set
	w.set = func(s *Scenario, value string) error {
		if value == On {
			value = PassCredReceiver
		}
		return plain(s, value)
	}
	return w
}

func number(name string, field func(*Scenario) *int, low, high int) word {
	accepted := []string{fmt.Sprintf("%d to %d", low, high)}
	return word{
		name:     name,
		accepted: func() []string { return accepted },
		get: func(s *Scenario) string {
			if *field(s) == 0 {
				return ""
			}
			return strconv.Itoa(*field(s))
		},
		set: func(s *Scenario, value string) error {
			n, err := strconv.Atoi(value)
			if err != nil || n < low || n > high {
				return &ScenarioError{Word: name, Value: value, Problem: "is out of range", Accepted: accepted}
			}
			*field(s) = n
			return nil
		},
	}
}

func cpus() word {
	accepted := func() []string { return []string{"CPU numbers such as 0,1 or 0-3"} }
	return word{
		name:     "cpus",
		accepted: accepted,
		get:      func(s *Scenario) string { return string(s.CPUs) },
		set: func(s *Scenario, value string) error {
			list, problem := parseCPUs(value)
			if problem != "" {
				return &ScenarioError{Word: "cpus", Value: value, Problem: problem, Accepted: accepted()}
			}
			s.CPUs = NewCPUList(list...)
			return nil
		},
	}
}

// parseCPUs reads "0,2-4" and returns the numbers, or what is wrong.
func parseCPUs(text string) (list []int, problem string) {
	seen := map[int]bool{}
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		low, err := strconv.ParseUint(first, 10, 16)
		high := low
		if err == nil && isRange {
			high, err = strconv.ParseUint(last, 10, 16)
		}
		if err != nil || high < low || int(high-low) >= MaxWorkers {
			return nil, "is not a list of CPUs"
		}
		for cpu := int(low); cpu <= int(high); cpu++ {
			if seen[cpu] {
				return nil, fmt.Sprintf("names CPU %d twice", cpu)
			}
			seen[cpu] = true
			list = append(list, cpu)
		}
	}
	return list, ""
}
