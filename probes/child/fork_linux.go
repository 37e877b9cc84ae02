//go:build amd64 || arm64 || loong64 || riscv64

package child

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// CanFork reports whether Fork works here.
const CanFork = true

// Shared returns zeroed memory that processes made by Fork share with this one.
// It lives as long as they do.
func Shared(bytes int) ([]byte, error) {
	return unix.Mmap(-1, 0, bytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_SHARED)
}

// Private returns zeroed memory outside Go's heap, for what system calls read
// and write. Each process made by Fork has its own.
func Private(bytes int) ([]byte, error) {
	return unix.Mmap(-1, 0, bytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
}

// Fork makes a copy of this process, as fork(2) does, in which only the
// calling thread goes on: it runs body(arg), and ends with the status that it
// returns. The copy dies with the thread that made it, so the caller has called
// runtime.LockOSThread.
//
// Of Go's runtime the copy has nothing but its memory. So body, and all that it
// calls, is marked nosplit and norace, allocates nothing, and uses raw system
// calls only.
//
//go:norace
//go:nosplit
func Fork(body func(arg unsafe.Pointer) int, arg unsafe.Pointer) (pid int, errno syscall.Errno) {
	made, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if made != 0 || errno != 0 {
		return int(made), errno
	}
	syscall.RawSyscall6(unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0, 0)
	status := body(arg)
	for {
		syscall.RawSyscall(unix.SYS_EXIT_GROUP, uintptr(status), 0, 0)
	}
}

// Clock reads the monotonic clock, also in a copy made by Fork, without the
// help of the runtime.
//
//go:norace
//go:nosplit
func Clock(to *unix.Timespec) {
	syscall.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(to)), 0)
}

// Peek reads a word that threads or processes of raw system calls write.
//
//go:norace
func Peek(word *int64) int64 { return *word }

// Status says how a process ended that ended badly, "" for one that did not.
func Status(s unix.WaitStatus) string {
	switch {
	case s.Signaled():
		return "it was ended by the signal " + unix.SignalName(s.Signal())
	case s.ExitStatus() != 0:
		return unix.ErrnoName(syscall.Errno(s.ExitStatus()))
	}
	return ""
}
