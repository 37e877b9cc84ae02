//go:build !linux

package pinning

import (
	"errors"
	"runtime"
	"time"

	"linebounce/probes"
)

// Supported reports whether this operating system can pin threads at all.
const Supported = false

// Pin returns a *probes.Unable: this system has no call that binds a thread to
// a CPU and that can be read back.
func Pin(cpu int) error {
	return refused(cpu, "pinning is done on Linux only, and this is "+probes.SystemName(runtime.GOOS),
		"Run it on Linux, also in a virtual machine with two CPUs or more.")
}

// Allowed returns an error: the mask is not known here.
func Allowed() ([]int, error) {
	return nil, errors.New("no CPU mask can be read on " + probes.SystemName(runtime.GOOS))
}

// Here returns -1: the CPU is not known here.
func Here() int { return -1 }

// Busy returns 0: the thread's CPU time is not known here.
func Busy() time.Duration { return 0 }
