package recorded

import (
	"context"
	"io"
	"sort"
	"time"

	"linebounce/probes"
)

// source gives back the readings of one experiment.
type source struct{ readings []probes.Reading }

// Source returns an experiment's readings as a source, nil for one without
// readings. Its sessions are a *Session.
func (r *Recording) Source(experiment string) probes.Source {
	if len(r.readings[experiment]) == 0 {
		return nil
	}
	return source{r.readings[experiment]}
}

// Open begins at the first reading. The plan's arms and budget do not matter:
// what was recorded is recorded.
func (s source) Open(context.Context, probes.Plan) (probes.Session, error) {
	return &Session{readings: s.readings}, nil
}

// Session goes through the readings of one experiment.
type Session struct {
	readings []probes.Reading
	next     int
}

// Next returns the readings in their order, at once: whoever shows them paces
// them by their Start.
func (s *Session) Next(ctx context.Context) (probes.Reading, error) {
	if err := ctx.Err(); err != nil {
		return probes.Reading{}, err
	}
	if s.next == len(s.readings) {
		return probes.Reading{}, io.EOF
	}
	s.next++
	return s.readings[s.next-1], nil
}

// Length returns how long the timeline is, the last reading included.
func (s *Session) Length() time.Duration { return length(s.readings) }

func length(readings []probes.Reading) time.Duration {
	if len(readings) == 0 {
		return 0
	}
	last := readings[len(readings)-1]
	return last.Start + last.Elapsed
}

// At returns when the reading that Next gives began, Length at the end.
func (s *Session) At() time.Duration {
	if s.next == len(s.readings) {
		return s.Length()
	}
	return s.readings[s.next].Start
}

// Seek makes Next go on with the first reading at or after a time. It returns
// the newest readings before that, history at most, in their order.
func (s *Session) Seek(to time.Duration, history int) []probes.Reading {
	s.next = sort.Search(len(s.readings), func(i int) bool { return s.readings[i].Start >= to })
	return s.readings[max(0, s.next-history):s.next]
}

// Replace changes nothing.
func (s *Session) Replace(int, probes.Scenario) error { return probes.ErrFixed }

// Close has nothing to give back.
func (s *Session) Close() error { return nil }
