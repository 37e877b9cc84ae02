//go:build !(linux && (amd64 || arm64 || loong64 || riscv64))

package hackbench

import (
	"runtime"

	"linebounce/probes"
)

func check(probes.Scenario) error {
	return &probes.Unable{
		What: "hackbench does not run here", Why: "it forks processes and sets SO_PASSCRED, which this program does on 64-bit Linux, and this is " + probes.SystemName(runtime.GOOS) + " on " + runtime.GOARCH,
		Advice: "Run it on Linux.",
	}
}
