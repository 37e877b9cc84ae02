//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package companion

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// locks reports whether the system has locks that end with whoever holds them.
const locks = true

// lock takes the lock for as long as the file is open.
func lock(f *os.File) bool { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil }

// free reports whether nobody holds the lock. Two that ask at the same time do
// not take each other for its holder. Of an error nothing can be concluded.
func free(f *os.File) bool { return unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil }

// own reports whether a folder is this user's alone.
func own(info os.FileInfo) bool {
	s, known := info.Sys().(*syscall.Stat_t)
	return known && int(s.Uid) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}
