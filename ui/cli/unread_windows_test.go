package cli

import (
	"io"
	"os"
	"syscall"
	"testing"
)

// The system's own error of a pipe whose reader is gone is held against the
// numbers, and so are both of them.
func TestAPipeThatNobodyReadsEndsQuietly(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Close()
	_, err = w.WriteString("to nobody")
	for _, err := range []error{err, syscall.Errno(109), syscall.Errno(232)} {
		if code := report(io.Discard, written(err)); err == nil || code != done {
			t.Errorf("%v: exit code %d, want %d", err, code, done)
		}
	}
	if code := report(io.Discard, syscall.ERROR_ACCESS_DENIED); code != failed {
		t.Errorf("a refused write ends with %d, want %d", code, failed)
	}
}
