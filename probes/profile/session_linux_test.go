package profile

import (
	"errors"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes"
	"linebounce/probes/topology"
)

func open(t *testing.T, budget time.Duration) *Session {
	t.Helper()
	s, err := Open(t.Context(), topology.Read(), budget)
	if errors.As(err, new(*probes.Unable)) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// descriptors names what this process has open.
func descriptors(t *testing.T) (names []string) {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	for _, entry := range list {
		name, _ := os.Readlink("/proc/self/fd/" + entry.Name())
		names = append(names, entry.Name()+" "+name)
	}
	return names
}

// noMore holds that as much is open as was before.
func noMore(t *testing.T, before []string) {
	t.Helper()
	if after := descriptors(t); len(after) != len(before) {
		t.Errorf("open before: %q\nand after: %q", before, after)
	}
}

func TestTheKernelIsSeenAtWork(t *testing.T) {
	s := open(t, 0)
	for deadline := time.Now().Add(time.Minute); ; {
		if err := s.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := s.Result()
		if r.Pairs >= fewestBlocks && r.Samples[Off] > 50 && r.Samples[On] > 50 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("a minute of windows brought %d pairs with %v samples", r.Pairs, r.Samples)
		}
	}
	r := s.Result()
	var off, on float64
	kernel := false
	for _, y := range r.Symbols {
		off, on = off+y.Off, on+y.On
		kernel = kernel || strings.HasPrefix(y.Name, "unix_stream_")
		if !y.Difference.Known() {
			t.Errorf("%s has no interval from %d pairs", y.Name, r.Pairs)
		}
	}
	if math.Abs(off-100) > 1e-6 || math.Abs(on-100) > 1e-6 {
		t.Errorf("shares add up to %v and %v percent", off, on)
	}
	if !kernel {
		t.Errorf("no unix_stream_ function among %d symbols", len(r.Symbols))
	}
	if r.Event == "" || len(r.Counters) == 0 && r.Absent == "" {
		t.Errorf("%+v: says neither what it sampled nor which counters are absent", r)
	}
}

func TestClosingLeavesNothingOpen(t *testing.T) {
	// Behind a window whatever is opened once and kept is open, and so is what the
	// workers open as they begin.
	if err := open(t, 0).Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := descriptors(t)
	s, err := Open(t.Context(), topology.Read(), 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		err = s.Next(t.Context())
	}
	if err != io.EOF {
		t.Errorf("a session ends with %v, want %v", err, io.EOF)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	noMore(t, before)
}

// In a sandbox that refuses the call, a refusal says so.
func TestARefusalIsExplained(t *testing.T) {
	for errno, says := range map[unix.Errno]string{unix.EPERM: "seccomp filter", unix.ENOSYS: "ENOSYS"} {
		installed, result := true, make(chan error, 1)
		go func() {
			runtime.LockOSThread() // never unlocked: the filter ends with its thread
			if installed = forbid(errno); !installed {
				result <- nil
				return
			}
			_, err := perfOpen(&candidates(Rate)[1].attr)
			root := files(paranoid, "1", status, caged)
			result <- refused(root, err)
		}()
		err := <-result
		if !installed {
			t.Skip("this system installs no seccomp filter, so it cannot play the sandbox")
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("refused with %v: %v, want %q", errno, err, says)
		}
	}
}

// forbid has perf_event_open fail on this thread.
func forbid(errno unix.Errno) bool {
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}, // the call's number
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_PERF_EVENT_OPEN, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(errno)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != nil {
		return false
	}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0) == nil
}

// A counter counts what the kernel counts, so that a processor's does too.
func TestACounterCounts(t *testing.T) {
	const software, switches = 1, 3 // PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES
	result := make(chan error, 1)
	var first, second float64
	go func() {
		runtime.LockOSThread()
		c, err := openCounter(counting{kind: software, config: switches})
		if err != nil {
			result <- err
			return
		}
		defer c.close()
		c.start()
		for range 20 {
			_ = unix.Nanosleep(&unix.Timespec{Nsec: 1000}, nil)
		}
		c.stop()
		var failed [2]error
		first, failed[0] = c.read()
		_ = unix.Nanosleep(&unix.Timespec{Nsec: 1000}, nil)
		c.start()
		c.stop()
		second, failed[1] = c.read()
		if failed[0] != nil {
			t.Error(failed[0])
		}
		result <- nil
	}()
	if err := <-result; err != nil {
		t.Skip(err)
	}
	if first < 20 || second >= first {
		t.Errorf("counted %v switches in 20 sleeps, then %v in none", first, second)
	}
}
