package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"linebounce/probes"
	"linebounce/probes/topology"
	"linebounce/probes/topology/cpulist"
)

const cpuDir = "sys/devices/system/cpu"

func cpus(root fs.FS, m topology.Machine) Finding {
	f := Finding{Name: "cpus", State: OK}
	list := cpulist.Name(m.Allowed())
	switch {
	case len(m.CPUs) < 2:
		f.State = Missing
		f.Detail = fmt.Sprintf("This process may use only %s, and a line needs two to bounce between.", list)
	case m.Online > len(m.CPUs):
		f.Detail = fmt.Sprintf("This process may use %s of the %d that are online.", list, m.Online)
	case m.Online < len(m.CPUs): // not known, or not to be believed
		f.Detail = fmt.Sprintf("This process may use %s.", list)
	default:
		f.Detail = fmt.Sprintf("This process may use all %d CPUs that are online, %s.", len(m.CPUs), cpulist.Format(m.Allowed()))
	}
	if _, err := m.Choose(2); err != nil {
		f.Advice = advice(err)
	}
	if off := offline(root); len(off) > 0 {
		f.Detail += fmt.Sprintf(" Offline: %s.", cpulist.Format(off))
		if f.State == Missing {
			f.Advice = fmt.Sprintf("Bring more online: sudo chcpu -e %s", cpulist.Format(off))
		}
	}
	return f
}

// offline lists the CPUs that are built in but switched off.
func offline(root fs.FS) []int {
	present, err := cpulist.Parse(text(root, cpuDir+"/present"))
	online, alsoErr := cpulist.Parse(text(root, cpuDir+"/online"))
	if err != nil || alsoErr != nil || len(online) == 0 {
		return nil
	}
	return slices.DeleteFunc(present, func(cpu int) bool { return slices.Contains(online, cpu) })
}

func pins(m topology.Machine, t Tried) Finding {
	f := Finding{Name: "pinning", State: OK}
	switch err := m.Pinnable(); {
	case err != nil:
		return Finding{Name: "pinning", State: Missing, Detail: cause(err) + ". Nobody could say whose line it is.", Advice: advice(err)}
	case t.Pinning == nil && len(t.Pinned) > 0:
		f.Detail = fmt.Sprintf("A thread was pinned to %s, one at a time; the mask read back and the CPU it then ran on were right.", cpulist.Name(t.Pinned))
		return f
	case len(t.Pinned) > 0:
		f.State = Limited
		f.Detail = fmt.Sprintf("A thread could be pinned to %s only. ", cpulist.Name(t.Pinned))
	default:
		f.State = Missing
	}
	f.Detail += cause(t.Pinning) + ". Without pinning nothing is measured: nobody could say whose line it is."
	f.Advice = advice(t.Pinning)
	return f
}

// screen is about the time that the workers leave for everything else. Go's
// own limit on running threads is no part of it: a session raises that itself.
func screen(m topology.Machine) Finding {
	f := Finding{Name: "screen", State: OK, Detail: "Two workers leave a CPU for the screen."}
	switch {
	case len(m.CPUs) < 2:
		return Finding{} // nothing is shown live
	case len(m.CPUs) > 2:
		return f
	}
	f.State = Limited
	f.Detail = "Two workers leave no CPU for the screen, so now and then a window is set aside because a worker was kept from its CPU."
	if m.Online > len(m.CPUs) {
		f.Advice = fmt.Sprintf("Allow a third CPU, for example with taskset -c 0-%d.", min(m.Online, 3)-1)
	}
	return f
}

// cause says what failed and why, advice what helps.
func cause(err error) string {
	var unable *probes.Unable
	switch {
	case errors.As(err, &unable):
		return sentence(unable.What + ": " + unable.Why)
	case err != nil:
		return sentence(err.Error())
	}
	return "There was no CPU to try"
}

func advice(err error) string {
	var unable *probes.Unable
	if errors.As(err, &unable) {
		return unable.Advice
	}
	return ""
}

// sentence gives a text that begins with an ASCII letter its capital.
func sentence(text string) string {
	if text != "" && text[0] >= 'a' && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}
