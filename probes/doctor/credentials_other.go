//go:build !linux

package doctor

import (
	"runtime"

	"linebounce/probes"
)

// credentials returns a *probes.Unable: SO_PASSCRED is Linux's own.
func credentials() error {
	return noCredentials("SO_PASSCRED exists on Linux only, and this is "+probes.SystemName(runtime.GOOS),
		"Run it on Linux, also in a virtual machine with two CPUs or more.")
}
