package doctor

import (
	"fmt"
	"io/fs"

	"linebounce/probes/topology"
)

func frequency(root fs.FS, m topology.Machine) Finding {
	f := Finding{Name: "frequency", State: OK, Detail: m.Clock()}
	switch {
	case f.Detail != "":
		f.State = Limited
		f.Advice = "For steadier rates: sudo cpupower frequency-set -g performance" + steady(root, m)
	case m.Governor != "":
		f.Detail = fmt.Sprintf("The frequency governor is %s.", m.Governor)
	case m.Hypervisor:
		f.Detail = "The clock is the host's business; this virtual machine shows no frequency governor."
	default:
		f.Detail = "The system shows no frequency governor."
	}
	return f
}

// steady says how to switch turbo off, by the file that this machine has.
func steady(root fs.FS, m topology.Machine) string {
	switch {
	case m.Turbo != "on":
		return ""
	case exists(root, cpuDir+"/intel_pstate/no_turbo"):
		return "; and: echo 1 | sudo tee /" + cpuDir + "/intel_pstate/no_turbo"
	}
	return "; and: echo 0 | sudo tee /" + cpuDir + "/cpufreq/boost"
}

func virtual(m topology.Machine) Finding {
	if !m.Hypervisor {
		return Finding{Name: "virtual machine", State: OK, Detail: "Nothing shows that this is a virtual machine."}
	}
	return Finding{Name: "virtual machine", State: Limited,
		Detail: "This is a virtual machine: its host decides which cores its CPUs run on. When it moves them nearer or farther apart, hand-offs take several times shorter or longer, also in mid-session.",
		Advice: "Trust the ratio of two arms, whose windows alternate, more than rates of two runs; repeat a run before comparing it with another."}
}
