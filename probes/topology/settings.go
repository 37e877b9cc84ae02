package topology

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// model names the CPU: as the kernel does, else as CPUID does, else by what
// an Arm kernel gives instead of a name, else by the board.
func (t tree) model(id Identity) string {
	info := t.cpuinfo()
	if name := info["model name"]; name != "" {
		return name
	}
	if id.Model != "" {
		return strings.TrimSpace(id.Model)
	}
	for _, key := range []string{"cpu model", "cpu", "uarch"} {
		if name := info[key]; name != "" {
			return name
		}
	}
	if part := info["CPU part"]; part != "" {
		return "Arm, implementer " + info["CPU implementer"] + ", part " + part
	}
	return t.text("sys/firmware/devicetree/base/model")
}

// cpuinfo returns the first processor's entries of /proc/cpuinfo.
func (t tree) cpuinfo() map[string]string {
	entries := make(map[string]string)
	for line := range strings.Lines(t.text("proc/cpuinfo")) {
		key, value, found := strings.Cut(line, ":")
		key = strings.TrimSpace(key)
		if _, known := entries[key]; found && !known {
			entries[key] = strings.TrimSpace(value)
		}
	}
	return entries
}

// hypervisor looks for what a guest sees: a flag on x86, on other machines the
// names that virtual boards go by.
func (t tree) hypervisor() bool {
	for flag := range strings.FieldsSeq(t.cpuinfo()["flags"]) {
		if flag == "hypervisor" {
			return true
		}
	}
	if t.text("sys/hypervisor/type") != "" || strings.Contains(t.text("sys/firmware/devicetree/base/compatible"), "dummy-virt") {
		return true
	}
	vendor, product := t.text("sys/class/dmi/id/sys_vendor"), t.text("sys/class/dmi/id/product_name")
	switch vendor {
	case "QEMU":
		return true
	case "Amazon EC2":
		return !strings.Contains(product, ".metal")
	}
	return strings.Contains(product, "Virtual") || product == "Google Compute Engine"
}

// governor names the frequency governors of the CPUs that this process may use:
// one, or "performance and powersave" where they differ.
func (t tree) governor(cpus []CPU) string {
	var names []string
	for _, cpu := range cpus {
		name := t.text(fmt.Sprintf("%s/cpu%d/cpufreq/scaling_governor", cpuDir, cpu.Number))
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " and ")
}

func (t tree) turbo() string {
	switch {
	case t.text(cpuDir+"/intel_pstate/no_turbo") == "0", t.text(cpuDir+"/cpufreq/boost") == "1":
		return "on"
	case t.text(cpuDir+"/intel_pstate/no_turbo") == "1", t.text(cpuDir+"/cpufreq/boost") == "0":
		return "off"
	}
	return ""
}

// smt says whether cores run several threads. Where the kernel has no word on
// it, two CPUs of one core tell.
func (t tree) smt(cpus []CPU) string {
	switch control := t.text(cpuDir + "/smt/control"); control {
	case "on":
		return "on"
	case "off", "forceoff":
		return "off"
	case "notsupported":
		return "none"
	default: // on some machines it is the number of threads a core runs
		if threads, err := strconv.Atoi(control); err == nil && threads > 1 {
			return "on"
		}
	}
	if len(cores(cpus)) < len(cpus) {
		return "on"
	}
	return ""
}
