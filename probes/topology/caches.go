package topology

import (
	"fmt"
	"io/fs"
	"slices"
)

// lastLevel fills in L3, the lowest CPU that shares the last-level cache, and
// returns that cache's level. It is the third level where any CPU has one; a
// fourth lies behind all of them. Without a third level, a second level counts
// only if different cores share it: a virtual machine often hides the third.
func (t tree) lastLevel(cpus []CPU) (level int) {
	levels := make(map[int]int) // by CPU number, found through one of its sharers
	groups := make(map[int]int)
	coresShare := false
	for _, cpu := range cpus {
		if _, known := levels[cpu.Number]; known {
			continue
		}
		found, sharers := t.sharedCache(cpu.Number)
		for _, sharer := range sharers {
			if _, told := levels[sharer]; !told { // by another group, which this one contradicts
				levels[sharer], groups[sharer] = found, slices.Min(sharers)
			}
		}
		level = max(level, found)
		if threads := t.siblings(cpu.Number); len(threads) > 0 && len(sharers) > len(threads) {
			coresShare = true
		}
	}
	if level == 2 && !coresShare {
		return 0
	}
	for i := range cpus {
		if group, known := groups[cpus[i].Number]; known {
			cpus[i].L3 = group
		}
	}
	return level
}

// sharedCache returns the level of a CPU's last cache before the memory, 2 or
// 3, and the CPUs that share it, or 0.
func (t tree) sharedCache(cpu int) (level int, sharers []int) {
	for _, dir := range t.caches(cpu) {
		if l := t.number(dir + "/level"); l > level && l >= 2 && l <= 3 {
			if list := t.list(dir + "/shared_cpu_list"); slices.Contains(list, cpu) {
				level, sharers = l, list
			}
		}
	}
	return level, sharers
}

// caches lists the directories of a CPU's caches, except those that hold only
// instructions.
func (t tree) caches(cpu int) []string {
	dir := fmt.Sprintf("%s/cpu%d/cache", cpuDir, cpu)
	entries, _ := fs.ReadDir(t.root, dir)
	var found []string
	for _, entry := range entries {
		path := dir + "/" + entry.Name()
		if t.text(path+"/type") != "Instruction" && t.number(path+"/level") > 0 {
			found = append(found, path)
		}
	}
	return found
}

// LineSizes returns the CPUs whose caches have lines so many bytes long, by that
// length, as sysfs says. Where the caches of one CPU differ, its longest counts.
func LineSizes(root fs.FS, cpus []int) map[int][]int {
	t, sizes := tree{root}, map[int][]int{}
	for _, cpu := range cpus {
		longest := 0
		for _, dir := range t.caches(cpu) {
			if bytes := t.number(dir + "/coherency_line_size"); credible(bytes) {
				longest = max(longest, bytes)
			}
		}
		if longest > 0 {
			sizes[longest] = append(sizes[longest], cpu)
		}
	}
	return sizes
}

// line returns the bytes in a cache line and how they are known. Where caches
// differ, the longest line counts: that is how much moves between cores. One CPU
// of each kind under each last-level cache is asked, for there may be thousands.
func (t tree) line(cpus []CPU, id Identity) (int, LineSource) {
	type group struct {
		kind string
		l3   int
	}
	var asked []int
	known := map[group]bool{}
	for _, cpu := range cpus {
		if g := (group{cpu.Kind, cpu.L3}); !known[g] {
			known[g] = true
			asked = append(asked, cpu.Number)
		}
	}
	longest := 0
	for bytes := range LineSizes(t.root, asked) {
		longest = max(longest, bytes)
	}
	switch {
	case longest > 0:
		return longest, FromSysfs
	case credible(id.CPUIDLine):
		return id.CPUIDLine, FromCPUID
	case credible(id.XSysLine):
		return id.XSysLine, FromXSys
	}
	return 64, Assumed
}

// credible lets pass the powers of two from 16 to 1024.
func credible(bytes int) bool { return bytes >= 16 && bytes <= 1024 && bytes&(bytes-1) == 0 }
