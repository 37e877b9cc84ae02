package sockets

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes/windows"
)

// call is a system call that Go's scheduler does not hear of, which is worth a
// few percent of the messages. It must stay a function of its own, for its
// prologue is where the runtime can stop the worker: a signal nearly always
// finds it in the kernel, where it cannot be stopped. Without this, a program
// was seen to wait for ever: the runtime for a worker, and the worker for the
// end of a window that no stopped program could declare.
//
//go:noinline
func call(number, fd uintptr, data unsafe.Pointer, length uintptr) (int, unix.Errno) {
	n, _, errno := syscall.RawSyscall(number, fd, uintptr(data), length)
	return int(n), errno
}

// send runs the sender's loop. The message that begins at the window's end is
// its last; before it goes out the receiver can know that it comes.
func (w *workload) send(me *worker, stop windows.Stop) {
	w.total.Store(sending)
	if stop.Over() {
		w.total.Store(0)
		return
	}
	refs, side, counted := w.references, &w.references.Sender, w.references.Sender.Busy()
	fd, data, length, size := uintptr(me.fd), me.data, me.length, len(me.buffer)
	var sent int64
	var seen int32
	for last := false; ; sent++ {
		if stop.Over() {
			if last {
				break
			}
			last = true
			w.total.Store((sent + 1) * int64(size))
		}
		if counted {
			seen += refs.Do(side.Before)
		}
		n, errno := call(me.number, fd, data, length)
		if n != size && !w.finish(me, n, errno, stop, sent) {
			refs.Do(side.Undo)
			me.ops += 2 * int64(len(side.Undo))
			w.total.Store(sent*int64(size) + me.part)
			break
		}
		if counted {
			seen += refs.Do(side.After)
		}
	}
	me.messages, me.seen = sent, seen
	me.ops += sent * side.Locked
}

// receive runs the receiver's loop until the window is over and everything
// that was sent has come, or nothing comes any more.
func (w *workload) receive(me *worker, stop windows.Stop) {
	w.reading.Store(true)
	defer w.reading.Store(false)
	if stop.Over() {
		return
	}
	refs, side, counted := w.references, &w.references.Receiver, w.references.Receiver.Busy()
	fd, data, length, size := uintptr(me.fd), me.data, me.length, len(me.buffer)
	var received, credited int64
	var seen int32
	for ; !stop.Over() || received*int64(size) != w.total.Load(); received++ {
		if me.headed {
			me.header.SetControllen(controlBytes)
		}
		n, errno := call(me.number, fd, data, length)
		if n != size && !w.finish(me, n, errno, stop, received) {
			break
		}
		if me.headed && me.credentials() != nil {
			credited++
		}
		if counted {
			seen += refs.Do(side.Before)
			seen += refs.Do(side.After)
		}
	}
	me.messages, me.credited, me.seen = received, credited, seen
	me.ops = received * side.Locked
}

// finish goes on with a message of which n bytes went through, or with a call
// that failed; whole messages came before it. It reports whether all of the
// message came through; if not, part is how much of it did.
func (w *workload) finish(me *worker, n int, errno unix.Errno, stop windows.Stop, whole int64) bool {
	defer me.aim(0)
	for done := 0; ; {
		switch {
		case errno == 0 && n > 0:
			if done += n; done == len(me.buffer) {
				return true
			}
			me.aim(done)
		case errno == unix.EINTR:
		case errno == unix.EAGAIN && (!stop.Over() || w.partnered(me, whole*int64(len(me.buffer))+int64(done))):
		default:
			me.part = int64(done)
			me.fail(errno)
			return false
		}
		n, errno = call(me.number, uintptr(me.fd), me.data, me.length)
	}
}

// partnered reports whether a worker with so many bytes behind it need only
// wait: the sender for a receiver that still reads, the receiver for a sender
// that has not sent all it will.
func (w *workload) partnered(me *worker, bytes int64) bool {
	if me == w.workers[sender] {
		return w.reading.Load()
	}
	total := w.total.Load()
	return total == sending || total > bytes
}

// fail notes why the worker stops early. A call that timed out after the
// window's end is no failure.
func (w *worker) fail(errno unix.Errno) {
	switch errno {
	case unix.EAGAIN:
	case 0:
		w.failure = "the " + w.name + " stopped early, because the other end of its socketpair was closed"
	default:
		w.failure = "the " + w.name + " stopped early, because its socketpair failed: " + errno.Error()
	}
}
