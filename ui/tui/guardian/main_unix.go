//go:build unix

package guardian

import (
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// variable has a guardian's task in its environment.
const variable = "LINEBOUNCE_GUARDIAN"

// able says that this program began with Main, so that it may start itself again.
var able bool

// most is what is kept of an error's text, in bytes.
const most = 1 << 20

// Main does a guardian's work and ends the process, if this process is one. It comes
// before anything else that a program does. What tell says of an end is written to
// the terminal, when that is as it was.
func Main(tell func(End) string) {
	text, is := os.LookupEnv(variable)
	if !is {
		able = true
		return
	}
	_ = os.Unsetenv(variable)
	// It ends with the screen and not by itself. As a process in the background it
	// would be stopped for what it does to the terminal.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU)
	debug.SetGCPercent(-1) // a collector would wake it every other minute
	var t task
	if json.Unmarshal([]byte(text), &t) != nil || t.Before == nil || len(os.Args) < 2 {
		os.Exit(1)
	}
	const firstExtra = 3
	hears, reads := os.NewFile(firstExtra, "screen"), os.NewFile(firstExtra+1, "trace")
	t.guard(hears, reads, End{Args: os.Args[2:]}, tell)
	os.Exit(0)
}

// guard waits for the end of the screen and then does what is left to do.
func (t task) guard(hears, reads io.Reader, end End, tell func(End) string) {
	trace := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(io.LimitReader(reads, most))
		_, _ = io.Copy(io.Discard, reads) // whoever writes it must not wait
		trace <- text
	}()
	var said byte
	for word := make([]byte, 1); ; {
		if n, err := hears.Read(word); n == 0 || err != nil {
			break
		}
		said = word[0]
	}
	end.Trace = <-trace
	end.Open = said == taken && t.putBack(os.Stdin, os.Stdout)
	if end.Open || len(end.Trace) > 0 {
		_, _ = io.WriteString(os.Stdout, onNewLine(os.Stdout)+tell(end)+"\r\n")
	}
}
