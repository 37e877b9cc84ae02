//go:build !linux

package sockets

import (
	"runtime"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// BuildAlike is Build.
func BuildAlike(m topology.Machine, s probes.Scenario, burst int) (windows.Workload, error) {
	return Build(m, s, burst)
}

// Build says that only Linux passes credentials by SO_PASSCRED.
func Build(topology.Machine, probes.Scenario, int) (windows.Workload, error) {
	return nil, &probes.Unable{
		What:   "the sockets experiment does not run here",
		Why:    "SO_PASSCRED is Linux's, and this is " + probes.SystemName(runtime.GOOS),
		Advice: "Run it on Linux.",
	}
}
