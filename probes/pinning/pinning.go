package pinning

import (
	"fmt"
	"runtime"

	"linebounce/probes"
)

// Check tries whether a thread can be pinned to each of the CPUs in turn, and
// runs there afterwards. It returns nil or, for the first CPU that fails, the
// *probes.Unable that Pin would return. It leaves the calling thread alone.
func Check(cpus ...int) error {
	result := make(chan error)
	go func() {
		// Never unlocked: a locked thread ends with its goroutine, so none
		// goes back to the scheduler with a mask of one CPU.
		runtime.LockOSThread()
		result <- try(cpus)
	}()
	return <-result
}

func try(cpus []int) error {
	for _, cpu := range cpus {
		if err := Pin(cpu); err != nil {
			return err
		}
		if here := Here(); here >= 0 && here != cpu {
			return refused(cpu, fmt.Sprintf("the system accepted the mask, but the thread runs on CPU %d", here), sandbox)
		}
	}
	return nil
}

// What a user can do about a refusal.
const (
	sandbox = "A sandbox or a container may be in the way; run it outside, or start the container with " +
		"docker run --security-opt seccomp=unconfined."
	outside = "The CPUs this process may use are shown by: grep Cpus_allowed_list /proc/self/status"
)

func refused(cpu int, why, advice string) error {
	return &probes.Unable{What: fmt.Sprintf("a thread could not be pinned to CPU %d", cpu), Why: why, Advice: advice}
}
