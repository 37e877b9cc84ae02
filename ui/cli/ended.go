package cli

import (
	"fmt"
	"strings"

	"linebounce/probes/breakdown"
	"linebounce/ui/tui/guardian"
)

// restored is said wherever a screen ended without closing itself and its files.
const restored = "This terminal is as it was before; if it shows no prompt, press enter. A recording that was being kept holds all but its last second."

// ended says what became of a screen whose process ended without closing it, and
// what to do. What Go printed of the error is put into a new file, as of a breakdown.
func ended(e guardian.End) string {
	fault, broke := faultOf(string(e.Trace))
	if !broke {
		said := strings.TrimSpace(string(e.Trace))
		if e.Open {
			said += "\nlinebounce: the process of the screen was killed, by somebody or, if memory ran out, by the system. " + restored + " Start linebounce again to go on."
		}
		return strings.TrimSpace(said)
	}
	s := &shell{args: e.Args}
	what := "linebounce: the program ended on the spot: " + fault + ". " + restored + " " + reason(fault)
	file, err := keepAccount(s.account(&breakdown.Breakdown{Fault: fault, Stack: e.Trace}))
	if err != nil {
		return fmt.Sprintf("%s No file that says more could be written (%v).", what, err)
	}
	return what + " The file to send is " + file + ": it says which version ended, on what machine, at what, and where."
}

// reason says why an error ended the program on the spot, and what to do.
func reason(fault string) string {
	switch {
	case strings.Contains(fault, "memory"):
		return "The system gave it no more memory: end other programs, or raise the limit (ulimit -v, or the container's). If that does not help, tell whoever you have it from."
	case strings.Contains(fault, "thread"):
		return "The system gave it no more threads: end other programs, or raise the limit (ulimit -u, or the container's). If that does not help, tell whoever you have it from."
	case strings.HasPrefix(fault, "SIG"):
		return "That is a signal; if nobody sent it, tell whoever you have it from."
	}
	return "This is a fault of linebounce itself: please tell whoever you have it from."
}

// faultOf returns the line of what Go printed that says why, and whether that is
// about an error that ends a program.
func faultOf(trace string) (fault string, ends bool) {
	if !strings.HasPrefix(trace, "goroutine ") && !strings.Contains(trace, "\ngoroutine ") {
		return "", false
	}
	for _, begin := range []string{"runtime: failed to create new OS thread", "fatal error: ", "panic: ", "SIG"} {
		for line := range strings.Lines(trace) {
			if strings.HasPrefix(line, begin) {
				return strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(line, "fatal error: "), "panic: ")), true
			}
		}
	}
	return "an error that Go names on standard error", true
}
