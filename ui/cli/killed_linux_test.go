package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"linebounce/probes/child/childtest"
)

// Where somebody kills a process that a run consists of, the run says so and ends,
// and nothing is left of it: no process and no semaphore set.
func TestAKilledWorkerEndsTheCommand(t *testing.T) {
	for _, c := range []struct {
		experiment, words string
		worker            bool // one of the processes that the child forked, not the child
	}{
		{"hackbench", "mode=processes loops=2000000", false},
		{"hackbench", "mode=processes loops=2000000", true},
		{"hackbench", "mode=threads loops=2000000", false},
		{"seqpacket", "loops=2000000", false},
		{"seqpacket", "loops=2000000", true},
		{"semaphores", "mode=alternate writers=2", false},
	} {
		t.Run(fmt.Sprintf("%s %s, worker %t", c.experiment, c.words, c.worker), func(t *testing.T) {
			if can, err := opens(c.experiment, c.words); err != nil || !can {
				t.Skipf("this machine cannot run it: %v", err)
			}
			dir := t.TempDir()
			var said bytes.Buffer
			command := exec.Command("linebounce", "run", c.experiment, "-a", c.words, "--for", "10m")
			command.Stderr = &said
			command.Env = append(os.Environ(), "XDG_STATE_HOME="+dir, "XDG_RUNTIME_DIR="+dir)
			before := ipcs(t)
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- command.Wait() }()
			t.Cleanup(func() { _ = command.Process.Kill() })
			child := forked(t, command.Process.Pid, leads)
			victim := child
			if c.worker {
				victim = forked(t, child, func(int) bool { return true })
			}
			all := append(childtest.Forks(t, child), child)
			if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Fatal("the command goes on")
			}
			text := said.String()
			if code := command.ProcessState.ExitCode(); code != failed || strings.Count(text, "\n") != 1 || !strings.Contains(text, "before its work") {
				t.Errorf("it ends with code %d and says %q", code, text)
			}
			for _, pid := range all {
				childtest.Gone(t, pid)
			}
			if after := ipcs(t); after != before {
				t.Errorf("semaphore sets before:\n%s\nand after:\n%s", before, after)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "linebounce", "semaphores", "*.json")); len(left) > 0 {
				t.Errorf("on record: %v", left)
			}
		})
	}
}

// leads reports whether a process leads a group, as every child does. Go itself
// forks one that does not, for a moment and once, to see what the system can do.
func leads(pid int) bool {
	group, err := syscall.Getpgid(pid)
	return err == nil && group == pid
}

// forked waits until a process has forked such a one, and returns it.
func forked(t *testing.T, pid int, such func(pid int) bool) int {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		for _, fork := range childtest.Forks(t, pid) {
			if such(fork) {
				return fork
			}
		}
	}
	t.Fatalf("process %d made no other", pid)
	return 0
}

// ipcs are the semaphore sets of the system, "" where it does not tell.
func ipcs(t *testing.T) string {
	t.Helper()
	text, _ := os.ReadFile("/proc/sysvipc/sem")
	return string(text)
}
