package notes

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// friend reports whether the process at the other end is this user's. The kernel
// says so, not the process.
func friend(conn *net.UnixConn) bool {
	raw, err := conn.SyscallConn()
	if err != nil {
		return false
	}
	var peer *unix.Ucred
	var failed error
	err = raw.Control(func(fd uintptr) {
		peer, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	return err == nil && failed == nil && int(peer.Uid) == os.Geteuid()
}
