//go:build !linux

package pinning

import "time"

// Delay reads how long one thread has waited for a CPU: unknown here.
type Delay struct{}

// OpenDelay returns nil: this system keeps no such account.
func OpenDelay() *Delay { return nil }

// Read returns 0.
func (d *Delay) Read() time.Duration { return 0 }

// Close does nothing.
func (d *Delay) Close() {}
