package doctor

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
)

const nodeDir = "sys/devices/system/node"

// nodes is about memory that is nearer to some CPUs than to others.
func nodes(root fs.FS, m topology.Machine) Finding {
	empty := emptyNodes(root)
	var used, lost []int
	for _, cpu := range m.CPUs {
		switch {
		case cpu.Node < 0:
			lost = append(lost, cpu.Number)
		case !slices.Contains(used, cpu.Node):
			used = append(used, cpu.Node)
		}
	}
	slices.Sort(used)
	f := Finding{Name: "memory nodes", State: Limited}
	switch {
	case len(empty) > 0:
		f.Detail = fmt.Sprintf("%s has memory and no CPU, as memory on CXL has. If counters come to lie there, a line's home is far from every CPU, and hand-offs take longer.", nodeNames(empty))
		if len(used) > 0 {
			f.Advice = fmt.Sprintf("Keep the memory near: numactl --membind=%d linebounce", used[0])
		}
	case len(lost) > 0 && len(used) > 0:
		f.Detail = fmt.Sprintf("The system names no memory node for %s, so how far from a line's memory it is cannot be said.", cpulist.Name(lost))
		if near := together(m, used); near != nil {
			f.Advice = fmt.Sprintf("Name CPUs of one node: cpus=%d,%d", near[0], near[1])
		}
	case len(used) > 1:
		f.State = OK
		f.Detail = fmt.Sprintf("These CPUs are on memory nodes %s; workers are kept on one as long as there are enough.", cpulist.Format(used))
		if pair, err := m.Choose(2); err == nil && node(m, pair[0]) != node(m, pair[1]) {
			f.State = Limited
			f.Detail = fmt.Sprintf("CPUs %d and %d are used, on memory nodes %d and %d: a hand-off between them takes longer than within one.", pair[0], pair[1], node(m, pair[0]), node(m, pair[1]))
			f.Advice = "Allow two CPUs of one node; lscpu -e shows which are, and taskset -c sets them."
		}
	default:
		return Finding{}
	}
	return f
}

// together returns two CPUs of one of some nodes, nil where none has two.
func together(m topology.Machine, nodes []int) []int {
	for _, node := range nodes {
		var here []int
		for _, cpu := range m.CPUs {
			if cpu.Node == node {
				here = append(here, cpu.Number)
			}
		}
		if len(here) > 1 {
			return here[:2]
		}
	}
	return nil
}

func node(m topology.Machine, number int) int {
	cpu, _ := m.Find(number)
	return cpu.Node
}

func nodeNames(numbers []int) string {
	if len(numbers) == 1 {
		return "Memory node " + cpulist.Format(numbers)
	}
	return "Each of the memory nodes " + cpulist.Format(numbers)
}

// emptyNodes lists the nodes without CPUs.
func emptyNodes(root fs.FS) []int {
	lists, _ := fs.Glob(root, nodeDir+"/node*/cpulist")
	var empty []int
	for _, list := range lists {
		var number int
		if n, _ := fmt.Sscanf(path.Base(path.Dir(list)), "node%d", &number); n == 1 && number >= 0 && strings.TrimSpace(text(root, list)) == "" {
			empty = append(empty, number)
		}
	}
	slices.Sort(empty)
	return empty
}
