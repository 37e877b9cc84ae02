package doctor

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
)

func line(root fs.FS, m topology.Machine) Finding {
	f := Finding{Name: "cache line", State: OK}
	switch m.LineSource {
	case topology.FromSysfs, topology.FromCPUID:
		if unlike, like := unlikeLines(root, m); unlike != "" {
			f.State = Limited
			f.Detail = unlike
			if len(like) > 1 {
				f.Advice = fmt.Sprintf("Name CPUs whose lines are alike: cpus=%d,%d", like[0], like[1])
			}
			return f
		}
		f.Detail = fmt.Sprintf("A cache line has %d bytes, as %s says.", m.LineBytes, m.LineSource)
	case topology.FromXSys:
		f.State = Limited
		f.Detail = fmt.Sprintf("A cache line is taken to have %d bytes, as golang.org/x/sys/cpu has it for %s; this very processor does not say.", m.LineBytes, m.Arch)
	default:
		f.State = Limited
		f.Detail = fmt.Sprintf("A cache line is assumed to have %d bytes: neither the system nor the processor says.", m.LineBytes)
	}
	return f
}

// unlikeLines says which CPUs have lines of which length where they differ, and
// returns the most that are alike.
func unlikeLines(root fs.FS, m topology.Machine) (said string, like []int) {
	sizes := topology.LineSizes(root, m.Allowed())
	if m.LineSource != topology.FromSysfs || len(sizes) < 2 {
		return "", nil
	}
	var parts []string
	for _, bytes := range slices.Sorted(maps.Keys(sizes)) {
		parts = append(parts, fmt.Sprintf("%d bytes on %s", bytes, cpulist.Name(sizes[bytes])))
		if len(sizes[bytes]) > len(like) {
			like = sizes[bytes]
		}
	}
	return fmt.Sprintf("A cache line has %s. Everything is laid out for the longest; between CPUs with unlike lines a hand-off may move the longer one.", strings.Join(parts, " and ")), like
}

// caches is about what is known of how CPUs share caches, shown by the pair
// that is used when nobody names one.
func caches(m topology.Machine) Finding {
	f := Finding{Name: "caches", State: OK}
	pair, err := m.Choose(2)
	usual := ""
	if err == nil {
		usual = fmt.Sprintf(" CPUs %d and %d are used unless others are named: %s.", pair[0], pair[1], near(m, pair))
	}
	if m.CacheLevel == 0 {
		f.State = Limited
		f.Detail = "The system does not say which CPUs share a last-level cache." + usual
		f.Advice = cmp.Or(naming(m, "CPUs that share one", 1), mapping(m))
		return f
	}
	var groups []int
	for _, cpu := range m.CPUs {
		if cpu.L3 >= 0 && !slices.Contains(groups, cpu.L3) {
			groups = append(groups, cpu.L3)
		}
	}
	shared := fmt.Sprintf("%d L%d caches", len(groups), m.CacheLevel)
	if len(groups) == 1 {
		shared = fmt.Sprintf("one L%d cache", m.CacheLevel)
	}
	f.Detail = fmt.Sprintf("These CPUs have %s between them.%s", shared, usual)
	return f
}

func near(m topology.Machine, pair []int) string {
	if nearness := m.Nearness(pair[0], pair[1]); nearness != topology.Unknown {
		return string(nearness)
	}
	return "how near they are is not known"
}

func smt(m topology.Machine) Finding {
	f := Finding{Name: "smt", State: OK}
	pair, err := m.Choose(2)
	known := !slices.ContainsFunc(m.CPUs, func(c topology.CPU) bool { return c.Core < 0 })
	switch {
	case err == nil && m.Nearness(pair[0], pair[1]) == topology.Siblings:
		f.State = Limited
		f.Detail = fmt.Sprintf("CPUs %d and %d are SMT siblings: they share one core and its caches, so a line does not bounce between them.", pair[0], pair[1])
		f.Advice = "Allow CPUs of two cores; lscpu -e shows which are which, and taskset -c sets them."
	case m.SMT == "on":
		f.Detail = "Cores run several threads each; workers are put on different cores as long as there are enough."
	case m.SMT == "off":
		f.Detail = "SMT is switched off, so every CPU is a core of its own."
	case m.SMT == "none" || known:
		f.Detail = "Every CPU is a core of its own, as far as the system shows."
	default:
		f.State = Limited
		f.Detail = "The system does not say which CPUs are SMT siblings. Between siblings a line does not bounce."
		f.Advice = cmp.Or(naming(m, "CPUs of different cores", 2), mapping(m))
	}
	return f
}
