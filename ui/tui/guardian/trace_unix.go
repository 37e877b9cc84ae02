//go:build unix

package guardian

import (
	"os"
	"runtime/debug"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

const stderr = 2

// divert has what Go prints of an error go to a pipe, until the returned function is
// called. Where standard error is a terminal, the picture is on it, so all that is
// written there is diverted. Elsewhere somebody wants it, and the pipe gets a copy,
// without the line that says why: of some errors Go prints that only there.
func divert(to *os.File) (back func()) {
	if !term.IsTerminal(stderr) {
		_ = debug.SetCrashOutput(to, debug.CrashOptions{}) // has a descriptor of its own
		return func() { _ = debug.SetCrashOutput(nil, debug.CrashOptions{}) }
	}
	terminal, err := unix.FcntlInt(stderr, unix.F_DUPFD_CLOEXEC, stderr+1)
	if err != nil {
		return func() {}
	}
	_ = unix.Dup2(int(to.Fd()), stderr)
	return func() {
		_ = unix.Dup2(terminal, stderr)
		_ = unix.Close(terminal)
	}
}
