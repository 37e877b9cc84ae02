package topology

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
)

const cpuDir = "sys/devices/system/cpu"

// Read returns this machine as the calling process sees it. It must be called
// on a thread that was not pinned, since it reads the thread's own mask. What
// cannot be read is left unknown.
func Read() Machine { return ReadFrom(os.DirFS("/"), ownIdentity()) }

// ReadFrom returns the machine that a root file system and an identity
// describe.
func ReadFrom(root fs.FS, id Identity) Machine {
	root = Files(root, id.OS)
	t := tree{root}
	m := Machine{
		Model: t.model(id), Kernel: id.Kernel, OS: id.OS, Arch: id.Arch,
		Online:     len(t.list(cpuDir + "/online")),
		Hypervisor: id.Hypervisor || t.hypervisor(),
		CanPin:     id.CanPin && !GVisor(root),
	}
	for _, number := range id.Allowed {
		m.CPUs = append(m.CPUs, CPU{Number: number, Core: -1, Package: -1, Node: -1, L3: -1})
	}
	slices.SortFunc(m.CPUs, func(a, b CPU) int { return cmp.Compare(a.Number, b.Number) })
	t.cores(m.CPUs)
	t.nodes(m.CPUs)
	m.CacheLevel = t.lastLevel(m.CPUs)
	t.kinds(m.CPUs, id.Arch)
	m.LineBytes, m.LineSource = t.line(m.CPUs, id)
	m.Governor, m.Turbo, m.SMT = t.governor(m.CPUs), t.turbo(), t.smt(m.CPUs)
	return m
}

// cores fills in Package and Core. A core is named by its lowest CPU: the
// kernel's core_id is unique within a cluster only on some Arm boards.
func (t tree) cores(cpus []CPU) {
	for i := range cpus {
		dir := topologyDir(cpus[i].Number)
		cpus[i].Package = t.number(dir + "/physical_package_id")
		if siblings := t.siblings(cpus[i].Number); slices.Contains(siblings, cpus[i].Number) {
			cpus[i].Core = slices.Min(siblings)
		} else {
			cpus[i].Core = t.number(dir + "/core_id")
		}
	}
}

// siblings lists the CPUs of one CPU's core that are online, itself included.
func (t tree) siblings(cpu int) []int {
	if list := t.list(topologyDir(cpu) + "/core_cpus_list"); len(list) > 0 {
		return list
	}
	return t.list(topologyDir(cpu) + "/thread_siblings_list") // the older name
}

func (t tree) nodes(cpus []CPU) {
	entries, _ := fs.ReadDir(t.root, "sys/devices/system/node")
	for _, entry := range entries {
		var node int
		if n, _ := fmt.Sscanf(entry.Name(), "node%d", &node); n != 1 || node < 0 {
			continue
		}
		members := set(t.list("sys/devices/system/node/" + entry.Name() + "/cpulist"))
		for i := range cpus {
			if members[cpus[i].Number] {
				cpus[i].Node = node
			}
		}
	}
}

func topologyDir(cpu int) string { return cpuDir + "/cpu" + strconv.Itoa(cpu) + "/topology" }
