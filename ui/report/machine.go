package report

import (
	"fmt"
	"strings"

	"linebounce/probes/topology"
	"linebounce/ui/results"
)

// called names the machine of a file in a few words. A model's name goes on to
// say what it stands for, which its facts tell.
func called(f results.File) string {
	name := strings.Join(strings.Fields(f.Machine.Model), " ")
	if modelled(f) {
		name, _, _ = strings.Cut(name, ",")
		name, _, _ = strings.Cut(name, ";")
	}
	switch {
	case name != "":
		return name
	case modelled(f):
		return "a modelled machine"
	}
	return "an unnamed processor"
}

// about is all that is known of a file's machine.
func about(f results.File) []fact {
	m := f.Machine
	var facts []fact
	say := func(name, text string) { facts = append(facts, fact{name, text}) }
	known := func(name, text string) {
		switch {
		case text != "":
			say(name, text)
		case !modelled(f):
			say(name, "not known")
		}
	}
	if modelled(f) {
		known("Model of", m.Model)
		say("CPUs", fmt.Sprint(m.CPUs))
	} else {
		say("CPUs", fmt.Sprintf("%d that the program could use", m.CPUs))
	}
	say("Cache line", fmt.Sprintf("%d bytes, %s", m.LineBytes, how(m.LineSource)))
	known("System", strings.TrimSpace(m.Kernel+" "+m.Arch))
	known("Frequency governor", m.Governor)
	known("Turbo", m.Turbo)
	known("SMT", smt(m.SMT))
	if m.Hypervisor {
		say("Virtual machine", "yes: where the host runs its CPUs is not known, and may change")
	} else if !modelled(f) {
		say("Virtual machine", "none seen")
	}
	return facts
}

func smt(state string) string {
	if state == "none" {
		return "none: one thread a core"
	}
	return state
}

// how says how the size of a line is known.
func how(s topology.LineSource) string {
	switch s {
	case topology.FromSysfs:
		return "as the system says (sysfs)"
	case topology.FromCPUID:
		return "as the processor says (CPUID)"
	case topology.FromXSys:
		return "what this kind of processor has (x/sys/cpu)"
	case topology.FromModel:
		return "as the model's preset says"
	case topology.Assumed:
		return "assumed, for nothing says so"
	}
	return "how that is known is not"
}
