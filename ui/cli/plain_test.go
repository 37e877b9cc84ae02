package cli

import (
	"os"
	"os/exec"
	"testing"
)

// A terminal that can only take one line after the other gets the rooms in lines,
// words that are typed are heard while something else goes on, and Ctrl-C ends it.
func TestADumbTerminal(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	command := exec.Command("linebounce")
	command.Env = append(os.Environ(), "TERM=dumb", "LANG=C")
	x, err := begin(command, 120, 60, t.Fatalf)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer x.stop()
	x.await("told in lines", "Experiment counters")
	x.press("simulator\r")
	x.await("The Simulator: a model")
	x.press("step 2\r")
	x.await("Event 2, at 0 nanoseconds")
	x.press("lessons\r")
	x.await("Two CPUs, one counter")
	x.press("\x03")
	if err := x.command.Wait(); err == nil || x.command.ProcessState.ExitCode() != interrupted {
		t.Errorf("Ctrl-C ends it with %v", x.command.ProcessState)
	}
}
