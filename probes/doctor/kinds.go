package doctor

import (
	"fmt"
	"io/fs"

	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
)

// kinds is about cores that are not alike.
func kinds(root fs.FS, m topology.Machine) Finding {
	f := Finding{Name: "cores", State: OK}
	var performance, efficiency []int
	for _, cpu := range m.CPUs {
		switch cpu.Kind {
		case "P":
			performance = append(performance, cpu.Number)
		case "E":
			efficiency = append(efficiency, cpu.Number)
		}
	}
	if len(performance) == 0 || len(efficiency) == 0 {
		if unlike := topology.Unlike(root, m); unlike != "" {
			f.State = Limited
			f.Detail = unlike + "; the system does not name kinds, so workers are not kept on one. Unlike cores do not work at one speed, and their shares of a line differ."
			f.Advice = naming(m, "of one kind", 1)
			return f
		}
		return Finding{}
	}
	f.Detail = fmt.Sprintf("Performance cores: %s; efficiency cores: %s. Workers are put on performance cores as long as there are enough.",
		cpulist.Name(performance), cpulist.Name(efficiency))
	if pair, err := m.Choose(2); err == nil && kind(m, pair[0]) != kind(m, pair[1]) {
		f.State = Limited
		f.Detail = fmt.Sprintf("CPUs %d and %d are used, a performance and an efficiency core: they do not work at one speed, so their shares of a line differ.", pair[0], pair[1])
		f.Advice = "Allow two of one kind, for example with taskset -c."
	}
	return f
}

func kind(m topology.Machine, number int) string {
	cpu, _ := m.Find(number)
	return cpu.Kind
}
