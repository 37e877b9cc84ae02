//go:build !linux

package credentials

import (
	"context"
	"runtime"

	"linebounce/probes"
)

// Run says that only Linux passes credentials by SO_PASSCRED.
func Run(context.Context) ([]Row, error) {
	return nil, &probes.Unable{
		What:   "the kernel cannot be asked who receives which credentials",
		Why:    "SO_PASSCRED and SCM_CREDENTIALS are Linux's, and this is " + probes.SystemName(runtime.GOOS),
		Advice: "Run it on Linux.",
	}
}
