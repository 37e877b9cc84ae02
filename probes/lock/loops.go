package lock

import "linebounce/probes/windows"

// worker is one CPU's part: addresses to work on and, written only at a
// window's end, how much it did. It is long enough that no two share a line.
type worker struct {
	lock                *ticket
	value, otime        *int64
	uid, mode, security *int64
	chain               [chainLoads]*int64

	ops  int64
	seen int64 // what the checks read, so that no read is left out

	_ [256]byte
}

// checks reads what permission and security checks read. Each load of the chain
// says which comes next, so none can begin before the last has ended.
func (w *worker) checks() int64 {
	next := *w.uid + *w.mode + *w.security
	for range chainLoads {
		next = *w.chain[next]
	}
	return next
}

// checksInside holds the array's lock for the checks too.
func (w *worker) checksInside(stop windows.Stop) {
	var ops, seen int64
	for !stop.Over() {
		w.lock.take()
		seen += w.checks()
		*w.value++
		*w.otime = ops
		w.lock.release()
		ops++
	}
	w.ops, w.seen = ops, seen
}

// checksOutside takes the array's lock after the checks.
func (w *worker) checksOutside(stop windows.Stop) {
	var ops, seen int64
	for !stop.Over() {
		seen += w.checks()
		w.lock.take()
		*w.value++
		*w.otime = ops
		w.lock.release()
		ops++
	}
	w.ops, w.seen = ops, seen
}

// ownLock takes the slot's own lock after the checks.
func (w *worker) ownLock(stop windows.Stop) {
	var ops, seen int64
	for !stop.Over() {
		seen += w.checks()
		w.lock.take()
		*w.value++
		w.lock.release()
		ops++
	}
	w.ops, w.seen = ops, seen
}
