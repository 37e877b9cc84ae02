package disturbance

import "time"

const (
	// least is the difference of two clocks that reading them one after the other
	// does not explain.
	least = 100 * time.Millisecond

	// drift is how much faster or slower a wall clock runs while it is set right
	// without a step: the kernel allows 500 parts in a million.
	drift = 0.001
)

// judge adds what happened to the clocks since the last look.
func (w *Watch) judge(now Clocks) {
	passed := now.Monotonic - w.last.Monotonic
	asleep := now.Boot - w.last.Boot - passed
	if asleep > least {
		w.asleep += asleep
	} else {
		asleep = 0
	}
	step := now.Wall - w.last.Wall - passed - asleep
	if step.Abs() > least+time.Duration(drift*float64(passed+asleep)) {
		w.steps = append(w.steps, step)
	}
	w.last = now
}
