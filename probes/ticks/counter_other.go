//go:build !amd64 && !arm64

package ticks

import "runtime"

func read() int64 { return 0 }

// counter says why there is none.
func counter() (name, why string) {
	return "", "No counter is known on " + runtime.GOARCH + ", so the system's clock is read."
}
