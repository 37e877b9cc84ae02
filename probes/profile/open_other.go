//go:build !linux

package profile

import (
	"context"
	"runtime"
	"time"

	"linebounce/probes"
	"linebounce/probes/topology"
)

// Open says that only Linux is profiled.
func Open(context.Context, topology.Machine, time.Duration) (*Session, error) { return nil, Check() }

// Check says the same.
func Check() error {
	return &probes.Unable{What: what, Why: "perf_event_open is Linux's, and this is " + probes.SystemName(runtime.GOOS), Advice: "Run it on Linux."}
}
