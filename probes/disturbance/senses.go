package disturbance

import (
	"io/fs"
	"time"
)

// Senses are what a look is taken with.
type Senses struct {
	Root    fs.FS
	Clocks  func() Clocks
	Allowed func() ([]int, error) // the CPUs this process may use, that are online
}

// Clocks are three clocks at one moment. Those of a system that has not all of
// them are alike.
type Clocks struct {
	Monotonic time.Duration // stands still while the machine sleeps; all figures go by it
	Boot      time.Duration // goes on meanwhile
	Wall      time.Duration // since 1970, as it is set
}
