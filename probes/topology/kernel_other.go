//go:build !unix

package topology

import (
	"runtime"

	"linebounce/probes"
)

// kernel names the operating system; its release is not asked for here.
func kernel() string { return probes.SystemName(runtime.GOOS) }
