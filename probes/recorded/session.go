package recorded

import (
	"context"
	"io"
	"sort"
	"time"

	"linebounce/probes"
)

// source gives back the readings of one experiment.
type source struct{ tape *tape }

// Source returns an experiment's readings as a source, nil for one without
// readings. Its sessions are each a *Session.
func (r *Recording) Source(experiment string) probes.Source {
	if t := r.find(experiment); t != nil {
		return source{t}
	}
	return nil
}

// Open begins at the first reading. The plan's arms and budget do not matter:
// what was recorded is recorded.
func (s source) Open(context.Context, probes.Plan) (probes.Session, error) {
	return &Session{tape: s.tape}, nil
}

// Session goes through the readings of one experiment. Start is their time on the
// experiment's timeline, which begins at 0, never goes back, and has no gap of
// more than a second.
type Session struct {
	tape *tape
	next int
}

// Next returns the readings in their order, at once: whoever shows them paces
// them by their Start.
func (s *Session) Next(ctx context.Context) (probes.Reading, error) {
	if err := ctx.Err(); err != nil {
		return probes.Reading{}, err
	}
	if s.next == len(s.tape.entries) {
		return probes.Reading{}, io.EOF
	}
	s.next++
	return s.tape.reading(s.next - 1), nil
}

// Length returns how long the timeline is, the last reading included.
func (s *Session) Length() time.Duration { return s.tape.length() }

// At returns when the reading that Next gives began, Length at the end.
func (s *Session) At() time.Duration {
	if s.next == len(s.tape.entries) {
		return s.Length()
	}
	return time.Duration(s.tape.entries[s.next].at) * time.Microsecond
}

// Seek makes Next go on with the first reading at or after a time. It returns
// the newest readings before that, history at most, in their order.
func (s *Session) Seek(to time.Duration, history int) []probes.Reading {
	entries := s.tape.entries
	s.next = sort.Search(len(entries), func(i int) bool { return time.Duration(entries[i].at)*time.Microsecond >= to })
	var before []probes.Reading
	for i := max(0, s.next-history); i < s.next; i++ {
		before = append(before, s.tape.reading(i))
	}
	return before
}

// Replace changes nothing.
func (s *Session) Replace(int, probes.Scenario) error { return probes.ErrFixed }

// Close has nothing to give back.
func (s *Session) Close() error { return nil }
