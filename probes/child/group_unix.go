//go:build unix

package child

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// alone makes the child the leader of a process group, which a key on the
// terminal does not reach and which ends as a whole.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return killGroup(cmd) }
}

// killGroup kills the child and what it started. The group outlives its
// leader, so it is not asked whether that still runs.
func killGroup(cmd *exec.Cmd) error {
	err := unix.Kill(-cmd.Process.Pid, unix.SIGKILL)
	if errors.Is(err, unix.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

// endGroup ends this child and what it started. A process that leads no group
// is none that Start made, and ends alone.
func endGroup() {
	if unix.Getpgrp() == os.Getpid() {
		_ = unix.Kill(0, unix.SIGKILL)
	}
	os.Exit(1)
}
