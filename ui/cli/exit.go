package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"linebounce/assets/machines"
	"linebounce/probes"
	"linebounce/ui/palette"
	"linebounce/ui/tui"
)

// The exit codes that scripts rely on. A signal's code is 128 and its number.
const (
	done      = 0
	failed    = 1
	misused   = 2
	incapable = 3

	interrupted = 130
)

// usage is a command line that asks for nonsense, in words for whoever typed
// it.
type usage string

func (u usage) Error() string { return string(u) }

func usagef(format string, args ...any) error { return usage(fmt.Sprintf(format, args...)) }

// interruption is the signal that ended a command early.
type interruption struct{ signal os.Signal }

func (i interruption) Error() string { return "interrupted by " + i.signal.String() }

// exitCode is the one place that turns errors into exit codes.
func exitCode(err error) int {
	if i, ok := errors.AsType[interruption](err); ok {
		if number, ok := i.signal.(syscall.Signal); ok {
			return 128 + int(number)
		}
		return interrupted
	}
	if errors.Is(err, tui.ErrInterrupted) {
		return interrupted
	}
	if errors.Is(err, tui.ErrGone) {
		return 128 + int(syscall.SIGHUP) // as where the signal comes first
	}
	if _, ok := errors.AsType[usage](err); ok {
		return misused
	}
	if _, ok := errors.AsType[*probes.ScenarioError](err); ok {
		return misused
	}
	if _, ok := errors.AsType[*palette.Fault](err); ok {
		return misused
	}
	if _, ok := errors.AsType[*machines.Fault](err); ok {
		return misused
	}
	if _, ok := errors.AsType[*probes.Unable](err); ok {
		return incapable
	}
	if err == nil || unread(err) {
		return done // whoever stopped reading has what they wanted
	}
	return failed
}

// report says what went wrong in one line and returns the exit code.
func report(w io.Writer, err error) int {
	code := exitCode(err)
	if code == failed || code == misused || code == incapable {
		fmt.Fprintln(w, "linebounce: "+strings.Join(strings.Fields(err.Error()), " "))
	}
	return code
}
