//go:build !windows

package cli

import (
	"errors"
	"syscall"
)

// unread reports whether an error is that whoever read an output has stopped.
func unread(err error) bool { return errors.Is(err, syscall.EPIPE) }
