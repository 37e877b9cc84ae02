package sockets

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// controlBytes is room for one SCM_CREDENTIALS.
const controlBytes = 64

// worker is one end of the pair. The structures that the kernel reads and
// writes are made once, so that the loop allocates nothing. No two workers
// share a line, nor do their buffers: two of 16 bytes on one line were seen to
// cost a fifth of the messages.
type worker struct {
	_       [256]byte
	name    string // what it is in a sentence
	fd      int
	buffer  []byte
	headed  bool // sendmsg or recvmsg instead of write or read
	header  unix.Msghdr
	vector  unix.Iovec
	control [controlBytes / 8]uint64

	controlled int // bytes of control to pass or to offer

	number uintptr        // of the system call,
	data   unsafe.Pointer // its second argument, the buffer or the header,
	length uintptr        // and its third

	messages int64 // of the present window, as all that follows
	credited int64 // messages that came with credentials
	part     int64 // bytes of a message that did not come through
	ops      int64
	seen     int32  // the sum of the fields read, so that no read is left out
	failure  string // why the worker stopped early, a sentence
	_        [256]byte
}

// newSender makes the end that sends, naming its own credentials with every
// message if it is to.
func newSender(fd, size int, explicit bool) *worker {
	w := newWorker("sender", fd, size)
	w.number = unix.SYS_WRITE
	for i := range w.buffer {
		w.buffer[i] = byte('a' + i%26)
	}
	if explicit {
		w.number = unix.SYS_SENDMSG
		own := unix.UnixCredentials(&unix.Ucred{Pid: int32(os.Getpid()), Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid())})
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&w.control)), controlBytes), own)
		w.setHeader(len(own))
	}
	w.aim(0)
	return w
}

// newReceiver makes the end that receives, by recvmsg if with room for
// credentials.
func newReceiver(fd, size int, room bool) *worker {
	w := newWorker("receiver", fd, size)
	w.number = unix.SYS_READ
	if room {
		w.number = unix.SYS_RECVMSG
		w.setHeader(controlBytes)
	}
	w.aim(0)
	return w
}

func newWorker(name string, fd, size int) *worker {
	const apart = 256
	return &worker{name: name, fd: fd, buffer: make([]byte, apart+size+apart)[apart : apart+size]}
}

func (w *worker) setHeader(control int) {
	w.headed = true
	w.header.Iov, w.header.Iovlen = &w.vector, 1
	w.header.Control = (*byte)(unsafe.Pointer(&w.control))
	w.controlled = control
}

// aim points the call at what is left of a message after done bytes.
func (w *worker) aim(done int) {
	rest := w.buffer[done:]
	if w.headed {
		w.vector.Base = &rest[0]
		w.vector.SetLen(len(rest))
		w.header.SetControllen(w.controlled) // receiving changes it
		w.data, w.length = unsafe.Pointer(&w.header), 0
		return
	}
	w.data, w.length = unsafe.Pointer(&rest[0]), uintptr(len(rest))
}

func (w *worker) reset() {
	w.messages, w.credited, w.part, w.ops, w.failure = 0, 0, 0, 0, ""
}

// credentials returns those that came with what was last received, or nil.
func (w *worker) credentials() *unix.Ucred {
	if int(w.header.Controllen) < unix.CmsgLen(unix.SizeofUcred) {
		return nil
	}
	control := (*unix.Cmsghdr)(unsafe.Pointer(&w.control))
	if control.Level != unix.SOL_SOCKET || control.Type != unix.SCM_CREDENTIALS {
		return nil
	}
	return (*unix.Ucred)(unsafe.Add(unsafe.Pointer(&w.control), unix.CmsgLen(0)))
}

// drain throws away what waits to be received.
func (w *worker) drain() {
	for {
		if n, _, err := unix.Recvfrom(w.fd, w.buffer, unix.MSG_DONTWAIT); err != unix.EINTR && (err != nil || n == 0) {
			return
		}
	}
}
