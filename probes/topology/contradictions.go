package topology

import (
	"fmt"
	"io/fs"
	"slices"

	"linebounce/probes/topology/cpulist"
)

// Contradictions returns sentences on what the system says of these CPUs in two
// places that cannot both be true.
func Contradictions(root fs.FS, m Machine) []string {
	t := tree{root}
	var found []string
	for _, sentence := range []string{t.unlisted(m), t.oneSided(m.CPUs), t.overlapping(m.CPUs)} {
		if sentence != "" {
			found = append(found, sentence)
		}
	}
	return found
}

// unlisted names CPUs that may be used and are not online.
func (t tree) unlisted(m Machine) string {
	online := t.list(cpuDir + "/online")
	missing := slices.DeleteFunc(m.Allowed(), func(cpu int) bool { return slices.Contains(online, cpu) })
	if len(online) == 0 || len(missing) == 0 {
		return ""
	}
	return fmt.Sprintf("The mask allows %s, which /%s/online does not list (%s).", cpulist.Name(missing), cpuDir, cpulist.Format(online))
}

// oneSided names the first CPU that counts another among its siblings that does
// not do so in turn.
func (t tree) oneSided(cpus []CPU) string {
	siblings := map[int][]int{}
	for _, cpu := range cpus {
		siblings[cpu.Number] = t.siblings(cpu.Number)
	}
	for _, cpu := range cpus {
		if list := siblings[cpu.Number]; len(list) > 0 && !slices.Contains(list, cpu.Number) {
			return fmt.Sprintf("CPU %d is not among its own siblings (%s).", cpu.Number, cpulist.Format(list))
		}
		for _, other := range siblings[cpu.Number] {
			if list, asked := siblings[other]; asked && len(list) > 0 && !slices.Contains(list, cpu.Number) {
				return fmt.Sprintf("CPU %d names CPU %d as its sibling, and CPU %d does not name CPU %d.", cpu.Number, other, other, cpu.Number)
			}
		}
	}
	return ""
}

// overlapping names two CPUs whose last-level caches are shared in part.
func (t tree) overlapping(cpus []CPU) string {
	shared := map[int][]int{}
	for _, cpu := range cpus {
		_, shared[cpu.Number] = t.sharedCache(cpu.Number)
	}
	for _, cpu := range cpus {
		for _, other := range shared[cpu.Number] {
			if list, asked := shared[other]; asked && len(list) > 0 && !slices.Equal(list, shared[cpu.Number]) {
				return fmt.Sprintf("CPU %d shares its last-level cache with CPUs %s, and CPU %d with CPUs %s.",
					cpu.Number, cpulist.Format(shared[cpu.Number]), other, cpulist.Format(list))
			}
		}
	}
	return ""
}
