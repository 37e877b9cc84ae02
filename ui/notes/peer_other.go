//go:build !linux

package notes

import "net"

// friend relies on the folder, which nobody else can enter.
func friend(*net.UnixConn) bool { return true }
