//go:build !(linux && (amd64 || arm64 || loong64 || riscv64))

package semaphores

import (
	"runtime"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// Build says that this program knows the semaphores of 64-bit Linux only.
func Build(topology.Machine, probes.Scenario, int) (windows.Workload, error) {
	return nil, &probes.Unable{
		What: "the semaphores experiment does not run here", Why: "it is about Linux's System V semaphores on 64-bit CPUs, and this is " + probes.SystemName(runtime.GOOS) + " on " + runtime.GOARCH,
		Advice: "Run it on Linux.",
	}
}

// Sweep has nothing to remove where no set is ever made.
func Sweep() []string { return nil }
