//go:build !unix

package guardian

import (
	"io"
	"os"
)

// Guardian is the one of a screen. There is none here.
type Guardian struct{}

// Main does nothing here.
func Main(func(End) string) {}

// New returns nil: there is no guardian here.
func New(_, _ *os.File, _ bool) *Guardian { return nil }

// Write writes to the terminal.
func (*Guardian) Write(terminal io.Writer, b []byte) (int, error) { return terminal.Write(b) }

// Dismiss does nothing here.
func (*Guardian) Dismiss() {}
