package cli

import (
	"fmt"
	"runtime/debug"

	"linebounce/probes"
)

// What the screen was seen to take of addresses, with room to spare: Go reserves
// many, and where C's library makes the threads, it reserves some for each.
const (
	addresses     = 2 << 30
	addressesWith = 4 << 30
)

// roomy returns why the screen is not to be opened where a process may take so
// many bytes of addresses: it would end in the middle.
func roomy(limit uint64, clib bool) error {
	need := uint64(addresses)
	if clib {
		need = addressesWith
	}
	if limit >= need {
		return nil
	}
	return &probes.Unable{
		What:   "the screen was not opened",
		Why:    fmt.Sprintf("this process may take %d MiB of addresses (ulimit -v), and where they run out, Go ends it on the spot", limit>>20),
		Advice: fmt.Sprintf("Raise the limit to %d MiB or more (ulimit -v %d), or use --plain or linebounce run.", need>>20, need>>10),
	}
}

// withCLibrary reports whether C's library makes this program's threads.
func withCLibrary() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, s := range info.Settings {
		if s.Key == "CGO_ENABLED" {
			return s.Value == "1"
		}
	}
	return false
}
