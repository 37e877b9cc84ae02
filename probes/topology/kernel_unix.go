//go:build unix

package topology

import "golang.org/x/sys/unix"

// kernel names the operating system and its release.
func kernel() string {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return ""
	}
	return unix.ByteSliceToString(name.Sysname[:]) + " " + unix.ByteSliceToString(name.Release[:])
}
