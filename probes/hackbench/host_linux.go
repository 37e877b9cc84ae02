//go:build amd64 || arm64 || loong64 || riscv64

package hackbench

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/signal"
	"runtime"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/child"
)

func init() { child.Register(work, serve) }

// host is the child: it makes the groups, lets them go and waits for them.
type host struct {
	shape
	scenario  probes.Scenario
	workers   []*worker
	barrier   barrier
	readyIn   int // it says here how many workers are ready
	wakeOut   int // a byte here lets all of them go
	notes     []byte
	buffers   []byte
	polls     []byte
	ended     chan ending // of threads
	bufferFor int         // bytes from one worker's buffer to the next's
}

// ending is how a worker ended.
type ending struct {
	worker *worker
	how    string // "" where it did all its work
}

// serve is the child's work: one run.
func serve(task json.RawMessage, out *child.Output) (any, error) {
	var s probes.Scenario
	if err := json.Unmarshal(task, &s); err != nil {
		return nil, err
	}
	h := &host{shape: shapeOf(s), scenario: s}
	signal.Ignore(unix.SIGPIPE) // a receiver that died is seen as EPIPE
	const others = 4            // processors for the goroutines that are no workers
	if h.processes {
		runtime.GOMAXPROCS(others)
	} else {
		runtime.GOMAXPROCS(int(h.tasks()) + others)
	}
	runtime.LockOSThread() // forks die with the thread that made them
	if err := h.prepare(); err != nil {
		return nil, err
	}
	defer h.kill()
	for group := range int(h.groups) {
		if err := h.group(group); err != nil {
			return nil, err
		}
	}
	if err := h.gather(); err != nil {
		return nil, err
	}
	stop := out.Follow(h.share)
	start := time.Now()
	if _, err := unix.Write(h.wakeOut, []byte{0}); err != nil {
		return nil, fmt.Errorf("the barrier did not fall: %w", err)
	}
	err := h.reap()
	elapsed := time.Since(start)
	stop()
	return result{Elapsed: elapsed}, err
}

func refused(what string, err error) error {
	return &probes.Unable{What: what, Why: err.Error(), Advice: "Name fewer groups or senders, or raise the limits (ulimit -n, ulimit -u)."}
}

// prepare opens the barrier and maps the memory of all workers.
func (h *host) prepare() error {
	var ready, wake [2]int
	if err := errors.Join(unix.Pipe(ready[:]), unix.Pipe(wake[:])); err != nil {
		return refused("hackbench's barrier could not be opened", err)
	}
	h.readyIn, h.wakeOut = ready[0], wake[1]
	h.barrier = barrier{uintptr(ready[1]), uintptr(wake[0])}
	n := int(h.tasks())
	h.bufferFor = (int(h.size) + 255) &^ 255
	var err, failed error
	for _, m := range []struct {
		memory *[]byte
		bytes  int
		get    func(int) ([]byte, error)
	}{
		{&h.notes, n * int(unsafe.Sizeof(note{})), child.Shared},
		{&h.buffers, n * h.bufferFor, child.Private},
		{&h.polls, n * int(unsafe.Sizeof(unix.PollFd{})), child.Private},
	} {
		if *m.memory, err = m.get(m.bytes); err != nil {
			failed = err
		}
	}
	if failed != nil {
		return refused("hackbench's memory could not be mapped", failed)
	}
	h.ended = make(chan ending, n)
	return nil
}

// group makes one group as hackbench does: a socketpair and a receiver each,
// then the senders.
func (h *host) group(group int) error {
	var outs []int
	for range h.receivers {
		fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		if err != nil {
			return refused("a socketpair could not be opened", err)
		}
		if err := passcred(fds[1], fds[0], h.scenario.PassCred); err != nil {
			return refused("SO_PASSCRED could not be set", err)
		}
		w := h.worker(group, false, []int{fds[0]}, h.senders*h.loops)
		if h.processes {
			w.unused = fds[1]
		}
		if err := h.start(w); err != nil {
			return err
		}
		outs = append(outs, fds[1])
		if h.processes {
			_ = unix.Close(fds[0])
		}
	}
	for range h.senders {
		if err := h.start(h.worker(group, true, outs, h.loops)); err != nil {
			return err
		}
	}
	if h.processes {
		for _, fd := range outs {
			_ = unix.Close(fd)
		}
	}
	return nil
}

func passcred(sender, receiver int, value string) (err error) {
	if value == probes.PassCredSender || value == probes.PassCredBoth {
		err = unix.SetsockoptInt(sender, unix.SOL_SOCKET, unix.SO_PASSCRED, 1)
	}
	if value == probes.PassCredReceiver || value == probes.PassCredBoth {
		err = errors.Join(err, unix.SetsockoptInt(receiver, unix.SOL_SOCKET, unix.SO_PASSCRED, 1))
	}
	return err
}

func (h *host) worker(group int, sender bool, fds []int, rounds int64) *worker {
	i := len(h.workers)
	w := &worker{
		sender: sender, group: group, fds: fds, unused: -1, rounds: rounds, size: uintptr(h.size), barrier: &h.barrier,
		data: uintptr(unsafe.Pointer(&h.buffers[i*h.bufferFor])),
		note: (*note)(unsafe.Pointer(&h.notes[i*int(unsafe.Sizeof(note{}))])),
		poll: unsafe.Pointer(&h.polls[i*int(unsafe.Sizeof(unix.PollFd{}))]),
	}
	*(*unix.PollFd)(w.poll) = unix.PollFd{Fd: int32(h.barrier.wake), Events: unix.POLLIN}
	h.workers = append(h.workers, w)
	return w
}

// start starts a worker as a process or a thread.
func (h *host) start(w *worker) error {
	if !h.processes {
		go func() {
			runtime.LockOSThread()
			status := live(unsafe.Pointer(w))
			runtime.UnlockOSThread() // the thread may stay, for the process ends soon
			h.ended <- ending{w, child.Status(unix.WaitStatus(status << 8))}
		}()
		return nil
	}
	pid, errno := child.Fork(live, unsafe.Pointer(w))
	if errno != 0 {
		return refused("a process of hackbench could not be forked", errno)
	}
	w.pid = pid
	return nil
}

// gather waits until every worker stands at the barrier.
func (h *host) gather() error {
	ready := make([]byte, 256)
	for missing := len(h.workers); missing > 0; {
		fds := []unix.PollFd{{Fd: int32(h.readyIn), Events: unix.POLLIN}}
		const patience = 500 // milliseconds, then it looks whether one has died
		n, err := unix.Poll(fds, patience)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return err
		case n == 0:
			if e, found := h.next(unix.WNOHANG); found {
				return h.fault(e)
			}
		default:
			got, err := unix.Read(h.readyIn, ready)
			if err != nil && !errors.Is(err, unix.EINTR) {
				return err
			}
			missing -= max(got, 0)
		}
	}
	return nil
}

// reap waits until all workers have ended, or one has ended badly.
func (h *host) reap() error {
	for range h.workers {
		e, found := h.next(0)
		if !found {
			return errors.New("a process of hackbench was lost, so this run does not count")
		}
		if e.how != "" {
			return h.fault(e)
		}
	}
	return nil
}

// next waits for a worker to end; with WNOHANG it only looks.
func (h *host) next(options int) (ending, bool) {
	if !h.processes {
		if options != 0 && len(h.ended) == 0 {
			return ending{}, false
		}
		return <-h.ended, true
	}
	var status unix.WaitStatus
	pid, err := unix.Wait4(-1, &status, options, nil)
	for errors.Is(err, unix.EINTR) {
		pid, err = unix.Wait4(-1, &status, options, nil)
	}
	if err != nil || pid == 0 {
		return ending{}, false
	}
	for _, w := range h.workers {
		if w.pid == pid {
			w.pid = 0
			return ending{w, child.Status(status)}, true
		}
	}
	return ending{}, false
}

// fault words a bad ending. One that only followed from another's end, as EPIPE
// does, gives way to that.
func (h *host) fault(e ending) error {
	for e.how == unix.ErrnoName(unix.EPIPE) {
		cause, found := h.next(unix.WNOHANG)
		if !found {
			break
		}
		if cause.how != "" {
			e = cause
		}
	}
	name := "receiver"
	if e.worker.sender {
		name = "sender"
	}
	return fmt.Errorf("a %s of group %d stopped before its work was done (%s), so this run does not count", name, e.worker.group+1, e.how)
}

// kill ends the processes that are left of a run that failed. Threads end with
// the child.
func (h *host) kill() {
	for _, w := range h.workers {
		if w.pid > 0 {
			_ = unix.Kill(w.pid, unix.SIGKILL)
		}
	}
}

// share is what the senders have behind them.
func (h *host) share() float64 {
	var done int64
	for _, w := range h.workers {
		if w.sender {
			done += child.Peek(&w.note.done)
		}
	}
	return float64(done) / float64(h.groups*h.senders*h.loops)
}
