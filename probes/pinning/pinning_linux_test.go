package pinning

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"linebounce/probes"
)

// onThread runs f on a locked thread that ends with it.
func onThread(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		f()
	}()
	<-done
}

func allowed(t *testing.T) []int {
	t.Helper()
	cpus, err := Allowed()
	if err != nil {
		t.Skipf("this process's mask cannot be read: %v", err)
	}
	if err := Check(cpus...); err != nil {
		t.Skipf("threads cannot be pinned here: %v", err)
	}
	return cpus
}

func TestAPinnedThreadRunsWhereItWasPut(t *testing.T) {
	for _, cpu := range allowed(t) {
		onThread(func() {
			if err := Pin(cpu); err != nil {
				t.Error(err)
				return
			}
			for range 100 {
				if here := Here(); here != cpu {
					t.Errorf("pinned to CPU %d, running on %d", cpu, here)
				}
				runtime.Gosched()
			}
			if mask, err := Allowed(); err != nil || !slices.Equal(mask, []int{cpu}) {
				t.Errorf("the mask is %v, %v, want only %d", mask, err, cpu)
			}
		})
	}
}

func TestCheckLeavesNoPinnedThreadBehind(t *testing.T) {
	cpus := allowed(t)
	for range 20 {
		if err := Check(cpus[0]); err != nil {
			t.Fatal(err)
		}
	}
	// Every goroutine here waits for the others, so each needs no thread of
	// its own, but whichever thread it gets must have the whole mask.
	masks := make(chan []int)
	for range 50 {
		go func() {
			mask, _ := Allowed()
			masks <- mask
		}()
	}
	for range 50 {
		if mask := <-masks; !slices.Equal(mask, cpus) {
			t.Errorf("a thread came back with the mask %v, want %v", mask, cpus)
		}
	}
}

func TestPinRefusesACPUThatIsNotThere(t *testing.T) {
	for _, cpu := range []int{-1, 1 << 15, 1<<31 - 1} {
		onThread(func() {
			before, _ := Allowed()
			err := Pin(cpu)
			var unable *probes.Unable
			if !errors.As(err, &unable) || unable.Why == "" || unable.Advice == "" {
				t.Errorf("Pin(%d) = %v, want a *probes.Unable that says why and what helps", cpu, err)
			}
			if after, _ := Allowed(); !slices.Equal(after, before) {
				t.Errorf("Pin(%d) failed, yet the mask went from %v to %v", cpu, before, after)
			}
		})
	}
}

func TestBusyCountsOnlyThisThreadsWork(t *testing.T) {
	onThread(func() {
		before := Busy()
		for deadline := time.Now().Add(time.Minute); Busy() == before; {
			if time.Now().After(deadline) {
				t.Error("a minute of work, and the thread's CPU time stood still")
				return
			}
		}
	})
	onThread(func() {
		before := Busy()
		onThread(func() {
			for start := Busy(); Busy() < start+5*time.Millisecond; {
			}
		})
		if gained := Busy() - before; gained >= 5*time.Millisecond {
			t.Errorf("another thread worked 5 ms and this one was billed %v", gained)
		}
	})
}

// intercept lets this thread's sched_setaffinity return at once, with an
// error number or, for 0, as if it had worked.
func intercept(t *testing.T, errno unix.Errno) (installed bool) {
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}, // the call's number
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_SCHED_SETAFFINITY, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(errno)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		t.Logf("no_new_privs: %v", err)
		return false
	}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		t.Logf("seccomp filter: %v", err)
		return false
	}
	return true
}

func TestARefusalSaysWhy(t *testing.T) {
	cpus := allowed(t)
	for errno, name := range map[unix.Errno]string{unix.EPERM: "EPERM", unix.ENOSYS: "ENOSYS", unix.EINVAL: "EINVAL"} {
		var err error
		installed := true
		onThread(func() {
			if installed = intercept(t, errno); installed {
				err = Pin(cpus[0])
			}
		})
		if !installed {
			t.Skip("this system installs no seccomp filter, so it cannot play the container that forbids pinning")
		}
		var unable *probes.Unable
		if !errors.As(err, &unable) || !strings.Contains(unable.Why, name) || unable.Advice == "" {
			t.Errorf("refused with %s, Pin says %v", name, err)
		}
	}
}

func TestAMaskThatWasAcceptedButNotSetIsNoticed(t *testing.T) {
	cpus := allowed(t)
	if len(cpus) < 2 {
		t.Skip("with one CPU the old mask and the new one are the same")
	}
	var err error
	installed := true
	onThread(func() {
		if installed = intercept(t, 0); installed {
			err = Pin(cpus[1])
		}
	})
	if !installed {
		t.Skip("this system installs no seccomp filter, so it cannot play the sandbox that ignores pinning")
	}
	if err == nil || !strings.Contains(err.Error(), "read back") {
		t.Errorf("the system pretended to pin; Pin says %v", err)
	}
}
