package ticks

// read returns the virtual counter once everything before it is done.
func read() int64

// counter returns the name of the counter: the architecture promises that it
// runs at one rate and is the same on all CPUs.
func counter() (name, why string) { return "CNTVCT_EL0", "" }
