package topology

import (
	"fmt"
	"strings"

	"linebounce/probes"
	"linebounce/probes/topology/cpulist"
)

// tooFew explains why n workers find no CPUs of their own and what helps.
func (m Machine) tooFew(n int) *probes.Unable {
	u := &probes.Unable{What: fmt.Sprintf("%d workers need %d CPUs of their own", n, n)}
	if n == 1 {
		u.What = "one worker needs a CPU of its own"
	}
	if m.Online > len(m.CPUs) {
		u.Why = fmt.Sprintf("this process may use only %s of the %d that are online", cpulist.Name(m.Allowed()), m.Online)
	} else {
		u.Why = fmt.Sprintf("this machine has %s", plural(len(m.CPUs), "CPU"))
	}
	switch {
	case m.Online > len(m.CPUs):
		last := min(n, m.Online) - 1
		u.Advice = fmt.Sprintf("Allow it more, for example with taskset -c 0-%d, or in a container with docker run --cpuset-cpus=0-%d.", last, last)
		if n > m.Online {
			u.Advice += fmt.Sprintf(" More than %d workers do not fit on this machine.", m.Online)
		}
	case len(m.CPUs) > 1:
		u.Advice = fmt.Sprintf("Ask for %d workers or fewer.", len(m.CPUs))
	case m.Hypervisor:
		u.Advice = "Give the virtual machine a second CPU: with one, a line has nowhere to go."
	default:
		u.Advice = "Run it on a machine with two CPUs or more: with one, a line has nowhere to go."
	}
	return u
}

func plural(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "one " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Warnings returns sentences on what about these CPUs shapes the figures:
// siblings, distance, unlike cores, and a clock that is free to change.
func (m Machine) Warnings(cpus []int) []string {
	var found []string
	for _, warning := range []string{m.siblings(cpus), m.distance(cpus), m.unlike(cpus), m.Clock()} {
		if warning != "" {
			found = append(found, warning)
		}
	}
	return found
}

func (m Machine) siblings(cpus []int) string {
	var pairs []string
	for i, a := range cpus {
		for _, b := range cpus[i+1:] {
			if m.Nearness(a, b) == Siblings {
				pairs = append(pairs, fmt.Sprintf("%d and %d", a, b))
			}
		}
	}
	switch {
	case len(pairs) == 0:
		return ""
	case len(pairs) == 1:
		return "CPUs " + pairs[0] + " are SMT siblings: they share one core and its caches, so a line does not bounce between them."
	}
	return fmt.Sprintf("%d pairs of these CPUs are SMT siblings, CPUs %s among them: within a pair a line does not bounce.", len(pairs), pairs[0])
}

// distance names the farthest step a line takes, if that is more than within
// one cache. A virtual machine's sockets are only believed where it also has a
// memory node for each.
func (m Machine) distance(cpus []int) string {
	farthest := ""
	for i, a := range cpus {
		for _, b := range cpus[i+1:] {
			first, _ := m.Find(a)
			second, _ := m.Find(b)
			if m.Hypervisor && first.Node == second.Node {
				continue
			}
			switch near := m.Nearness(a, b); near {
			case OtherSocket:
				return fmt.Sprintf("CPUs %d and %d are in different sockets, so a hand-off between them takes longer than within one.", a, b)
			case OtherL3, OtherL2:
				if farthest == "" {
					farthest = fmt.Sprintf("CPUs %d and %d have no %s in common, so a hand-off between them takes longer.",
						a, b, strings.TrimPrefix(string(near), "other "))
				}
			}
		}
	}
	return farthest
}

func (m Machine) unlike(cpus []int) string {
	var performance, efficiency []int
	for _, number := range cpus {
		switch cpu, _ := m.Find(number); cpu.Kind {
		case "P":
			performance = append(performance, number)
		case "E":
			efficiency = append(efficiency, number)
		}
	}
	if len(performance) == 0 || len(efficiency) == 0 {
		return ""
	}
	return fmt.Sprintf("CPU %d is a performance core and CPU %d an efficiency core, so they do not work at one speed.", performance[0], efficiency[0])
}

// Clock returns a sentence on a frequency governor that lets rates drift, ""
// where there is nothing to say.
func (m Machine) Clock() string {
	if m.Governor == "" || m.Governor == "performance" {
		return ""
	}
	text := "The frequency governor is " + m.Governor
	if strings.Contains(m.Governor, " and ") {
		text = "The frequency governors are " + m.Governor + ", not one for all CPUs"
	}
	if m.Turbo == "on" {
		text += " and turbo is on"
	}
	return text + ": rates follow the clock; the ratio, taken in pairs of windows, hardly does."
}
