package messages

import (
	"errors"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// Build is not there yet.
func Build(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
	return nil, errors.New("not built")
}
