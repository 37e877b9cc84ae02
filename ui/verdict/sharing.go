package verdict

import "linebounce/probes"

// The sentences of this file hold in both directions: they say what sets the
// slower arm apart from the faster one, whichever of them is B.

// ordered returns the slower arm before the faster one.
func ordered(a, b probes.Scenario, f finding) (slow, fast probes.Scenario) {
	if f == slower {
		return b, a
	}
	return a, b
}

// readLocks explains what readers of a lock write.
func readLocks(a, b probes.Scenario, f finding) string {
	switch {
	case only(a, b, "counter", "line") && a.Readers > 1:
		return lockWords(a, b, f)
	case only(a, b, "readers", "cpus") && f != same:
		slow, fast := ordered(a, b, f)
		apart := a.Counter == probes.CounterEach && a.Line == probes.LinePadded
		switch {
		case !apart && slow.Readers > 1 && fast.Readers == 1:
			return "Even to read, a CPU writes the lock's word: several readers take its line from each other, one alone keeps it."
		case apart && slow.Readers < fast.Readers:
			return "Each reader writes a word on a line of its own, so readers do not get in each other's way."
		}
	}
	return ""
}

// lockWords explains the cells of counter and line where several CPUs read.
func lockWords(a, b probes.Scenario, f finding) string {
	const one, each, shared, padded = probes.CounterOne, probes.CounterEach, probes.LineShared, probes.LinePadded
	slow, fast := ordered(a, b, f)
	switch apart := fast.Counter == each && fast.Line == padded; {
	case f == same && a.Counter == one && b.Counter == one:
		return "All readers write the one word either way, wherever it lies."
	case f == same && a.Line != padded && b.Line != padded:
		return "A line travels as a whole: words of their own on one line bounce as one word does."
	case f == same:
	case apart && slow.Counter == one:
		return "Even to read, a CPU writes the lock's word: one word travels between the readers, a word each on a line of its own stays where it is."
	case apart && slow.Line == shared:
		return "Even to read, a CPU writes its word: words on one line travel together, each on a line of its own stays where it is."
	}
	return ""
}

// spinlocks explains what comes with a lock, and what waiting for it does.
func spinlocks(a, b probes.Scenario, f finding) string {
	if a.Writers < 2 || f == same {
		return ""
	}
	slow, fast := ordered(a, b, f)
	switch {
	case only(a, b, "line") && fast.Line == probes.LineShared:
		return "Whoever gets the lock needs the integer too: on one line it comes with the lock, on two it is a second line to wait for."
	case only(a, b, "line"):
		return "A CPU that waits for the lock takes its line from under the holder, and on one line the integer with it."
	case only(a, b, "mode") && slow.Mode == probes.ModeTAS:
		return "A CPU that waits with tas takes the line with every try; with ttas it looks at a copy until the lock is free."
	case only(a, b, "mode"):
		return "With ttas a CPU fetches the lock's line twice, to look and then to take it; with tas once where it is free."
	}
	return ""
}

// rings explains how often an end of a ring needs the other's index.
func rings(a, b probes.Scenario, f finding) string {
	if !only(a, b, "index", "cached") || f == same {
		return ""
	}
	slow, fast := ordered(a, b, f)
	moved := slow.Index == probes.LineShared && fast.Index == probes.LinePadded
	remembers := slow.Cached == probes.Off && fast.Cached == probes.On
	switch {
	case remembers && moved:
		return "With a copy an end asks for the other's index only when the ring looks full or empty, not for every message, and on two lines neither end writes what the other does."
	case remembers && slow.Index == fast.Index:
		return "With a copy an end asks for the other's index only when the ring looks full or empty, not for every message."
	case moved && slow.Cached == fast.Cached:
		return "On one line both ends write it, each to move its own index, and take it from each other; on two each line has one writer."
	}
	return ""
}
