package live

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"time"

	"linebounce/probes"
)

// fake is a source whose windows take no time. Like the real one it runs a pair
// of A and B in each round, then one further arm, and now and then a capture.
type fake struct {
	mu       sync.Mutex
	opened   int
	closed   int
	windows  int
	readings []probes.Reading // what a session plays and then ends; nil goes on for ever
	refuse   func(arm int, s probes.Scenario) error
	fail     func(window int) error
	log      *[]string // names of the experiments in the order of their windows
	name     string
}

func (f *fake) Open(_ context.Context, plan probes.Plan) (probes.Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opened++
	return &session{fake: f, arms: plan.Arms}, nil
}

func (f *fake) counts() (opened, closed, windows int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.opened, f.closed, f.windows
}

type session struct {
	fake *fake
	arms []probes.Scenario
	n    int
}

// A session whose readings are given is a recording's: it ends a millisecond,
// the length of a window, after its last reading began.

func (s *session) Length() time.Duration {
	n := len(s.fake.readings)
	if n == 0 {
		return 0
	}
	return s.fake.readings[n-1].Start + time.Millisecond
}

func (s *session) At() time.Duration {
	if s.n >= len(s.fake.readings) {
		return s.Length()
	}
	return s.fake.readings[s.n].Start
}

func (s *session) Seek(to time.Duration, history int) []probes.Reading {
	for s.n = 0; s.n < len(s.fake.readings) && s.fake.readings[s.n].Start < to; {
		s.n++
	}
	return s.fake.readings[max(0, s.n-history):s.n]
}

// Next returns A at 100 operations in a window and B at 400.
func (s *session) Next(ctx context.Context) (probes.Reading, error) {
	if err := ctx.Err(); err != nil {
		return probes.Reading{}, err
	}
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	if s.fake.fail != nil {
		if err := s.fake.fail(s.fake.windows); err != nil {
			return probes.Reading{}, err
		}
	}
	s.fake.windows++
	if s.fake.log != nil {
		*s.fake.log = append(*s.fake.log, s.fake.name)
	}
	defer func() { s.n++ }()
	if s.fake.readings != nil {
		if s.n >= len(s.fake.readings) {
			return probes.Reading{}, io.EOF
		}
		return s.fake.readings[s.n], nil
	}
	round := 2
	if len(s.arms) > 2 {
		round = 3
	}
	arm, pair := s.n%round, s.n/round
	if arm == 2 {
		arm += pair % (len(s.arms) - 2)
	}
	r := window(arm, pair, s.arms[arm])
	if pair%4 == 3 {
		capture(&r)
	}
	return r, nil
}

func (s *session) Replace(arm int, scenario probes.Scenario) error {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	if s.fake.refuse != nil {
		if err := s.fake.refuse(arm, scenario); err != nil {
			return err
		}
	}
	s.arms[arm] = scenario
	return nil
}

func (s *session) Close() error {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	s.fake.closed++
	return nil
}

func window(arm, pair int, s probes.Scenario) probes.Reading {
	ops := []int64{100, 400}[min(arm, 1)]
	r := probes.Reading{Unit: probes.Window, Arm: arm, Pair: pair, Scenario: s, Origin: probes.Measured, Elapsed: time.Millisecond}
	for cpu := range 2 {
		r.CPUs = append(r.CPUs, probes.CPUWork{CPU: cpu, Role: probes.Adder, Ops: ops, Elapsed: time.Millisecond, Pinned: true})
	}
	return r
}

func capture(r *probes.Reading) {
	r.Unit = probes.Capture
	r.Lines = []probes.LineUse{{Name: "count", Ops: 200, Handoffs: []probes.Handoff{{From: 0, To: 1, Count: 3}, {From: 1, To: 0, Count: 2}},
		Stays: probes.StayStats{Logged: 6, Median: 30, Mean: 33}}}
	r.Burst = &probes.Burst{Strips: []probes.Strip{{Line: "count", Stays: []probes.Stay{{CPU: 0, Ops: 4}, {CPU: 1, Ops: 2}}}}}
}

func scenario(t testing.TB, text string) probes.Scenario {
	t.Helper()
	s, err := probes.ParseScenario(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// listener receives what a pump delivers.
type listener chan any

func (l listener) deliver(msg any) { l <- msg }

// await returns the first message that is of type T and passes, and fails the
// test where none comes.
func await[T any](t *testing.T, l listener, pass func(T) bool) T {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case msg := <-l:
			if got, ok := msg.(T); ok && pass(got) {
				return got
			}
		case <-deadline:
			var want T
			t.Fatalf("no %T came that passes", want)
		}
	}
}

// drain keeps a pump from waiting for a test that no longer listens.
func (l listener) drain(p *Pump) {
	go func() {
		for range l {
		}
	}()
	_ = p.Close()
	close(l)
}

var errOffline = errors.New("CPU 1 went offline")
