package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"

	"linebounce/assets"
	"linebounce/probes"
	"linebounce/probes/recorded"
)

// shipped returns the recording that the program brings.
func shipped() (*recorded.Recording, error) {
	r, err := recorded.Read(bytes.NewReader(assets.Recording))
	if err != nil {
		return nil, fmt.Errorf("the recording that the program brings: %w", err)
	}
	return r, nil
}

// shippedHeader reads only the header of it, which takes no time.
func shippedHeader() (recorded.Header, error) {
	h, err := recorded.ReadHeader(bytes.NewReader(assets.Recording))
	if err != nil {
		return h, fmt.Errorf("the recording that the program brings: %w", err)
	}
	return h, nil
}

// shippedSources gives each experiment's part of it as a source that is read
// when it is first opened: reading it takes longer than the first picture may.
func shippedSources(h recorded.Header) func(experiment string) probes.Source {
	read := sync.OnceValues(shipped)
	return func(experiment string) probes.Source {
		if !slices.Contains(h.Experiments, experiment) {
			return nil
		}
		return unread{read, experiment}
	}
}

type unread struct {
	read       func() (*recorded.Recording, error)
	experiment string
}

func (u unread) Open(ctx context.Context, plan probes.Plan) (probes.Session, error) {
	r, err := u.read()
	if err != nil {
		return nil, err
	}
	return recorded.Source{Recording: r, Experiment: u.experiment}.Open(ctx, plan)
}
