//go:build linux

package keeping

import (
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"linebounce/probes/recorded"
)

// limit lets no file grow beyond so many bytes, as a disk that is full would not.
func limit(t *testing.T, bytes uint64) (lift func()) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: before.Max}); err != nil {
		t.Skip(err)
	}
	lift = func() { _ = unix.Setrlimit(unix.RLIMIT_FSIZE, &before) }
	t.Cleanup(lift)
	return lift
}

// A disk that is full ends the recording, once, and not what measures. What came
// before can be read.
func TestDiskFull(t *testing.T) {
	told := make(chan any, 9)
	k := begun(t, func(msg any) { told <- msg })
	lift := limit(t, 4096)
	deadline := time.Now().Add(time.Minute)
	n := 0
	for k.On() {
		k.Reading("counters", window(n))
		n++
		if time.Now().After(deadline) {
			t.Fatalf("after %d readings nothing is full", n)
		}
	}
	e, is := (<-told).(Ended)
	lift()
	if !is || e.Err == nil || e.Size > 4096 || !strings.Contains(e.String(), "file too large") {
		t.Fatalf("after %d readings it told %+v", n, e)
	}
	k.Reading("counters", window(n))
	if e := k.End(); e.Path != "" {
		t.Errorf("it ended twice, then as %+v", e)
	}
	r, err := recorded.Open(e.Path)
	if err != nil {
		t.Fatal(err)
	}
	if r.Whole || r.Source("counters") == nil {
		t.Errorf("whole: %v, it has %v", r.Whole, r.Experiments())
	}
	if len(told) > 0 {
		t.Errorf("it told %v too", <-told)
	}
}
