package doctor

import (
	"fmt"
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
		f.Advice = besides("Mount them, for example with docker run -v /sys:/sys:ro", naming(m, "CPUs of different cores", 2))
	case !sys:
		f.Detail = "There is no /sys here: " + noSys + "."
		f.Advice = besides("Mount it, for example with docker run -v /sys:/sys:ro", naming(m, "CPUs of different cores", 2))
	case !proc:
		f.Detail = "There is no /proc here: this processor's name, limits on CPU time and time that a host took are not known, and nothing will be said of them."
		f.Advice = "Mount it: mount -t proc proc /proc"
	case len(wrong) > 0:
		f.Detail = "What the system says of these CPUs contradicts itself: " + strings.Join(wrong, " ") + " What it says of their distance may be wrong too."
		f.Advice = "Trust linebounce latency, which measures how near they are."
		if len(m.CPUs) > 2 {
			f.Advice = fmt.Sprintf("Trust linebounce latency, which measures how near they are, and name CPUs: cpus=%d,%d", m.CPUs[0].Number, m.CPUs[1].Number)
		}
	default:
		return Finding{}
	}
	return f
}
