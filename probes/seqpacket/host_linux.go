//go:build amd64 || arm64 || loong64 || riscv64

package seqpacket

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/child"
)

func check(probes.Scenario) error { return nil }

func init() { child.Register(work, serve) }

var types = map[string]int{
	probes.SocketStream:    unix.SOCK_STREAM,
	probes.SocketDgram:     unix.SOCK_DGRAM,
	probes.SocketSeqpacket: unix.SOCK_SEQPACKET,
}

// board is the memory that both processes see.
type board struct {
	start, stop unix.Timespec // by the reader
	bytes       int64         // that it read
	_           [256]byte
	left        int64 // messages still to be written, by the writer and every so often
}

// test is one run: the two ends of the socketpair and what passes through.
type test struct {
	board       *board
	fds         [2]int // the writer's, the reader's
	data        uintptr
	size, bytes int64 // of a message, of all
	messages    int64
	dgram       bool
}

// The processes of a run.
const (
	writer = iota
	reader
)

var names = [2]string{"writer", "reader"}

// serve is the child: it forks the reader, as the original does, and the writer
// too, which so has one thread, as the original: in a process of several a
// system call on a file takes a reference to it, which costs some percent.
func serve(task json.RawMessage, out *child.Output) (any, error) {
	var s probes.Scenario
	if err := json.Unmarshal(task, &s); err != nil {
		return nil, err
	}
	signal.Ignore(unix.SIGPIPE) // a reader that died is seen as EPIPE
	runtime.GOMAXPROCS(4)
	runtime.LockOSThread() // forks die with the thread that made them
	t, err := open(s)
	if err != nil {
		return nil, err
	}
	var pids [2]int
	for _, i := range []int{reader, writer} { // so that somebody waits for the first message
		pid, errno := child.Fork([2]func(unsafe.Pointer) int{write, read}[i], unsafe.Pointer(t))
		if errno != 0 {
			return nil, &probes.Unable{What: "the " + names[i] + " could not be forked", Why: errno.Error(),
				Advice: "The limit on processes (ulimit -u, pids.max of the cgroup) may be too low."}
		}
		pids[i] = pid
	}
	_, _ = unix.Close(t.fds[0]), unix.Close(t.fds[1])
	stop := out.Follow(func() float64 { return 1 - float64(child.Peek(&t.board.left))/float64(t.messages) })
	how, err := reap(pids)
	stop()
	if err != nil {
		return nil, err
	}
	return t.judge(s, how)
}

// reap waits for both processes and returns how each ended. When one ends badly
// the other is not waited for, since a datagram socket does not tell it.
func reap(pids [2]int) (how [2]string, err error) {
	for range pids {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		for errors.Is(err, unix.EINTR) {
			pid, err = unix.Wait4(-1, &status, 0, nil)
		}
		if err != nil {
			return how, fmt.Errorf("the writer or the reader was lost: %w", err)
		}
		i := slices.Index(pids[:], pid)
		if i < 0 {
			return how, fmt.Errorf("process %d is neither the writer nor the reader", pid)
		}
		if how[i] = child.Status(status); how[i] != "" && how[1-i] == "" {
			if pid, _ := unix.Wait4(pids[1-i], &status, unix.WNOHANG, nil); pid > 0 {
				how[1-i] = child.Status(status)
			} else {
				_ = unix.Kill(pids[1-i], unix.SIGKILL)
			}
			return how, nil
		}
	}
	return how, nil
}

func open(s probes.Scenario) (*test, error) {
	refused := func(what string, err error) error {
		return &probes.Unable{What: what, Why: err.Error(), Advice: "The limits on open files and memory (ulimit -n, ulimit -v) may be too low."}
	}
	t := &test{size: int64(s.Size), messages: int64(s.Messages), bytes: int64(s.Size) * int64(s.Messages), dgram: s.Socket == probes.SocketDgram}
	shared, err := child.Shared(int(unsafe.Sizeof(board{})))
	if err != nil {
		return nil, refused("memory for the test could not be mapped", err)
	}
	data, err := child.Private(s.Size)
	if err != nil {
		return nil, refused("memory for a message could not be mapped", err)
	}
	t.board, t.data = (*board)(unsafe.Pointer(&shared[0])), uintptr(unsafe.Pointer(&data[0]))
	t.board.left = int64(s.Messages)
	fds, err := unix.Socketpair(unix.AF_UNIX, types[s.Socket], 0)
	if err != nil {
		return nil, refused("a socketpair could not be opened", err)
	}
	t.fds = fds
	for i, on := range []bool{
		s.PassCred == probes.PassCredSender || s.PassCred == probes.PassCredBoth,
		s.PassCred == probes.PassCredReceiver || s.PassCred == probes.PassCredBoth,
	} {
		if on {
			err = errors.Join(err, unix.SetsockoptInt(fds[i], unix.SOL_SOCKET, unix.SO_PASSCRED, 1))
		}
	}
	if err != nil {
		return nil, refused("SO_PASSCRED could not be set", err)
	}
	return t, nil
}

// read is the forked reader. Of a datagram socket nobody tells it the end, so
// there it counts.
//
//go:norace
//go:nosplit
//go:nocheckptr
func read(arg unsafe.Pointer) int {
	t := (*test)(arg)
	syscall.RawSyscall(unix.SYS_CLOSE, uintptr(t.fds[0]), 0, 0)
	fd, data, size := uintptr(t.fds[1]), t.data, uintptr(t.size)
	limit := t.bytes
	if !t.dgram {
		limit++
	}
	var bytes int64
	child.Clock(&t.board.start)
	for bytes < limit {
		n, _, errno := syscall.RawSyscall(unix.SYS_READ, fd, data, size)
		if errno == unix.EINTR {
			continue
		}
		if errno != 0 {
			return int(errno)
		}
		if n == 0 {
			break
		}
		bytes += int64(n)
	}
	child.Clock(&t.board.stop)
	t.board.bytes = bytes
	return 0
}

// tellEvery is how many messages pass between two notes of how many are left:
// a power of two, and few enough for a bar that moves.
const tellEvery = 1 << 12

// write is the forked writer.
//
//go:norace
//go:nosplit
//go:nocheckptr
func write(arg unsafe.Pointer) int {
	t := (*test)(arg)
	syscall.RawSyscall(unix.SYS_CLOSE, uintptr(t.fds[1]), 0, 0)
	fd, data, size := uintptr(t.fds[0]), t.data, uintptr(t.size)
	for left := t.messages; left > 0; {
		n, _, errno := syscall.RawSyscall(unix.SYS_WRITE, fd, data, size)
		if errno == unix.EINTR {
			continue
		}
		if errno != 0 {
			t.board.left = left
			return int(errno)
		}
		if n != size { // a stream that was cut
			return int(unix.EIO)
		}
		left--
		if left%tellEvery == 0 {
			t.board.left = left
		}
	}
	return 0
}

// judge returns what the reader saw, or why it does not count.
func (t *test) judge(s probes.Scenario, how [2]string) (any, error) {
	if how[writer] == unix.ErrnoName(unix.EMSGSIZE) {
		return nil, &probes.Unable{What: fmt.Sprintf("a message of %d bytes does not fit the socket's buffer", s.Size),
			Why: "a " + s.Socket + " socket takes a message in one piece or not at all", Advice: "Name a smaller size, or socket=stream."}
	}
	for _, i := range []int{reader, writer} { // what becomes of the writer may follow from the reader's end
		if how[i] != "" {
			return nil, fmt.Errorf("the %s stopped before everything had passed (%s), with about %d of %d messages to go, so this run does not count",
				names[i], how[i], child.Peek(&t.board.left), s.Messages)
		}
	}
	if got := child.Peek(&t.board.bytes); got != t.bytes {
		return nil, fmt.Errorf("%d bytes were written and %d read, so this run does not count", t.bytes, got)
	}
	elapsed := time.Duration(t.board.stop.Nano() - t.board.start.Nano())
	return result{Messages: int64(s.Messages), Elapsed: elapsed}, nil
}
