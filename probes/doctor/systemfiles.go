package doctor

import (
	"io/fs"
	"strings"

	"linebounce/probes/topology"
)

// systemFiles is about what the kernel shows of itself: nothing, or what cannot
// be true.
func systemFiles(root fs.FS, m topology.Machine) Finding {
	f := Finding{Name: "system files", State: Limited}
	sys, proc := exists(root, cpuDir), exists(root, "proc/self") || exists(root, "proc/stat") || exists(root, "proc/cpuinfo")
	const noSys = "which CPUs share a core or a cache and which are offline is not known, nor who limits their time. The CPUs that are used may be siblings, between which no line bounces"
	switch wrong := topology.Contradictions(root, m); {
	case !sys && !proc:
		f.Detail = "There is neither /sys nor /proc here: " + noSys + "."
		f.Advice = "Mount them, for example with docker run -v /sys:/sys:ro; or name two CPUs of different cores: cpus=0,2"
	case !sys:
		f.Detail = "There is no /sys here: " + noSys + "."
		f.Advice = "Mount it, for example with docker run -v /sys:/sys:ro; or name two CPUs of different cores: cpus=0,2"
	case !proc:
		f.Detail = "There is no /proc here: this processor's name, limits on CPU time and time that a host took are not known, and nothing will be said of them."
		f.Advice = "Mount it: mount -t proc proc /proc"
	case len(wrong) > 0:
		f.Detail = "What the system says of these CPUs contradicts itself: " + strings.Join(wrong, " ") + " What it says of their distance may be wrong too."
		f.Advice = "Trust linebounce latency, which measures how near they are, and name CPUs: cpus=0,1"
	default:
		return Finding{}
	}
	return f
}
