//go:build !unix

package topology

import "runtime"

// kernel names the operating system; its release is not asked for here.
func kernel() string { return runtime.GOOS }
