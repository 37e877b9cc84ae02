package doctor

import (
	"fmt"
	"io/fs"
	"strconv"

	"linebounce/probes/cgroups"
	"linebounce/probes/topology"
)

// quota is about a limit on CPU time, which stops all threads for the rest of
// a period once they have used it up.
func quota(root fs.FS, m topology.Machine) Finding {
	f := Finding{Name: "cpu quota", State: OK, Detail: "No control group limits this process's CPU time."}
	limit, found := cgroups.Strictest(root)
	if !found && cgroups.Hidden(root) {
		f.State = Limited
		f.Detail = "Whether a control group limits this process's CPU time is not to be seen from here. If one does, windows in which it was stopped are set aside."
		f.Advice = "In a container, show it: docker run -v /sys/fs/cgroup:/sys/fs/cgroup:ro"
		return f
	}
	if !found {
		return f
	}
	f.Detail = fmt.Sprintf("A control group limits this process to the time of %s (/%s)", amount(limit.CPUs), limit.File)
	enough := limit.CPUs >= float64(len(m.CPUs))
	if enough && limit.Stopped == 0 {
		f.Detail += ", which is enough for all it may use."
		return f
	}
	f.State = Limited
	if enough {
		f.Detail += ", enough for all it may use, but it shares them."
	} else {
		f.Detail += fmt.Sprintf(": working on all %d it may use, it is stopped in every period, and such windows are set aside.", len(m.CPUs))
	}
	if limit.Stopped > 0 {
		f.Detail += fmt.Sprintf(" It was throttled in %d of %d periods so far.", limit.Stopped, limit.Periods)
	}
	f.Advice = fmt.Sprintf("Raise the limit, for example with docker run --cpus=%d or, under systemd, CPUQuota=%d%%.", len(m.CPUs), 100*len(m.CPUs))
	return f
}

func amount(cpus float64) string {
	if cpus == 1 {
		return "one CPU"
	}
	return strconv.FormatFloat(cpus, 'g', 3, 64) + " CPUs"
}
