//go:build !amd64

package latency

import "sync/atomic"

// publish stores a number for the other CPU.
//
//go:norace
func publish(word *uint64, n uint64) { atomic.StoreUint64(word, n) }
