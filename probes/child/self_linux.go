package child

import (
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// Self names this binary. The link outlives the file, so a program that was
// replaced while it runs still starts itself and not its successor.
func Self() string {
	const link = "/proc/self/exe"
	if _, err := os.Stat(link); err == nil {
		return link
	}
	return executable()
}

// running looks without waiting: a zombie runs no more.
func running(cmd *exec.Cmd) bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, cmd.Process.Pid, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err == nil && info.Signo == 0
}

// mortal makes the child die with the thread that starts it.
func mortal(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = unix.SIGKILL }
