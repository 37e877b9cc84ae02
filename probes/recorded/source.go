package recorded

import (
	"context"
	"fmt"
	"io"

	"linebounce/probes"
)

// Source gives back the readings of one experiment.
type Source struct {
	Recording  *Recording
	Experiment string
}

// Source returns an experiment's readings as a source, nil for one that was
// not recorded.
func (r *Recording) Source(experiment string) probes.Source {
	if len(r.readings[experiment]) == 0 {
		return nil
	}
	return Source{r, experiment}
}

// Open begins at the first reading. The plan's arms and budget do not matter:
// what was recorded is recorded.
func (s Source) Open(context.Context, probes.Plan) (probes.Session, error) {
	readings := s.Recording.readings[s.Experiment]
	if len(readings) == 0 {
		return nil, fmt.Errorf("the recording holds nothing of experiment %q", s.Experiment)
	}
	return &session{left: readings}, nil
}

type session struct {
	left []probes.Reading
}

// Next returns the readings in their order, at once: whoever shows them paces
// them by their Start.
func (s *session) Next(ctx context.Context) (probes.Reading, error) {
	if err := ctx.Err(); err != nil {
		return probes.Reading{}, err
	}
	if len(s.left) == 0 {
		return probes.Reading{}, io.EOF
	}
	next := s.left[0]
	s.left = s.left[1:]
	return next, nil
}

// Replace changes nothing.
func (s *session) Replace(int, probes.Scenario) error { return probes.ErrFixed }

// Close has nothing to give back.
func (s *session) Close() error { return nil }
