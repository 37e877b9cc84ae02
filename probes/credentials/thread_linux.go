package credentials

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// unprivileged runs f on a thread without any capability. The thread ends with
// it, so the rest of the program keeps what it may do. A change of uid would
// reach further: the kernel takes a process with mixed ids for one that may not
// be traced or read in /proc.
func unprivileged(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			// The main thread outlives its goroutine; while it is held here,
			// another goroutine gets another thread.
			defer runtime.UnlockOSThread()
			done <- unprivileged(f)
			return
		}
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var none [2]unix.CapUserData
		if err := unix.Capset(&header, &none[0]); err != nil {
			done <- fmt.Errorf("a thread could not give up its capabilities: %w", err)
			return
		}
		done <- f()
	}()
	return <-done
}
