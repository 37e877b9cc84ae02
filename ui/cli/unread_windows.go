package cli

import (
	"errors"
	"slices"
	"syscall"
)

// What a write to a pipe that nobody reads any more fails with:
// ERROR_BROKEN_PIPE, and ERROR_NO_DATA while the pipe is being closed. Go's own
// EPIPE is what some of its packages make of them.
var nobodyReads = []error{syscall.Errno(109), syscall.Errno(232), syscall.EPIPE}

// unread reports whether an error is that whoever read an output has stopped.
func unread(err error) bool {
	return slices.ContainsFunc(nobodyReads, func(target error) bool { return errors.Is(err, target) })
}
