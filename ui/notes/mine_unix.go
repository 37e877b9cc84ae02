//go:build unix

package notes

import (
	"os"
	"syscall"
)

// mine reports whether a file belongs to this user.
func mine(info os.FileInfo) bool {
	s, known := info.Sys().(*syscall.Stat_t)
	return known && int(s.Uid) == os.Geteuid()
}
