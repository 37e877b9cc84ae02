package disturbance

import (
	"os"
	"time"

	"golang.org/x/sys/unix"

	"linebounce/probes/pinning"
)

// Own are the senses of this process. Allowed must be asked on a thread that was
// not pinned.
func Own() Senses { return Senses{Root: os.DirFS("/"), Clocks: ownClocks, Allowed: pinning.Allowed} }

// tight is how long reading the three clocks may take, so that a thread that was
// interrupted between them does not see a step.
const tight = time.Millisecond

func ownClocks() Clocks {
	var c Clocks
	for range 5 {
		c = Clocks{Monotonic: read(unix.CLOCK_MONOTONIC), Boot: read(unix.CLOCK_BOOTTIME), Wall: read(unix.CLOCK_REALTIME)}
		if read(unix.CLOCK_MONOTONIC)-c.Monotonic < tight {
			break
		}
	}
	return c
}

// read returns a clock's time, 0 where there is no such clock.
func read(clock int32) time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(clock, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
