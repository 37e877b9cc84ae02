package doctor

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"linebounce/probes/topology"
)

// quota is about a limit on CPU time, which stops all threads for the rest of
// a period once they have used it up.
func quota(root fs.FS, m topology.Machine) Finding {
	f := Finding{Name: "cpu quota", State: OK, Detail: "No control group limits this process's CPU time."}
	limit, file, found := cpuLimit(root)
	if !found {
		return f
	}
	f.Detail = fmt.Sprintf("A control group limits this process to the time of %s (/%s)", amount(limit), file)
	if limit >= float64(len(m.CPUs)) {
		f.Detail += ", which is enough for all it may use."
		return f
	}
	f.State = Limited
	f.Detail += fmt.Sprintf(": working on all %d it may use, it is stopped in every period, and such windows are set aside.", len(m.CPUs))
	f.Advice = fmt.Sprintf("Raise the limit, for example with docker run --cpus=%d or, under systemd, CPUQuota=%d%%.", len(m.CPUs), 100*len(m.CPUs))
	return f
}

func amount(cpus float64) string {
	if cpus == 1 {
		return "one CPU"
	}
	return strconv.FormatFloat(cpus, 'g', 3, 64) + " CPUs"
}

// cpuLimit returns the strictest limit of this process's control groups and
// all above them, in CPUs, and the file that sets it. Where a container sees
// only a part of the hierarchy, its own root is the last that is read.
func cpuLimit(root fs.FS) (limit float64, file string, found bool) {
	consider := func(cpus float64, path string, limited bool) {
		if limited && (!found || cpus < limit) {
			limit, file, found = cpus, path, true
		}
	}
	for line := range strings.Lines(text(root, "proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		controllers, group := parts[1], parts[2]
		for dir := path.Clean("/" + group); ; dir = path.Dir(dir) {
			if controllers == "" {
				for _, mount := range []string{"sys/fs/cgroup", "sys/fs/cgroup/unified"} {
					consider(unified(root, path.Join(mount, dir, "cpu.max")))
				}
			} else if slices.Contains(strings.Split(controllers, ","), "cpu") {
				for _, mount := range []string{"sys/fs/cgroup/cpu", "sys/fs/cgroup/" + controllers} {
					consider(legacy(root, path.Join(mount, dir)))
				}
			}
			if dir == "/" {
				break
			}
		}
	}
	return limit, file, found
}

// unified reads cpu.max of control groups version 2: "150000 100000" or "max
// 100000", microseconds in a period.
func unified(root fs.FS, file string) (float64, string, bool) {
	fields := strings.Fields(text(root, file))
	if len(fields) != 2 {
		return 0, "", false
	}
	limit, limited := share(fields[0], fields[1])
	return limit, file, limited
}

// legacy reads the two files of version 1; a quota of -1 is none.
func legacy(root fs.FS, dir string) (float64, string, bool) {
	file := path.Join(dir, "cpu.cfs_quota_us")
	limit, limited := share(text(root, file), text(root, path.Join(dir, "cpu.cfs_period_us")))
	return limit, file, limited
}

func share(quota, period string) (float64, bool) {
	q, err := strconv.ParseFloat(quota, 64)
	p, alsoErr := strconv.ParseFloat(period, 64)
	if err != nil || alsoErr != nil || q <= 0 || p <= 0 {
		return 0, false
	}
	return q / p, true
}
