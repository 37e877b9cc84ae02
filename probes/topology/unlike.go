package topology

import (
	"fmt"
	"io/fs"
	"slices"

	"linebounce/probes/topology/cpulist"
)

// Unlike returns a sentence on signs that the CPUs of a machine are of two kinds
// although the system does not say so, "" where there are none.
func Unlike(root fs.FS, m Machine) string {
	t := tree{root}
	if slices.ContainsFunc(m.CPUs, func(c CPU) bool { return c.Kind != "" }) {
		return ""
	}
	if capacity := t.each(m.CPUs, "cpu_capacity"); apart(capacity) {
		return fmt.Sprintf("The scheduler gives these CPUs unlike capacities, from %d to %d, so they may be of two kinds", slices.Min(capacity), slices.Max(capacity))
	}
	if clock := t.each(m.CPUs, "cpufreq/cpuinfo_max_freq"); apart(clock) {
		return fmt.Sprintf("Their top frequencies differ, from %s to %s GHz, so they may be of two kinds", gigahertz(slices.Min(clock)), gigahertz(slices.Max(clock)))
	}
	return t.unlikeCaches(m.CPUs)
}

func gigahertz(kilohertz int) string { return fmt.Sprintf("%.1f", float64(kilohertz)/1e6) }

// unlikeCaches looks for second levels of which some belong to one core and some
// to several.
func (t tree) unlikeCaches(cpus []CPU) string {
	var alone, together []int
	for _, cpu := range cpus {
		for _, dir := range t.caches(cpu.Number) {
			if t.number(dir+"/level") != 2 {
				continue
			}
			if threads := t.siblings(cpu.Number); len(threads) > 0 && len(t.list(dir+"/shared_cpu_list")) > len(threads) {
				together = append(together, cpu.Number)
			} else if len(threads) > 0 {
				alone = append(alone, cpu.Number)
			}
		}
	}
	if len(alone) == 0 || len(together) == 0 {
		return ""
	}
	return fmt.Sprintf("%s share second-level caches among cores and %s do not, so they may be of two kinds", cpulist.Name(together), cpulist.Name(alone))
}
