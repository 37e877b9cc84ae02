//go:build amd64 || arm64 || loong64 || riscv64

package hackbench

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// note is what a worker leaves in shared memory, on lines of its own.
type note struct {
	done int64 // loops of a sender, messages of a receiver
	_    [248]byte
}

// worker is one sender or receiver, a thread or a process. It was laid out
// before it starts, for afterwards it allocates nothing.
type worker struct {
	sender bool
	group  int
	fds    []int // to write to, or the one to read from
	unused int   // the other end, which a receiver's process closes, or -1
	rounds int64 // loops of a sender, messages of a receiver
	data   uintptr
	size   uintptr
	note   *note

	barrier *barrier
	poll    unsafe.Pointer // to its own unix.PollFd, outside Go's heap
	pid     int
}

// barrier is hackbench's: each worker says on one pipe that it is ready, and
// waits until the other can be read from. Nobody reads it, so it stays open.
type barrier struct{ readyOut, wake uintptr }

// live is the whole life of a worker. It returns the number of the error that
// ended it early, or 0.
//
//go:norace
//go:nosplit
//go:nocheckptr
func live(arg unsafe.Pointer) int {
	w := (*worker)(arg)
	if w.unused >= 0 {
		syscall.RawSyscall(unix.SYS_CLOSE, uintptr(w.unused), 0, 0)
	}
	if errno := w.wait(); errno != 0 {
		return int(errno)
	}
	if w.sender {
		return int(w.send())
	}
	return int(w.receive())
}

//go:norace
//go:nosplit
func (w *worker) wait() syscall.Errno {
	if n, _, errno := syscall.RawSyscall(unix.SYS_WRITE, w.barrier.readyOut, w.data, 1); n != 1 {
		return errno
	}
	for {
		_, _, errno := syscall.RawSyscall6(unix.SYS_PPOLL, uintptr(w.poll), 1, 0, 0, 0, 0)
		if errno != unix.EINTR {
			return errno
		}
	}
}

// send sprays messages down every socket in turn.
//
//go:norace
//go:nosplit
func (w *worker) send() syscall.Errno {
	data, size := w.data, w.size
	for loop := int64(0); loop < w.rounds; loop++ {
		for _, fd := range w.fds {
			for done := uintptr(0); done < size; {
				n, _, errno := syscall.RawSyscall(unix.SYS_WRITE, uintptr(fd), data+done, size-done)
				if errno == unix.EINTR {
					continue
				}
				if errno != 0 {
					return errno
				}
				done += n
			}
		}
		w.note.done = loop + 1
	}
	return 0
}

//go:norace
//go:nosplit
func (w *worker) receive() syscall.Errno {
	fd, data, size := uintptr(w.fds[0]), w.data, w.size
	for message := int64(0); message < w.rounds; message++ {
		for done := uintptr(0); done < size; {
			n, _, errno := syscall.RawSyscall(unix.SYS_READ, fd, data+done, size-done)
			if errno == unix.EINTR {
				continue
			}
			if errno != 0 {
				return errno
			}
			if n == 0 {
				return unix.EPIPE
			}
			done += n
		}
	}
	w.note.done = w.rounds
	return 0
}
