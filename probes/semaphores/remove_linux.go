//go:build amd64 || arm64 || loong64 || riscv64

package semaphores

import "golang.org/x/sys/unix"

func removeSet(id int) error {
	if _, _, errno := unix.Syscall(unix.SYS_SEMCTL, uintptr(id), 0, unix.IPC_RMID); errno != 0 {
		return errno
	}
	return nil
}
