package pinning

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Delay reads how long one thread has waited for a CPU although it could run.
// For a thread that sleeps in system calls this, not its CPU time, says
// whether somebody kept it from working.
type Delay struct{ file *os.File }

// OpenDelay opens the calling thread's account; the caller has called
// runtime.LockOSThread. It returns nil where the kernel keeps none.
func OpenDelay() *Delay {
	file, err := os.Open("/proc/thread-self/schedstat")
	if err != nil {
		return nil
	}
	return &Delay{file}
}

// Read returns the time waited since the thread began, 0 where unknown.
func (d *Delay) Read() time.Duration {
	if d == nil {
		return 0
	}
	var text [128]byte
	n, err := unix.Pread(int(d.file.Fd()), text[:], 0)
	if err != nil {
		return 0
	}
	return parseDelay(text[:n])
}

// Close gives the account back.
func (d *Delay) Close() {
	if d != nil {
		_ = d.file.Close()
	}
}
