//go:build !amd64

package ring

import "sync/atomic"

// publish stores an end's index after what it did to the slot.
//
//go:norace
func publish(index *uint64, n uint64) { atomic.StoreUint64(index, n) }
