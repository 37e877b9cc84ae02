//go:build amd64 || arm64 || loong64 || riscv64

package semaphores

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/child"
	"linebounce/probes/topology"
	"linebounce/probes/windows"
)

// usualSemaphores is the array of the mail.
const usualSemaphores = 256

// operation is struct sembuf.
type operation struct {
	number uint16
	change int16
	flags  int16
}

// worker is one thread's part: the calls it makes, and at a window's end how
// many. It is long enough that no two share a line.
type worker struct {
	set     uintptr
	calls   [2][2]operation // in turn
	length  uintptr         // operations in a call
	done    int64
	problem unix.Errno
	_       [256]byte
}

// workload is one array with its workers.
type workload struct {
	array   *array
	mode    string
	workers []*worker

	partner *child.Process // that alternates with worker 0
	bell    int            // rings when worker 0 has ended its window
}

// Build gets the array of a scenario.
func Build(_ topology.Machine, s probes.Scenario, _ int) (windows.Workload, error) {
	if err := check(s); err != nil {
		return nil, err
	}
	n := s.Semaphores
	if n == 0 {
		n = usualSemaphores
	}
	get := join
	if s.Mode == probes.ModeAlternate {
		get = create // the partner waits on it, and would take what others put
	}
	a, err := get(n)
	if err != nil {
		return nil, err
	}
	w := &workload{array: a, mode: s.Mode, bell: -1}
	for i := range s.Writers {
		w.workers = append(w.workers, newWorker(a.id, i, s.Mode))
	}
	if s.Mode == probes.ModeAlternate {
		if err := w.invite(s.CPUs.Numbers()[1]); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	return w, nil
}

// check returns a *probes.ScenarioError for what the experiment cannot do.
func check(s probes.Scenario) error {
	if err := s.OneOf("mode", probes.ModeDouble, probes.ModeSingle, probes.ModeAlternate); err != nil {
		return err
	}
	switch {
	case s.Mode == probes.ModeAlternate && s.Writers != 2:
		return &probes.ScenarioError{Word: "writers", Value: strconv.Itoa(s.Writers), Problem: "cannot alternate", Accepted: []string{"2"}}
	case s.Semaphores > 0 && s.Mode != probes.ModeAlternate && s.Semaphores < s.Writers:
		return &probes.ScenarioError{Word: "semaphores", Value: strconv.Itoa(s.Semaphores),
			Problem: fmt.Sprintf("leaves the %d writers no semaphore each", s.Writers), Accepted: []string{fmt.Sprintf("%d to %d", s.Writers, probes.MaxSemaphores)}}
	}
	return nil
}

// newWorker lays out the calls of a worker. None but those of mode alternate
// ever waits, for nobody else touches its semaphore.
func newWorker(set, i int, mode string) *worker {
	number := uint16(i)
	put, take := operation{number, 1, noWait}, operation{number, -1, noWait}
	w := &worker{set: uintptr(set), length: 1, calls: [2][2]operation{{put}, {take}}}
	switch mode {
	case probes.ModeDouble:
		w.length, w.calls = 2, [2][2]operation{{put, take}, {put, take}}
	case probes.ModeAlternate:
		w.calls = [2][2]operation{{{0, 1, noWait}}, {{0, 0, 0}}} // put it, wait until it is taken
	}
	return w
}

// Roles are adders: all of them write.
func (w *workload) Roles() []probes.Role {
	roles := make([]probes.Role, len(w.workers))
	for i := range roles {
		roles[i] = probes.Adder
	}
	return roles
}

// Sleeps reports that those who alternate sleep until the other has answered.
func (w *workload) Sleeps() bool { return w.mode == probes.ModeAlternate }

// Reset makes all semaphores that are used 0 again.
func (w *workload) Reset(bool) {
	for i, worker := range w.workers {
		worker.done, worker.problem = 0, 0
		if w.mode != probes.ModeAlternate || i == 0 {
			_, _, worker.problem = unix.Syscall6(unix.SYS_SEMCTL, worker.set, uintptr(i), setVal, 0, 0, 0)
		}
	}
	w.quiet()
}

// Work runs the loop of one worker.
func (w *workload) Work(i int, stop windows.Stop) {
	switch {
	case w.mode != probes.ModeAlternate:
		w.workers[i].callOn(stop)
	case i == 0:
		w.workers[i].alternate(stop)
		w.ring()
	default:
		w.listen(stop)
	}
}

// Report counts calls. The partner answered every round but one that the
// window's end cut off.
func (w *workload) Report(r *probes.Reading) {
	for i, worker := range w.workers {
		r.CPUs[i].Ops = worker.done
		if worker.problem != 0 {
			r.Warnings = append(r.Warnings, probes.Warning{Kind: probes.General, CPU: r.CPUs[i].CPU,
				Text: "A worker stopped early, because the semaphore set failed: " + unix.ErrnoName(worker.problem) + "."})
		}
	}
	if w.array.note != "" {
		r.Warnings = append(r.Warnings, probes.Warning{Kind: probes.General, CPU: probes.AnyCPU, Text: w.array.note})
	}
	if w.mode == probes.ModeAlternate {
		r.CPUs[1].Ops = w.workers[0].done / 2 // it takes what two calls of worker 0 put and wait for
	}
}

// Lost says that the partner has ended, so that nobody answers any more.
func (w *workload) Lost() error {
	if w.partner == nil || w.partner.Alive() {
		return nil
	}
	return cmp.Or(w.partner.Wait(nil, nil), errors.New("the process on the other side of the semaphore has ended"))
}

// Close ends the partner, and removes the set if no other arm uses it.
func (w *workload) Close() error {
	var err error
	if w.partner != nil {
		err = w.partner.Close()
	}
	if w.bell >= 0 {
		err = errors.Join(err, unix.Close(w.bell))
	}
	return errors.Join(err, leave(w.array))
}

// invite starts the process that alternates with worker 0, on its CPU.
func (w *workload) invite(cpu int) (err error) {
	if w.bell, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		w.bell = -1
		return &probes.Unable{What: "no event could be opened", Why: err.Error(), Advice: "The limit on open files (ulimit -n) may be too low."}
	}
	if w.partner, err = child.Start(context.Background(), work, task{Set: w.array.id, CPU: cpu}); err != nil {
		return err
	}
	return w.partner.Ready()
}

// ring wakes the worker that only keeps the partner's CPU for it.
func (w *workload) ring() {
	one := [8]byte{1}
	_, _ = unix.Write(w.bell, one[:])
}

// quiet takes back a ring that nobody heard.
func (w *workload) quiet() {
	if w.bell >= 0 {
		var count [8]byte
		_, _ = unix.Read(w.bell, count[:])
	}
}

// listen sleeps until the window is over.
func (w *workload) listen(stop windows.Stop) {
	fds := []unix.PollFd{{Fd: int32(w.bell), Events: unix.POLLIN}}
	for !stop.Over() {
		_, _ = unix.Poll(fds, int(patience.Milliseconds()))
	}
}

func pointer(call *[2]operation) unsafe.Pointer { return unsafe.Pointer(&call[0]) }
