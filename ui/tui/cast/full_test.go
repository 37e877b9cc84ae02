//go:build linux

package cast

import (
	"errors"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// A disk that is full ends the cast and is told once; what is in the file can be
// played.
func TestDiskFull(t *testing.T) {
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	w := create(t)
	told := make(chan error, 9)
	w.Tell(func(err error) { told <- err })
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4096, Max: before.Max}); err != nil {
		t.Skip(err)
	}
	defer func() { _ = unix.Setrlimit(unix.RLIMIT_FSIZE, &before) }()
	for range 100 {
		_, _ = w.Write([]byte(strings.Repeat("x", 100)))
	}
	w.flush()
	if err := <-told; !errors.Is(err, unix.EFBIG) || !strings.Contains(err.Error(), w.Path()) {
		t.Errorf("it told %v", err)
	}
	_, _ = w.Write([]byte("more"))
	if err := w.Close(); !errors.Is(err, unix.EFBIG) {
		t.Errorf("it closes with %v", err)
	}
	if _, events := read(t, w.Path()); len(events) < 20 || len(events) > 40 || len(told) > 0 {
		t.Errorf("%d events, and told %d times more", len(events), len(told))
	}
}
