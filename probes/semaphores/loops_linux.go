//go:build amd64 || arm64 || loong64 || riscv64

package semaphores

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes/windows"
)

// patience is how long a call may wait. The loop then looks whether its window
// is over.
const patience = 5 * time.Millisecond

// semop is semtimedop(2) as a system call that Go's scheduler does not hear of,
// which at a million calls a second matters. It must stay a function of its own,
// for its prologue is where the runtime can stop the worker; in the kernel it
// cannot be stopped.
//
//go:noinline
func semop(set uintptr, operations unsafe.Pointer, n uintptr, limit *unix.Timespec) syscall.Errno {
	_, _, errno := syscall.RawSyscall6(unix.SYS_SEMTIMEDOP, set, uintptr(operations), n, uintptr(unsafe.Pointer(limit)), 0, 0)
	return errno
}

// callOn makes the two calls in turn until the window is over.
func (w *worker) callOn(stop windows.Stop) {
	set, length := w.set, w.length
	calls := [2]unsafe.Pointer{pointer(&w.calls[0]), pointer(&w.calls[1])}
	var done int64
	for !stop.Over() {
		errno := semop(set, calls[done&1], length, nil)
		if errno == unix.EINTR {
			continue
		}
		if errno != 0 {
			w.problem = errno
			break
		}
		done++
	}
	w.done = done
}

// alternate puts the semaphore and waits until the partner has taken it, again
// and again.
func (w *worker) alternate(stop windows.Stop) {
	put, wait := pointer(&w.calls[0]), pointer(&w.calls[1])
	limit := unix.NsecToTimespec(patience.Nanoseconds())
	var done int64
	for !stop.Over() {
		if errno := semop(w.set, put, 1, nil); errno != 0 {
			w.problem = errno
			break
		}
		errno := semop(w.set, wait, 1, &limit)
		for (errno == unix.EAGAIN || errno == unix.EINTR) && !stop.Over() {
			errno = semop(w.set, wait, 1, &limit)
		}
		if errno != 0 {
			if errno != unix.EAGAIN && errno != unix.EINTR {
				w.problem = errno
			}
			break
		}
		done += 2
	}
	w.done = done
}
