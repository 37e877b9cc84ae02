package doctor

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

const eventSources = "sys/bus/event_source/devices"

// memoryEvents is where sampling of memory accesses shows: on Intel and POWER,
// on Intel's hybrid parts, on AMD, on Arm.
var memoryEvents = []string{
	eventSources + "/cpu/events/mem-loads",
	eventSources + "/cpu_core/events/mem-loads",
	eventSources + "/ibs_op",
	eventSources + "/arm_spe_0",
}

// perf is about finding bouncing lines with perf c2c. Nothing in this program
// needs it.
func perf(root fs.FS) Finding {
	f := Finding{Name: "perf", State: Limited}
	level, known := number(root, "proc/sys/kernel/perf_event_paranoid")
	if !known {
		f.Detail = "This kernel shows no perf events, so perf c2c cannot run here. Nothing in this program needs it."
		return f
	}
	sampled := false
	for _, path := range memoryEvents {
		sampled = sampled || exists(root, path)
	}
	if !sampled {
		f.Detail = "The processor shows no memory events, as is usual in virtual machines, so perf c2c cannot find a bouncing line here. Nothing in this program needs it."
		return f
	}
	switch {
	case mayProfile(root):
		f.State = OK
		f.Detail = "perf c2c may look at all programs and the kernel."
	case level <= 0:
		f.State = OK
		f.Detail = fmt.Sprintf("perf c2c may look at all programs and the kernel (perf_event_paranoid is %d).", level)
	case level == 1:
		f.State = OK
		f.Detail = "perf c2c may look at your own programs, and the kernel beneath them (perf_event_paranoid is 1)."
	case level == 2:
		f.State = OK
		f.Detail = "perf c2c may look at your own programs, not at the kernel (perf_event_paranoid is 2)."
	default:
		f.Detail = fmt.Sprintf("perf c2c is for root alone (perf_event_paranoid is %d). Nothing in this program needs it.", level)
		f.Advice = "To try perf c2c: sudo sysctl kernel.perf_event_paranoid=1"
	}
	return f
}

// mayProfile reports whether this process has CAP_PERFMON or CAP_SYS_ADMIN,
// to which perf_event_paranoid does not apply.
func mayProfile(root fs.FS) bool {
	const perfmon, sysAdmin = 38, 21
	for line := range strings.Lines(text(root, "proc/self/status")) {
		if value, found := strings.CutPrefix(line, "CapEff:"); found {
			mask, err := strconv.ParseUint(strings.TrimSpace(value), 16, 64)
			return err == nil && mask&(1<<perfmon|1<<sysAdmin) != 0
		}
	}
	return false
}
