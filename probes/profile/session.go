package profile

import (
	"context"
	"math"
	"slices"

	"linebounce/probes"
)

// Session runs windows of messages in pairs, SO_PASSCRED off and on, in an
// order drawn by coin. It is used from one goroutine.
type Session struct {
	inner  probes.Session
	take   func(arm int) (*seen, error) // what the last window of an arm showed, nil where it missed
	rates  probes.Comparison
	tally  tally
	result Result
	counts [][2][]float64 // by counter and arm, of each window a message
	half   [2]*seen       // of the pair that is under way
	pair   int
}

// Next runs one window. It returns io.EOF when the budget is spent, the
// context's error when that ends first, and a *probes.Unable where a worker
// could not be sampled.
func (s *Session) Next(ctx context.Context) error {
	r, err := s.inner.Next(ctx)
	if err != nil {
		return err
	}
	window, err := s.take(r.Arm)
	if err != nil {
		return err
	}
	if missed(r) {
		window = nil
	}
	for _, w := range r.Warnings {
		if w.Kind == probes.Unpinned || w.Kind == probes.General {
			s.warn(w.Text)
		}
	}
	s.rates.Add(r)
	s.count(r, window)
	s.add(r.Arm, r.Pair, window)
	return nil
}

// count keeps what the processor counted of a window, for each message.
func (s *Session) count(r probes.Reading, window *seen) {
	messages := r.Messages() * r.Elapsed.Seconds()
	if window == nil || messages <= 0 {
		return
	}
	for i, n := range window.counted {
		for len(s.counts) <= i {
			s.counts = append(s.counts, [2][]float64{})
		}
		if !math.IsNaN(n) {
			s.counts[i][r.Arm] = append(s.counts[i][r.Arm], n/messages)
		}
	}
}

// missed reports whether a worker did not take part. One that somebody else
// kept from its CPU was not sampled meanwhile, so its shares still hold.
func missed(r probes.Reading) bool {
	for _, w := range r.Warnings {
		if w.Kind == probes.Missed {
			return true
		}
	}
	return false
}

func (s *Session) add(arm, pair int, window *seen) {
	if pair != s.pair {
		s.half, s.pair = [2]*seen{}, pair
	}
	s.half[arm] = window
	if window != nil {
		s.result.Lost += window.lost
		if window.throttled {
			s.warn("The kernel sampled less often than asked for, to spare the CPU.")
		}
	}
	off, on := s.half[Off], s.half[On]
	if off == nil || on == nil || len(off.counts) == 0 || len(on.counts) == 0 {
		return
	}
	s.tally.add(off.counts, on.counts)
	s.half = [2]*seen{}
}

func (s *Session) warn(text string) {
	if !slices.Contains(s.result.Warnings, text) {
		s.result.Warnings = append(s.result.Warnings, text)
	}
}

// Pairs returns how many pairs of windows count so far.
func (s *Session) Pairs() int { return s.tally.added }

// Result returns what the session came to so far.
func (s *Session) Result() Result {
	r := s.result
	r.Pairs = s.Pairs()
	r.Symbols = s.tally.symbols()
	all := s.tally.together()
	for arm := range r.Samples {
		r.Samples[arm] = all[arm].total()
		r.Messages[arm] = s.rates.Arm(arm).Messages()
	}
	r.Counters = slices.Clone(s.result.Counters)
	for i := range s.counts {
		for arm, values := range s.counts[i] {
			r.Counters[i].PerMessage[arm] = probes.Summarize(values, probes.Confidence)
		}
	}
	return r
}

// Close stops the workers and closes their events.
func (s *Session) Close() error { return s.inner.Close() }
