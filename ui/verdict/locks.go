package verdict

import "linebounce/probes"

// locks explains a step in the story of the ipc lock, replayed.
func locks(a, b probes.Scenario, f finding) string {
	if !only(a, b, "mode") || a.Writers < 2 || f != faster {
		return ""
	}
	const before, after, packed, aligned = probes.ModeBefore, probes.ModeAfter, probes.ModePacked, probes.ModeAligned
	switch [2]string{a.Mode, b.Mode} {
	case [2]string{before, after}:
		return "The checks are done before the lock is taken now, so each CPU holds it for less of its time."
	case [2]string{before, packed}, [2]string{after, packed}:
		return "Each slot has a lock of its own now, so nobody waits for one; but slots still lie on one line, which travels."
	case [2]string{before, aligned}, [2]string{after, aligned}:
		return "Each slot has a lock and a line of its own now, so no CPU waits for another."
	case [2]string{packed, aligned}:
		return "Each slot has a line of its own now: the locks were apart before, their line was not."
	}
	return ""
}

// semops explains which lock a call on real semaphores takes.
func semops(a, b probes.Scenario, f finding) string {
	if !only(a, b, "mode") || a.Mode != probes.ModeDouble || b.Mode != probes.ModeSingle || f != faster {
		return ""
	}
	if a.Writers < 2 {
		return "A call in B has one operation less to do; nobody else wants either lock."
	}
	return "A call with two operations takes the array's lock, which all CPUs want; one with a single operation, which is also less to do, takes its semaphore's own."
}
