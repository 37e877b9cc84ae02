package windows

import (
	"context"
	"errors"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// Source measures a workload on this machine.
type Source struct {
	Machine topology.Machine
	Build   Build
}

// Open lays the arms out and starts the workers.
func (s Source) Open(ctx context.Context, plan probes.Plan) (probes.Session, error) {
	return nil, errors.New("not built")
}
