package doctor

import (
	"fmt"
	"io/fs"
	"slices"

	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
)

// isolated is about CPUs that the kernel keeps free of other work.
func isolated(root fs.FS, m topology.Machine) Finding {
	f := Finding{Name: "isolated cpus", State: OK}
	alone, _ := cpulist.Parse(text(root, cpuDir+"/isolated"))
	calm, _ := cpulist.Parse(text(root, cpuDir+"/nohz_full"))
	mine := slices.DeleteFunc(slices.Clone(alone), func(cpu int) bool { _, may := m.Find(cpu); return !may })
	switch {
	case len(alone) > 0 && len(mine) == 0:
		f.Detail = fmt.Sprintf("%s kept free of other work (isolcpus), and this process is kept off them too. Windows there would be quieter.", are(alone))
		f.Advice = "To measure there: taskset -c " + cpulist.Format(alone) + " linebounce"
	case len(alone) > 0 && len(mine) < len(m.CPUs):
		f.Detail = fmt.Sprintf("%s kept free of other work (isolcpus), so windows there are quieter than on the others. The CPUs that are used unless named are not chosen by it.", are(mine))
		if len(mine) > 1 {
			f.Advice = fmt.Sprintf("To measure there, name them: cpus=%d,%d", mine[0], mine[1])
		}
	case len(alone) > 0:
		f.Detail = fmt.Sprintf("%s kept free of other work (isolcpus), which is as quiet as windows get. The scheduler spreads nothing there, so the screen and what is not pinned share one of them.", are(mine))
	case len(calm) > 0:
		f.Detail = fmt.Sprintf("%s without the scheduler's tick while one thread runs (nohz_full), so windows there are interrupted less often.", are(calm))
	default:
		return Finding{}
	}
	return f
}

func are(cpus []int) string {
	if len(cpus) == 1 {
		return cpulist.Name(cpus) + " is"
	}
	return cpulist.Name(cpus) + " are"
}
