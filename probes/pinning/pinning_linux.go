package pinning

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes/topology/cpulist"
)

// Supported reports whether this operating system can pin threads at all.
const Supported = true

// firstMask is the number of CPUs in the first mask that is tried. The kernel
// takes no mask shorter than its own, and does not say how long that is.
const (
	firstMask = 1024
	lastMask  = 1 << 20
)

// Pin binds the calling thread to one CPU and reads the mask back. The caller
// has called runtime.LockOSThread. It returns nil or a *probes.Unable.
func Pin(cpu int) error {
	if cpu < 0 || cpu >= lastMask {
		return refused(cpu, "there is no such CPU", outside)
	}
	mask := unix.NewCPUSet(max(cpu+1, firstMask))
	mask.Set(cpu)
	err := unix.SchedSetaffinityDynamic(0, mask)
	if errors.Is(err, unix.EINVAL) {
		return refused(cpu, "it is offline or not among the CPUs this process may use (EINVAL)", outside)
	}
	if err != nil {
		return refused(cpu, fmt.Sprintf("the system refused it (%s, %v)", errorName(err), err), sandbox)
	}
	got, err := Allowed()
	if err != nil {
		return refused(cpu, fmt.Sprintf("the mask could not be read back (%s, %v)", errorName(err), err), sandbox)
	}
	if !slices.Equal(got, []int{cpu}) {
		return refused(cpu, "the system accepted the mask, but read back it allows "+cpulist.Name(got), sandbox)
	}
	return nil
}

// Allowed returns the CPUs that the calling thread may run on and that are
// online, ascending. On a thread that was not pinned they are the process's.
func Allowed() ([]int, error) {
	for size := firstMask; ; size *= 2 {
		mask := unix.NewCPUSet(size)
		err := unix.SchedGetaffinityDynamic(0, mask)
		if errors.Is(err, unix.EINVAL) && size < lastMask {
			continue
		}
		if err != nil {
			return nil, err
		}
		var cpus []int
		for cpu := range size {
			if mask.IsSet(cpu) {
				cpus = append(cpus, cpu)
			}
		}
		return cpus, nil
	}
}

// Here returns the CPU that the calling thread runs on, -1 where unknown.
func Here() int {
	var cpu uint32
	if _, _, errno := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0); errno != 0 {
		return -1
	}
	return int(cpu)
}

// Busy returns the CPU time that the calling thread has used since it began,
// 0 where unknown.
func Busy() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

func errorName(err error) string {
	var errno unix.Errno
	if errors.As(err, &errno) {
		return unix.ErrnoName(errno)
	}
	return "error"
}
