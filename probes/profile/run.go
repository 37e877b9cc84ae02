package profile

import (
	"context"
	"errors"
	"io"
	"time"

	"linebounce/probes/topology"
)

// Run profiles for a time and returns what it came to at its end. tell hears after
// each window which share of the time is over. The errors are those of Open and of
// Session.Next.
func Run(ctx context.Context, m topology.Machine, budget time.Duration, tell func(share float64)) (result Result, err error) {
	began := time.Now()
	session, err := Open(ctx, m, budget)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	for {
		switch err := session.Next(ctx); {
		case errors.Is(err, io.EOF):
			return session.Result(), nil
		case err != nil:
			return result, err
		}
		tell(min(float64(time.Since(began))/float64(budget), 1))
	}
}
