//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package companion

import "os"

const locks = false

func lock(*os.File) bool { return false }

func free(*os.File) bool { return false }

func own(os.FileInfo) bool { return false }
