package doctor

import (
	"fmt"
	"io/fs"

	"linebounce/probes/disturbance"
	"linebounce/probes/topology"
)

// much is the stolen share of working time from which figures suffer.
const much = 0.01

// steal is about what the host of a virtual machine has taken since it started.
func steal(root fs.FS, m topology.Machine) Finding {
	t := disturbance.CPUTimes(root, m.Allowed())
	if t.Stolen == 0 {
		return Finding{}
	}
	f := Finding{Name: "steal", State: OK, Detail: fmt.Sprintf(
		"Since this virtual machine started, its host gave %.2g%% of these CPUs' working time to others, too little to matter.", 100*t.Share())}
	if t.Share() >= much {
		f.State = Limited
		f.Detail = fmt.Sprintf("Since this virtual machine started, its host gave %.2g%% of these CPUs' working time to others: in such moments a worker stands still and the other keeps the line.", 100*t.Share())
		f.Advice = "Measure when its neighbours are quiet, or on dedicated CPUs; runs that suffer say so."
	}
	return f
}
